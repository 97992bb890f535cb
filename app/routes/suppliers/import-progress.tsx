import { useLoaderData, useParams } from "@remix-run/react";
import { ImportPage } from "#app/components/import/import-page.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import { CheckedSuppliers, cautionOf } from "#app/routes/suppliers/parts/checked-suppliers.tsx";
import { emailsUnderWay } from "#app/services/pages/emails-under-way.server.ts";
import type { LoadedImport } from "#app/services/pages/imports.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { supplierImports } from "#app/services/suppliers/import.server.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

type Page = LoadedImport<typeof supplierImports> & { emails?: string | undefined };

const heading = "Import Suppliers";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: () => ({ list: { label: "Suppliers", path: paths.suppliers() }, label: heading }),
};

export const loader = screenFor(suppliers.excelImportCheck, async (context) => ({
  ...(await supplierImports.loadPage(context)),
  emails: await emailsUnderWay(context),
}));

export const action = supplierImports.act;

export const clientLoader = pollWithFallback<Page>({ progress: undefined, result: undefined });

export const clientAction = keepTyped;

export default function ImportProgress() {
  const page: Page = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const refused = paths.refusedSuppliers(id);
  return (
    <ImportPage
      page={page}
      title={heading}
      sub="Suppliers and their people"
      listPath={paths.suppliers()}
      back="Back to the suppliers"
      menu="Import"
      doing="Suppliers are being created and updated."
      done="All suppliers were updated successfully!"
      refused={refused}
      after={page.emails && <p className="mb-3.5">{page.emails}</p>}
      hasRefused={({ summary }) => (summary?.refused.count ?? 0) > 0}
      caution={({ summary }) => (summary ? cautionOf(summary) : undefined)}
      isWorthIt={({ summary }) => (summary ? summary.made.count + summary.changed.count > 0 : false)}
    >
      {({ summary }) => summary && <CheckedSuppliers summary={summary} refused={refused} />}
    </ImportPage>
  );
}

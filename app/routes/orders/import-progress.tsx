import { useLoaderData, useParams } from "@remix-run/react";
import { ImportPage } from "#app/components/import/import-page.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import { CheckedShipments } from "#app/routes/orders/parts/checked-shipments.tsx";
import { shipmentImports } from "#app/services/orders/import.server.ts";
import type { LoadedImport } from "#app/services/pages/imports.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";

type Page = LoadedImport<typeof shipmentImports>;

export const meta = () => title("Import Shipments");

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: () => ({ list: { label: "Orders", path: paths.orders() }, label: "Import Shipments" }),
};

export const loader = screenFor(orders.excelImportCheck, shipmentImports.loadPage);

export const action = shipmentImports.act;

export const clientLoader = pollWithFallback<Page>({ progress: undefined, result: undefined });

export const clientAction = keepTyped;

export default function ImportProgress() {
  const page: Page = useLoaderData<typeof loader>();
  const refused = paths.refusedRows(useParams().id ?? "");
  return (
    <ImportPage
      page={page}
      sub="Shipments for orders"
      listPath={paths.orders()}
      back="Back to the orders"
      menu="Import Shipments"
      doing="Shipments are being created and updated."
      done="All orders were updated successfully!"
      refused={refused}
      hasRefused={({ summary }) => (summary?.refusedRows ?? 0) > 0}
      isWorthIt={({ summary }) => (summary ? summary.made.count + summary.changed.count > 0 : false)}
    >
      {({ summary }) => summary && <CheckedShipments summary={summary} refused={refused} />}
    </ImportPage>
  );
}

import { useLoaderData } from "@remix-run/react";
import { ChooseRecord } from "#app/components/chosen/choose-record.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import type { RecordChoices } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadSupplierChoices } from "#app/services/suppliers/choices.server.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

const heading = "Choose a supplier";

const isForExport = (back: string) => back.startsWith(paths.referrals());

export const meta = () => title(heading);

export const loader = screenFor(suppliers.list, loadSupplierChoices);

export const handle: BreadcrumbHandle<RecordChoices> = {
  breadcrumb: ({ back }) => ({
    list: { label: isForExport(back) ? "Back to the export" : "Back to the list", path: back },
    label: heading,
  }),
};

export default function ChooseSupplier() {
  const page = useLoaderData<typeof loader>();
  return (
    <ChooseRecord
      page={page}
      title={heading}
      sub={
        isForExport(page.back)
          ? "The export will then contain this supplier's records only."
          : "The list will then show this supplier's records only."
      }
      noun="suppliers"
      by="Name"
    />
  );
}

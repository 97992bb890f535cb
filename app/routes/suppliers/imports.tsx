import { useLoaderData } from "@remix-run/react";
import { ImportList } from "#app/components/import/import-list.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { supplierImports } from "#app/services/suppliers/import.server.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

const heading = "Imports of suppliers";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Suppliers", path: paths.suppliers() }, label: heading }),
};

export const loader = screenFor(suppliers.excelImportCheck, supplierImports.loadList);

export default function ImportsOfSuppliers() {
  return (
    <ImportList
      page={useLoaderData<typeof loader>()}
      title={heading}
      listPath={paths.suppliers()}
      back="Back to the suppliers"
    />
  );
}

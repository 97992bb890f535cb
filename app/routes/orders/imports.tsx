import { useLoaderData } from "@remix-run/react";
import { ImportList } from "#app/components/import/import-list.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { shipmentImports } from "#app/services/orders/import.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";

const heading = "Imports of shipments";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Orders", path: paths.orders() }, label: heading }),
};

export const loader = screenFor(orders.excelImportCheck, shipmentImports.loadList);

export default function ImportsOfShipments() {
  return (
    <ImportList
      page={useLoaderData<typeof loader>()}
      title={heading}
      listPath={paths.orders()}
      back="Back to the orders"
    />
  );
}

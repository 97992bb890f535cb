import { orders } from "@contract/orders/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { ImportList } from "~/components/import/import-list";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { shipmentImports } from "~/services/orders-import.server";
import { screenFor } from "~/services/route.server";

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

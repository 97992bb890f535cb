import { orders } from "@contract/orders/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { ImportForm } from "~/components/import/import-form";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { shipmentImports } from "~/services/orders-import.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Import Shipments");

export const loader = screenFor(orders.excelImportCheck, shipmentImports.loadForm);

export const action = shipmentImports.send("shipments");

export const clientAction = keepTyped;

const hint =
  "An .xlsx file with a worksheet named Orders: an orders export with the shipment columns filled in, or just the seven shipment columns. It is checked first; nothing changes until you apply it.";

export default function ImportShipments() {
  return (
    <ImportForm
      {...useLoaderData<typeof loader>()}
      sub="Shipments for orders"
      hint={hint}
      allPath={paths.shipmentImports()}
      listPath={paths.orders()}
    />
  );
}

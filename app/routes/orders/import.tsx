import { useLoaderData } from "@remix-run/react";
import { ImportForm } from "#app/components/import/import-form.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { shipmentImports } from "#app/services/orders/import.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";

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

import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { cancelForms, loadShipmentToCancel } from "#app/services/shipments/shipments.server.ts";
import { shipments } from "#contract/shipments/operations.ts";

export const meta = () => title("Cancel Shipment");

export const loader = screenFor(shipments.get, loadShipmentToCancel);

export const action = commandForms(cancelForms);

export const clientAction = keepTyped;

export default function CancelShipment() {
  const { id, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="cancel"
      commandId={commandId}
      title="Cancel Shipment"
      label="Cancel Shipment"
      parent={paths.shipment(id)}
      keep="Keep It"
    >
      Everything in this shipment will have to be shipped again. Are you sure you wish to continue?
    </Confirm>
  );
}

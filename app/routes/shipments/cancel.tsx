import { shipments } from "@contract/shipments/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";
import { cancelForms, loadShipmentToCancel } from "~/services/shipments.server";

export const meta = () => title("Cancel Shipment");

export const loader = screenFor(shipments.get, loadShipmentToCancel);

export const action = commandForms(cancelForms);

export const clientAction = keepTyped;

export default function CancelShipment() {
  const { id, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="cancel"
      commandId={commandId}
      title="Cancel Shipment"
      label="Cancel Shipment"
      busy="Working..."
      parent={`${paths.shipment(id)}${search}`}
      keep="Keep It"
    >
      Everything in this shipment will have to be shipped again. Are you sure you wish to continue?
    </Confirm>
  );
}

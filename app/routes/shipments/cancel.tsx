import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { cancelForms, loadShipmentToCancel } from "#app/services/shipments/shipments.server.ts";
import { shipments } from "#contract/shipments/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(shipments.get, loadShipmentToCancel, ({ id }) => ({
  intent: "cancel",
  title: "Cancel Shipment",
  label: "Cancel Shipment",
  keep: "Keep It",
  parent: paths.shipment(id),
  text: "Everything in this shipment will have to be shipped again. Are you sure you wish to continue?",
}));

export const action = commandForms(cancelForms);

import { integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { failedDeliveriesForms, loadFailedDeliveries } from "#app/services/deliveries/deliveries.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { deliveries } from "#contract/deliveries/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(
  deliveries.sendFailed,
  loadFailedDeliveries,
  ({ count, marketplace = "all marketplaces" }) => ({
    intent: "sendFailed",
    title: "Send All that Failed",
    label: "Send Again",
    look: "primary",
    parent: paths.deliveries(),
    text:
      count === 1
        ? `One delivery to ${marketplace} has failed or was given up. It is sent again, for 24 hours if it has to be.`
        : `${integer(count)} deliveries to ${marketplace} have failed or were given up. They are sent again, for 24 hours if they have to be.`,
  }),
);

export const action = commandForms(failedDeliveriesForms);

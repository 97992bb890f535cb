import { shownField } from "#app/lib/form-answer.ts";
import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmation } from "#app/services/pages/confirmation.server.ts";
import { carrierKeyForms, loadCarrierKey } from "#app/services/suppliers/carrier.server.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";
export { afterRefusals as shouldRevalidate } from "#app/lib/revalidate.ts";

export const loader = confirmation(loadCarrierKey, ({ supplier, key, shown }) => ({
  intent: "remove",
  title: "Remove Shippit key",
  label: "Remove",
  parent: paths.supplier(supplier.id),
  text: `Nothing uses this key, because no carrier is connected. Without it, no further products of ${supplier.name} can be changed to Shippit; those that use it keep this shipping method. Are you sure you wish to continue?`,
  details: [["Shippit key", key]],
  fields: { [shownField]: shown },
}));

export const action = commandForms(carrierKeyForms);

import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { keyForms, loadKeyToRevoke } from "#app/services/keys/keys.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { keys } from "#contract/keys/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(keys.revoke, loadKeyToRevoke, ({ key, supplierId }) => ({
  intent: "revoke",
  title: "Revoke Key",
  label: "Revoke",
  parent: supplierId === undefined ? paths.keys() : paths.supplier(supplierId),
  text: "The machine that uses this key is refused from its next call on. This cannot be undone. Are you sure you wish to continue?",
  details: [
    ["Name", key.name],
    ["Belongs to", key.owner],
    ["May do", key.scopes],
    ["Last used", key.lastUsed],
  ],
}));

export const action = commandForms(keyForms);

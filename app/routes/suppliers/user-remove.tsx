import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmation } from "#app/services/pages/confirmation.server.ts";
import { loadStaff, staffForms } from "#app/services/suppliers/staff.server.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmation(loadStaff, ({ supplier, user }) => ({
  intent: "remove",
  title: "Remove User",
  label: "Remove",
  parent: paths.supplier(supplier.id),
  text: `${user.email} will no longer have access to ${supplier.name}. The account itself stays. Are you sure you wish to continue?`,
}));

export const action = commandForms(staffForms);

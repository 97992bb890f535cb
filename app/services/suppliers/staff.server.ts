/** Loaders and forms of a supplier's users. */

import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { supplierPermissions } from "#contract/enumerations.ts";
import { can } from "#contract/permissions.ts";
import { shownText } from "#contract/rules/edits.ts";
import { supplierUserRights } from "#contract/suppliers/edits.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { addSupplierUser, supplierMessages, updateSupplierUser } from "#contract/suppliers/schema.ts";

const idOf = ({ param }: RequestContext) => param("id");
const userIdOf = ({ param }: RequestContext) => param("userId");

/** Loads the supplier for users who may manage its staff; its page is below the dialog. */
async function managed(context: RequestContext) {
  const supplier = await context.api(suppliers.get, { id: idOf(context) });
  if (!can(supplier, suppliers.addUser)) throw missing();
  return supplier;
}

export async function loadNewStaff(context: RequestContext) {
  const { id, name } = await managed(context);
  return { supplier: { id, name }, commandId: newCommandId() };
}

export async function loadStaff(context: RequestContext) {
  const { id, name, users } = await managed(context);
  const user = users.find(({ userId }) => String(userId) === userIdOf(context));
  if (!user) throw missing();
  return {
    supplier: { id, name },
    user,
    shown: shownText(supplierUserRights(user.permissions)),
    commandId: newCommandId(),
  };
}

function page(context: RequestContext): string {
  return `${paths.supplier(idOf(context))}${context.url.search}`;
}

const permissionsText = (bits: unknown) =>
  supplierPermissions
    .filter(({ value }) => [bits].flat().map(Number).includes(value))
    .map(({ displayName }) => displayName)
    .join(", ");

const texts = { saved: supplierMessages.userSaved, notSaved: supplierMessages.unexpected, next: page };

export const staffForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: suppliers.addUser,
    schema: addSupplierUser.omit({ SupplierId: true }),
    input: (values, context) => ({ ...values, SupplierId: idOf(context) }),
    ...texts,
  }),
  edit: commandForm({
    operation: suppliers.updateUser,
    schema: updateSupplierUser.omit({ SupplierId: true, UserId: true }),
    input: (values, context) => ({ ...values, SupplierId: idOf(context), UserId: userIdOf(context) }),
    conflictFields: { Permissions: { display: permissionsText } },
    ...texts,
  }),
  remove: commandForm({
    operation: suppliers.removeUser,
    input: (_, context) => ({ SupplierId: idOf(context), UserId: userIdOf(context) }),
    ...texts,
    saved: supplierMessages.userRemoved,
  }),
};

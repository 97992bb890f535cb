/** Loaders and forms of a supplier's users. */

import { z } from "zod";
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { supplierPermissions } from "#contract/enumerations.ts";
import { can } from "#contract/permissions.ts";
import { shownText } from "#contract/rules/edits.ts";
import { supplierUserRights } from "#contract/suppliers/edits.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { addSupplierUser, supplierMessages, updateSupplierUser } from "#contract/suppliers/schema.ts";

const idOf = ({ params }: Call) => params.id ?? "";
const userIdOf = ({ params }: Call) => params.userId ?? "";

/** Loads the supplier for users who may manage its staff; its page is below the dialog. */
async function managed(call: Call) {
  const supplier = await call.api(suppliers.get, { id: idOf(call) });
  if (!can(supplier, suppliers.addUser)) throw missing();
  return supplier;
}

export async function loadNewStaff(call: Call) {
  const { id, name } = await managed(call);
  return { supplier: { id, name }, commandId: newCommandId() };
}

export async function loadStaff(call: Call) {
  const { id, name, users } = await managed(call);
  const user = users.find(({ userId }) => String(userId) === userIdOf(call));
  if (!user) throw missing();
  return {
    supplier: { id, name },
    user,
    shown: shownText(supplierUserRights(user.permissions)),
    commandId: newCommandId(),
  };
}

function page(call: Call): string {
  return `${paths.supplier(idOf(call))}${call.url.search}`;
}

const permissionsSaid = (bits: unknown) =>
  supplierPermissions
    .filter(({ value }) => [bits].flat().map(Number).includes(value))
    .map(({ displayName }) => displayName)
    .join(", ");

const words = { saved: supplierMessages.userSaved, notSaved: supplierMessages.unexpected, next: page };

export const staffForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: suppliers.addUser,
    schema: addSupplierUser.omit({ SupplierId: true }),
    input: (values, call) => ({ ...values, SupplierId: idOf(call) }),
    ...words,
  }),
  edit: commandForm({
    operation: suppliers.updateUser,
    schema: updateSupplierUser.omit({ SupplierId: true, UserId: true }),
    input: (values, call) => ({ ...values, SupplierId: idOf(call), UserId: userIdOf(call) }),
    told: { Permissions: { say: permissionsSaid } },
    ...words,
  }),
  remove: commandForm({
    operation: suppliers.removeUser,
    schema: z.object({}),
    input: (_, call) => ({ SupplierId: idOf(call), UserId: userIdOf(call) }),
    ...words,
    saved: supplierMessages.userRemoved,
  }),
};

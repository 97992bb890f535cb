/** What the screens of the users load and send. */
import { can } from "@contract/permissions.ts";
import { users } from "@contract/users/operations.ts";
import { updateUser, userMessages } from "@contract/users/schema.ts";
import { z } from "zod";
import type { ListOption } from "~/lib/list-state";
import { withParams } from "~/lib/paths";
import { type Call, wantedPath } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";
import { permissionsOf } from "./permissions.server";

export async function roleOptions(call: Call): Promise<ListOption[]> {
  return (await call.api(users.availableRoles, {})).map((role) => ({ value: role, label: role }));
}

export async function loadUser(call: Call) {
  const [user, permissions] = await Promise.all([call.api(users.get, { id: userId(call) }), permissionsOf(call)]);
  const canEdit = can(permissions, users.update);
  const isEditing = canEdit && call.url.searchParams.get("edit") === "details";
  return { user, canEdit, editing: isEditing ? "details" : undefined, commandId: newCommandId(), roles: isEditing ? await roleOptions(call) : [] };
}

/** What the page of a user shows and edits. */
export type UserPage = Awaited<ReturnType<typeof loadUser>>;

function userId({ params }: Call): string {
  return params.id ?? "";
}

/** Back to the page, with nothing edited or asked. */
function page(call: Call): string {
  return withParams(wantedPath(call), { edit: null, ask: null });
}

const nothingTyped = z.object({});
const about = (_values: unknown, call: Call) => ({ UserId: userId(call) });
const words = { saved: userMessages.saved, notSaved: userMessages.notSaved, next: page };

export const userForms: Record<string, CommandForm> = {
  details: commandForm({
    operation: users.update,
    schema: updateUser.omit({ UserId: true }),
    input: (values, call) => ({ ...values, UserId: userId(call) }),
    ...words,
  }),
  deactivate: commandForm({ operation: users.deactivate, schema: nothingTyped, input: about, ...words }),
  activate: commandForm({ operation: users.activate, schema: nothingTyped, input: about, ...words }),
};

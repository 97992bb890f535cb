/** What the screens of the users load and send. */

import { can } from "@contract/permissions.ts";
import { shownText } from "@contract/rules/edits.ts";
import { userDetails } from "@contract/users/edits.ts";
import { users } from "@contract/users/operations.ts";
import { registerUser, secondFactorReset, updateUser, userMessages } from "@contract/users/schema.ts";
import { z } from "zod";
import type { ListOption } from "~/lib/list-state";
import { paths, withParams } from "~/lib/paths";
import type { Call } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";
import { permissionsOf } from "./permissions.server";

export async function roleOptions(call: Call): Promise<ListOption[]> {
  return (await call.api(users.availableRoles, {})).map((role) => ({ value: role, label: role }));
}

export async function loadUser(call: Call) {
  const [user, permissions] = await Promise.all([call.api(users.get, { id: userId(call) }), permissionsOf(call)]);
  const canEdit = can(permissions, users.update);
  const isEditing = canEdit && call.url.searchParams.get("edit") === "details";
  return {
    user,
    canEdit,
    editing: isEditing ? "details" : undefined,
    shown: shownText(userDetails(user)),
    commandId: newCommandId(),
    roles: isEditing ? await roleOptions(call) : [],
  };
}

/** What the page of a user shows and edits. */
export type UserPage = Awaited<ReturnType<typeof loadUser>>;

/** For the form of a new user. */
export async function loadNewUser(call: Call) {
  return { roles: await roleOptions(call), commandId: newCommandId() };
}

function userId({ params }: Call): string {
  return params.id ?? "";
}

/** Back to the page, with nothing edited or asked. */
function page(call: Call): string {
  return withParams(`${paths.user(userId(call))}${call.url.search}`, { edit: null });
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
  resetSecondFactor: commandForm({
    operation: users.resetSecondFactor,
    schema: nothingTyped,
    input: about,
    ...words,
    saved: secondFactorReset,
  }),
  resend: commandForm({ operation: users.resendRegistrationEmail, schema: nothingTyped, input: about, ...words, saved: userMessages.welcomeResent }),
};

export const registerForms: Record<string, CommandForm> = {
  register: commandForm({
    operation: users.register,
    schema: registerUser,
    input: (values) => values,
    saved: userMessages.saved,
    notSaved: userMessages.notSaved,
    next: (_, id) => paths.user(id),
  }),
};

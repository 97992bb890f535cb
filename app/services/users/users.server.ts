/** Loaders and forms of the user screens. */

import type { ListOption } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { emailsUnderWay } from "#app/services/pages/emails-under-way.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { manyPathOf } from "#app/services/pages/many-path.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { can } from "#contract/permissions.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { userDetails } from "#contract/users/edits.ts";
import { users } from "#contract/users/operations.ts";
import { registerUser, secondFactorReset, updateUser, userMessages } from "#contract/users/schema.ts";

export async function roleOptions(context: RequestContext): Promise<ListOption[]> {
  return (await context.api(users.availableRoles, {})).map((role) => ({ value: role, label: role }));
}

function signInText(moment: string | null | undefined, format: (moment: string) => string): string | undefined {
  return moment ? format(moment) : moment === null ? "Never" : undefined;
}

/** How the list parses the query string. */
export const userListRules = { defaults: { showActiveOnly: "true" } };

export async function loadUsers(context: RequestContext) {
  const [list, zone, emails] = await Promise.all([
    loadList(context, users.list, {
      views: "users",
      buttons: { canAdd: users.register, canChangeMany: users.changeMany },
      ...userListRules,
      options: { role: () => roleOptions(context) },
    }),
    operatorZone(),
    emailsUnderWay(context),
  ]);
  const rows = list.data.rows.map(({ lastSignInDate, ...row }) => ({
    ...row,
    lastSignIn: signInText(lastSignInDate, (moment) => formatDay(moment, zone)),
  }));
  return { ...list, data: { ...list.data, rows, emails, manyPath: await manyPathOf(list.data, manyPaths.users) } };
}

/** A row of the list. */
export type ListedUser = Awaited<ReturnType<typeof loadUsers>>["data"]["rows"][number];

export async function loadUser(context: RequestContext) {
  const [user, permissions, zone] = await Promise.all([
    context.api(users.get, { id: userId(context) }),
    permissionsOf(context),
    operatorZone(),
  ]);
  const canEdit = can(permissions, users.update);
  const isEditing = canEdit && context.url.searchParams.get("edit") === "details";
  return {
    user,
    lastSignIn: signInText(user.lastSignInDate, (moment) => formatMoment(moment, zone)),
    canEdit,
    editing: isEditing ? "details" : undefined,
    shown: shownText(userDetails(user)),
    commandId: newCommandId(),
    roles: isEditing ? await roleOptions(context) : [],
  };
}

/** Data of the user page. */
export type UserPage = Awaited<ReturnType<typeof loadUser>>;

/** For the form of a new user. */
export async function loadNewUser(context: RequestContext) {
  return { roles: await roleOptions(context), commandId: newCommandId() };
}

function userId({ param }: RequestContext): string {
  return param("id");
}

/** Returns the address of the page without any open form or dialog. */
function page(context: RequestContext): string {
  return withParams(`${paths.user(userId(context))}${context.url.search}`, { edit: null });
}

const about = (_values: unknown, context: RequestContext) => ({ UserId: userId(context) });
const texts = { saved: userMessages.saved, notSaved: userMessages.notSaved, next: page };

export const userForms: Record<string, CommandForm> = {
  details: commandForm({
    operation: users.update,
    schema: updateUser.omit({ UserId: true }),
    input: (values, context) => ({ ...values, UserId: userId(context) }),
    ...texts,
  }),
  deactivate: commandForm({ operation: users.deactivate, input: about, ...texts }),
  activate: commandForm({ operation: users.activate, input: about, ...texts }),
  resetSecondFactor: commandForm({
    operation: users.resetSecondFactor,
    input: about,
    ...texts,
    saved: secondFactorReset,
  }),
  resend: commandForm({
    operation: users.resendRegistrationEmail,
    input: about,
    ...texts,
    saved: userMessages.welcomeResent,
  }),
};

export const registerForms: Record<string, CommandForm> = {
  register: commandForm({
    operation: users.register,
    schema: registerUser,
    input: (values) => values,
    saved: userMessages.saved,
    notSaved: userMessages.notSaved,
    next: (context, id) => `${paths.user(id)}${context.url.search}`,
  }),
};

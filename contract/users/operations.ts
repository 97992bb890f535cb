import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { processId } from "#contract/imports.ts";
import { manyPreview } from "#contract/many.ts";
import { command, edit, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { permissionsSchema } from "#contract/permissions.ts";
import { changeUsers } from "./many.ts";
import { registerUser, updateUser, userCommand, userFilters, userRow, userSchema, userSortFields } from "./schema.ts";

export const users = {
  permissions: query("users/permissions", {
    description: "Returns what the caller may do in each area. Records have flags of their own.",
    permission: "signedIn",
    input: z.object({}),
    output: permissionsSchema,
  }),
  /** Not part of other APIs. */
  signOut: command("users/SignOut", {
    description: "Ends the session of the token, with all its tokens.",
    permission: "signedIn",
    effect: "withdrawal",
    input: z.object({}),
  }),
  list: query("Users", {
    description: "Lists users, a page at a time.",
    permission: "users.view",
    input: userFilters.extend(paging(userSortFields).shape),
    output: paged(userRow),
  }),
  availableRoles: query("users/availableRoles", {
    description: "Returns the roles that a user may be given.",
    permission: "users.view",
    input: z.object({}),
    output: z.array(z.string()),
  }),
  get: query("users/{id}", {
    description: "Returns a user with roles and the suppliers that the user works for.",
    permission: "users.view",
    input: z.object({ id: recordId }),
    output: userSchema,
  }),
  register: command("users/RegisterUser", {
    description: "Adds a user and sends the email with the link to set a password. Returns the new user's id.",
    permission: "users.add",
    effect: "access",
    input: registerUser,
    output: z.number().int(),
  }),
  update: command("users/UpdateUser", {
    description: "Changes a user's name, email address and roles.",
    permission: "users.edit",
    effect: "access",
    input: updateUser.extend(edit),
  }),
  deactivate: command("users/DeactivateUser", {
    description: "Deactivates a user, who is signed out and can no longer sign in. The account and its history stay.",
    permission: "users.edit",
    effect: "withdrawal",
    canBeUndone: true,
    input: userCommand,
  }),
  previewMany: query("users/PreviewMany", {
    description: "Shows what `changeMany` would do to the first users. Changes nothing.",
    method: "POST",
    permission: "users.edit",
    feature: "manyAtOnce",
    input: changeUsers,
    output: manyPreview,
  }),
  changeMany: command("users/ChangeMany", {
    description: "Changes many users in the background. Returns the id for `processing`, with which it can be undone.",
    permission: "users.edit",
    effect: "access",
    feature: "manyAtOnce",
    input: changeUsers,
    output: processId,
  }),
  activate: command("users/ActivateUser", {
    description: "Activates a user again. Also lifts a lock after failed sign-ins.",
    permission: "users.edit",
    effect: "access",
    input: userCommand,
  }),
  /** Not part of other APIs. */
  resetSecondFactor: command("users/ResetSecondFactor", {
    description: "Removes the user's authenticator app, passkeys and recovery codes, and notifies the user by email.",
    permission: "users.edit",
    effect: "access",
    input: userCommand,
  }),
  resendRegistrationEmail: command("users/ResendUserRegistrationEmail", {
    description: "Sends the registration email again. Invalidates the link of the previous one.",
    permission: "users.edit",
    effect: "message",
    input: userCommand,
  }),
};

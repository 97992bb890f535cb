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
  permissions: query("users/permissions", { permission: "signedIn", input: z.object({}), output: permissionsSchema }),
  /** Ends the session of the token, with all its tokens. Not part of other APIs. */
  signOut: command("users/SignOut", { permission: "signedIn", effect: "withdrawal", input: z.object({}) }),
  list: query("Users", {
    permission: "users.view",
    input: userFilters.extend(paging(userSortFields).shape),
    output: paged(userRow),
  }),
  availableRoles: query("users/availableRoles", {
    permission: "users.view",
    input: z.object({}),
    output: z.array(z.string()),
  }),
  get: query("users/{id}", { permission: "users.view", input: z.object({ id: recordId }), output: userSchema }),
  /** Returns the new user's id. */
  register: command("users/RegisterUser", {
    permission: "users.add",
    effect: "access",
    input: registerUser,
    output: z.number().int(),
  }),
  update: command("users/UpdateUser", { permission: "users.edit", effect: "access", input: updateUser.extend(edit) }),
  deactivate: command("users/DeactivateUser", {
    permission: "users.edit",
    effect: "withdrawal",
    canBeUndone: true,
    input: userCommand,
  }),
  /** Shows what `changeMany` would do to the first users; changes nothing. Not part of other APIs. */
  previewMany: query("users/PreviewMany", {
    method: "POST",
    permission: "users.edit",
    feature: "manyAtOnce",
    input: changeUsers,
    output: manyPreview,
  }),
  /** Changes many users in the background. Returns the id for `processing`, with which it can be undone. */
  changeMany: command("users/ChangeMany", {
    permission: "users.edit",
    effect: "access",
    feature: "manyAtOnce",
    input: changeUsers,
    output: processId,
  }),
  /** Also lifts a lock after failed sign-ins. */
  activate: command("users/ActivateUser", { permission: "users.edit", effect: "access", input: userCommand }),
  /**
   * Removes the user's authenticator app, passkeys and recovery codes, and notifies the user by email. Not part of
   * other APIs.
   */
  resetSecondFactor: command("users/ResetSecondFactor", {
    permission: "users.edit",
    effect: "access",
    input: userCommand,
  }),
  /** Invalidates the link of the previous email. */
  resendRegistrationEmail: command("users/ResendUserRegistrationEmail", {
    permission: "users.edit",
    effect: "message",
    input: userCommand,
  }),
};

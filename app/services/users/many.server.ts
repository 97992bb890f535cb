/** Changes many users at once. */
import { z } from "zod";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { type ManyField, type ManyKind, manyKind, manyPage } from "#app/services/pages/many.server.ts";
import { type Role, roles } from "#contract/enumerations.ts";
import type { UserChange } from "#contract/users/many.ts";
import { users } from "#contract/users/operations.ts";
import { userMessages } from "#contract/users/schema.ts";
import { roleOptions, userListRules } from "./users.server.ts";

const role: ManyField<Role> = {
  label: "Role",
  kind: "select",
  options: roleOptions,
  schema: z.string().pipe(z.enum(roles, "Please choose a role from the list.")),
};

const kinds: Record<UserChange["Kind"], ManyKind<UserChange>> = {
  deactivate: manyKind({
    label: "Deactivate",
    isDangerous: true,
    warning: "They are signed out everywhere at once.",
    fields: {},
    change: (): UserChange => ({ Kind: "deactivate" }),
  }),
  activate: manyKind({ label: "Activate", fields: {}, change: (): UserChange => ({ Kind: "activate" }) }),
  addRole: manyKind({
    label: "Add a role",
    fields: { toRole: role },
    change: ({ toRole }): UserChange => ({ Kind: "addRole", Role: toRole }),
  }),
  removeRole: manyKind({
    label: "Remove a role",
    isDangerous: true,
    fields: { toRole: role },
    change: ({ toRole }): UserChange => ({ Kind: "removeRole", Role: toRole }),
  }),
};

export const manyUsers = manyPage({
  noun: "user",
  list: { path: paths.users(), operation: users.list, rules: () => userListRules },
  progress: manyPaths.userProgress,
  preview: users.previewMany,
  operation: users.changeMany,
  kinds,
  notSaved: userMessages.notSaved,
});

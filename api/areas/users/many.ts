/** Changes many users at once, by the rules of the form for one. */
import { and, asc, eq } from "drizzle-orm";
import { describeKept } from "#api/areas/history/kept.ts";
import { endAccount } from "#api/core/access/grants.ts";
import { assertFreshProof } from "#api/core/access/step-up.ts";
import { users } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { ManyArea, ManyWork } from "#api/core/many/area.ts";
import { previewOf } from "#api/core/many/preview.ts";
import { manyChanges } from "#api/core/many/process.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import type { UserChange } from "#contract/users/many.ts";
import { activateUser, assertOwnRole, deactivateUser, type User, userToChange } from "./commands.ts";
import { filtersOf } from "./filters.ts";

type Filter = NonNullable<InputOf<Operations["users"]["changeMany"]>["Filter"]>;

const area: ManyArea<UserChange, Filter, User> = {
  name: "userChanges",
  noun: "user",
  path: "/users/many",
  permission: "users.edit",
  id: users.id,
  matches: (filter) => and(...filtersOf(filter)),
  // Only administrators see users, and they see all of them.
  find: ({ db }, which, most) =>
    db
      .select({ id: users.id, name: users.email })
      .from(users)
      .where(which)
      .orderBy(asc(byText(users.email)), asc(users.id))
      .limit(most),
  lock: userToChange,
  about: ({ givenName, surname }) => `${givenName ?? ""} ${surname ?? ""}`.trim(),
  shown: async (_work, { isActive, roles }) =>
    new Map([
      ["Active", isActive ? "Yes" : "No"],
      ["Roles", roles.join(", ") || "None"],
    ]),
  change: changeOne,
  undo: {
    can: () => true,
    record: "user",
    tables: ["users"],
    describeKept,
    // The command needs it, too: whoever has an open browser of somebody must not give roles back.
    authorise: ({ db, config, caller }) => assertFreshProof(db, config, caller),
    async before({ caller }, user, { Kind }) {
      const isOwn = user.id === caller.userId;
      if (isOwn && (Kind === "activate" || Kind === "addRole"))
        throw conflict("You cannot undo this for your own account. Another administrator can.");
    },
    async after({ db }, user, { Kind }) {
      // As with every deactivation, all sessions end.
      if (Kind === "activate") await endAccount(db, String(user.id));
    },
  },
};

async function changeOne(work: ManyWork, user: User, change: UserChange): Promise<boolean> {
  switch (change.Kind) {
    case "activate":
      if (user.isActive) return false;
      await activateUser(work, user);
      return true;
    case "deactivate":
      if (!user.isActive) return false;
      await deactivateUser(work, user);
      return true;
    case "addRole":
      if (user.roles.includes(change.Role)) return false;
      return setRoles(work, user, [...user.roles, change.Role]);
    default:
      if (!user.roles.includes(change.Role)) return false;
      return setRoles(
        work,
        user,
        user.roles.filter((role) => role !== change.Role),
      );
  }
}

async function setRoles(work: ManyWork, user: User, roles: string[]): Promise<boolean> {
  if (roles.length === 0) throw conflict("This is the only role of this user. Add another role first.");
  assertOwnRole(work, user, roles);
  await work.db.update(users).set({ roles }).where(eq(users.id, user.id));
  return true;
}

export const userChanges = manyChanges(area);
export const changeMany = userChanges.begin;
export const previewMany = previewOf(area);

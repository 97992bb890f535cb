import { asc, eq, sql } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import { signInLocks, suppliers, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { byText, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { factorsOf, hasFactor } from "#api/modules/identity/index.ts";
import { roles } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { filtersOf } from "./filters.ts";

type Users = Operations["users"];

export const permissions: Handler<Users["permissions"]> = async (_input, { caller }) => ({
  ...caller.permissions,
  name: caller.name,
});

export const availableRoles: Handler<Users["availableRoles"]> = async () => [...roles];

/** SQL condition: signing in is blocked after too many failures, in one browser or all. */
const isLockedOut = sql<boolean>`exists (select 1 from ${signInLocks} where ${signInLocks.userName} = lower(${users.email}) and ${signInLocks.until} > now())`;

const row = {
  id: users.id,
  userName: users.email,
  email: users.email,
  givenName: users.givenName,
  surname: users.surname,
  isActive: users.isActive,
  isLockedOut,
  roles: users.roles,
  lastSignedInAt: users.lastSignedInAt,
};

/** Another OpenID provider does not report sign-ins, so the date is left out. */
function shown<Row extends { lastSignedInAt: Date | null }>({ lastSignedInAt, ...user }: Row, { oidc }: Config) {
  return { ...user, lastSignInDate: oidc.external ? undefined : (lastSignedInAt?.toISOString() ?? null) };
}

export const list: Handler<Users["list"]> = async (input, { db, config }) => {
  const page = await pageOf(
    db,
    {
      rows: db.select(row).from(users).$dynamic(),
      // Only administrators see users, and they see all of them.
      visible: undefined,
      filters: filtersOf(input),
      sort: {
        userName: byText(users.email),
        email: byText(users.email),
        givenName: byText(users.givenName),
        surname: byText(users.surname),
        // Active users first, as in the other lists, which sort by `isDisabled`.
        isActive: sql`not ${users.isActive}`,
        lastSignInDate: sql`coalesce(${users.lastSignedInAt}, '-infinity')`,
      },
      uniqueKey: users.id,
    },
    input,
  );
  return { ...page, items: page.items.map((user) => shown(user, config)) };
};

export const get: Handler<Users["get"]> = async ({ id }, { db, config, caller }) => {
  const [user] = await db.select(row).from(users).where(eq(users.id, id));
  if (!user) throw notFound("This user");
  const linked = await db
    .select({ id: suppliers.id, name: suppliers.name })
    .from(supplierUsers)
    .innerJoin(suppliers, eq(suppliers.id, supplierUsers.supplierId))
    .where(eq(supplierUsers.userId, id))
    .orderBy(asc(byText(suppliers.name)));
  const hasSecondFactor = config.oidc.external ? undefined : hasFactor(await factorsOf(db, id));
  return { ...shown(user, config), suppliers: linked, hasSecondFactor, isOwn: id === caller.userId };
};

import { eq, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { users } from "#api/core/database/schema/index.ts";
import { contains } from "#api/core/lists/page-of.ts";
import type { userFilters } from "#contract/users/schema.ts";

const fullName = sql`(${users.givenName} || ' ' || ${users.surname})`;

export const filtersOf = ({ searchText, role, showActiveOnly }: z.output<typeof userFilters>): (SQL | undefined)[] => [
  or(contains(users.email, searchText), contains(fullName, searchText)),
  role && sql`${role} = any(${users.roles})`,
  showActiveOnly ? eq(users.isActive, true) : undefined,
];

/** The release of payment runs: who may release which. */
import { and, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import { permissionsOf } from "#api/core/access/roles.ts";
import { paymentRuns, users } from "#api/core/database/schema/index.ts";
import { roles } from "#contract/enumerations.ts";

const releasingRoles = roles.filter((role) => permissionsOf([role], [], false).invoices.add);

/** SQL condition for payment runs that are neither released nor cancelled. */
const isWaiting: SQL | undefined = and(isNull(paymentRuns.releasedAt), isNull(paymentRuns.cancelledAt));

/** SQL condition that is true if nobody but this active user may release payments. */
const isAlone = ({ userId }: Caller): SQL => sql`not exists (select 1 from ${users}
  where ${users.isActive} and ${users.id} <> ${userId} and ${users.roles} && ${sql.param(releasingRoles)}::text[])`;

/** SQL condition for payment runs that the caller, who may pay, may release: those of others, or all if nobody else may. */
export const isToRelease = (caller: Caller): SQL | undefined =>
  and(isWaiting, or(ne(paymentRuns.madeBy, caller.userId), isAlone(caller)));

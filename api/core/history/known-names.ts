/** Suppliers do not learn the names of all operators: only of those who have written to them about a record. */
import { and, eq, inArray } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import { seesAllSuppliers } from "#api/core/access/roles.ts";
import type { Db } from "#api/core/database/connection.ts";
import { messages, users } from "#api/core/database/schema/index.ts";

/** Stands for the name of an operator that the caller does not know. */
export const unnamedOperator = "Marketplace staff";

interface AboutRecord {
  /** A kind of record, such as `order`. */
  record: string;
  recordId: number;
}

/** Returns whether the caller may know, from a record's page, the name of one of these people. */
export async function knownNames(
  db: Db,
  caller: Pick<Caller, "seesAllSuppliers">,
  records: readonly AboutRecord[],
  userIds: readonly number[],
): Promise<(about: AboutRecord, userId: number) => boolean> {
  const ids = [...new Set(userIds)];
  if (caller.seesAllSuppliers || ids.length === 0) return () => true;
  const people = await db.select({ id: users.id, roles: users.roles }).from(users).where(inArray(users.id, ids));
  const operators = new Set(people.filter(({ roles }) => seesAllSuppliers(roles)).map(({ id }) => id));
  if (operators.size === 0) return () => true;
  const written = await db
    .selectDistinct({ record: messages.about, recordId: messages.recordId, userId: messages.authorId })
    .from(messages)
    .where(
      and(
        eq(messages.isInternal, false),
        inArray(messages.authorId, [...operators]),
        inArray(messages.recordId, [...new Set(records.map(({ recordId }) => recordId))]),
      ),
    );
  const known = new Set(written.map(({ record, recordId, userId }) => `${record} ${recordId} ${userId}`));
  return ({ record, recordId }, userId) => !operators.has(userId) || known.has(`${record} ${recordId} ${userId}`);
}

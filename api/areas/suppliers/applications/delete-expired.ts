import { and, exists, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "#api/core/database/connection.ts";
import {
  applicationDocuments,
  applicationEntries,
  applications,
  commands,
  files,
} from "#api/core/database/schema/index.ts";
import { applicationDays, unsentDocumentHours } from "#contract/applications/limits.ts";
import { hourMs } from "#contract/rules/dates.ts";

/**
 * Deletes applications that were declined or whose applicants do not answer, after `applicationDays`, and documents that
 * were never sent. With them go the commands that carried what was entered.
 */
export async function deleteExpiredApplications(
  { db, transaction }: Pick<Database, "db" | "transaction">,
  now: Date,
): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const unsent = and(
    isNull(applicationDocuments.applicationId),
    lt(applicationDocuments.uploadedAt, before(unsentDocumentHours)),
  );
  const isOld = and(
    inArray(applications.status, ["declined", "asked"]),
    lt(applications.changedAt, before(applicationDays * 24)),
  );
  const old = db.select({ id: applications.id }).from(applications).where(isOld).limit(1);
  const left = db.select({ id: applicationDocuments.id }).from(applicationDocuments).where(unsent).limit(1);
  // Almost always there is nothing to do.
  const [{ isAny } = { isAny: false }] = (
    await db.execute<{ isAny: boolean }>(sql`select (${exists(old)} or ${exists(left)}) as "isAny"`)
  ).rows;
  if (!isAny) return;
  await transaction(async (tx) => {
    await deleteDocuments(tx, unsent);
    const gone = await tx.select({ id: applications.id }).from(applications).where(isOld).for("update");
    const ids = gone.map(({ id }) => id);
    if (ids.length === 0) return;
    const sent = await tx
      .select({ id: applications.commandId })
      .from(applications)
      .where(inArray(applications.id, ids))
      .union(
        tx
          .select({ id: applicationEntries.commandId })
          .from(applicationEntries)
          .where(inArray(applicationEntries.applicationId, ids)),
      );
    await tx.delete(commands).where(
      inArray(
        commands.id,
        sent.map(({ id }) => id),
      ),
    );
    await deleteDocuments(tx, inArray(applicationDocuments.applicationId, ids));
    await tx.delete(applications).where(inArray(applications.id, ids));
  });
}

async function deleteDocuments(db: Db, which: SQL | undefined): Promise<void> {
  const deleted = await db.delete(applicationDocuments).where(which).returning({ id: applicationDocuments.id });
  if (deleted.length > 0)
    await db.delete(files).where(
      inArray(
        files.id,
        deleted.map(({ id }) => id),
      ),
    );
}

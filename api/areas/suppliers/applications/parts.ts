/** The parts of an application, as its applicant and the operator see them. */
import { asc, eq } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  applicationDocuments,
  applicationEntries,
  applicationMarketplaces,
  type applications,
  marketplaces,
  users,
} from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import { applicationDays } from "#contract/applications/limits.ts";
import { dayMs } from "#contract/rules/dates.ts";

/** When the application is deleted unless something happens before (UTC); null if it is kept. */
export function deletionDate({
  status,
  changedAt,
}: Pick<typeof applications.$inferSelect, "status" | "changedAt">): string | null {
  return status === "asked" || status === "declined"
    ? new Date(changedAt.getTime() + applicationDays * dayMs).toISOString()
    : null;
}

export const documentsOf = (db: Db, applicationId: number) =>
  db
    .select({
      id: applicationDocuments.id,
      name: applicationDocuments.name,
      size: applicationDocuments.size,
      entryId: applicationDocuments.entryId,
    })
    .from(applicationDocuments)
    .where(eq(applicationDocuments.applicationId, applicationId))
    .orderBy(asc(applicationDocuments.uploadedAt), asc(applicationDocuments.name), asc(applicationDocuments.id));

export const entriesOf = (db: Db, applicationId: number) =>
  db
    .select({
      id: applicationEntries.id,
      kind: applicationEntries.kind,
      text: applicationEntries.text,
      at: applicationEntries.at,
      userFullName: fullName,
    })
    .from(applicationEntries)
    .leftJoin(users, eq(users.id, applicationEntries.userId))
    .where(eq(applicationEntries.applicationId, applicationId))
    .orderBy(asc(applicationEntries.id));

export const marketplacesOf = (db: Db, applicationId: number) =>
  db
    .select({ id: marketplaces.id, name: marketplaces.name, isDisabled: marketplaces.isDisabled })
    .from(applicationMarketplaces)
    .innerJoin(marketplaces, eq(marketplaces.id, applicationMarketplaces.marketplaceId))
    .where(eq(applicationMarketplaces.applicationId, applicationId))
    .orderBy(byText(marketplaces.name), marketplaces.id);

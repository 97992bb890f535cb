import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import { applications, suppliers, users } from "#api/core/database/schema/index.ts";
import { byText, contains, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { deletionDate, documentsOf, entriesOf, marketplacesOf } from "./parts.ts";

type Applications = Operations["applications"];

const columns = {
  id: applications.id,
  status: applications.status,
  companyName: applications.companyName,
  abn: applications.abn,
  contactName: sql<string>`${applications.givenName} || ' ' || ${applications.surname}`,
  email: applications.email,
  submittedAt: applications.submittedAt,
  changedAt: applications.changedAt,
};

const withDates = <Row extends { submittedAt: Date; changedAt: Date }>({ submittedAt, changedAt, ...row }: Row) => ({
  ...row,
  submittedDate: submittedAt.toISOString(),
  changedDate: changedAt.toISOString(),
});

export const list: Handler<Applications["list"]> = async (input, { db }) => {
  const page = await pageOf(
    db,
    {
      rows: db.select(columns).from(applications).$dynamic(),
      // Only operators have the permission, and they see every application.
      visible: undefined,
      filters: [
        input.status && eq(applications.status, input.status),
        contains(applications.companyName, input.companyName),
        contains(applications.abn, input.abn),
      ],
      sort: {
        submittedDate: applications.submittedAt,
        changedDate: applications.changedAt,
        companyName: byText(applications.companyName),
      },
      uniqueKey: applications.id,
    },
    input,
  );
  return { ...page, items: page.items.map(withDates) };
};

export const get: Handler<Applications["get"]> = async ({ id }, { db }) => {
  const [row] = await db
    .select({
      ...columns,
      legalName: applications.legalName,
      givenName: applications.givenName,
      surname: applications.surname,
      phone: applications.phone,
      about: applications.about,
      supplierId: applications.supplierId,
      supplierName: suppliers.name,
      decidedByUserFullName: fullName,
    })
    .from(applications)
    .leftJoin(suppliers, eq(suppliers.id, applications.supplierId))
    .leftJoin(users, eq(users.id, applications.decidedBy))
    .where(eq(applications.id, id));
  if (!row) throw notFound("This application");
  const { supplierId, supplierName, ...application } = row;
  const documents = await documentsOf(db, id);
  const ofEntry = (wanted: number | null) =>
    documents.filter(({ entryId }) => entryId === wanted).map(({ entryId: _, ...document }) => document);
  return {
    ...withDates(application),
    marketplaces: (await marketplacesOf(db, id)).map(({ isDisabled, ...marketplace }) => ({
      ...marketplace,
      isActive: !isDisabled,
    })),
    documents: ofEntry(null),
    entries: (await entriesOf(db, id)).map(({ id: entryId, at, ...entry }) => ({
      ...entry,
      date: at.toISOString(),
      documents: ofEntry(entryId),
    })),
    supplier: supplierId === null ? null : { id: supplierId, name: supplierName ?? "" },
    suppliersWithSameAbn: await db
      .select({ id: suppliers.id, name: suppliers.name })
      .from(suppliers)
      .where(and(eq(suppliers.abn, row.abn), supplierId === null ? undefined : ne(suppliers.id, supplierId)))
      .orderBy(byText(suppliers.name), suppliers.id)
      .limit(mostNamed),
    applicationsWithSameAbn: await db
      .select({ id: applications.id, name: applications.companyName })
      .from(applications)
      .where(
        and(
          eq(applications.abn, row.abn),
          ne(applications.id, id),
          inArray(applications.status, ["received", "asked"]),
        ),
      )
      .orderBy(applications.id)
      .limit(mostNamed),
    deletionDate: deletionDate(row),
  };
};

const mostNamed = 20;

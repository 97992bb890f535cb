/** The clicks on referral products as a workbook, with their number and cost per day. */
import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  marketplaces,
  products,
  referralClicks,
  referralOverflows,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { excelExport as answer } from "#api/core/excel/export.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { endOfDay, startOfDay } from "#contract/rules/dates.ts";
import { inclusive, times } from "#contract/rules/money.ts";

type ReferralsExport = Operations["products"]["excelReferralsExport"];
type Filters = Parameters<Handler<ReferralsExport>>[0];

export const excelReferralsExport: Handler<ReferralsExport> = async (filters, context) =>
  answer(
    context,
    "Product-Referrals.xlsx",
    { name: "Referrals", columns: columnsFor(context.config), rows: rowsOf(context, filters) },
    { format: filters.format, countUpTo: (most) => countUpTo(context, filters, most) },
  );

/** The day of a click in the operator's time zone. */
const dayIn = (timeZone: string) =>
  sql<string>`to_char(${referralClicks.clickedAt} at time zone ${timeZone}, 'YYYY-MM-DD')`;

const counted = (db: Db, day: string) =>
  db
    .select({
      day: sql<string>`${day}::text`,
      marketplaceName: marketplaces.name,
      supplierName: suppliers.name,
      productId: products.id,
      sku: products.externalSku,
      productName: products.name,
      cost: referralClicks.cost,
      clicks: sql<number>`count(*)::integer`,
    })
    .from(referralClicks)
    .innerJoin(products, eq(products.id, referralClicks.productId))
    .innerJoin(suppliers, eq(suppliers.id, referralClicks.supplierId))
    .innerJoin(marketplaces, eq(marketplaces.id, referralClicks.marketplaceId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof counted>>[number];

/** Clicks above the daily ceiling, which cost nothing. */
const unpaid = (db: Db) =>
  db
    .select({
      day: sql<string>`${referralOverflows.day}::text`,
      marketplaceName: marketplaces.name,
      supplierName: suppliers.name,
      productId: products.id,
      sku: products.externalSku,
      productName: products.name,
      cost: sql<number | null>`null`,
      clicks: referralOverflows.clicks,
    })
    .from(referralOverflows)
    .innerJoin(products, eq(products.id, referralOverflows.productId))
    .innerJoin(suppliers, eq(suppliers.id, referralOverflows.supplierId))
    .innerJoin(marketplaces, eq(marketplaces.id, referralOverflows.marketplaceId))
    .orderBy(asc(marketplaces.name), asc(suppliers.name), asc(products.name), asc(products.id))
    .$dynamic();

type AnyRow = Omit<Row, "cost"> & { cost: number | null };

const clicksOf = ({ caller }: Context, { fromDate, toDate, supplierId, marketplaceId }: Filters) =>
  and(
    visibleTo(caller, referralClicks.supplierId),
    supplierId === undefined ? undefined : eq(referralClicks.supplierId, supplierId),
    marketplaceId === undefined ? undefined : eq(referralClicks.marketplaceId, marketplaceId),
    gte(referralClicks.clickedAt, new Date(fromDate)),
    lte(referralClicks.clickedAt, new Date(toDate)),
  );

/** Without the rows of unpaid clicks, of which each has one with a paid click. */
async function countUpTo(context: Context, filters: Filters, most: number): Promise<number> {
  const { marketplaceId, productId, supplierId, cost } = referralClicks;
  const rows = context.db
    .selectDistinct({ day: dayIn(context.config.timeZone).as("day"), marketplaceId, productId, supplierId, cost })
    .from(referralClicks)
    .where(clicksOf(context, filters))
    .limit(most)
    .as("rows");
  return context.db.$count(rows);
}

/** Reads one day at a time into memory. */
async function* rowsOf(context: Context, input: Filters): AsyncGenerator<AnyRow[]> {
  const { db, caller, config } = context;
  const { supplierId, marketplaceId } = input;
  const filters = clicksOf(context, input);
  const days = await db
    .selectDistinct({ day: dayIn(config.timeZone) })
    .from(referralClicks)
    .where(filters)
    .orderBy(sql`1`);
  for (const { day: one } of days) {
    const ofDay = and(
      gte(referralClicks.clickedAt, new Date(startOfDay(one, config.timeZone))),
      lte(referralClicks.clickedAt, new Date(endOfDay(one, config.timeZone))),
    );
    yield await counted(db, one)
      .where(and(filters, ofDay))
      .groupBy(marketplaces.id, suppliers.id, products.id, referralClicks.cost)
      .orderBy(
        asc(marketplaces.name),
        asc(suppliers.name),
        asc(products.name),
        asc(products.id),
        asc(referralClicks.cost),
      );
    // The ceiling can only be reached on a day with clicks.
    yield await unpaid(db).where(
      and(
        visibleTo(caller, referralOverflows.supplierId),
        ...unpaidOf({ supplierId, marketplaceId }),
        eq(referralOverflows.day, one),
      ),
    );
  }
}

const unpaidOf = ({ supplierId, marketplaceId }: Pick<Filters, "supplierId" | "marketplaceId">) => [
  supplierId === undefined ? undefined : eq(referralOverflows.supplierId, supplierId),
  marketplaceId === undefined ? undefined : eq(referralOverflows.marketplaceId, marketplaceId),
];

const aboveCeiling = "Above the daily click limit: not charged";

/** `gstRate` is a fraction, for example 0.1. */
function columnsFor({ gstRate, timeZone }: { gstRate: number; timeZone: string }): Column<AnyRow>[] {
  return [
    { title: "Day", width: 14, kind: "day", note: `Of ${timeZone}.`, value: (row) => row.day },
    { title: "Marketplace", width: 22, kind: "text", value: ({ marketplaceName }) => marketplaceName },
    { title: "Supplier", width: 24, kind: "text", value: ({ supplierName }) => supplierName },
    { title: "ProductId", width: 11, kind: "number", value: ({ productId }) => productId },
    { title: "SKU", width: 20, kind: "text", value: ({ sku }) => sku },
    { title: "Product", width: 40, kind: "text", value: ({ productName }) => productName },
    { title: "Clicks", width: 9, kind: "number", value: ({ clicks }) => clicks },
    {
      title: "Cost per click",
      width: 14,
      kind: "money",
      note: "Inc GST, as agreed when they were clicked.",
      value: ({ cost }) => inclusive(cost ?? 0, gstRate),
    },
    {
      title: "Cost",
      width: 14,
      kind: "money",
      note: "Inc GST.",
      value: ({ clicks, cost }) => times(inclusive(cost ?? 0, gstRate), clicks),
    },
    { title: "Remark", width: 44, kind: "text", value: ({ cost }) => (cost === null ? aboveCeiling : "") },
  ];
}

/** The clicks on referral products as a workbook: how many on a day, and what they cost. */
import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import type { Operations } from "../../../contract/operations.ts";
import { inclusive, times } from "../../../contract/rules/money.ts";
import { visibleTo } from "../../access/caller.ts";
import type { Db } from "../../database/connection.ts";
import { marketplaces, products, referralClicks, suppliers } from "../../database/schema/index.ts";
import { excelExport as answer } from "../../excel/export.ts";
import type { Column } from "../../excel/sheet.ts";
import type { Context } from "../../http/context.ts";
import type { Handler } from "../../http/handlers.ts";

type ReferralsExport = Operations["products"]["excelReferralsExport"];
type Filters = Parameters<Handler<ReferralsExport>>[0];

export const excelReferralsExport: Handler<ReferralsExport> = async (filters, context) =>
  answer(context, "Product-Referrals.xlsx", { name: "Referrals", columns: columnsFor(context.config.gstRate), rows: rowsOf(context, filters) });

/** The day of a click in UTC. */
const day = sql<string>`to_char(${referralClicks.clickedAt} at time zone 'UTC', 'YYYY-MM-DD')`;

const counted = (db: Db) =>
  db
    .select({
      day,
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

/** A day at a time: what one has is read whole. */
async function* rowsOf({ db, caller }: Context, { fromDate, toDate, supplierId, marketplaceId }: Filters): AsyncGenerator<Row[]> {
  const filters = and(
    visibleTo(caller, referralClicks.supplierId),
    supplierId === undefined ? undefined : eq(referralClicks.supplierId, supplierId),
    marketplaceId === undefined ? undefined : eq(referralClicks.marketplaceId, marketplaceId),
    gte(referralClicks.clickedAt, new Date(fromDate)),
    lte(referralClicks.clickedAt, new Date(toDate)),
  );
  const days = await db.selectDistinct({ day }).from(referralClicks).where(filters).orderBy(day);
  for (const { day: one } of days) {
    yield await counted(db)
      .where(and(filters, eq(day, one)))
      .groupBy(day, marketplaces.id, suppliers.id, products.id, referralClicks.cost)
      .orderBy(asc(marketplaces.name), asc(suppliers.name), asc(products.name), asc(products.id), asc(referralClicks.cost));
  }
}

/** @param gstRate a fraction */
function columnsFor(gstRate: number): Column<Row>[] {
  return [
    { title: "Day", width: 14, kind: "day", note: "Of UTC.", value: (row) => row.day },
    { title: "Marketplace", width: 22, kind: "text", value: ({ marketplaceName }) => marketplaceName },
    { title: "Supplier", width: 24, kind: "text", value: ({ supplierName }) => supplierName },
    { title: "ProductId", width: 11, kind: "number", value: ({ productId }) => productId },
    { title: "SKU", width: 20, kind: "text", value: ({ sku }) => sku },
    { title: "Product", width: 40, kind: "text", value: ({ productName }) => productName },
    { title: "Clicks", width: 9, kind: "number", value: ({ clicks }) => clicks },
    { title: "Cost per click", width: 14, kind: "money", note: "Inc GST, as agreed when they were clicked.", value: ({ cost }) => inclusive(cost, gstRate) },
    { title: "Cost", width: 14, kind: "money", note: "Inc GST.", value: ({ clicks, cost }) => times(inclusive(cost, gstRate), clicks) },
  ];
}

/** The GST of the documents that were issued on some days. */
import { and, eq, not, type SQL, sql } from "drizzle-orm";
import { isStoredOfAgent } from "#api/areas/shared/invoice-issue.ts";
import { isIssued, isOpeningBalance, issueDay } from "#api/areas/shared/supplier-entries.ts";
import { charges, invoiceRows, invoices } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { GstFigures, GstSide } from "#contract/books/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { add } from "#contract/rules/money.ts";
import { assertDays } from "./journal.ts";
import { gstOnPurchases, gstOnSales, purchases, sinceDay, untilDay } from "./postings.ts";

interface Found extends Record<string, unknown> {
  salesGst: number;
  salesAdjusted: number;
  sales: number;
  salesWithoutGst: number;
  purchasesGst: number;
  purchasesAdjusted: number;
  purchases: number;
  purchasesWithoutGst: number;
}

const sumOfRows = (amount: SQL) =>
  sql`(select coalesce(sum(${amount}), 0) from ${invoiceRows} where ${eq(invoiceRows.invoiceId, invoices.id)})`;

/** Dollars: what a document has of supplies without GST; a statement of supplies has nothing else. */
export const boughtWithoutGst = sql`case when ${invoices.documentKind} = 'statement' then ${purchases} when ${isStoredOfAgent} then 0 else ${sumOfRows(
  sql`case when ${invoiceRows.purchaseTax} = 0 then ${invoiceRows.purchaseExTax} else 0 end + case when ${invoiceRows.shippingTax} = 0 then ${invoiceRows.shippingExTax} else 0 end`,
)} end`;

const sumOfCharges = (which: SQL | undefined) =>
  sql`(select coalesce(sum(${charges.exTax}), 0) from ${charges} where ${and(eq(charges.invoiceId, invoices.id), not(isOpeningBalance), which)})`;

const soldWithoutGst = sql`${sumOfRows(sql`case when ${invoiceRows.commissionTax} = 0 then ${invoiceRows.commissionExTax} else 0 end`)} + ${sumOfCharges(eq(charges.tax, 0))}`;

const dollars = (sum: SQL) => sql`coalesce(sum(${sum}), 0)::float8`;
const adjusted = (tax: SQL) => sql`case when is_adjustment then ${tax} else 0 end`;

export const gst: Handler<Operations["books"]["gst"]> = async (days, { db, config }) => {
  assertDays(days);
  const { rows } = await db.execute<Found>(sql`
    select ${dollars(sql`sales_gst`)} as "salesGst", ${dollars(adjusted(sql`sales_gst`))} as "salesAdjusted",
      ${dollars(sql`sold`)} as sales, ${dollars(sql`sold_without`)} as "salesWithoutGst",
      ${dollars(sql`purchases_gst`)} as "purchasesGst", ${dollars(adjusted(sql`purchases_gst`))} as "purchasesAdjusted",
      ${dollars(sql`bought`)} as purchases, ${dollars(sql`bought_without`)} as "purchasesWithoutGst"
    from (
      select ${issueDay(config.timeZone)} as day, ${invoices.isAdjustment} as is_adjustment, ${gstOnSales} as sales_gst,
        ${invoices.commissionExTax} + ${sumOfCharges(undefined)} as sold, ${soldWithoutGst} as sold_without,
        ${gstOnPurchases} as purchases_gst, ${purchases} as bought, ${boughtWithoutGst} as bought_without
      from ${invoices} where ${isIssued}) as documents
    where ${and(sinceDay(days.fromDate), untilDay(days.toDate)) ?? sql`true`}`);
  return figuresOf(rows[0]);
};

const figuresOf = (found?: Found): GstFigures => ({
  sales: side(found?.salesGst, found?.salesAdjusted, found?.sales, found?.salesWithoutGst),
  purchases: side(found?.purchasesGst, found?.purchasesAdjusted, found?.purchases, found?.purchasesWithoutGst),
});

const side = (gst = 0, gstOfAdjustments = 0, exGst = 0, withoutGst = 0): GstSide => ({
  gst,
  gstOfAdjustments,
  withGst: add(exGst, -withoutGst),
  withoutGst,
});

/** Documents as bills for an accounting program. */
import { and, asc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { isIssued, issueDay, withoutOpeningBalances } from "#api/areas/shared/supplier-entries.ts";
import type { Db } from "#api/core/database/connection.ts";
import { charges, exportedBills, invoices, suppliers } from "#api/core/database/schema/index.ts";
import type { BillCodes } from "#contract/books/exports.ts";
import { type BillCode, codeOfCharge } from "#contract/rules/bill-codes.ts";
import type { Bill } from "#contract/rules/bills.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { boughtWithoutGst } from "./gst.ts";
import { gstOnPurchases, proceeds, purchases } from "./postings.ts";

interface Line {
  description: string;
  exTax: number;
  tax: number;
  account: BillCode;
  taxRate: BillCode;
}

export interface Document extends Omit<Bill, "lines"> {
  id: number;
  /** Dollars inc GST. */
  total: number;
  lines: Line[];
}

const dollars = (amount: SQL) => sql`${amount}`.mapWith(Number);

/** Returns the documents that no export has, in the order of their numbers, at most so many. */
export async function documentsToExport(
  db: Db,
  { fromDay, toDay, timeZone, most }: { fromDay: string; toDay: string; timeZone: string; most: number },
): Promise<Document[]> {
  const day = issueDay(timeZone);
  const found = await db
    .select({
      id: invoices.id,
      contactName: suppliers.name,
      day: sql<string>`${day}::text`,
      dueDay: sql<string>`greatest(coalesce(${invoices.expectedPaymentDate}, ${day}), ${day})::text`,
      bought: dollars(purchases),
      withoutGst: dollars(boughtWithoutGst),
      gst: dollars(gstOnPurchases),
      sold: dollars(proceeds),
      commission: invoices.commissionExTax,
      commissionGst: invoices.commissionTax,
      total: dollars(withoutOpeningBalances),
    })
    .from(invoices)
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .leftJoin(exportedBills, eq(exportedBills.invoiceId, invoices.id))
    .where(and(isIssued, isNull(exportedBills.invoiceId), sql`${day} between ${fromDay}::date and ${toDay}::date`))
    .orderBy(asc(invoices.id))
    .limit(most);
  const charged = await chargesIn(
    db,
    found.map(({ id }) => id),
  );
  return found.map(({ id, contactName, day, dueDay, total, ...amounts }) => ({
    id,
    contactName,
    number: invoiceNumber(id),
    day,
    dueDay,
    total,
    lines: linesOf(amounts, charged.get(id) ?? []),
  }));
}

interface Amounts {
  bought: number;
  withoutGst: number;
  gst: number;
  sold: number;
  commission: number;
  commissionGst: number;
}

type ChargeOf = Pick<typeof charges.$inferSelect, "kind" | "description" | "exTax" | "tax">;

function linesOf(
  { bought, withoutGst, gst, sold, commission, commissionGst }: Amounts,
  charged: readonly ChargeOf[],
): Line[] {
  const lines: Line[] = [
    {
      description: "Goods and shipping",
      exTax: add(bought, -withoutGst),
      tax: gst,
      account: "PurchasesCode",
      taxRate: "PurchasesTax",
    },
    {
      description: "Goods and shipping without GST",
      exTax: withoutGst,
      tax: 0,
      account: "GstFreePurchasesCode",
      taxRate: "GstFreePurchasesTax",
    },
    {
      description: "Proceeds of sales as agent",
      exTax: sold,
      tax: 0,
      account: "ProceedsCode",
      taxRate: "ProceedsTax",
    },
    {
      description: "Commission",
      exTax: -commission,
      tax: -commissionGst,
      account: "CommissionCode",
      taxRate: taxRateOf(commissionGst),
    },
    ...charged.flatMap(({ kind, description, exTax, tax }): Line[] =>
      kind === "openingBalance"
        ? []
        : [{ description, exTax: -exTax, tax: -tax, account: codeOfCharge[kind], taxRate: taxRateOf(tax) }],
    ),
  ];
  return lines.filter(({ exTax, tax }) => exTax !== 0 || tax !== 0);
}

const taxRateOf = (tax: number): BillCode => (tax === 0 ? "GstFreeSalesTax" : "SalesTax");

async function chargesIn(db: Db, ids: readonly number[]): Promise<Map<number, ChargeOf[]>> {
  const { invoiceId, kind, description, exTax, tax } = charges;
  const found = await db
    .select({ invoiceId, kind, description, exTax, tax })
    .from(charges)
    .where(and(sql`${invoiceId} = any(${sql.param([...ids])}::integer[])`, ne(kind, "openingBalance")))
    .orderBy(asc(charges.day), asc(charges.id));
  const byDocument = new Map<number, ChargeOf[]>();
  for (const charge of found) {
    const id = charge.invoiceId ?? 0;
    byDocument.set(id, [...(byDocument.get(id) ?? []), charge]);
  }
  return byDocument;
}

/** Returns the codes that the documents need and that are missing. */
export function missingCodes(documents: readonly Document[], codes: BillCodes): BillCode[] {
  const needed = documents.flatMap(({ lines }) => lines.flatMap(({ account, taxRate }) => [account, taxRate]));
  return [...new Set(needed)].filter((code) => !codes[code]);
}

export const billOf = ({ lines, ...document }: Document, codes: BillCodes): Bill => ({
  ...document,
  lines: lines.map(({ account, taxRate, ...line }) => ({
    ...line,
    accountCode: codes[account],
    taxName: codes[taxRate],
  })),
});

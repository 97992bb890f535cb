/** One invoice as a workbook: a row per line item, and a row of totals. */

import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { documentKind, issueProblem } from "#api/areas/shared/invoice-issue.ts";
import { totalOf } from "#api/areas/shared/invoice-total.ts";
import { pairsOf } from "#api/areas/shared/order-ledger.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import type { Db } from "#api/core/database/connection.ts";
import { invoiceRows, invoices, marketplaces, orderLineItems } from "#api/core/database/schema/index.ts";
import { excelExport as answer } from "#api/core/excel/export.ts";
import type { Column, Sheet } from "#api/core/excel/sheet.ts";
import { batchesOf } from "#api/core/lists/batches.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { ChargeLine } from "#contract/charges/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { chargeKindNames } from "#contract/rules/charge.ts";
import { formatDay } from "#contract/rules/dates.ts";
import {
  type DocumentKind,
  documentTitle,
  invoiceFigures,
  invoiceNumber,
  payableText,
  unissuedMark,
} from "#contract/rules/invoice.ts";
import type { IssueProblem } from "#contract/rules/supplier-tax.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";
import { amountColumns } from "./amount-columns.ts";
import { chargesIn } from "./claim-charges.ts";
import { changesIn, type RowChanges } from "./row-changes.ts";
import { statedRow } from "./stated-row.ts";

type Export = Operations["invoices"]["export"];

export const excelExport: Handler<Export> = async ({ invoiceId, format }, context) =>
  answer(context, `Invoice-${invoiceId}.xlsx`, await invoiceSheet(context, invoiceId), { format });

type StoredInvoice = typeof invoices.$inferSelect;
type StoredRow = typeof invoiceRows.$inferSelect & Pick<typeof orderLineItems.$inferSelect, "taxClass">;

interface Row {
  invoice: StoredInvoice;
  marketplaceName: string;
  documentKind: DocumentKind;
  problem: IssueProblem | null;
  /** Undefined in the rows of charges, and in the last row, which holds the totals. */
  item: StoredRow | undefined;
  charge?: ChargeLine;
  changes: RowChanges | undefined;
  /** For calendar days. */
  timeZone: string;
}

/** @throws Refusal 404 */
export async function invoiceSheet(
  { db, caller, config: { timeZone } }: Pick<Context, "db" | "caller" | "config">,
  id: number,
): Promise<Sheet<Row>> {
  const [found] = await db
    .select({
      invoice: invoices,
      marketplaceName: marketplaces.name,
      documentKind: documentKind(timeZone),
      problem: issueProblem(timeZone),
    })
    .from(invoices)
    .innerJoin(marketplaces, eq(marketplaces.id, invoices.marketplaceId))
    .where(and(eq(invoices.id, id), visibleInvoices(caller)));
  if (!found) throw notFound("This invoice");
  const charges = await chargesIn(db, id);
  return {
    name: "Invoice",
    columns: columns.filter(({ title }) => charges.length > 0 || !chargeTitles.includes(title)),
    rows: rowsOf(db, { ...found, timeZone }, charges),
  };
}

async function* rowsOf(
  db: Db,
  head: Omit<Row, "item" | "changes">,
  charges: readonly ChargeLine[],
): AsyncGenerator<Row[]> {
  const batches = batchesOf({
    rows: () =>
      db
        .select({ ...getTableColumns(invoiceRows), taxClass: orderLineItems.taxClass })
        .from(invoiceRows)
        .leftJoin(orderLineItems, eq(orderLineItems.id, invoiceRows.lineItemId))
        .$dynamic(),
    keys: (wanted) => db.select(wanted).from(invoiceRows).$dynamic(),
    visible: eq(invoiceRows.invoiceId, head.invoice.id),
    filters: [],
    key: invoiceRows.orderedAt,
    uniqueKey: invoiceRows.lineItemId,
    direction: asc,
  });
  for await (const batch of batches) {
    const changesOf = await changesIn(
      db,
      head.invoice,
      batch.map(({ lineItemId }) => lineItemId),
    );
    yield batch.map((item) => ({ ...head, item, changes: changesOf(item.lineItemId) }));
  }
  const none = { ...head, item: undefined, changes: undefined };
  yield [...charges.map((charge) => ({ ...none, charge })), none];
}

const amounts = ({ invoice, item, charge, documentKind }: Row) =>
  charge ? undefined : statedRow(documentKind, item ?? invoice);

/** Dollars inc GST: what the supplier is paid. */
function totalIn(row: Row): number {
  const { invoice, item, charge } = row;
  if (charge) return 0 - charge.amountIncTax;
  return item ? invoiceFigures(pairsOf(statedRow(row.documentKind, item))).total : totalOf(invoice);
}

function descriptionIn({ item, charge }: Row): string {
  return charge ? `${chargeKindNames[charge.kind]}: ${charge.description}` : (item?.productName ?? "Total");
}

/** Of the columns that only documents with charges have. */
const chargeTitles = ["Charges ex GST", "Charges GST"];

function documentOf({ invoice: { isAdjustment, notifiedAt, voidedAt }, documentKind, problem }: Row): string {
  const title = documentTitle({ documentKind, isAdjustment });
  if (notifiedAt) return title;
  return `${unissuedMark(voidedAt ? "void" : "draft", problem)?.mark} · ${title}`;
}

const originalsIn = (changes: RowChanges | undefined) =>
  changes?.originals.map(({ id }) => invoiceNumber(id)).join(", ") || undefined;
const originalDaysIn = ({ changes, timeZone }: Row) =>
  changes?.originals.map(({ invoiceDate }) => formatDay(invoiceDate, timeZone)).join(", ") || undefined;
const reasonsIn = (changes: RowChanges | undefined) =>
  changes?.adjustments
    .map(({ reason }) => reason)
    .filter(Boolean)
    .join("; ") || undefined;

const columns: Column<Row>[] = [
  { title: "Invoice", width: 14, kind: "text", value: ({ invoice }) => invoiceNumber(invoice.id) },
  { title: "Document", width: 32, kind: "text", value: documentOf },
  { title: "Invoice date", width: 18, kind: "moment", value: ({ invoice }) => invoice.invoicedAt },
  { title: "Supplier", width: 28, kind: "text", value: ({ invoice }) => invoice.supplierLegalName },
  { title: "Marketplace", width: 22, kind: "text", value: ({ marketplaceName }) => marketplaceName },
  { title: "OrderId", width: 10, kind: "number", value: ({ item }) => item?.orderId },
  { title: "Order number", width: 20, kind: "text", value: ({ item }) => item?.marketplaceOrderId },
  { title: "Order date", width: 18, kind: "moment", value: ({ item }) => item?.orderedAt },
  { title: "LineItemId", width: 12, kind: "number", value: ({ item }) => item?.lineItemId },
  { title: "Product", width: 36, kind: "text", value: descriptionIn },
  {
    title: "Tax class",
    width: 14,
    kind: "text",
    note: "At the time of the sale; empty if that was not recorded.",
    value: ({ item, charge }) => {
      const taxClass = charge?.taxClass ?? item?.taxClass;
      return taxClass && taxClassNames[taxClass];
    },
  },
  {
    title: "Adjusts",
    width: 14,
    kind: "text",
    note: "The documents that an adjustment note, or another document of changes, adjusts.",
    value: ({ changes }) => originalsIn(changes),
  },
  {
    title: "Adjusted invoice date",
    width: 18,
    kind: "text",
    note: "Of the documents that are adjusted.",
    value: originalDaysIn,
  },
  {
    title: "Reason",
    width: 36,
    kind: "text",
    note: "Of refunds and other adjustments in the row.",
    value: ({ changes }) => reasonsIn(changes),
  },
  {
    title: "Quantity",
    width: 10,
    kind: "number",
    note: "Bought, less what was returned.",
    value: ({ item }) => item?.quantity,
  },
  ...amountColumns(amounts),
  {
    title: "Charges ex GST",
    width: 15,
    kind: "money",
    note: "What the supplier pays for charges; negative for credits.",
    value: ({ invoice, item, charge }) => charge?.amountExTax ?? (item ? undefined : invoice.chargesExTax),
  },
  {
    title: "Charges GST",
    width: 14,
    kind: "money",
    value: ({ invoice, item, charge }) => charge?.amountTax ?? (item ? undefined : invoice.chargesTax),
  },
  {
    title: "GST payable (net)",
    width: 16,
    kind: "money",
    note: "Of purchase and shipping, less that of the commission.",
    value: (row) => {
      const stated = amounts(row);
      return stated && invoiceFigures(pairsOf(stated)).tax;
    },
  },
  {
    title: "Total",
    width: 14,
    kind: "money",
    note: "Inc GST: what the supplier is paid. Below zero it is deducted from the supplier's next payment.",
    value: totalIn,
  },
  {
    title: "Settlement",
    width: 30,
    kind: "text",
    value: ({ invoice, item, charge }) => (item || charge ? undefined : payableText(totalOf(invoice)).label),
  },
];

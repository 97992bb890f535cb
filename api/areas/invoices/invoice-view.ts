/** An invoice as the agreement shows it. */
import { and, asc, eq } from "drizzle-orm";
import type { Invoice, InvoiceTransaction } from "../../../contract/invoices/schema.ts";
import { invoiceFigures } from "../../../contract/rules/invoice.ts";
import type { Db } from "../../database/connection.ts";
import { invoiceRows, invoices, marketplaces } from "../../database/schema/index.ts";
import type { Context } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";
import { addressOf } from "../shared/address.ts";
import { seesBankDetails } from "../shared/bank-details.ts";
import { amountsOf, pairsOf } from "../shared/order-ledger.ts";
import { whyFinal } from "./final.ts";
import { visibleInvoices } from "./policy.ts";

/** @throws Refusal 404 */
export async function invoiceOf({ db, caller }: Pick<Context, "db" | "caller">, id: number): Promise<Invoice> {
  const [row] = await db
    .select({ invoice: invoices, marketplaceName: marketplaces.name })
    .from(invoices)
    .innerJoin(marketplaces, eq(marketplaces.id, invoices.marketplaceId))
    .where(and(eq(invoices.id, id), visibleInvoices(caller)));
  if (!row) throw notFound("This invoice");
  const { invoice, marketplaceName } = row;
  const bank = seesBankDetails(caller, invoice.supplierId) ? invoice : undefined;
  return {
    id,
    invoiceDate: invoice.invoicedAt.toISOString(),
    supplierId: invoice.supplierId,
    supplierName: invoice.supplierLegalName,
    supplierABN: invoice.supplierAbn,
    supplierAddress: await addressOf(db, invoice.supplierAddressId),
    supplierBSB: bank?.supplierBsb ?? null,
    supplierAccountNumber: bank?.supplierAccountNumber ?? null,
    supplierAccountName: bank?.supplierAccountName ?? null,
    marketplaceId: invoice.marketplaceId,
    marketplaceName,
    marketplace: {
      legalName: invoice.marketplaceLegalName,
      abn: invoice.marketplaceAbn,
      businessAddress: await addressOf(db, invoice.marketplaceAddressId),
    },
    ...amountsOf(invoice),
    total: invoiceFigures(pairsOf(invoice)).total,
    canRegenerate: caller.permissions.invoices.add && (await whyFinal(db, invoice)) === undefined,
    transactions: await rowsOf(db, id),
  };
}

async function rowsOf(db: Db, id: number): Promise<InvoiceTransaction[]> {
  const { orderedAt, orderId, lineItemId } = invoiceRows;
  const rows = await db.select().from(invoiceRows).where(eq(invoiceRows.invoiceId, id)).orderBy(asc(orderedAt), asc(orderId), asc(lineItemId));
  return rows.map((row) => {
    const figures = invoiceFigures(pairsOf(row));
    return {
      orderId: row.orderId,
      marketplaceOrderId: row.marketplaceOrderId,
      orderDate: row.orderedAt.toISOString(),
      lineItemId: row.lineItemId,
      productName: row.productName,
      quantity: row.quantity,
      ...amountsOf(row),
      purchaseAmountIncTax: figures.purchaseIncTax,
      shippingAmountIncTax: figures.shippingIncTax,
      commissionAmountIncTax: figures.commissionIncTax,
      supplierPaymentTax: figures.tax,
      supplierPaymentIncTax: figures.total,
    };
  });
}

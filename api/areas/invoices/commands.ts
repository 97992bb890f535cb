import { and, eq } from "drizzle-orm";
import { mustNotBeIssued } from "#api/areas/shared/invoice-issue.ts";
import { visibleOrders, visibleTo } from "#api/core/access/caller.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { charges, invoiceRows, invoices, orderTransactions } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { beginProcess } from "#api/core/processing/process.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { cutOffFrom } from "./cut-off.ts";
import { bundlesOf, invoiceGeneration } from "./generation-process.ts";
import { emptyDraft, lockSuppliers, makeInvoices, refillInvoice } from "./make.ts";
import { keyOf, learnSizes, owedParties, type Parties } from "./owed.ts";
import { whyFinal } from "./why-final.ts";

type Generate = Operations["invoices"]["generate"];

/** Most line items that are invoiced within a request; more are invoiced in the background. */
const mostAtOnce = 2_000;

export const generate: Handler<Generate> = async ({ InvoiceId, InvoiceDate, Only }, context) => {
  if (InvoiceId !== null) return { invoiceIds: [await regenerate(InvoiceId, context)], processId: null };
  const date = cutOffFrom(InvoiceDate, "InvoiceDate", context);
  await learnSizes(context.db);
  const owed = await owedParties(context, date, {
    transactions: visibleOrders(context.caller, orderTransactions),
    charges: visibleTo(context.caller, charges.supplierId),
  });
  const chosen = Only
    ? owed.filter(isOneOf(Only.map((pair) => ({ supplierId: pair.SupplierId, marketplaceId: pair.MarketplaceId }))))
    : owed;
  const lineItems = chosen.reduce((sum, pair) => sum + pair.lineItems, 0);
  if (lineItems <= mostAtOnce) return { invoiceIds: await makeInvoices(context, chosen, date), processId: null };
  return {
    invoiceIds: [],
    processId: await beginProcess(context, invoiceGeneration, { date: date.toISOString() }, bundlesOf(chosen)),
  };
};

function isOneOf(parties: readonly Parties[]): (pair: Parties) => boolean {
  const keys = new Set(parties.map(keyOf));
  return (pair) => keys.has(keyOf(pair));
}

/** @throws Refusal 404 or 409 */
export async function regenerate(id: number, context: Context): Promise<number> {
  const { db } = context;
  const invoice = await lockInvoice(id, context);
  const why = await whyFinal(context, invoice);
  if (why) throw conflict(why);
  await learnSizes(db);
  await refillInvoice(context, invoice);
  return id;
}

/**
 * Locks the supplier before the invoice: another request may be notifying the supplier, or generating its next invoice.
 * @throws Refusal 404
 */
async function lockInvoice(id: number, { db, caller }: Context) {
  const isSeen = and(eq(invoices.id, id), visibleInvoices(caller));
  const [seen] = await db.select({ supplierId: invoices.supplierId }).from(invoices).where(isSeen);
  if (!seen) throw notFound("This invoice");
  await lockSuppliers(db, [seen.supplierId]);
  const [invoice] = await db.select().from(invoices).where(isSeen).for("update");
  if (!invoice) throw notFound("This invoice");
  return invoice;
}

export const voidInvoice: Handler<Operations["invoices"]["void"]> = async ({ InvoiceId }, context) => {
  const { db, caller, now, config } = context;
  const invoice = await lockInvoice(InvoiceId, context);
  if (invoice.voidedAt) throw conflict("This draft has already been voided.");
  if (invoice.notifiedAt) throw conflict("The supplier has been notified of this invoice, so it cannot be voided.");
  const hasItems = (await db.$count(invoiceRows, eq(invoiceRows.invoiceId, InvoiceId))) > 0;
  if (hasItems && (await db.$count(invoices, and(eq(invoices.id, InvoiceId), mustNotBeIssued(config.timeZone)))) === 0)
    throw conflict("Only a draft that is empty or must not be issued can be voided. This one has items.");
  await emptyDraft(context, InvoiceId);
  await db.update(invoices).set({ voidedAt: now, voidedBy: caller.userId }).where(eq(invoices.id, InvoiceId));
  return null;
};

/** Finance holds the payment of an issued document, or ends that. A held document is in no payment run. */

import { and, eq } from "drizzle-orm";
import { totalOf } from "#api/areas/shared/invoice-total.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { invoices } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { lockSuppliers } from "./make.ts";
import type { StoredInvoice } from "./payable.ts";
import { whyNotPayable } from "./why-not-payable.ts";

type Invoices = Operations["invoices"];

export const holdPayment: Handler<Invoices["holdPayment"]> = async ({ InvoiceId, Reason }, context) => {
  const invoice = await lockInvoice(context, InvoiceId);
  const why = whyNotHeld(invoice);
  if (why) throw conflict(why);
  const { db, now, caller } = context;
  await db
    .update(invoices)
    .set({ heldAt: now, heldBy: caller.userId, holdReason: Reason })
    .where(eq(invoices.id, InvoiceId));
  return null;
};

export const endHold: Handler<Invoices["endHold"]> = async ({ InvoiceId }, context) => {
  const { heldAt } = await lockInvoice(context, InvoiceId);
  if (!heldAt) throw conflict(`The payment of ${invoiceNumber(InvoiceId)} is not held.`);
  await context.db
    .update(invoices)
    .set({ heldAt: null, heldBy: null, holdReason: "" })
    .where(eq(invoices.id, InvoiceId));
  return null;
};

/** Returns why its payment cannot be held; undefined if it can. What the supplier owes is not paid, so it is not held. */
export function whyNotHeld(invoice: StoredInvoice): string | undefined {
  if (totalOf(invoice) <= 0)
    return `Nothing is owed to the supplier for ${invoiceNumber(invoice.id)}, so there is nothing to hold.`;
  return whyNotPayable(invoice);
}

/**
 * Locks the supplier before its invoice, as payments do.
 * @throws Refusal 404
 */
async function lockInvoice({ db, caller }: Context, id: number): Promise<StoredInvoice> {
  const which = and(eq(invoices.id, id), visibleInvoices(caller));
  const [seen] = await db.select({ supplierId: invoices.supplierId }).from(invoices).where(which);
  if (!seen) throw notFound("This invoice");
  await lockSuppliers(db, [seen.supplierId]);
  const [invoice] = await db.select().from(invoices).where(which).for("update");
  if (!invoice) throw notFound("This invoice");
  return invoice;
}

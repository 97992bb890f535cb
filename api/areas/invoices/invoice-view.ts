/** An invoice in the form of the contract. */

import { and, arrayContains, asc, eq, getTableColumns, isNotNull, type SQL } from "drizzle-orm";
import { addressOf } from "#api/areas/shared/address.ts";
import { freshChange, seesBankDetails } from "#api/areas/shared/bank-details.ts";
import {
  documentKind,
  isAgreedNow,
  isRegisteredNow,
  issueProblem,
  supplierAbn,
} from "#api/areas/shared/invoice-issue.ts";
import { totalOf } from "#api/areas/shared/invoice-total.ts";
import { amountsOf, pairsOf } from "#api/areas/shared/order-ledger.ts";
import { fullName } from "#api/areas/shared/users.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  invoiceAnswers,
  invoiceEmails,
  invoiceRows,
  invoices,
  marketplaces,
  orderLineItems,
  paymentRuns,
  supplierPayments,
  suppliers,
  users,
} from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { InvoiceAnswer } from "#contract/invoices/answers.ts";
import { type Invoice, type InvoiceTransaction, mostPaidTogether } from "#contract/invoices/schema.ts";
import { invoiceFigures, type NamedDocument } from "#contract/rules/invoice.ts";
import { chargesIn } from "./claim-charges.ts";
import { whyNotHeld } from "./hold.ts";
import { heldBetween, heldRowsOf, ofParties, type Parties } from "./owed.ts";
import { answersRows } from "./policy.ts";
import { changesIn } from "./row-changes.ts";
import { paidDate, stateOn, todayOf } from "./state.ts";
import { statedRow } from "./stated-row.ts";
import { whyFinal } from "./why-final.ts";

type Found = Awaited<ReturnType<typeof find>>;

type Facts = Pick<Context, "db" | "now" | "config">;

async function find(context: Facts, which: SQL | undefined) {
  const { db, config } = context;
  const [row] = await db
    .select({
      invoice: invoices,
      marketplaceName: marketplaces.name,
      notifiedBy: fullName,
      paidDate,
      state: stateOn(todayOf(context)),
      isRegisteredNow: isRegisteredNow(config.timeZone),
      isAgreedNow,
      documentKind: documentKind(config.timeZone),
      issueProblem: issueProblem(config.timeZone),
      supplierAbn,
      bankDetailsChangedAt: suppliers.bankDetailsChangedAt,
    })
    .from(invoices)
    .innerJoin(marketplaces, eq(marketplaces.id, invoices.marketplaceId))
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .leftJoin(paymentRuns, eq(paymentRuns.id, invoices.paymentRunId))
    .leftJoin(users, eq(users.id, invoices.notifiedBy))
    .where(which);
  if (!row) throw notFound("This invoice");
  return row;
}

/**
 * Returns the invoice with what the caller may see of it.
 * @throws Refusal 404
 */
export async function invoiceOf(context: Facts & Pick<Context, "caller">, id: number): Promise<Invoice> {
  const { db, caller, now } = context;
  const found = await find(context, and(eq(invoices.id, id), visibleInvoices(caller)));
  const view = await viewOf(db, found);
  const canRegenerate = caller.permissions.invoices.add && (await whyFinal(context, found.invoice)) === undefined;
  const bankDetailsChangedDate = freshChange(found, now)?.toISOString() ?? null;
  const { supplierId, notifiedAt } = found.invoice;
  return {
    ...view,
    canRegenerate,
    canVoid:
      caller.permissions.invoices.add &&
      found.state === "draft" &&
      (view.transactions.length === 0 || found.issueProblem !== null),
    canHold: caller.permissions.invoices.add && whyNotHeld(found.invoice) === undefined,
    canEndHold: caller.permissions.invoices.add && found.invoice.heldAt !== null,
    canHoldRows: canRegenerate && !found.invoice.isAdjustment,
    heldRows: canRegenerate ? await heldBeside(context, found.invoice) : null,
    canAnswerRows: notifiedAt !== null && answersRows(caller, supplierId),
    canAnswerQueries: caller.permissions.invoices.add,
    bankDetailsChangedDate,
    payment: found.paidDate === null ? null : await paymentFor(db, found.invoice),
    ...(!caller.seesAllSuppliers && { issueProblem: null }),
    ...(!seesBankDetails(caller, supplierId) && noBankDetails),
  };
}

async function heldBeside(context: Facts, parties: Parties): Promise<Invoice["heldRows"]> {
  const held = heldRowsOf(await heldBetween(context, context.now, ofParties([parties])));
  return held.lineItems > 0 ? held : null;
}

/** The payment of the same supplier alone: others in the same run are not its staff's business. */
async function paymentFor(
  db: Db,
  { paymentRunId, supplierId }: { paymentRunId: number | null; supplierId: number },
): Promise<Invoice["payment"]> {
  if (paymentRunId === null) return null;
  const ofRun = and(eq(supplierPayments.paymentRunId, paymentRunId), eq(supplierPayments.supplierId, supplierId));
  const [payment] = await db.select().from(supplierPayments).where(ofRun);
  if (!payment) return null;
  const together = and(eq(invoices.paymentRunId, paymentRunId), eq(invoices.supplierId, supplierId));
  const paid = await db
    .select()
    .from(invoices)
    .where(together)
    .orderBy(asc(invoices.invoicedAt), asc(invoices.id))
    .limit(mostPaidTogether);
  return {
    reference: payment.reference,
    amount: payment.amount,
    withheld: payment.withheld,
    invoiceCount: await db.$count(invoices, together),
    invoices: paid.map((each) => ({
      id: each.id,
      documentKind: each.documentKind,
      isAdjustment: each.isAdjustment,
      total: totalOf(each),
    })),
  };
}

/** Returns the invoice as its supplier receives it. */
export const wholeInvoice = async (context: Facts, id: number): Promise<Invoice> =>
  viewOf(context.db, await find(context, eq(invoices.id, id)));

/** For callers who may not see bank details. The recipients' addresses are billing contacts, and hidden with them. */
const noBankDetails = {
  supplierBSB: null,
  supplierAccountNumber: null,
  supplierAccountName: null,
  bankDetailsChangedDate: null,
  letters: [],
};

/** For a reader who may do nothing. */
const forNobody = {
  canRegenerate: false,
  canVoid: false,
  canHold: false,
  canEndHold: false,
  canHoldRows: false,
  heldRows: null,
  canAnswerRows: false,
  canAnswerQueries: false,
};

async function viewOf(
  db: Db,
  { invoice, marketplaceName, notifiedBy, paidDate, state, ...facts }: Found,
): Promise<Invoice> {
  const { documentKind } = facts;
  const answers = await answersOf(db, invoice.id);
  const transactions = await rowsOf(db, { ...invoice, documentKind }, answers);
  const charges = (await chargesIn(db, invoice.id)).map((charge) => ({
    ...charge,
    answers: answers.get(keyOfCharge(charge.id)) ?? [],
  }));
  const isDraft = invoice.notifiedAt === null;
  return {
    id: invoice.id,
    invoiceDate: invoice.invoicedAt.toISOString(),
    documentKind,
    isAdjustment: invoice.isAdjustment,
    isSupplierRegistered: isDraft ? facts.isRegisteredNow : invoice.supplierGstRegistered,
    issueProblem: facts.issueProblem,
    hasAgreement: isDraft ? facts.isAgreedNow : invoice.hasAgreement,
    supplierId: invoice.supplierId,
    supplierName: invoice.supplierLegalName,
    supplierABN: facts.supplierAbn,
    supplierAddress: await addressOf(db, invoice.supplierAddressId),
    supplierBSB: invoice.supplierBsb,
    supplierAccountNumber: invoice.supplierAccountNumber,
    supplierAccountName: invoice.supplierAccountName,
    marketplaceId: invoice.marketplaceId,
    marketplaceName,
    marketplace: {
      legalName: invoice.marketplaceLegalName,
      abn: invoice.marketplaceAbn,
      businessAddress: await addressOf(db, invoice.marketplaceAddressId),
    },
    ...amountsOf(statedRow(documentKind, invoice)),
    chargesAmountExTax: invoice.chargesExTax,
    chargesAmountTax: invoice.chargesTax,
    total: totalOf(invoice),
    paidDate,
    state,
    paymentRunId: invoice.paymentRunId,
    queriedRows: [...transactions, ...charges].filter(({ answers: of }) => of.at(-1)?.kind === "queried").length,
    isHeld: invoice.heldAt !== null,
    hold: await holdOf(db, invoice),
    ...forNobody,
    notifiedDate: invoice.notifiedAt?.toISOString() ?? null,
    notifiedByUserFullName: notifiedBy,
    expectedPaymentDate: invoice.expectedPaymentDate,
    returnedPayments: await returnedWith(db, invoice.id),
    letters: await emailsOf(db, invoice.id),
    transactions,
    charges,
  };
}

async function holdOf(db: Db, { heldAt, heldBy, holdReason }: Found["invoice"]): Promise<Invoice["hold"]> {
  if (!heldAt) return null;
  const by = await db
    .select({ byUserFullName: fullName })
    .from(users)
    .where(eq(users.id, heldBy ?? 0));
  return { date: heldAt.toISOString(), byUserFullName: by[0]?.byUserFullName, reason: holdReason };
}

async function returnedWith(db: Db, id: number): Promise<Invoice["returnedPayments"]> {
  const { paymentRunId, returnedOn, formerInvoices, amount, reference, returnReason } = supplierPayments;
  const found = await db
    .select({ paymentRunId, bankDate: paymentRuns.bankDate, returnedOn, amount, reference, reason: returnReason })
    .from(supplierPayments)
    .innerJoin(paymentRuns, eq(paymentRuns.id, paymentRunId))
    .where(and(arrayContains(formerInvoices, [id]), isNotNull(returnedOn)))
    .orderBy(asc(paymentRunId));
  return found.map((row) => ({ ...row, returnedOn: row.returnedOn ?? "" }));
}

async function emailsOf(db: Db, id: number): Promise<Invoice["letters"]> {
  const emails = await db
    .select()
    .from(invoiceEmails)
    .where(eq(invoiceEmails.invoiceId, id))
    .orderBy(asc(invoiceEmails.address));
  return emails.map(({ address, sentAt, failedAt }) => ({
    address,
    sentDate: sentAt?.toISOString() ?? null,
    failedDate: failedAt?.toISOString() ?? null,
  }));
}

async function rowsOf(
  db: Db,
  invoice: NamedDocument & { id: number },
  answers: Answers,
): Promise<InvoiceTransaction[]> {
  const { id, documentKind } = invoice;
  const { orderedAt, orderId, lineItemId } = invoiceRows;
  const rows = await db
    .select({ ...getTableColumns(invoiceRows), taxClass: orderLineItems.taxClass })
    .from(invoiceRows)
    .leftJoin(orderLineItems, eq(orderLineItems.id, lineItemId))
    .where(eq(invoiceRows.invoiceId, id))
    .orderBy(asc(orderedAt), asc(orderId), asc(lineItemId));
  const changesOf = await changesIn(
    db,
    invoice,
    rows.map((row) => row.lineItemId),
  );
  return rows.map((stored) => {
    const row = statedRow(documentKind, stored);
    const figures = invoiceFigures(pairsOf(row));
    return {
      orderId: row.orderId,
      marketplaceOrderId: row.marketplaceOrderId,
      orderDate: row.orderedAt.toISOString(),
      lineItemId: row.lineItemId,
      productName: row.productName,
      taxClass: row.taxClass,
      quantity: row.quantity,
      ...amountsOf(row),
      purchaseAmountIncTax: figures.purchaseIncTax,
      shippingAmountIncTax: figures.shippingIncTax,
      commissionAmountIncTax: figures.commissionIncTax,
      supplierPaymentTax: figures.tax,
      supplierPaymentIncTax: figures.total,
      ...changesOf(row.lineItemId),
      answers: answers.get(String(row.lineItemId)) ?? [],
    };
  });
}

/** By line item or charge, oldest first. */
type Answers = ReadonlyMap<string, InvoiceAnswer[]>;

const keyOfCharge = (id: number) => `charge ${id}`;

async function answersOf(db: Db, id: number): Promise<Answers> {
  const found = await db
    .select({ answer: invoiceAnswers, userFullName: fullName })
    .from(invoiceAnswers)
    .innerJoin(users, eq(users.id, invoiceAnswers.userId))
    .where(eq(invoiceAnswers.invoiceId, id))
    .orderBy(asc(invoiceAnswers.id));
  const byItem = new Map<string, InvoiceAnswer[]>();
  for (const { answer, userFullName } of found) {
    const { id: number, lineItemId, chargeId, kind, note, at } = answer;
    const key = chargeId === null ? String(lineItemId) : keyOfCharge(chargeId);
    byItem.set(key, [...(byItem.get(key) ?? []), { id: number, kind, note, date: at.toISOString(), userFullName }]);
  }
  return byItem;
}

/**
 * Confirmations and queries by supplier staff on rows and charges of invoices, and the answers by Finance. All entries stay; the latest
 * one gives the row's status. The invoice is locked, so entries are made one at a time by users who have seen the
 * previous entry.
 */

import { and, eq, sql } from "drizzle-orm";
import { pairsOf } from "#api/areas/shared/order-ledger.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import type { Db } from "#api/core/database/connection.ts";
import { charges, invoiceAnswers, invoiceRows, invoices } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, forbidden, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { invoiceFigures } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { type AnsweredRow, sendToAuthorOfQuery, sendToFinance } from "./answer-emails.ts";
import { answersRows } from "./policy.ts";

type Invoices = Operations["invoices"];
type StoredAnswer = typeof invoiceAnswers.$inferSelect;

export const confirmRow: Handler<Invoices["confirmRow"]> = async (input, context) => {
  await lockToAnswer(context, input.InvoiceId);
  const { latest } = await findRow(context, input);
  if (latest?.kind === "confirmed") throw conflict("This row has already been confirmed.");
  assertSeen(latest, input);
  await store(context, input, { kind: "confirmed" });
  return null;
};

export const queryRow: Handler<Invoices["queryRow"]> = async (input, context) => {
  await lockToAnswer(context, input.InvoiceId);
  const { row, latest } = await findRow(context, input);
  assertSeen(latest, input);
  await store(context, input, { kind: "queried", note: input.Note });
  await sendToFinance(context, row, input.Note);
  return null;
};

export const confirmRows: Handler<Invoices["confirmRows"]> = async ({ InvoiceId }, context) => {
  await lockToAnswer(context, InvoiceId);
  const { db, caller, now } = context;
  const { rows } = await db.execute(sql`
    insert into ${invoiceAnswers} (invoice_id, line_item_id, charge_id, kind, at, user_id)
    select ${InvoiceId}, line_item_id, charge_id, 'confirmed', ${now}, ${caller.userId} from (
      select ${invoiceRows.lineItemId} as line_item_id, null::integer as charge_id
      from ${invoiceRows} left join ${invoiceAnswers} on ${isLatestOfRow}
      where ${invoiceRows.invoiceId} = ${InvoiceId} and ${invoiceAnswers.id} is null
      union all
      select null, ${charges.id} from ${charges} left join ${invoiceAnswers} on ${isLatestOfCharge}
      where ${charges.invoiceId} = ${InvoiceId} and ${invoiceAnswers.id} is null
    ) as unanswered
    order by line_item_id, charge_id returning id`);
  if (rows.length === 0) throw conflict("There are no rows left to confirm.");
  return rows.length;
};

export const answerQuery: Handler<Invoices["answerQuery"]> = async (input, context) => {
  await lock(context, input.InvoiceId);
  const { row, latest } = await findRow(context, input);
  if (latest?.kind !== "queried") throw conflict("This row has no open query, or somebody has already answered it.");
  assertSeen(latest, input);
  await store(context, input, { kind: "answered", note: input.Note });
  await sendToAuthorOfQuery(context, row, { query: latest, answer: input.Note });
  return null;
};

/** @throws Refusal 404 */
async function lock({ db, caller }: Context, id: number) {
  const [invoice] = await db
    .select({ supplierId: invoices.supplierId })
    .from(invoices)
    .where(and(eq(invoices.id, id), visibleInvoices(caller)))
    .for("no key update");
  if (!invoice) throw notFound("This invoice");
  return invoice;
}

/** @throws Refusal 404, also for a draft, which supplier staff do not see; 403 for other users than supplier staff */
async function lockToAnswer(context: Context, id: number): Promise<void> {
  const { supplierId } = await lock(context, id);
  if (!answersRows(context.caller, supplierId)) throw forbidden();
}

interface AnswerInput {
  InvoiceId: number;
  /** One of them is null. */
  LineItemId: number | null;
  ChargeId: number | null;
  LastAnswerId: number | null;
}

const isLatestOfRow = and(
  eq(invoiceAnswers.invoiceId, invoiceRows.invoiceId),
  eq(invoiceAnswers.lineItemId, invoiceRows.lineItemId),
  invoiceAnswers.isLatest,
);

const isLatestOfCharge = and(
  eq(invoiceAnswers.invoiceId, charges.invoiceId),
  eq(invoiceAnswers.chargeId, charges.id),
  invoiceAnswers.isLatest,
);

/** @throws Refusal 404 */
async function findRow(
  { db }: Context,
  { InvoiceId, LineItemId, ChargeId }: AnswerInput,
): Promise<{ row: AnsweredRow; latest: StoredAnswer | null }> {
  if (LineItemId === null) return findCharge(db, InvoiceId, ChargeId ?? 0);
  const [found] = await db
    .select({ row: invoiceRows, latest: invoiceAnswers })
    .from(invoiceRows)
    .leftJoin(invoiceAnswers, isLatestOfRow)
    .where(and(eq(invoiceRows.invoiceId, InvoiceId), eq(invoiceRows.lineItemId, LineItemId)));
  if (!found) throw notFound("This row");
  const { row, latest } = found;
  return {
    row: {
      invoiceId: InvoiceId,
      anchor: `row-${LineItemId}`,
      name: row.productName,
      orderNumber: row.marketplaceOrderId,
      amount: invoiceFigures(pairsOf(row)).total,
    },
    latest,
  };
}

/** @throws Refusal 404 */
async function findCharge(db: Db, invoiceId: number, id: number) {
  const [found] = await db
    .select({ charge: charges, latest: invoiceAnswers })
    .from(charges)
    .leftJoin(invoiceAnswers, isLatestOfCharge)
    .where(and(eq(charges.invoiceId, invoiceId), eq(charges.id, id)));
  if (!found) throw notFound("This charge");
  const { charge, latest } = found;
  const row: AnsweredRow = {
    invoiceId,
    anchor: `row-charge-${id}`,
    name: charge.description,
    orderNumber: undefined,
    amount: add(0, -charge.exTax, -charge.tax),
  };
  return { row, latest };
}

function assertSeen(latest: StoredAnswer | null, { LastAnswerId }: AnswerInput): void {
  if ((latest?.id ?? null) !== LastAnswerId)
    throw conflict("Somebody else has added something to this row. Please read it, then send yours.");
}

async function store(
  { db, caller, now }: Context,
  { InvoiceId, LineItemId, ChargeId, LastAnswerId }: AnswerInput,
  answer: Pick<StoredAnswer, "kind"> & { note?: string },
): Promise<void> {
  if (LastAnswerId !== null)
    await db.update(invoiceAnswers).set({ isLatest: false }).where(eq(invoiceAnswers.id, LastAnswerId));
  await db.insert(invoiceAnswers).values({
    ...answer,
    invoiceId: InvoiceId,
    lineItemId: LineItemId,
    chargeId: ChargeId,
    at: now,
    userId: caller.userId,
  });
}

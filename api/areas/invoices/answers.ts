/**
 * Confirmations and queries by supplier staff on invoice rows, and the answers by Finance. All entries stay; the latest
 * one gives the row's status. The invoice is locked, so entries are made one at a time by users who have seen the
 * previous entry.
 */

import { and, eq, sql } from "drizzle-orm";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { invoiceAnswers, invoiceRows, invoices } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, forbidden, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { sendToAuthorOfQuery, sendToFinance } from "./answer-emails.ts";
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
    insert into ${invoiceAnswers} (invoice_id, line_item_id, kind, at, user_id)
    select ${invoiceRows.invoiceId}, ${invoiceRows.lineItemId}, 'confirmed', ${now}, ${caller.userId}
    from ${invoiceRows} left join ${invoiceAnswers} on ${isLatestOfRow}
    where ${invoiceRows.invoiceId} = ${InvoiceId} and ${invoiceAnswers.id} is null
    order by ${invoiceRows.lineItemId} returning id`);
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
  LineItemId: number;
  LastAnswerId: number | null;
}

const isLatestOfRow = and(
  eq(invoiceAnswers.invoiceId, invoiceRows.invoiceId),
  eq(invoiceAnswers.lineItemId, invoiceRows.lineItemId),
  invoiceAnswers.isLatest,
);

/** @throws Refusal 404 */
async function findRow({ db }: Context, { InvoiceId, LineItemId }: AnswerInput) {
  const [found] = await db
    .select({ row: invoiceRows, latest: invoiceAnswers })
    .from(invoiceRows)
    .leftJoin(invoiceAnswers, isLatestOfRow)
    .where(and(eq(invoiceRows.invoiceId, InvoiceId), eq(invoiceRows.lineItemId, LineItemId)));
  if (!found) throw notFound("This row");
  return found;
}

function assertSeen(latest: StoredAnswer | null, { LastAnswerId }: AnswerInput): void {
  if ((latest?.id ?? null) !== LastAnswerId)
    throw conflict("Somebody else has added something to this row. Please read it, then send yours.");
}

async function store(
  { db, caller, now }: Context,
  { InvoiceId, LineItemId, LastAnswerId }: AnswerInput,
  answer: Pick<StoredAnswer, "kind"> & { note?: string },
): Promise<void> {
  if (LastAnswerId !== null)
    await db.update(invoiceAnswers).set({ isLatest: false }).where(eq(invoiceAnswers.id, LastAnswerId));
  await db
    .insert(invoiceAnswers)
    .values({ ...answer, invoiceId: InvoiceId, lineItemId: LineItemId, at: now, userId: caller.userId });
}

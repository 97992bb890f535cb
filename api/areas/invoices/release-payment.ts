/**
 * A payment run leaves the house when somebody other than its maker releases it: its bank file is made, and its suppliers
 * are told. Until then it can be cancelled. The run is locked, so that it is released or cancelled once.
 */
import { createHash } from "node:crypto";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { heldClosedMonth } from "#api/areas/shared/closed-months.ts";
import { isToRelease } from "#api/areas/shared/payment-release.ts";
import type { Db } from "#api/core/database/connection.ts";
import { invoices, paymentRuns, supplierPayments, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, forbidden, notFound, refuse } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { whyClosed } from "#contract/rules/books.ts";
import { directEntryFile, type Payer } from "#contract/rules/direct-entry.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { paymentNumber, paymentProblemText } from "#contract/rules/payment.ts";
import { lockSuppliers } from "./make.ts";
import { namedReasons, payerOf, whyNotOn } from "./make-payment.ts";
import { accountOf, adviceTo, bySupplier, isValid, problemsOf, withheldOf, withSuppliers } from "./payable.ts";
import { sendAdvice } from "./remittance.ts";

type Invoices = Operations["invoices"];

export const releasePayment: Handler<Invoices["releasePayment"]> = async ({ PaymentRunId, BankDate }, context) => {
  const { db, now, caller } = context;
  const run = await lockWaiting(context, PaymentRunId);
  if (!run.canRelease) throw forbidden("You made this payment yourself, so somebody else has to release it.");
  refuse({ BankDate: whyNotOn(BankDate, context) || whyClosed(BankDate, await heldClosedMonth(db)) });
  const payer = payerOf(context);
  const payments = await paymentsOf(context, PaymentRunId);
  assertReleasable(PaymentRunId, payments);
  const release = { payer, bankDate: BankDate, isReleasedAlone: run.madeBy === caller.userId };
  await writeRelease({ db, now, caller }, PaymentRunId, release);
  await storeAdvice(db, PaymentRunId, payments);
  await sendAdvice(context, release, payments);
  return null;
};

export const cancelPayment: Handler<Invoices["cancelPayment"]> = async ({ PaymentRunId, Reason }, context) => {
  const { db, now, caller } = context;
  await lockWaiting(context, PaymentRunId);
  await db
    .update(supplierPayments)
    .set({
      formerInvoices: sql`array(select ${invoices.id} from ${invoices}
        where ${invoices.paymentRunId} = ${PaymentRunId} and ${invoices.supplierId} = ${supplierPayments.supplierId} order by 1)`,
    })
    .where(eq(supplierPayments.paymentRunId, PaymentRunId));
  await db.update(invoices).set({ paymentRunId: null }).where(eq(invoices.paymentRunId, PaymentRunId));
  await db
    .update(paymentRuns)
    .set({ cancelledAt: now, cancelledBy: caller.userId, cancelReason: Reason })
    .where(eq(paymentRuns.id, PaymentRunId));
  return null;
};

/**
 * Locks the run and its suppliers, whose accounts and payments wait for it.
 * @throws Refusal 404, and 409 if it has been released or cancelled
 */
async function lockWaiting({ db, caller }: Context, id: number) {
  const { madeBy, releasedAt, cancelledAt } = paymentRuns;
  const [run] = await db
    .select({ madeBy, releasedAt, cancelledAt, canRelease: sql<boolean>`${isToRelease(caller)}` })
    .from(paymentRuns)
    .where(eq(paymentRuns.id, id))
    .for("update");
  if (!run) throw notFound("This payment");
  if (run.releasedAt) throw conflict(`${paymentNumber(id)} has already been released.`);
  if (run.cancelledAt) throw conflict(`${paymentNumber(id)} has been cancelled.`);
  const payees = await db
    .select({ supplierId: supplierPayments.supplierId })
    .from(supplierPayments)
    .where(eq(supplierPayments.paymentRunId, id));
  await lockSuppliers(
    db,
    payees.map(({ supplierId }) => supplierId),
  );
  return run;
}

/** The credits of the run in the order of the file, each with its supplier and invoices of now. */
async function paymentsOf({ db, config }: Context, id: number) {
  const found = await db
    .select({ payment: supplierPayments, supplier: suppliers })
    .from(supplierPayments)
    .innerJoin(suppliers, eq(suppliers.id, supplierPayments.supplierId))
    .where(eq(supplierPayments.paymentRunId, id))
    .orderBy(asc(supplierPayments.position));
  const groups = bySupplier(await withSuppliers(db, config.timeZone, eq(invoices.paymentRunId, id)));
  return found.map(({ payment, supplier }) => ({
    ...payment,
    supplier,
    rows: groups.find((group) => group.supplier.id === supplier.id)?.rows ?? [],
    adviceTo: adviceTo(supplier),
  }));
}

type Payment = Awaited<ReturnType<typeof paymentsOf>>[number];

function assertReleasable(id: number, payments: readonly Payment[]): void {
  const reasons = payments.flatMap(whyNotReleased);
  if (reasons.length > 0)
    throw conflict(
      `${namedReasons(reasons)}\n${paymentNumber(id)} can't be released. Please cancel it and make a new payment.`,
    );
}

function whyNotReleased({ supplier, rows, ...paid }: Payment): string[] {
  const { bsb, accountNumber, accountName } = accountOf(supplier);
  const isChanged = bsb !== paid.bsb || accountNumber !== paid.accountNumber || accountName !== paid.accountName;
  return [
    ...(withheldOf({ supplier, rows }) === paid.withheld
      ? []
      : [`The ABN of ${supplier.name} has changed since this payment was made, so another amount is withheld.`]),
    ...(isChanged ? [`The bank details of ${supplier.name} have changed since this payment was made.`] : []),
    ...problemsOf(supplier).map((problem) => `${supplier.name} can't be paid: ${paymentProblemText[problem]}`),
    ...rows
      .filter((row) => !isValid(row))
      .map(({ invoice }) => `${invoiceNumber(invoice.id)} is not valid as a tax invoice any more.`),
  ];
}

/** The addresses of now, which may differ from those when the run was made. */
async function storeAdvice(db: Db, id: number, payments: readonly Payment[]): Promise<void> {
  for (const { supplierId, adviceTo } of payments) {
    const addresses = adviceTo.join(", ");
    const isThis = and(eq(supplierPayments.paymentRunId, id), eq(supplierPayments.supplierId, supplierId));
    const isOther = ne(supplierPayments.adviceTo, addresses);
    await db.update(supplierPayments).set({ adviceTo: addresses }).where(and(isThis, isOther));
  }
}

interface Releasing extends Pick<Context, "db" | "now"> {
  /** The user who releases the payment run. */
  caller: { userId: number };
}

interface Release {
  payer: Payer;
  bankDate: string;
  isReleasedAlone?: boolean;
}

/** Marks a payment run as released, and stores its bank file. */
export async function writeRelease(
  { db, now, caller }: Releasing,
  id: number,
  { payer, bankDate, isReleasedAlone = false }: Release,
): Promise<void> {
  await db
    .update(paymentRuns)
    .set({
      releasedAt: now,
      releasedBy: caller.userId,
      isReleasedAlone,
      bankDate,
      ...(await fileOf(db, id, { payer, date: bankDate })),
    })
    .where(eq(paymentRuns.id, id));
}

async function fileOf(db: Db, id: number, { payer, date }: { payer: Payer; date: string }) {
  const credits = await db
    .select()
    .from(supplierPayments)
    .where(eq(supplierPayments.paymentRunId, id))
    .orderBy(asc(supplierPayments.position));
  const content = Buffer.from(directEntryFile({ payer, description: paymentNumber(id), date }, credits), "ascii");
  return { content, sha256: createHash("sha256").update(content).digest("hex") };
}

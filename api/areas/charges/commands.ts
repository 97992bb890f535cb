import { and, eq } from "drizzle-orm";
import { writeChargeSums } from "#api/areas/shared/charges.ts";
import { heldClosedMonth } from "#api/areas/shared/closed-months.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { charges, invoices, monthlyCharges, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound, refuse } from "#api/core/refusals/refusal.ts";
import type { AddCharge } from "#contract/charges/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { whyClosed } from "#contract/rules/books.ts";
import { chargePair } from "#contract/rules/charge.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { type Charge, type ChargeProblem, enterCharge, problemsOf } from "./entering.ts";
import { endMonthly as end, enterDays } from "./monthly.ts";

type Charges = Operations["charges"];

const fields: Readonly<Record<ChargeProblem["field"], keyof AddCharge>> = {
  supplierId: "SupplierId",
  marketplaceId: "MarketplaceId",
  day: "Day",
  reference: "Reference",
};

export const add: Handler<Charges["add"]> = async (input, context) => {
  const charge: Charge = {
    supplierId: input.SupplierId,
    marketplaceId: input.MarketplaceId,
    kind: input.Kind,
    description: input.Description,
    day: input.Day,
    amountIncTax: input.AmountIncTax,
    taxClass: input.TaxClass,
    reference: input.Reference,
  };
  const today = dayOf(context.now.toISOString(), context.config.timeZone);
  const problems = await problemsOf(context.db, charge, today);
  refuse(Object.fromEntries(problems.map(({ field, why }) => [fields[field], why])));
  return input.IsMonthly ? addMonthly(context, charge, input.LastDay, today) : enterCharge(context, charge);
};

async function addMonthly(
  { db, now, caller, config }: Context,
  { amountIncTax, reference, day, ...charge }: Charge,
  lastDay: string | null,
  today: string,
): Promise<number | null> {
  const values = {
    ...charge,
    ...chargePair(amountIncTax, charge.taxClass, config.gstRate),
    enteredAt: now,
    enteredBy: caller.userId,
    firstDay: day,
    lastDay,
    nextDay: day,
    endedAt: null,
    endedBy: null,
  };
  const id = insertedId(await db.insert(monthlyCharges).values(values).returning({ id: monthlyCharges.id }));
  return enterDays(db, { id, ...values }, { today, now });
}

export const withdraw: Handler<Charges["withdraw"]> = async ({ ChargeId, Reason }, context) => {
  const why = await withdrawCharge(context, ChargeId, Reason);
  if (why) throw conflict(why);
  return null;
};

/**
 * Withdraws a charge, and takes it out of its draft.
 * @returns why it cannot be withdrawn; undefined if it was
 * @throws Refusal 404
 */
export async function withdrawCharge(
  { db, caller, now }: Pick<Context, "db" | "now"> & { caller: { userId: number } },
  id: number,
  reason: string,
): Promise<string | undefined> {
  const [seen] = await db.select().from(charges).where(eq(charges.id, id));
  if (!seen) throw notFound("This charge");
  // Generating a document locks its supplier, and then claims charges.
  await db.select().from(suppliers).where(eq(suppliers.id, seen.supplierId)).for("no key update");
  const [charge] = await db.select().from(charges).where(eq(charges.id, id)).for("update");
  if (charge?.withdrawnAt) return "This charge has already been withdrawn.";
  const isClosed = whyClosed(seen.day, await heldClosedMonth(db));
  if (isClosed && seen.kind === "openingBalance")
    return `This opening balance counts in a closed month. ${isClosed} Enter one of the opposite amount instead.`;
  const invoiceId = charge?.invoiceId ?? null;
  if (invoiceId !== null) {
    const [document] = await db.select().from(invoices).where(eq(invoices.id, invoiceId)).for("update");
    if (document?.notifiedAt)
      return `${invoiceNumber(invoiceId)} has this charge and has been issued. Please enter a credit of the same amount.`;
  }
  await db
    .update(charges)
    .set({ invoiceId: null, withdrawnAt: now, withdrawnBy: caller.userId, withdrawalReason: reason })
    .where(eq(charges.id, id));
  if (invoiceId !== null) await writeChargeSums(db, [invoiceId]);
  return undefined;
}

export const endMonthly: Handler<Charges["endMonthly"]> = async ({ MonthlyChargeId: id }, { db, now, caller }) => {
  if ((await db.$count(monthlyCharges, and(eq(monthlyCharges.id, id)))) === 0) throw notFound("This monthly charge");
  if (!(await end(db, id, { now, userId: caller.userId }))) throw conflict("This monthly charge has already ended.");
  return null;
};

/** Enters charges of suppliers: by hand, by a program, from a worksheet, and every month. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { heldClosedMonth } from "#api/areas/shared/closed-months.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { charges, supplierMarketplaces, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { whyClosed } from "#contract/rules/books.ts";
import { type ChargeKind, chargePair } from "#contract/rules/charge.ts";
import { dayMs } from "#contract/rules/dates.ts";
import type { TaxClass } from "#contract/rules/tax-class.ts";

export interface Charge {
  supplierId: number;
  marketplaceId: number;
  kind: ChargeKind;
  description: string;
  /** A day, as `2026-03-02`. */
  day: string;
  /** Dollars inc GST; negative for a credit. */
  amountIncTax: number;
  taxClass: TaxClass;
  reference: string;
}

type Entering = Pick<Context, "db" | "now" | "config"> & { caller: { userId: number } };

/** A charge is for this year or the next one, or corrects the last one. */
const mostDaysAway = 366;

/** What is wrong with a charge, by its field. */
export interface ChargeProblem {
  field: "supplierId" | "marketplaceId" | "day" | "reference";
  why: string;
}

/**
 * Locks the supplier, so that its charges are entered one at a time, and returns what is wrong with the charge.
 * @param today in the operator's time zone, as `2026-03-02`
 */
export async function problemsOf(db: Db, charge: Charge, today: string): Promise<ChargeProblem[]> {
  const { supplierId, marketplaceId, day, reference } = charge;
  const [supplier] = await db.select().from(suppliers).where(eq(suppliers.id, supplierId)).for("no key update");
  if (!supplier) return [{ field: "supplierId", why: "This supplier does not exist." }];
  const sells = and(
    eq(supplierMarketplaces.supplierId, supplierId),
    eq(supplierMarketplaces.marketplaceId, marketplaceId),
  );
  const problems: ChargeProblem[] = [];
  const closed = whyClosed(day, await heldClosedMonth(db));
  if (closed) problems.push({ field: "day", why: closed });
  if ((await db.$count(supplierMarketplaces, sells)) === 0)
    problems.push({ field: "marketplaceId", why: "This supplier does not sell on this marketplace." });
  if (Math.abs(Date.parse(day) - Date.parse(today)) > mostDaysAway * dayMs)
    problems.push({ field: "day", why: "Please enter a day within a year before or after today." });
  const known = reference === "" ? undefined : await chargeWith(db, supplierId, reference);
  if (known) problems.push({ field: "reference", why: alreadyEntered(known) });
  return problems;
}

const alreadyEntered = ({ reference, day, description }: typeof charges.$inferSelect) =>
  `A charge of this supplier with the reference ${reference} has been entered already: ${description}, for ${day}.`;

/** Returns the charge of a supplier with this reference that is not withdrawn. */
export async function chargeWith(db: Db, supplierId: number, reference: string) {
  const isSame = sql`lower(${charges.reference}) = lower(${reference})`;
  const [found] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.supplierId, supplierId), isSame, isNull(charges.withdrawnAt)));
  return found;
}

/** The caller has checked it with `problemsOf`. Returns its id. */
export async function enterCharge(
  { db, now, caller, config }: Entering,
  { amountIncTax, ...charge }: Charge,
): Promise<number> {
  return insertedId(
    await db
      .insert(charges)
      .values({
        ...charge,
        ...chargePair(amountIncTax, charge.taxClass, config.gstRate),
        enteredAt: now,
        enteredBy: caller.userId,
      })
      .returning({ id: charges.id }),
  );
}

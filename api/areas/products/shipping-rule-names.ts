/** Shipping rules by the names that users write in cells. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { shippingRules } from "#api/core/database/schema/index.ts";
import { quoted } from "#api/core/excel/cells.ts";

export async function ruleNameOf(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const [rule] = await db.select({ name: shippingRules.name }).from(shippingRules).where(eq(shippingRules.id, id));
  return rule?.name ?? null;
}

const mostFound = 2;

/** Returns the active rule of the supplier with this number, or else with this name; or why there is none. */
export async function ruleCalled(db: Db, supplierId: number, text: string): Promise<{ id?: number; why?: string }> {
  const isNumber = /^\d{1,9}$/.test(text);
  const isNamed = sql`lower(trim(${shippingRules.name})) = lower(${text.trim()})`;
  const found = await db
    .select({ id: shippingRules.id })
    .from(shippingRules)
    .where(
      and(
        eq(shippingRules.supplierId, supplierId),
        eq(shippingRules.isDisabled, false),
        isNumber ? sql`(${shippingRules.id} = ${Number(text)} or ${isNamed})` : isNamed,
      ),
    )
    .orderBy(asc(shippingRules.id))
    .limit(mostFound);
  const [first, another] = found;
  if (!first) return { why: `The supplier has no active shipping rule ${quoted(text)}.` };
  const isByNumber = isNumber && found.some(({ id }) => id === Number(text));
  if (isByNumber) return { id: Number(text) };
  return another
    ? { why: "The supplier has several shipping rules with this name. Please write the number of the one you mean." }
    : first;
}

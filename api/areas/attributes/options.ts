/** Saving the options of an attribute: they keep their ids, so that products keep what they have. */
import { asc, eq, inArray, sql } from "drizzle-orm";
import { AttributeDataType } from "../../../contract/enumerations.ts";
import type { Operations } from "../../../contract/operations.ts";
import { matchOptions, type OptionText } from "../../../contract/rules/attribute-options.ts";
import { type Db, sqlState } from "../../database/connection.ts";
import { attributeOptions, productAttributeOptions, products } from "../../database/schema/index.ts";
import type { Handler } from "../../http/handlers.ts";
import { byText } from "../../http/lists.ts";
import { conflict, invalid } from "../../http/refusal.ts";
import { attributeToChange } from "./commands.ts";

type Kept = typeof attributeOptions.$inferSelect;

export const upsertOptionValues: Handler<Operations["attributes"]["upsertOptionValues"]> = async (input, { db }) => {
  const attribute = await attributeToChange(db, input.AttributeId);
  const wanted = input.Values;
  const kept = await db
    .select()
    .from(attributeOptions)
    .where(eq(attributeOptions.attributeId, attribute.id))
    .orderBy(asc(attributeOptions.position), asc(attributeOptions.id));
  if (attribute.optionDataType === AttributeDataType.number) assertNumbers(wanted);
  const partners = matchOptions(kept, wanted);
  await remove(
    db,
    kept.filter((_, k) => !partners.includes(k)),
  );
  const rows = wanted.map((option, i) => ({ ...option, attributeId: attribute.id, position: i + 1, id: kept[partners[i] ?? -1]?.id }));
  await write(db, rows);
  return null;
};

function assertNumbers(options: readonly OptionText[]): void {
  const wrong = options.flatMap(({ value }, i) =>
    /^-?\d+(\.\d+)?$/.test(value) ? [] : [[`Values.${i}.value`, ["Please enter a number, for example 12 or 0.5."]]],
  );
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong) as Record<string, string[]>);
}

/** @throws Refusal 409 when a product has one of them: it would lose it without anybody having decided so */
async function remove(db: Db, options: readonly Kept[]): Promise<void> {
  if (options.length === 0) return;
  const ids = options.map(({ id }) => id);
  const uses = await db
    .select({ optionId: productAttributeOptions.optionId, product: products.name })
    .from(productAttributeOptions)
    .innerJoin(products, eq(products.id, productAttributeOptions.productId))
    .where(inArray(productAttributeOptions.optionId, ids))
    .orderBy(asc(byText(products.name)), asc(products.id));
  const used = options.find(({ id }) => uses.some(({ optionId }) => optionId === id));
  if (used) {
    const names = uses.filter(({ optionId }) => optionId === used.id).map(({ product }) => product);
    throw conflict(`“${short(used.value)}” cannot be removed: it is used by ${listed(names)}. Choose another one there first.`);
  }
  try {
    await db.delete(attributeOptions).where(inArray(attributeOptions.id, ids));
  } catch (error) {
    // A product that took it between the look and the deletion.
    if (sqlState(error) === "23503") throw conflict("An option cannot be removed: a product uses it. Please try again to see which one.");
    throw error;
  }
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Three names at the most, and how many more. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(short);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(", ")} and ${more.toLocaleString("en-AU")} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}

/** Those with an id are kept ones, the others new. */
async function write(db: Db, rows: readonly (typeof attributeOptions.$inferInsert)[]): Promise<void> {
  const kept = rows.filter(({ id }) => id !== undefined);
  const added = rows.filter(({ id }) => id === undefined);
  if (kept.length > 0) {
    await db
      .insert(attributeOptions)
      .values([...kept])
      .onConflictDoUpdate({ target: attributeOptions.id, set: { code: sql`excluded.code`, value: sql`excluded.value`, position: sql`excluded.position` } });
  }
  if (added.length > 0) await db.insert(attributeOptions).values([...added]);
}

import { asc, eq, inArray } from "drizzle-orm";
import { type StoredOption, saveOptions, shortened, storedOptions } from "#api/areas/shared/attribute-options.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { productAttributeOptions, products } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid } from "#api/core/refusals/refusal.ts";
import { attributeOptions } from "#contract/attributes/edits.ts";
import { AttributeDataType } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import type { OptionText } from "#contract/rules/attribute-options.ts";
import { attributeToChange } from "./commands.ts";

export const upsertOptionValues: Handler<Operations["attributes"]["upsertOptionValues"]> = async (sent, { db }) => {
  const attribute = await attributeToChange(db, sent.AttributeId);
  const input = edited(sent, attributeOptions(await storedOptions(db, attribute.id)));
  if (attribute.optionDataType === AttributeDataType.number) assertNumbers(input.Values);
  await saveOptions(db, attribute.id, input.Values, (options) => assertUnused(db, options));
  return null;
};

function assertNumbers(options: readonly OptionText[]): void {
  const wrong = options.flatMap(({ value }, i) =>
    /^-?\d+(\.\d+)?$/.test(value) ? [] : [[`Values.${i}.value`, ["Please enter a number, for example 12 or 0.5."]]],
  );
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong));
}

/** @throws Refusal 409 if a product uses one of them: the product would silently lose the option */
async function assertUnused(db: Db, options: readonly StoredOption[]): Promise<void> {
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
    throw conflict(
      `“${shortened(used.value)}” cannot be removed: it is used by ${listed(names)}. Choose another one there first.`,
    );
  }
}

/** Lists at most three names, and the number of the others. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(shortened);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(", ")} and ${more.toLocaleString("en-AU")} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}

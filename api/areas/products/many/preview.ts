import { eq } from "drizzle-orm";
import { lockedProduct, type StoredProduct, type Work } from "#api/areas/products/policy.ts";
import { withoutTrace } from "#api/database/savepoint.ts";
import { productTypes, productVariants, shippingRules } from "#api/database/schema/index.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { orRefusal, Refusal } from "#api/refusals/refusal.ts";
import { ShippingMethod, shippingMethods } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { mostPreviewed, type ProductChange, type ProductsPreview } from "#contract/products/many.ts";
import { inclusive } from "#contract/rules/money.ts";
import { changeOne } from "./change-one.ts";
import { chosenProducts } from "./which.ts";

export const previewMany: Handler<Operations["products"]["previewMany"]> = async (input, context) => {
  const chosen = await chosenProducts(input, context);
  const first: ProductsPreview["first"] = [];
  for (const { productId } of chosen.slice(0, mostPreviewed))
    first.push(
      await context.transaction((db) =>
        withoutTrace(db, () => previewOne({ ...context, db }, productId, input.Change)),
      ),
    );
  return { count: chosen.length, first };
};

/** Changes the product; the caller rolls that back. */
async function previewOne(work: Work, id: number, change: ProductChange): Promise<ProductsPreview["first"][number]> {
  const product = await lockedProduct(work, id);
  const before = await shownFields(work, product);
  const result = await orRefusal(() => changeOne(work, product, change));
  const why = result instanceof Refusal ? reasonOf(result) : null;
  const after = why === null ? await shownFields(work, await lockedProduct(work, id)) : before;
  return {
    id,
    name: product.name,
    externalSku: product.externalSku,
    changes: [...before].flatMap(([label, value]) => {
      const now = after.get(label) ?? "";
      return now === value ? [] : [{ label, before: value, after: now }];
    }),
    why,
  };
}

/** As a sentence: messages by field are shown without their field, which the change has chosen. */
const reasonOf = ({ message, errors }: Refusal): string =>
  Object.values(errors ?? {})
    .flat()
    .join(" ") || message;

/** What changes may touch, as the list and the page of a product show it. */
async function shownFields(work: Work, product: StoredProduct): Promise<Map<string, string>> {
  const { db, config } = work;
  const dollars = (price: number | null) => (price === null ? "" : `$${inclusive(price, config.gstRate).toFixed(2)}`);
  const [type] = await db.select().from(productTypes).where(eq(productTypes.id, product.productTypeId));
  const variants = await db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, product.id))
    .orderBy(productVariants.id);
  return new Map([
    ["Active", product.isDisabled ? "No" : "Yes"],
    ["Product type", type?.path ?? ""],
    ["RRP", dollars(product.recommendedRetailPrice)],
    ["Sale price", dollars(product.salePrice)],
    ...variants
      .filter(({ recommendedRetailPrice }) => recommendedRetailPrice !== null)
      .flatMap(({ id, name, recommendedRetailPrice, salePrice }): [string, string][] => [
        [`RRP of ${name ?? `variant ${id}`}`, dollars(recommendedRetailPrice)],
        ...(salePrice === null
          ? []
          : [[`Sale price of ${name ?? `variant ${id}`}`, dollars(salePrice)] as [string, string]]),
      ]),
    ["Shipping", await shippingText(work, product)],
  ]);
}

async function shippingText({ db, config }: Work, product: StoredProduct): Promise<string> {
  const { shippingMethod, domesticFlatRate, shippingRuleId } = product;
  if (shippingMethod === ShippingMethod.flatRate && domesticFlatRate !== null)
    return `$${inclusive(domesticFlatRate, config.gstRate).toFixed(2)} per item`;
  if (shippingMethod === ShippingMethod.rule && shippingRuleId !== null) {
    const [rule] = await db.select().from(shippingRules).where(eq(shippingRules.id, shippingRuleId));
    return rule?.name ?? "";
  }
  return shippingMethods.find(({ value }) => value === shippingMethod)?.displayName ?? "None";
}

import type { productVariantOptions, productVariants } from "#api/core/database/schema/index.ts";
import { exclusive } from "#contract/rules/money.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import type { Shape } from "./image-files.ts";
import type { AttributesOfProduct } from "./product-attributes.ts";
import { type DemoProduct, demoGtin, gst, packedAs } from "./product-rows.ts";
import type { Random } from "./random.ts";

export interface DemoVariant {
  row: typeof productVariants.$inferInsert;
  options: (typeof productVariantOptions.$inferInsert)[];
}

type Combination = AttributesOfProduct["varying"][number];

/** Returns every combination of the product's options, except some of the larger ones. */
export function variantsOfProduct(
  product: DemoProduct,
  { varying }: Pick<AttributesOfProduct, "varying">,
  images: Record<Shape, string[]>,
  next: VariantNumbers,
  random: Random,
): DemoVariant[] {
  if (!product.row.hasVariants) return [];
  const all = varying.reduce<Combination[]>(
    (combinations, options) => combinations.flatMap((some) => options.map((option) => [...some, option])),
    [[]],
  );
  const made = all.length > 4 ? random.some(all, all.length - random.between(0, 2)) : all;
  return made.map((combination, i) => {
    const id = next.variant++;
    const row = { id, productId: product.row.id, ...detailsOf(product, combination, i, images, random) };
    return { row, options: combination.map((option) => ({ variantId: id, optionId: option.id })) };
  });
}

/** The id of the next variant. */
export interface VariantNumbers {
  variant: number;
}

function detailsOf(
  product: DemoProduct,
  combination: Combination,
  i: number,
  images: Record<Shape, string[]>,
  random: Random,
) {
  const isStocked = random.chance(0.75);
  const ids = combination.map(({ id }) => id).sort((a, b) => a - b);
  return {
    name: random.chance(0.1) ? `${product.row.name}, ${combination.map(({ value }) => value).join(", ")}` : null,
    // A variant without a SKU makes its product a problem product.
    externalSku: product.lacks === "SKU" && i === 0 ? "" : `${product.sku}-${String(i + 1).padStart(2, "0")}`,
    ...(product.row.id % 2 === 0 && { gtin: demoGtin(product.row.id, i + 1) }),
    defaultImageFileId: random.chance(0.4) ? images[product.kind.shape][i % 3] : null,
    ...(random.chance(0.2) ? ownPrices(product, random) : {}),
    appliedTaxClass: product.row.appliedTaxClass,
    manageStock: isStocked,
    stockQuantity: isStocked ? random.pick([0, random.between(1, 9), random.between(10, 120)]) : null,
    ...packedAs(product.kind, product.row, random),
    combination: ids.join(),
    createdAt: product.row.createdAt,
  };
}

function ownPrices({ cents: { recommended }, row: { appliedTaxClass } }: DemoProduct, random: Random) {
  const rate = rateOf(appliedTaxClass, gst);
  const own = recommended + random.between(1, 8) * 500;
  return {
    recommendedRetailPrice: exclusive(own / 100, rate),
    salePrice: random.chance(0.5) ? exclusive((own - random.between(1, 4) * 100) / 100, rate) : null,
  };
}

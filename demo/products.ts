/** The products of every supplier, with everything that belongs to them. */
import { asc, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import {
  attributeOptions,
  attributes,
  marketplaceProducts,
  productAttributeOptions,
  productAttributes,
  productImages,
  products,
  productVariantOptions,
  productVariants,
  shippingRules,
  supplierMarketplaces,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { seedProductImages } from "./image-files.ts";
import { insertMany } from "./insert-many.ts";
import type { Materials } from "./materials.ts";
import { supplierNames } from "./names.ts";
import { attributesOfProduct, type Choices } from "./product-attributes.ts";
import { imagesOfProduct } from "./product-images.ts";
import { kindsOf, ranges } from "./product-kinds.ts";
import { listingsOfProduct } from "./product-listings.ts";
import { type DemoProduct, makeProduct } from "./product-rows.ts";
import { variantsOfProduct } from "./product-variants.ts";
import type { Random } from "./random.ts";

const ofEachSupplier = 20;

/** Requires catalogue, agreements and shipping rules. @returns the number of products */
export async function seedProducts(
  db: Db,
  { today, images: drawn }: Pick<Materials, "today" | "images">,
  random: Random,
): Promise<number> {
  const imageFiles = await seedProductImages(db, drawn);
  const [choices, sellers, agreements] = [
    await choicesOf(db),
    await suppliersOf(db),
    await db.select().from(supplierMarketplaces),
  ];
  const made: DemoProduct[] = [];
  for (const supplier of sellers) {
    const kinds = kindsOf(supplier.trade);
    const names = random.some(ranges, ofEachSupplier);
    for (const [i, range] of names.entries()) {
      const kind = kinds[i % kinds.length];
      if (kind) made.push(makeProduct({ id: made.length + 1, supplier, kind, range, today }, random));
    }
  }
  const next = { variant: 1 };
  const parts = made.map((product) => {
    const ofProduct = attributesOfProduct(product, choices, random);
    const variants = variantsOfProduct(product, ofProduct, imageFiles, next, random);
    const images = imagesOfProduct(product, imageFiles, today, random);
    const own = agreements.filter(({ supplierId }) => supplierId === product.row.supplierId);
    return { ...ofProduct, variants, images, listings: listingsOfProduct(product, own, today, random) };
  });
  await insertMany(
    db,
    products,
    made.map(({ row }, i) => ({ ...row, defaultImageFileId: parts[i]?.images[0]?.imageId })),
  );
  await insertMany(
    db,
    attributes,
    parts.flatMap((part) => part.ownAttributes),
  );
  await insertMany(
    db,
    attributeOptions,
    parts.flatMap((part) => part.ownOptions),
  );
  await insertMany(
    db,
    productAttributes,
    parts.flatMap((part) => part.values),
  );
  await insertMany(
    db,
    productAttributeOptions,
    parts.flatMap((part) => part.used),
  );
  await insertMany(
    db,
    productVariants,
    parts.flatMap((part) => part.variants.map(({ row }) => row)),
  );
  await insertMany(
    db,
    productVariantOptions,
    parts.flatMap((part) => part.variants.flatMap(({ options }) => options)),
  );
  await insertMany(
    db,
    productImages,
    parts.flatMap((part) => part.images),
  );
  await insertMany(
    db,
    marketplaceProducts,
    parts.flatMap((part) => part.listings),
  );
  return made.length;
}

async function suppliersOf(db: Db) {
  const rules = await db
    .select()
    .from(shippingRules)
    .where(eq(shippingRules.isDisabled, false))
    .orderBy(asc(shippingRules.id));
  const agreements = await db.select().from(supplierMarketplaces);
  const rows = await db
    .select({ id: suppliers.id, carrierKey: suppliers.carrierKeySealed })
    .from(suppliers)
    .orderBy(asc(suppliers.id));
  return rows.flatMap(({ id, carrierKey }) => {
    const named = supplierNames[id - 1];
    if (!named) return [];
    const ruleIds = rules.filter(({ supplierId }) => supplierId === id).map((rule) => rule.id);
    const hasReferrals = agreements.some(
      ({ supplierId, status, referralCostPerClick }) =>
        supplierId === id && status === 2 && referralCostPerClick !== null,
    );
    return [{ id, name: named.name, trade: named.trade, hasCarrier: carrierKey !== null, ruleIds, hasReferrals }];
  });
}
export type SupplierTraits = Awaited<ReturnType<typeof suppliersOf>>[number];

/** Returns the active attributes by name, with their options. */
async function choicesOf(db: Db): Promise<Choices> {
  const known = await db.select().from(attributes).where(eq(attributes.isDisabled, false)).orderBy(asc(attributes.id));
  const options = await db.select().from(attributeOptions).orderBy(asc(attributeOptions.id));
  const byName = known.map(({ id, internalName, selectionType }) => {
    const own = options.filter(({ attributeId }) => attributeId === id);
    return [
      internalName,
      { id, selectionType, options: own.map((option) => ({ id: option.id, value: option.value })) },
    ] as const;
  });
  return { byName: new Map(byName), nextAttribute: 16, nextOption: (options.at(-1)?.id ?? 0) + 1 };
}

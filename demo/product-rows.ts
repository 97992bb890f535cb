import type { products } from "#api/core/database/schema/index.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { dayMs, hourMs } from "#contract/rules/dates.ts";
import { gtinFrom } from "#contract/rules/gtin.ts";
import { exclusive } from "#contract/rules/money.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { slug } from "./names.ts";
import type { Kind } from "./product-kinds.ts";
import { isTypeDisabled, productTypeIdOf, taxClassOfType } from "./product-types.ts";
import type { SupplierTraits } from "./products.ts";
import type { Random } from "./random.ts";

/** Australia's GST rate. */
export const gst = 0.1;

export interface DemoProduct {
  row: typeof products.$inferInsert & { id: number; hasVariants: boolean; isDisabled: boolean; createdAt: Date };
  kind: Kind;
  /** Cents inc GST. */
  cents: { recommended: number; sale: number };
  sku: string;
  /** A missing part, if any. */
  lacks: Lack | undefined;
}

/** Invented; most products have the supplier's. */
const brands = ["Wattle & Co", "Kooka", "Salt Pan", "Tidewater", "Gumnut Goods"] as const;

/** Of the numbers that companies may use among themselves, so that none is that of real goods. */
export const demoGtin = (productId: number, variant = 0): string =>
  gtinFrom(`299${String(productId).padStart(6, "0")}${String(variant).padStart(3, "0")}`);

const lacking = ["image", "description", "SKU", "shipping method"] as const;
type Lack = (typeof lacking)[number];

interface ProductFacts {
  id: number;
  supplier: SupplierTraits;
  kind: Kind;
  range: string;
  /** Midnight, UTC. */
  today: Date;
}

export function makeProduct({ id, supplier, kind, range, today }: ProductFacts, random: Random): DemoProduct {
  const name = `${range} ${kind.name}`;
  const taxClass = taxClassOfType(kind.type);
  const cents = centsOf(kind, random);
  const sku = skuOf(supplier.name, kind.name, id);
  const isDisabled = random.chance(0.06) || isTypeDisabled(kind.type);
  const isReferralProduct = supplier.hasReferrals && random.chance(0.2);
  const hasVariants = id % 3 === 0 && kind.varies.length > 0;
  const lacks = random.chance(0.05) ? random.pick(lacking) : undefined;
  const isStocked = !hasVariants && random.chance(0.7);
  const row = {
    id,
    supplierId: supplier.id,
    productTypeId: productTypeIdOf(kind.type),
    name,
    description: lacks === "description" ? "" : descriptionOf(name, kind, random),
    externalSku: hasVariants || lacks === "SKU" ? "" : sku,
    ...(id % 4 === 1 && { brand: brands[id % brands.length] }),
    ...(id % 2 === 0 && !hasVariants && { gtin: demoGtin(id) }),
    hasVariants,
    appliedTaxClass: taxClass,
    recommendedRetailPrice: exclusive(cents.recommended / 100, rateOf(taxClass, gst)),
    salePrice: exclusive(cents.sale / 100, rateOf(taxClass, gst)),
    manageStock: isStocked,
    stockQuantity: isStocked
      ? random.pick([0, random.between(1, 9), random.between(10, 250), random.between(10, 250)])
      : null,
    isReferralProduct,
    referralProductUrl: isReferralProduct ? `https://${slug(supplier.name)}.example/products/${slug(name)}` : "",
    referralProductCallToAction: isReferralProduct
      ? random.pick(["Buy from the maker", "See it in our shop", "Shop now"])
      : "",
    ...(isReferralProduct || lacks === "shipping method"
      ? {}
      : promptly(shippingOf(supplier, rateOf(taxClass, gst), random))),
    isDisabled,
    createdAt: new Date(today.getTime() - random.between(3, 900) * dayMs + random.between(0, 9) * hourMs),
  };
  return { row: { ...row, ...packedAs(kind, row, random) }, kind, cents, sku, lacks };
}

/** Whole cents; one in three prices is reduced. */
function centsOf({ price: [least, most] }: Kind, random: Random) {
  const recommended = random.between(least, most) * 100 + random.pick([0, -5, -10, 50]);
  const reduced = Math.round((recommended * random.between(60, 90)) / 10_000) * 100 - 5;
  return { recommended, sale: random.chance(1 / 3) ? reduced : recommended };
}

function skuOf(supplier: string, kind: string, id: number): string {
  const initials = (text: string) =>
    slug(text)
      .split("-")
      .map((word) => word.slice(0, 3))
      .join("")
      .toUpperCase();
  return `${initials(supplier).slice(0, 6)}-${initials(kind).slice(0, 6)}-${String(id).padStart(4, "0")}`;
}

function descriptionOf(name: string, { says, packed: [weight, height, width, depth] }: Kind, random: Random): string {
  const list = `<ul><li><p>Packed it weighs ${weight} kg.</p></li><li><p>The box is ${width / 10} × ${depth / 10} × ${height / 10} cm.</p></li></ul>`;
  const promise = random.pick([
    "<p>Spare parts are kept for as long as we make it.</p>",
    "<p>Made in <strong>small batches</strong>: allow a week when it is out of stock.</p>",
    "<p>Returns are welcome within 30 days, <em>unused and in their box</em>.</p>",
    "",
  ]);
  return `<p><strong>${name}.</strong> ${says}</p>${random.chance(0.6) ? list : ""}${promise}`;
}

const notes = [
  "Leaves us within two business days.",
  "Made to order: allow ten business days.",
  "Sent on Mondays and Thursdays.\nA signature is needed.",
] as const;

/** Working days as the notes say; null for those of the supplier. */
const handlingDays: Record<(typeof notes)[number], number | null> = { [notes[0]]: 2, [notes[1]]: 10, [notes[2]]: null };

const promptly = (shipping: Partial<typeof products.$inferInsert>) => ({
  ...shipping,
  handlingDays: handlingDays[shipping.shippingNotes as (typeof notes)[number]],
});

/** @param rate of GST, a fraction */
function shippingOf(
  { hasCarrier, ruleIds }: SupplierTraits,
  rate: number,
  random: Random,
): Partial<typeof products.$inferInsert> {
  const shippingNotes = random.pick(notes);
  const [ruleId, ...more] = ruleIds;
  if (ruleId !== undefined && random.chance(0.6))
    return { shippingMethod: ShippingMethod.rule, shippingRuleId: random.pick([ruleId, ...more]), shippingNotes };
  if (hasCarrier && random.chance(0.5)) return { shippingMethod: ShippingMethod.carrier, shippingNotes };
  const isInternational = random.chance(0.3);
  return {
    shippingMethod: ShippingMethod.flatRate,
    domesticFlatRate: exclusive(random.pick([0, 6.5, 9.95, 12, 14.95, 49]), rate),
    allowShippingInternationally: isInternational,
    internationalFlatRate: isInternational ? exclusive(random.pick([24.95, 34.95, 60]), rate) : null,
    shippingNotes,
  };
}

type Shipped = Pick<typeof products.$inferInsert, "shippingMethod" | "hasVariants">;

/** Required for a carrier; of the others half have dimensions. */
export function packedAs(
  { packed: [weight, height, width, depth] }: Kind,
  { shippingMethod }: Shipped,
  random: Random,
) {
  if (shippingMethod !== ShippingMethod.carrier && random.chance(0.5)) return {};
  return {
    shippingPackageWeight: weight,
    shippingPackageHeight: height,
    shippingPackageWidth: width,
    shippingPackageDepth: depth,
  };
}

/** Saving one row of the grid, with the rules of the forms whose fields it has. */
import { eq } from "drizzle-orm";
import { activateProduct } from "#api/areas/products/commands.ts";
import { type Details, detailsIn, saveDetails, settled, whyNotAloneWith } from "#api/areas/products/details.ts";
import { dimensionsOf } from "#api/areas/products/dimensions.ts";
import { editRules } from "#api/areas/products/edit-rules.ts";
import { lockedProduct, type StoredProduct, type Work } from "#api/areas/products/policy.ts";
import { storedDetails } from "#api/areas/products/sheet/stored-values.ts";
import { saveShipping } from "#api/areas/products/shipping.ts";
import { ruleCalled, ruleNameOf } from "#api/areas/products/shipping-rule-names.ts";
import { optionIdsOf } from "#api/areas/products/variant-options.ts";
import * as variants from "#api/areas/products/variants.ts";
import { deactivateProducts } from "#api/areas/shared/deactivate-products.ts";
import { asVariant } from "#api/areas/shared/product-parts.ts";
import { edited } from "#api/core/commands/edits.ts";
import { products } from "#api/core/database/schema/index.ts";
import { invalid, refuse } from "#api/core/refusals/refusal.ts";
import { ShippingMethod, shippingMethods } from "#contract/enumerations.ts";
import { requiredMessage } from "#contract/fields.ts";
import { productShipping, salePriceOf } from "#contract/products/edits.ts";
import {
  type GridChange,
  type GridField,
  type GridRow,
  gridFields,
  gridRowDetails,
  type SavedRow,
} from "#contract/products/grid.ts";
import { rowOfProduct, rowOfVariant } from "./rows.ts";

/**
 * Returns false if nothing changes.
 * @param row of a product that the caller may change
 * @throws Refusal with the reason why the row cannot be saved
 */
export async function saveRow(work: Work, row: SavedRow): Promise<boolean> {
  const product = await lockedProduct(work, row.ProductId);
  if (row.VariantId === null) return saveProduct(work, product, row);
  const variant = await variants.variantOf(work.db, product.id, row.VariantId);
  return saveVariant(work, product, variant, row);
}

const noNames = { supplierName: "", ruleName: null };

async function saveProduct(work: Work, product: StoredProduct, row: SavedRow): Promise<boolean> {
  const ruleName = await ruleNameOf(work.db, product.shippingRuleId);
  const change = changeIn(work, row, rowOfProduct(product, { ...noNames, ruleName }));
  if (!change) return false;
  const { IsActive, ShippingMethod: method, DomesticFlatRate, ShippingRule, ...details } = change;
  if (Object.keys(details).length > 0) await changeDetails(work, product, change, row);
  if (method !== undefined || DomesticFlatRate !== undefined || ShippingRule !== undefined)
    await changeShipping(work, await lockedProduct(work, product.id), change);
  if (IsActive === true) await activateProduct(work, product);
  if (IsActive === false) await deactivateProducts(work.db, eq(products.id, product.id));
  return true;
}

/**
 * Returns the fields that the sender has changed, and undefined if there are none.
 * @throws Refusal 409 if somebody else has changed them as well, 422 if the row has no such fields
 */
function changeIn(work: Work, sent: SavedRow, row: GridRow): GridChange | undefined {
  const current = gridRowDetails(row);
  refuse(Object.fromEntries(gridFields.map((field) => [field, !(field in current) && sent[field] != null && noCell])));
  const wanted = edited(sent, current, editRules(work));
  const isChanged = (field: GridField) =>
    field in current && wanted[field] !== undefined && wanted[field] !== current[field];
  const changed = gridFields.filter(isChanged);
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((field) => [field, wanted[field]]));
}

const noCell = "This row has no such cell.";

/** Of a product or a variant; a field that is not changed has its stored value. */
const stockAndDimensionsIn = (change: GridChange, stored: StoredProduct | variants.StoredVariant) => ({
  ...("StockQuantity" in change && {
    manageStock: change.StockQuantity !== null,
    stockQuantity: change.StockQuantity ?? null,
  }),
  ...dimensionsOf(change, stored),
});

function valueIn(change: GridChange, field: GridField, stored: number | null): number | null {
  return field in change ? ((change[field] as number | null | undefined) ?? null) : stored;
}

async function changeDetails(work: Work, product: StoredProduct, change: GridChange, row: SavedRow): Promise<void> {
  const { Name = product.name, ExternalSku: sku } = change;
  const price = valueIn(change, "RecommendedRetailPrice", product.recommendedRetailPrice);
  refuse({
    Name: Name === "" && requiredMessage,
    ExternalSku: !product.hasVariants && sku === "" && requiredMessage,
    RecommendedRetailPrice: price === null && requiredMessage,
  });
  const details: Details = settled({
    ...detailsIn(product),
    name: Name,
    externalSku: sku ?? product.externalSku,
    recommendedRetailPrice: price ?? 0,
    salePrice: valueIn(change, "SalePrice", salePriceOf(product)) ?? 0,
    ...stockAndDimensionsIn(change, product),
  });
  refuse({ SkuIsShared: row.SkuIsShared === false && (await whyNotAloneWith(work.db, product, details)) });
  // Whether the dimensions are needed depends on how the product will be shipped.
  const shippingMethod = valueIn(change, "ShippingMethod", product.shippingMethod);
  await saveDetails(work, { ...product, shippingMethod }, details, "right in what is changed");
}

/** A rate or a rule chooses the method, where none has been chosen. */
async function changeShipping(work: Work, product: StoredProduct, change: GridChange): Promise<void> {
  const { DomesticFlatRate: rate, ShippingRule: rule } = change;
  const implied = rate != null ? ShippingMethod.flatRate : rule ? ShippingMethod.rule : null;
  const method = valueIn(change, "ShippingMethod", product.shippingMethod ?? implied);
  refuse({
    ShippingMethod: method === null && "Please choose a shipping method.",
    DomesticFlatRate: rate != null && method !== ShippingMethod.flatRate && onlyFor(ShippingMethod.flatRate),
    ShippingRule: Boolean(rule) && method !== ShippingMethod.rule && onlyFor(ShippingMethod.rule),
  });
  const found = rule ? await ruleCalled(work.db, product.supplierId, rule) : undefined;
  if (found?.why) throw invalid({ ShippingRule: [found.why] });
  await saveShipping(work, product, {
    ...productShipping(product),
    ShippingMethod: method,
    DomesticFlatRate: valueIn(change, "DomesticFlatRate", product.domesticFlatRate),
    ShippingRuleId: rule === undefined ? product.shippingRuleId : (found?.id ?? null),
  } as Parameters<typeof saveShipping>[2]);
}

const onlyFor = (method: number) =>
  `Only for the method ${shippingMethods.find(({ value }) => value === method)?.displayName}.`;

async function saveVariant(
  work: Work,
  product: StoredProduct,
  stored: variants.StoredVariant,
  row: SavedRow,
): Promise<boolean> {
  const change = changeIn(work, row, rowOfVariant(asVariant(stored, product), product, noNames));
  if (!change) return false;
  const before = storedDetails(stored);
  const { Name = before.name, ExternalSku: sku } = change;
  const prices = {
    recommendedRetailPrice: valueIn(change, "RecommendedRetailPrice", before.recommendedRetailPrice),
    salePrice: valueIn(change, "SalePrice", before.salePrice),
  };
  refuse({
    ExternalSku: sku === "" && requiredMessage,
    SalePrice:
      prices.recommendedRetailPrice === null &&
      change.SalePrice != null &&
      "Please enter the RRP of this variant as well: without one it has the prices of its product.",
  });
  const wanted = {
    ...before,
    name: Name === "" || Name === product.name ? null : Name,
    externalSku: sku ?? before.externalSku,
    ...variants.ownPrices(prices, product),
    ...stockAndDimensionsIn(change, stored),
    optionIds: optionIdsOf(stored),
  };
  refuse({
    SkuIsShared: row.SkuIsShared === false && (await variants.whyNotAloneWith(work.db, product, stored, wanted)),
  });
  await variants.saveVariant(work, product, stored, wanted, "right in what is changed");
  return true;
}

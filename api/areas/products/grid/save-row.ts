/** Saving one row of the grid, with the rules of the forms whose fields it has. */
import { eq } from "drizzle-orm";
import { activateProduct } from "#api/areas/products/commands.ts";
import {
  type Details,
  detailsIn,
  saveDetails,
  settled,
  whyNotAloneWith,
  whyNotRead,
} from "#api/areas/products/details.ts";
import { editRules } from "#api/areas/products/edit-rules.ts";
import { pick } from "#api/areas/products/pick-fields.ts";
import { lockedProduct, pricesAfter, type StoredProduct, type Work } from "#api/areas/products/policy.ts";
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
import { gridColumns, productFields } from "#contract/products/fields.ts";
import {
  type GridChange,
  type GridField,
  type GridRow,
  gridRowDetails,
  type SavedRow,
} from "#contract/products/grid.ts";
import { fromCommand, inGrid } from "#contract/records/fields.ts";
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

const noNames = { supplierName: "", ruleName: null, typeTaxClass: "taxable" } as const;

async function saveProduct(work: Work, product: StoredProduct, row: SavedRow): Promise<boolean> {
  const ruleName = await ruleNameOf(work.db, product.shippingRuleId);
  const changed = changeIn(work, row, rowOfProduct(product, { ...noNames, ruleName }));
  if (!changed) return false;
  const change = await withStatedPrices(work, product, changed, row);
  const has = (part: string) => gridColumns.some(({ of, command }) => of === part && command in change);
  if (has("details")) await changeDetails(work, product, change, row);
  if (has("shipping")) await changeShipping(work, await lockedProduct(work, product.id), change);
  if (change.IsActive === true) await activateProduct(work, product);
  if (change.IsActive === false) await deactivateProducts(work.db, eq(products.id, product.id));
  return true;
}

/**
 * Returns the fields that the sender has changed, and undefined if there are none.
 * @throws Refusal 409 if somebody else has changed them as well, 422 if the row has no such fields
 */
function changeIn(work: Work, sent: SavedRow, row: GridRow): GridChange | undefined {
  const current = gridRowDetails(row);
  refuse(Object.fromEntries(fields.map((field) => [field, !(field in current) && sent[field] != null && noCell])));
  const wanted = edited(sent, current, editRules(work));
  const changed = fields.filter(
    (field) => field in current && wanted[field] !== undefined && wanted[field] !== current[field],
  );
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((field) => [field, wanted[field]]));
}

/** Of another tax class, the same price ex GST is another price for customers: all prices count as they were sent. */
async function withStatedPrices(
  work: Work,
  product: StoredProduct,
  change: GridChange,
  row: SavedRow,
): Promise<GridChange> {
  if (change.TaxClass === undefined) return change;
  const { isRepriced } = await pricesAfter(work, product, { taxClass: change.TaxClass });
  const sent = (["RecommendedRetailPrice", "SalePrice", "DomesticFlatRate"] as const).filter(
    (field) => row[field] !== undefined,
  );
  return isRepriced ? { ...change, ...pick(row, sent) } : change;
}

const fields: readonly GridField[] = gridColumns.map(({ command }) => command);
const noCell = "This row has no such cell.";

/** The fields that are changed, as products and variants store them. Without stock, it is not managed. */
const storedIn = (change: GridChange) => ({
  ...fromCommand(inGrid(productFields), change),
  ...("StockQuantity" in change && { manageStock: change.StockQuantity !== null }),
});

async function changeDetails(work: Work, product: StoredProduct, change: GridChange, row: SavedRow): Promise<void> {
  const changed = storedIn(change);
  // Unlike those of a variant, its name and its price must not be empty.
  refuse(whyNotRead(changed));
  const { TaxClass: taxClass = product.taxClass } = change;
  const { prices } = await pricesAfter(work, product, { taxClass });
  const before = { ...detailsIn(product), ...prices, salePrice: salePriceOf(prices) };
  const details = settled({ ...before, ...changed } as Details);
  refuse({ SkuIsShared: row.SkuIsShared === false && (await whyNotAloneWith(work.db, product, details)) });
  // Whether the dimensions are needed depends on how the product will be shipped.
  const { ShippingMethod: shippingMethod = product.shippingMethod } = change;
  await saveDetails(work, { ...product, shippingMethod }, details, "right in what is changed");
}

/** A rate or a rule chooses the method, where none has been chosen. */
async function changeShipping(work: Work, product: StoredProduct, change: GridChange): Promise<void> {
  const { DomesticFlatRate: rate, ShippingRule: rule } = change;
  const implied = rate != null ? ShippingMethod.flatRate : rule ? ShippingMethod.rule : null;
  const { ShippingMethod: method = product.shippingMethod ?? implied } = change;
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
    DomesticFlatRate: rate === undefined ? product.domesticFlatRate : rate,
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
  const before = variants.storedDetails(stored);
  const after = { ...before, ...storedIn(change) };
  refuse({
    ExternalSku: change.ExternalSku === "" && requiredMessage,
    SalePrice:
      after.recommendedRetailPrice === null &&
      change.SalePrice != null &&
      "Please enter the RRP of this variant as well: without one it has the prices of its product.",
  });
  const wanted = {
    ...after,
    name: after.name === "" || after.name === product.name ? null : after.name,
    ...variants.ownPrices(after, product),
    optionIds: optionIdsOf(stored),
  };
  refuse({
    SkuIsShared: row.SkuIsShared === false && (await variants.whyNotAloneWith(work.db, product, stored, wanted)),
  });
  await variants.saveVariant(work, product, stored, wanted, "right in what is changed");
  return true;
}

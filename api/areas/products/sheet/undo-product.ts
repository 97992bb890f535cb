/** Undoes the imported rows of one product by its history, except where later changes have been made. */
import { and, eq, or, sql } from "drizzle-orm";
import { type AttributeInput, saveAttribute } from "#api/areas/products/attributes.ts";
import { assertNoVariants, whyNotMoved } from "#api/areas/products/details.ts";
import { lockedProduct, type StoredProduct } from "#api/areas/products/policy.ts";
import { followRestored } from "#api/areas/products/put-back.ts";
import { removeVariant, saveVariant, storedDetails, variantOf } from "#api/areas/products/variants.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { attributesOf } from "#api/areas/shared/product-parts.ts";
import {
  fetchedPictures,
  marketplaceProducts,
  orderLineItems,
  productImages,
  products,
  productVariants,
  referralClicks,
} from "#api/core/database/schema/index.ts";
import { changesOf, changesSince } from "#api/core/history/changes-of.ts";
import { netChanges } from "#api/core/history/net-changes.ts";
import { type PutBack, putBack, type StoredChange } from "#api/core/history/put-back.ts";
import type { Work } from "#api/core/processing/process.ts";
import { touched, type Undone, undoneResult, undoRecord, wholly } from "#api/core/processing/undone.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import { storeImportedStock } from "./imported-stock.ts";
import { picturesColumn } from "./pictures.ts";
import type { RowResult } from "./results.ts";
import { cellsOf } from "./shown-cells.ts";
import { asCommandInput, optionsIn } from "./stored-values.ts";

type Result = Omit<RowResult, "trace">;

/** Tables that the row of a product itself changes. Its images stay, and so does what it alone has of attributes. */
const ownTables = ["products", "product_attributes", "product_attribute_options"];
const tables = [...ownTables, "product_variants", "product_variant_options"];

/**
 * In reverse order: the new variants of a product are removed before the product itself.
 * @param undoes the process of the import
 */
export async function undoProduct(
  work: Work,
  applied: readonly RowResult[],
  undoes: string | undefined,
): Promise<RowResult[]> {
  const done = applied.filter(({ outcome }) => outcome === "made" || outcome === "changed");
  const results: RowResult[] = [];
  const [own, variants] = [done.filter(({ isVariant }) => !isVariant), done.filter(({ isVariant }) => isVariant)];
  const history = new Map<number, StoredChange[]>();
  for (const result of [...variants.reverse(), ...own]) {
    const id = result.productId ?? 0;
    const changes = history.get(id) ?? (undoes ? await changesBy([work.processId, undoes], work, id) : []);
    history.set(id, changes);
    results.push(await resultOf(work, result, changes.filter(isOf(result))));
  }
  return results.sort((a, b) => a.row - b.row);
}

/** Other rows of the file may have been about the same product: what was put back with them is part of it. */
async function changesBy(processIds: readonly string[], { db }: Work, id: number): Promise<StoredChange[]> {
  const all: StoredChange[] = [];
  for (const processId of processIds) all.push(...(await changesOf(db, { processId, record: "product", tables }, id)));
  return all;
}

const isOf =
  ({ variantId }: Result) =>
  ({ tableName, key }: StoredChange): boolean =>
    variantId === null
      ? ownTables.includes(tableName)
      : (tableName === "product_variants" && key.id === variantId) ||
        (tableName === "product_variant_options" && key.variant_id === variantId);

function resultOf(work: Work, { trace, ...result }: RowResult, changes: readonly StoredChange[]): Promise<RowResult> {
  const { row, productId, variantId } = result;
  return undoRecord(work.db, result, async () => {
    const undone = await undo(work, result, changes);
    if (trace?.stock && !undone.kept.has("StockQuantity")) {
      const { exportId, was } = trace.stock;
      await storeImportedStock(work.db, { exportId, productId: productId ?? 0, variantId }, was, work.now);
    }
    return undoneResult(result.changes, row, undone);
  });
}

async function undo(work: Work, result: Result, changes: readonly StoredChange[]): Promise<Undone> {
  const product = await lockedProduct(work, result.productId ?? 0);
  if (!mayManageProducts(work.caller, product.supplierId)) throw notFound("This product");
  if (changes.length === 0 && result.changes.some(({ column }) => column !== picturesColumn))
    throw conflict("The history of this import has been deleted, so it was left as it is now.");
  return (result.outcome === "made" ? remove : restore)(work, product, result, changes);
}

async function restore(
  work: Work,
  product: StoredProduct,
  result: Result,
  changes: readonly StoredChange[],
): Promise<Undone> {
  const { variantId } = result;
  const net = netChanges(changes.toReversed()).flatMap((change) => withoutFetched(change, result));
  // The attributes first, while the product has the type that the import gave it.
  const attributes = variantId === null ? await restoreAttributes(work, product, changes, net) : nothing;
  const row = await restoreRow(work, product, net.filter(isOfRow));
  const options = variantId === null ? nothing : await restoreOptions(work, product, variantId, net);
  const done = [attributes, row, options];
  const kept = await keptCells(
    work,
    result,
    done.flatMap((part) => part.kept),
  );
  return { kept, isChanged: kept.size === 0 || done.some(({ restored }) => restored.length > 0) };
}

const nothing: PutBack = { restored: [], kept: [] };
const isOfRow = ({ tableName }: StoredChange) => tableName === "products" || tableName === "product_variants";

/** A main image that no cell names was fetched after the import, and stays, as it does in the gallery. */
function withoutFetched(change: StoredChange, { changes }: Result): StoredChange[] {
  if (change.kind !== "changed" || changes.some(({ column }) => column === "ImageId")) return [change];
  const { default_image_file_id: _, ...before } = change.before ?? {};
  return Object.keys(before).length > 0 ? [{ ...change, before }] : [];
}

/** @throws Refusal 409 if the variants do not fit the type that was put back, or there must be none */
async function restoreRow(work: Work, { id }: StoredProduct, net: readonly StoredChange[]): Promise<PutBack> {
  const done = await putBack(work.db, net);
  if (done.restored.length > 0) await followRestored(work, id, done.restored);
  const columns = done.restored.flatMap(({ before }) => Object.keys(before ?? {}));
  if (columns.includes("product_type_id") || columns.includes("has_variants")) {
    const product = await lockedProduct(work, id);
    const why = await whyNotMoved(work.db, product, product.productTypeId);
    if (why) throw conflict(why);
    if (!product.hasVariants) await assertNoVariants(work.db, id);
  }
  return done;
}

const isOfAttribute =
  ({ attributeId, attributeOptions }: ProductAttribute) =>
  ({ tableName, key }: StoredChange): boolean =>
    (tableName === "product_attributes" && key.attribute_id === attributeId) ||
    (tableName === "product_attribute_options" && attributeOptions.some(({ optionId }) => optionId === key.option_id));

/** Puts back the attributes that nobody has changed since. Attributes and options that the product alone has stay. */
async function restoreAttributes(
  work: Work,
  product: StoredProduct,
  changes: readonly StoredChange[],
  net: readonly StoredChange[],
): Promise<PutBack> {
  if (net.every(isOfRow)) return nothing;
  const since = await changesSince(work.db, changes);
  const known = await attributesOf(work.db, product);
  const isKnown = (change: StoredChange) => known.some((attribute) => isOfAttribute(attribute)(change));
  const done: PutBack = { restored: [], kept: net.filter((change) => !isOfRow(change) && !isKnown(change)) };
  for (const attribute of known.toReversed()) {
    const isOwn = isOfAttribute(attribute);
    const own = net.filter((each) => isOwn(each) && (!attribute.isProductSpecific || each.kind === "changed"));
    const isTouched = since.some(isOwn);
    if (own.length > 0 && !isTouched) await saveAttribute(work, product, attribute, inputBefore(attribute, own));
    done[isTouched ? "kept" : "restored"].push(...own);
  }
  return done;
}

function inputBefore(attribute: ProductAttribute, own: readonly StoredChange[]): AttributeInput {
  const { useForVariations, value, optionIds } = asCommandInput(attribute);
  const settings = own.find(({ tableName }) => tableName === "product_attributes");
  const before = settings?.kind === "added" ? { use_for_variations: false, value: "" } : settings?.before;
  return {
    useForVariations: (before?.use_for_variations as boolean | undefined) ?? useForVariations,
    value: (before?.value as string | undefined) ?? value,
    optionIds: optionsBefore(optionIds, own),
  };
}

const optionsBefore = (optionIds: readonly number[], own: readonly StoredChange[]): number[] => [
  ...optionIds.filter((id) => !own.some(({ kind, key }) => kind === "added" && key.option_id === id)),
  ...own.flatMap(({ kind, key }) => (kind === "removed" ? Number(key.option_id) : [])),
];

async function restoreOptions(
  work: Work,
  product: StoredProduct,
  variantId: number,
  net: readonly StoredChange[],
): Promise<PutBack> {
  const own = net.filter((change) => !isOfRow(change));
  if (own.length === 0) return nothing;
  const variant = await variantOf(work.db, product.id, variantId);
  const has = optionsIn(variant);
  if (own.some(({ kind, key }) => has.includes(Number(key.option_id)) !== (kind === "added")))
    return { restored: [], kept: own };
  const optionIds = optionsBefore(has, own);
  await saveVariant(work, product, variant, { ...storedDetails(variant), optionIds }, "as it was");
  return { restored: own, kept: [] };
}

/** Returns the cells that were not put back, with what they show now. */
async function keptCells(
  work: Work,
  { productId, variantId, changes }: Result,
  kept: readonly StoredChange[],
): Promise<Undone["kept"]> {
  if (kept.length === 0) return new Map();
  const product = await lockedProduct(work, productId ?? 0);
  const variant = variantId === null ? undefined : await variantOf(work.db, product.id, variantId);
  const cells = [...(await cellsOf(work, { product, variant, attributes: await attributesOf(work.db, product) }))];
  const now = new Map(cells.map(([column, text]) => [column.toLowerCase(), text]));
  return new Map(
    changes
      .filter(({ column }) => column !== picturesColumn && column !== "OwnAttributes")
      .map(({ column, before }) => ({ column, before, text: now.get(column.toLowerCase()) ?? "" }))
      .filter(({ before, text }) => text !== before)
      .map(({ column, text }) => [column, text]),
  );
}

/**
 * Deletes a new variant, or a new product while nothing depends on it: a product that was ordered, sent to a marketplace
 * or given images by people stays.
 */
async function remove(
  work: Work,
  product: StoredProduct,
  result: Result,
  changes: readonly StoredChange[],
): Promise<Undone> {
  const { db } = work;
  if ((await changesSince(db, changes)).some(isOf(result))) throw touched();
  if (result.variantId !== null) {
    await variantOf(db, product.id, result.variantId);
    await removeVariant(work, product.id, result.variantId);
    return wholly;
  }
  const [used] = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.id, product.id),
        or(
          sql`exists (select 1 from ${productVariants} where ${productVariants.productId} = ${products.id})`,
          sql`exists (select 1 from ${productImages} where ${productImages.productId} = ${products.id}
            and not exists (select 1 from ${fetchedPictures} where ${fetchedPictures.productId} = ${products.id} and ${fetchedPictures.fileId} = ${productImages.imageId}))`,
          sql`exists (select 1 from ${orderLineItems} where ${orderLineItems.productId} = ${products.id})`,
          sql`exists (select 1 from ${referralClicks} where ${referralClicks.productId} = ${products.id})`,
          sql`exists (select 1 from ${marketplaceProducts} where ${marketplaceProducts.productId} = ${products.id} and ${marketplaceProducts.isPublished})`,
        ),
      ),
    );
  if (used) throw conflict("It is now in use, so it was kept. You can deactivate it on its page.");
  await db.delete(products).where(eq(products.id, product.id));
  return wholly;
}

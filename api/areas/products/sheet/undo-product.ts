/** Undoes the imported rows of one product, except where later changes have been made. */
import { isDeepStrictEqual } from "node:util";
import { and, eq, or, sql } from "drizzle-orm";
import { type AttributeInput, saveAttribute } from "#api/areas/products/attributes.ts";
import { detailsIn, saveDetails } from "#api/areas/products/details.ts";
import { changeProduct, lockedProduct, type StoredProduct, type Work } from "#api/areas/products/policy.ts";
import { removeVariant, type StoredVariant, saveVariant, variantOf } from "#api/areas/products/variants.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { attributesOf } from "#api/areas/shared/product-parts.ts";
import { allOrNothing } from "#api/core/database/savepoint.ts";
import {
  fetchedPictures,
  marketplaceProducts,
  orderLineItems,
  productImages,
  products,
  productTypes,
  productVariants,
  referralClicks,
} from "#api/core/database/schema/index.ts";
import { only, splitAsLeft } from "#api/core/history/as-left.ts";
import { together } from "#api/core/history/together.ts";
import { touched, type Undone, undoneResult, wholly } from "#api/core/processing/undone.ts";
import { conflict, notFound, orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import { attributeShown, isSameSet, joined } from "./attributes.ts";
import { allFields, displayText, type StoredValues, shownOf, type Terms } from "./fields.ts";
import { storeImportedStock } from "./imported-stock.ts";
import type { RowResult, Trace } from "./results.ts";
import { shippingCells } from "./shipping.ts";
import { asCommandInput, optionsIn, storedDetails } from "./stored-values.ts";

type UndoWork = Work & { readonly now: Date };

/** In reverse order: the new variants of a product are removed before the product itself. */
export async function undoProduct(work: UndoWork, applied: readonly RowResult[]): Promise<RowResult[]> {
  const done = applied.filter(({ outcome, trace }) => trace && (outcome === "made" || outcome === "changed"));
  const results: RowResult[] = [];
  const [own, variants] = [done.filter(({ isVariant }) => !isVariant), done.filter(({ isVariant }) => isVariant)];
  for (const result of [...variants.reverse(), ...own]) results.push(await resultOf(work, result));
  return results.sort((a, b) => a.row - b.row);
}

async function resultOf(work: UndoWork, { trace, ...result }: RowResult): Promise<RowResult> {
  const undone = trace ? await orRefusal(() => allOrNothing(work.db, () => undo(work, result, trace))) : wholly;
  if (undone instanceof Refusal)
    return {
      ...result,
      outcome: "refused",
      changes: [],
      problems: [{ row: result.row, column: null, why: undone.message }],
    };
  return { ...result, ...undoneResult(result.changes, result.row, undone) };
}

async function undo(
  work: UndoWork,
  { outcome, productId, variantId }: Omit<RowResult, "trace">,
  trace: Trace,
): Promise<Undone> {
  const product = await lockedProduct(work, productId ?? 0);
  if (!mayManageProducts(work.caller, product.supplierId)) throw notFound("This product");
  const undone =
    variantId !== null
      ? await undoVariant(work, product, await variantOf(work.db, product.id, variantId), {
          isMade: outcome === "made",
          trace,
        })
      : await (outcome === "made" ? removeProduct : undoOwn)(work, product, trace);
  if (trace.stock && !undone.kept.has("StockQuantity")) {
    const { exportId, was } = trace.stock;
    await storeImportedStock(work.db, { exportId, productId: product.id, variantId }, was, work.now);
  }
  return undone;
}

/** @throws Refusal 409 unless the values are as the import left them */
function assertUntouched(now: object, left: object): void {
  const same = Object.entries(left).every(([key, value]) => isDeepStrictEqual(now[key as keyof typeof now], value));
  if (!same) throw touched();
}

async function undoOwn(work: Work, product: StoredProduct, trace: Trace): Promise<Undone> {
  const details = detailsIn(product);
  const own = splitAsLeft(details, trace, together.products);
  const shipping = splitAsLeft(product, trace.shipping ?? nothing, together.products);
  const attributes = await undoAttributes(work, product, trace);
  if (own.back.length > 0)
    await saveDetails(
      work,
      product,
      { ...details, ...(only(trace.was, own.back) as Partial<typeof details>) },
      "as it was",
    );
  if (trace.shipping && shipping.back.length > 0)
    await changeProduct(work, product, only(trace.shipping.was, shipping.back));
  const kept = new Map([
    ...(await cellsOf(work, details, own.kept)),
    ...(await shippingCells(work, product, shipping.kept)),
    ...attributes.kept,
  ]);
  return { kept, isChanged: own.back.length + shipping.back.length + attributes.back > 0 || kept.size === 0 };
}

const nothing = { was: {}, is: {} };

/** Puts back the attributes that nobody has changed since. Returns how many those are. */
async function undoAttributes(work: Work, product: StoredProduct, { attributes }: Trace) {
  const kept: [column: string, now: string][] = [];
  for (const { attributeId, was, is } of [...attributes].reverse()) {
    const attribute = (await attributesOf(work.db, product)).find((each) => each.attributeId === attributeId);
    if (attribute && isAs(asCommandInput(attribute), is)) await saveAttribute(work, product, attribute, was);
    else kept.push([attribute?.attributeName ?? "", attribute ? String(attributeShown(attribute) ?? "") : ""]);
  }
  return { back: attributes.length - kept.length, kept };
}

/** Returns the current text of these fields, by column. */
async function cellsOf(work: Work, now: StoredValues, keys: readonly string[]): Promise<[string, string][]> {
  const typeId = keys.includes("productTypeId") ? now.productTypeId : undefined;
  const [type] = typeId
    ? await work.db.select({ path: productTypes.path }).from(productTypes).where(eq(productTypes.id, typeId))
    : [];
  const terms: Terms = { gstRate: work.config.gstRate, typePath: () => type?.path, typeId: () => undefined };
  return allFields
    .filter(({ key }) => keys.includes(key))
    .map((field) => [field.column, displayText(field, shownOf(field, now, terms))]);
}

const isAs = (now: AttributeInput, left: AttributeInput) =>
  now.useForVariations === left.useForVariations &&
  now.value === left.value &&
  isSameSet(now.optionIds, left.optionIds);

async function undoVariant(
  work: Work,
  product: StoredProduct,
  variant: StoredVariant,
  { isMade, trace: { was, is } }: { isMade: boolean; trace: Trace },
): Promise<Undone> {
  const fetched = await fetchedFor(work, product.id);
  const now = { ...withoutFetched(storedDetails(variant), is, fetched), optionIds: optionsIn(variant) };
  const { optionIds, ...left } = is;
  const isOtherOptions = optionIds !== undefined && !isSameSet(optionIds, now.optionIds);
  if (isMade) {
    assertUntouched(now, left);
    if (isOtherOptions) throw touched();
    await removeVariant(work, product.id, variant.id);
    return wholly;
  }
  const { back, kept } = splitAsLeft(now, { was, is: left }, together.product_variants);
  if (optionIds) (isOtherOptions ? kept : back).push("optionIds");
  if (back.length > 0)
    await saveVariant(work, product, variant, { ...now, ...(only(was, back) as Partial<typeof now>) }, "as it was");
  const cells = await cellsOf(work, now, kept);
  if (isOtherOptions) cells.push(...(await optionCells(work, product, now.optionIds)));
  return { kept: new Map(cells), isChanged: back.length > 0 || kept.length === 0 };
}

/** The options of a variant, by attribute. */
async function optionCells(
  work: Work,
  product: StoredProduct,
  optionIds: readonly number[],
): Promise<[string, string][]> {
  const attributes = await attributesOf(work.db, product);
  return attributes
    .filter(({ useForVariations }) => useForVariations)
    .map(({ attributeName, attributeOptions }) => [
      attributeName,
      joined(
        attributeOptions.flatMap(({ optionId, optionValue }) => (optionIds.includes(optionId) ? [optionValue] : [])),
      ),
    ]);
}

/** The files that were fetched from addresses of imports. */
async function fetchedFor({ db }: Work, productId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ fileId: fetchedPictures.fileId })
    .from(fetchedPictures)
    .where(eq(fetchedPictures.productId, productId));
  return new Set(rows.flatMap(({ fileId }) => fileId ?? []));
}

/** A main image that the import has fetched afterwards is no change by somebody else. */
const withoutFetched = <Details extends { defaultImageFileId: string | null }>(
  now: Details,
  left: Trace["is"],
  fetched: ReadonlySet<string>,
): Details =>
  fetched.has(now.defaultImageFileId ?? "") ? { ...now, defaultImageFileId: left.defaultImageFileId ?? null } : now;

/**
 * Deletes a new product only while nothing depends on it: a product that was ordered, sent to a marketplace or given
 * images by people stays.
 */
async function removeProduct(work: Work, product: StoredProduct, { is, shipping }: Trace): Promise<Undone> {
  const { db } = work;
  assertUntouched(withoutFetched(detailsIn(product), is, await fetchedFor(work, product.id)), is);
  assertUntouched(product, shipping?.is ?? {});
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

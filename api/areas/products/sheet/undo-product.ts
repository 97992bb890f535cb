/** Undoes the imported rows of one product, except where later changes have been made. */
import { isDeepStrictEqual } from "node:util";
import { and, eq, or, sql } from "drizzle-orm";
import { type AttributeInput, saveAttribute } from "#api/areas/products/attributes.ts";
import { detailsIn, saveDetails } from "#api/areas/products/details.ts";
import { attributesOf } from "#api/areas/products/parts.ts";
import { changeProduct, lockedProduct, type StoredProduct, type Work } from "#api/areas/products/policy.ts";
import { removeVariant, type StoredVariant, saveVariant, variantOf } from "#api/areas/products/variants.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { allOrNothing } from "#api/database/savepoint.ts";
import {
  fetchedPictures,
  marketplaceProducts,
  orderLineItems,
  productImages,
  products,
  productVariants,
  referralClicks,
} from "#api/database/schema/index.ts";
import { conflict, notFound, orRefusal, Refusal } from "#api/refusals/refusal.ts";
import { isSameSet } from "./attributes.ts";
import { rememberStock } from "./imported-stock.ts";
import type { RowResult, Trace } from "./results.ts";
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
  const refusal = trace && (await orRefusal(() => allOrNothing(work.db, () => undo(work, result, trace))));
  if (refusal instanceof Refusal)
    return {
      ...result,
      outcome: "refused",
      changes: [],
      problems: [{ row: result.row, column: null, why: refusal.message }],
    };
  return {
    ...result,
    outcome: "changed",
    changes: result.changes.map(({ column, before, after }) => ({ column, before: after, after: before })),
  };
}

async function undo(
  work: UndoWork,
  { outcome, productId, variantId }: Omit<RowResult, "trace">,
  trace: Trace,
): Promise<void> {
  const product = await lockedProduct(work, productId ?? 0);
  if (!mayManageProducts(work.caller, product.supplierId)) throw notFound("This product");
  if (trace.stock) {
    const { exportId, was } = trace.stock;
    await rememberStock(work.db, { exportId, productId: product.id, variantId }, was, work.now);
  }
  if (variantId !== null)
    return undoVariant(work, product, await variantOf(work.db, product.id, variantId), {
      isMade: outcome === "made",
      trace,
    });
  return outcome === "made" ? removeProduct(work, product, trace) : undoOwn(work, product, trace);
}

const touched = () => conflict("It has been changed since, so it was left as it is now.");

/** @throws Refusal 409 unless the values are as the import left them */
function assertUntouched(now: object, left: object): void {
  const same = Object.entries(left).every(([key, value]) => isDeepStrictEqual(now[key as keyof typeof now], value));
  if (!same) throw touched();
}

async function undoOwn(work: Work, product: StoredProduct, { was, is, attributes, shipping }: Trace): Promise<void> {
  const details = detailsIn(product);
  assertUntouched(details, is);
  assertUntouched(product, shipping?.is ?? {});
  for (const { attributeId, was: before, is: left } of [...attributes].reverse()) {
    const attribute = (await attributesOf(work.db, product)).find((each) => each.attributeId === attributeId);
    if (!attribute || !isAs(asCommandInput(attribute), left)) throw touched();
    await saveAttribute(work, product, attribute, before);
  }
  if (Object.keys(was).length > 0)
    await saveDetails(work, product, { ...details, ...(was as Partial<typeof details>) }, "as it was");
  if (shipping) await changeProduct(work, product, shipping.was);
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
): Promise<void> {
  const fetched = await fetchedFor(work, product.id);
  const now = { ...withoutFetched(storedDetails(variant), is, fetched), optionIds: optionsIn(variant) };
  const { optionIds, ...left } = is;
  assertUntouched(now, left);
  if (optionIds && !isSameSet(optionIds, now.optionIds)) throw touched();
  if (isMade) return removeVariant(work, product.id, variant.id);
  await saveVariant(work, product, variant, { ...now, ...(was as Partial<typeof now>) }, "as it was");
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
async function removeProduct(work: Work, product: StoredProduct, { is, shipping }: Trace): Promise<void> {
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
}

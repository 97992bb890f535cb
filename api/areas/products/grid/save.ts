/** Saving the rows of a grid: each of them wholly or not at all, whatever becomes of the others. */
import { and, inArray } from "drizzle-orm";
import { lockedProduct } from "#api/areas/products/policy.ts";
import { followRestored } from "#api/areas/products/put-back.ts";
import { managesProductsOf, mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { rowsWithOwnEdits } from "#api/core/commands/own-edits.ts";
import { allOrNothing } from "#api/core/database/savepoint.ts";
import { products, productVariants } from "#api/core/database/schema/index.ts";
import { latestChanges } from "#api/core/history/latest-change.ts";
import { type PutBack, putBack } from "#api/core/history/put-back.ts";
import type { Undoer } from "#api/core/history/undoers.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { ChangedMeanwhile, invalid, notFound, orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import type { GridAnswer, RefusedRow, SavedRow } from "#contract/products/grid.ts";
import { saveRow } from "./save-row.ts";

type SaveGrid = Operations["products"]["saveGrid"];

export const saveGrid: Handler<SaveGrid> = async (input, context) => {
  await assertOwn(context, input.Rows);
  const rows = await rowsWithOwnEdits(context.db, "products.saveGrid", context.caller, input, keyOf);
  const answers = new Map<SavedRow, boolean | RefusedRow>();
  // In the order of their ids, so that two people who save the same products do not wait for each other.
  for (const row of rows.toSorted((a, b) => a.ProductId - b.ProductId || (a.VariantId ?? 0) - (b.VariantId ?? 0))) {
    const result = await orRefusal(() => allOrNothing(context.db, () => saveRow(context, row)));
    answers.set(row, result instanceof Refusal ? await refusedRow(context, row, result) : result);
  }
  const inOrder = rows.map((row) => answers.get(row));
  return {
    savedCount: inOrder.filter((answer) => answer === true).length,
    refused: inOrder.filter((answer): answer is RefusedRow => typeof answer === "object"),
  } satisfies GridAnswer;
};

const keyOf = ({ ProductId, VariantId }: Pick<SavedRow, "ProductId" | "VariantId">) => `${ProductId} ${VariantId}`;

/** @throws Refusal 404 if the caller may not change all of these products, 422 if one of them is there twice */
async function assertOwn({ db, caller }: Context, rows: readonly SavedRow[]): Promise<void> {
  if (new Set(rows.map(keyOf)).size < rows.length) throw invalid({ Rows: ["One of these rows is there twice."] });
  const productIds = [...new Set(rows.map(({ ProductId }) => ProductId))];
  const isOwn = and(visibleTo(caller, products.supplierId), managesProductsOf(caller, products.supplierId));
  const count = await db.$count(products, and(inArray(products.id, productIds), isOwn));
  if (count < productIds.length) throw notFound("One of these products");
  const variantIds = rows.flatMap(({ VariantId }) => VariantId ?? []);
  if (variantIds.length === 0) return;
  const found = await db
    .select({ id: productVariants.id, productId: productVariants.productId })
    .from(productVariants)
    .where(inArray(productVariants.id, variantIds));
  const isElsewhere = ({ id, productId }: (typeof found)[number]) =>
    rows.some((row) => row.VariantId === id && row.ProductId !== productId);
  // A variant that has been deleted meanwhile is the reason of its own row alone.
  if (found.some(isElsewhere)) throw notFound("One of these variants");
}

async function refusedRow({ db, caller }: Context, row: SavedRow, refusal: Refusal): Promise<RefusedRow> {
  const about = { productId: row.ProductId, variantId: row.VariantId, message: refusal.message };
  if (!(refusal instanceof ChangedMeanwhile))
    return { ...about, errors: refusal.errors && namedAsSent(refusal.errors) };
  const { theirs, shown } = refusal;
  const command = { name: "products.saveGrid", input: { ProductId: row.ProductId } };
  return { ...about, theirs, shown, by: await latestChanges(db, caller, command, Object.keys(theirs)) };
}

const namedAsSent = ({ ShippingRuleId, ...errors }: NonNullable<Refusal["errors"]>) =>
  ShippingRuleId ? { ...errors, ShippingRule: ShippingRuleId } : errors;

/** Where the grid changes something; what follows from it elsewhere is done anew. */
const tables = ["products", "product_variants"];

export const undoSaveGrid: Undoer<SaveGrid> = {
  isOfMany: true,
  async authorise({ input }, context) {
    for (const id of new Set(input.Rows.map(({ ProductId }) => ProductId))) {
      const product = await lockedProduct(context, id);
      if (!mayManageProducts(context.caller, product.supplierId)) throw notFound("This product");
    }
  },
  async undo({ changes }, context): Promise<PutBack> {
    const own = changes.filter(({ tableName }) => tables.includes(tableName));
    const done = await putBack(context.db, own);
    for (const id of new Set(done.restored.map(({ recordId }) => recordId))) {
      await followRestored(
        context,
        id,
        done.restored.filter(({ recordId }) => recordId === id),
      );
    }
    return done;
  },
};

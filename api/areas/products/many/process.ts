/** Changes of many products, as a background process. */
import { and, asc, eq, inArray } from "drizzle-orm";
import { visibleTo } from "#api/access/caller.ts";
import { lockedProduct, productChanged } from "#api/areas/products/policy.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { productsActivated } from "#api/areas/shared/deactivate-products.ts";
import { changes, processes, products } from "#api/database/schema/index.ts";
import { changesOfProduct } from "#api/history/changes-of.ts";
import { putBack } from "#api/history/put-back.ts";
import type { ProcessUndoer } from "#api/history/undoers.ts";
import { byText } from "#api/lists/page-of.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { counted } from "#api/processing/imports.ts";
import { beginProcess, type ProcessKind, type Work } from "#api/processing/process.ts";
import { conflict, notFound } from "#api/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import type { ProductChange } from "#contract/products/many.ts";
import { changeOne } from "./change-one.ts";
import { type ChosenProduct, chosenProducts } from "./which.ts";

interface Input {
  change?: ProductChange;
  /** The process that is undone. */
  undoes?: string;
}

export const changeMany: Handler<Operations["products"]["changeMany"]> = async (input, context) =>
  beginProcess(context, productChanges, { change: input.Change }, await chosenProducts(input, context));

/** The result of a row is whether the product was changed. */
export const productChanges: ProcessKind<Input, ChosenProduct, boolean> = {
  name: "productChanges",
  noticeOf: (id, { undoes }) => ({
    name: undoes ? "Undoing the change of many products" : "Changing many products",
    path: `/products/many/${id}`,
  }),
  isAllowed: ({ permissions }) => permissions.products.edit,
  nameOf: ({ productName }) => productName,
  productOf: ({ productId }) => productId,
  async doRow(work, { productId }, { change, undoes }) {
    const product = await lockedProduct(work, productId);
    if (!mayManageProducts(work.caller, product.supplierId)) throw notFound("This product");
    if (undoes !== undefined) return { refused: [], result: await undoOne(work, productId, undoes) };
    if (!change) throw new Error("A change of products does not say what to change.");
    return { refused: [], result: await changeOne(work, product, change) };
  },
  async end(_work, _done, { undoes }, results) {
    const changed = results.filter(Boolean).length;
    const unchanged = results.length - changed;
    const sentences = [
      `${counted(changed, "product")} ${changed === 1 ? "was" : "were"} ${undoes ? "put back" : "changed"}.`,
    ];
    if (unchanged > 0)
      sentences.push(`${counted(unchanged, "product")} ${unchanged === 1 ? "was" : "were"} like that already.`);
    return sentences.join(" ");
  },
};

/** Where such a process changes something; what follows from it elsewhere is done anew. */
const tables = ["products", "product_variants"];

/** Puts back what the process has changed of a product. */
async function undoOne(work: Work, productId: number, processId: string): Promise<boolean> {
  const { db } = work;
  const own = await changesOfProduct(db, processId, { productId, tables });
  const { kept } = await putBack(db, own);
  if (kept.length > 0) throw conflict("It has been changed since, so it was left as it is now.");
  await productChanged(work, productId, own.some(({ after }) => after?.product_type_id) ? "approved" : "sold by");
  if (own.some(({ after }) => after?.is_disabled !== undefined))
    await productsActivated(db, eq(products.id, productId));
  return true;
}

export const undoChanges: ProcessUndoer = {
  permission: "products.edit",
  async begin(processId, context) {
    const [process] = await context.db.select().from(processes).where(eq(processes.id, processId));
    if (!process || (process.input as Input).undoes !== undefined) throw notFound("This");
    if (!process.finishedAt) throw conflict("This is still going on. Please wait until it has finished.");
    const rows = await context.db
      .selectDistinctOn([byText(products.name), products.id], { productId: products.id, productName: products.name })
      .from(changes)
      .innerJoin(products, eq(products.id, changes.recordId))
      .where(
        and(
          eq(changes.processId, processId),
          eq(changes.record, "product"),
          inArray(changes.tableName, tables),
          visibleTo(context.caller, products.supplierId),
        ),
      )
      .orderBy(asc(byText(products.name)), asc(products.id));
    if (rows.length === 0) throw conflict("There is nothing to undo.");
    return beginProcess(context, productChanges, { undoes: processId }, rows);
  },
};

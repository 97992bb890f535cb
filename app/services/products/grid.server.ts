/** The grid that edits many products: a page of it, as texts. */

import { tickedRows } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { newCommandId } from "#app/services/forms/command-form.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { chooseFirst } from "#contract/many.ts";
import { gridFields } from "#contract/products/fields.ts";
import { type GridField, type GridPart, type GridRow, gridPageSize, gridRowDetails } from "#contract/products/grid.ts";
import { products } from "#contract/products/operations.ts";
import { commandsOf } from "#contract/records/fields.ts";
import { shownText } from "#contract/rules/edits.ts";
import { inclusive } from "#contract/rules/money.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { readingOf } from "./list.server.ts";

/** The page of the grid; `page` is that of the list, which its rows are of. */
export const pageOfGrid = "gridPage";
/** The part of that page. */
const partOfGrid = "gridPart";
/** Names the last part of a page, before it is known how many parts that page has. */
const lastPart = "last";
const listPageSize = 20;

export type GridCells = Partial<Record<GridField, string>>;

/** A row as the page shows it: texts by field, prices inc GST. A field that the row does not have is missing. */
export interface ShownRow {
  /** Prefix of the names of its fields: `P12`, or `P12V3` for a variant. */
  key: string;
  productId: number;
  variantId: number | null;
  productName: string;
  supplierId: number;
  supplierName: string;
  options: string;
  /** The texts of a variant's empty cells: the values of its product. */
  followed: GridCells;
  cells: GridCells;
  shown: string;
}

const dollars = (price: unknown, gstRate: number) =>
  typeof price === "number" ? inclusive(price, gstRate).toFixed(2) : "";
export const moneyFields = commandsOf(gridFields, "priceExGst");

function cellsOf(row: GridRow, gstRate: number): GridCells {
  const textOf = ([field, value]: [string, unknown]): [string, string] => {
    if (moneyFields.includes(field)) return [field, dollars(value, gstRate)];
    if (field === "IsActive") return [field, value === true ? "true" : ""];
    return [field, String(value ?? "")];
  };
  return Object.fromEntries(Object.entries(gridRowDetails(row)).map(textOf));
}

export const keyOf = ({ productId, variantId }: Pick<GridRow, "productId" | "variantId">) =>
  variantId === null ? `P${productId}` : `P${productId}V${variantId}`;

export function shownRows(rows: readonly GridRow[], rate: number): ShownRow[] {
  return rows.map((row) => {
    const gstRate = rateOf(row.appliedTaxClass, rate);
    const product = rows.find(({ productId, variantId }) => productId === row.productId && variantId === null);
    const followed = row.variantId !== null && product ? cellsOf(product, gstRate) : {};
    const { Name, RecommendedRetailPrice, SalePrice } = followed;
    return {
      key: keyOf(row),
      productId: row.productId,
      variantId: row.variantId,
      productName: row.productName,
      supplierId: row.supplierId,
      supplierName: row.supplierName,
      options: row.options,
      followed: row.recommendedRetailPrice === null ? { Name, RecommendedRetailPrice, SalePrice } : { Name },
      cells: cellsOf(row, gstRate),
      shown: shownText(gridRowDetails(row)),
    };
  });
}

const tickedIn = ({ url }: RequestContext) => [
  ...new Set(url.searchParams.getAll(tickedRows).filter((id) => /^\d{1,9}$/.test(id))),
];
const isAll = ({ url }: RequestContext) => url.searchParams.get("All") === "true";

function pageIn(context: RequestContext): number {
  const own = Number(context.url.searchParams.get(pageOfGrid));
  return Number.isSafeInteger(own) && own > 0 ? own : Math.floor(productsBefore(context) / gridPageSize) + 1;
}

/** The part that the address names, or else the one with the first product of the list's page. */
function partIn(context: RequestContext, ids: readonly number[]): { Part: number } | { Holding: number } {
  const { searchParams } = context.url;
  if (searchParams.get(partOfGrid) === lastPart) return { Part: gridPageSize };
  const part = Number(searchParams.get(partOfGrid));
  if (Number.isSafeInteger(part) && part > 0) return { Part: Math.min(part, gridPageSize) };
  const holding = searchParams.has(pageOfGrid) ? undefined : ids[productsBefore(context) % gridPageSize];
  return holding === undefined ? { Part: 1 } : { Holding: holding };
}

/** Products on the pages of the list before this one; ticked ones have no pages of the list. */
function productsBefore(context: RequestContext): number {
  const page = Number(context.url.searchParams.get("page"));
  const isOfList = isAll(context) || tickedIn(context).length === 0;
  return isOfList && Number.isSafeInteger(page) && page > 1 ? (page - 1) * listPageSize : 0;
}

/** The ticked products, or else a page of those that the list shows. */
async function productsOn(context: RequestContext, page: number) {
  const ticked = isAll(context) ? [] : tickedIn(context);
  const start = (page - 1) * gridPageSize;
  if (ticked.length > 0)
    return {
      ids: ticked.slice(start, start + gridPageSize).map(Number),
      totalCount: ticked.length,
      isMoreThanCounted: false,
      leftOut: undefined,
    };
  const url = new URL(context.url);
  url.searchParams.set("page", String(page));
  const { data } = await loadList({ ...context, url }, products.list, {
    ...(await readingOf()),
    pageSize: gridPageSize,
    fixed: { hideVariants: "true" },
    buttons: {},
  });
  if (data.failed) throw await redirectWithError(parentOf(context), "The products could not be loaded.");
  const { rows, totalCount, isMoreThanCounted, leftOut } = data;
  return { ids: rows.map(({ id }) => id), totalCount, isMoreThanCounted, leftOut };
}

const own = { All: null, [pageOfGrid]: null, [partOfGrid]: null, [tickedRows]: null, _routes: null };
const parentOf = ({ url }: RequestContext) => withParams(`${paths.products()}${url.search}`, own);
const addressOf = ({ url }: RequestContext, page: number, part: number | typeof lastPart) =>
  withParams(`${manyPaths.editProducts()}${url.search}`, {
    _routes: null,
    page: null,
    [pageOfGrid]: page,
    [partOfGrid]: part === 1 ? null : part,
  });

/** @throws a redirect to the list if no products were chosen */
export async function loadGrid(context: RequestContext) {
  const isChosen = isAll(context) || tickedIn(context).length > 0 || context.url.searchParams.has(pageOfGrid);
  if (!isChosen) throw await redirectWithError(parentOf(context), chooseFirst("product"));
  const page = pageIn(context);
  const { ids, totalCount, isMoreThanCounted, leftOut } = await productsOn(context, page);
  if (ids.length === 0 && page > 1)
    throw await redirectWithError(addressOf(context, 1, 1), "There is no such page now.");
  const [found, { gstRate }] = await Promise.all([
    context.api(products.grid, { Ids: ids, ...partIn(context, ids) }),
    configuration(),
  ]);
  const start = (page - 1) * gridPageSize;
  const first = start + ids.indexOf(found.ids[0] ?? 0) + 1;
  return {
    rows: shownRows(found.rows, gstRate),
    rules: found.shippingRules,
    withoutVariants: found.rows
      .filter(({ productId, variantId }) => variantId === null && found.withoutVariants.includes(productId))
      .map(({ productId, productName }) => ({ id: productId, name: productName })),
    notTheirs: found.ids.length - new Set(found.rows.map(({ productId }) => productId)).size,
    first,
    last: first + found.ids.length - 1,
    totalCount,
    isMoreThanCounted,
    leftOut,
    ...waysOn(context, page, found, isMoreThanCounted || start + ids.length < totalCount),
    parent: parentOf(context),
    commandId: newCommandId(),
  };
}

/** Addresses of the parts before and after this one, which may be on another page. */
function waysOn(context: RequestContext, page: number, { part, partCount }: GridPart, hasNextPage: boolean) {
  const previous = () => {
    if (part > 1) return addressOf(context, page, part - 1);
    return page > 1 ? addressOf(context, page - 1, lastPart) : undefined;
  };
  const next = () => {
    if (part < partCount) return addressOf(context, page, part + 1);
    return hasNextPage ? addressOf(context, page + 1, 1) : undefined;
  };
  return { previous: previous(), next: next() };
}

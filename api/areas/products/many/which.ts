import { and, asc, inArray, type SQL } from "drizzle-orm";
import { visibleTo } from "#api/access/caller.ts";
import { filtersOf } from "#api/areas/products/search.ts";
import { managesProductsOf } from "#api/areas/shared/catalogue.ts";
import { products } from "#api/database/schema/index.ts";
import { byText } from "#api/lists/page-of.ts";
import type { Context } from "#api/operations/context.ts";
import { invalid, notFound } from "#api/refusals/refusal.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { mostAtOnce } from "#contract/products/many.ts";

export interface ChosenProduct {
  productId: number;
  productName: string;
}

type Chosen = Pick<InputOf<Operations["products"]["changeMany"]>, "Ids" | "Filter">;

/**
 * Returns the products that are to be changed, by name. Of a filter, only those that the caller may change.
 * @throws Refusal 404 if the caller may not change all of the chosen ones, 422 if there are none or too many
 */
export async function chosenProducts({ Ids, Filter }: Chosen, { db, caller }: Context): Promise<ChosenProduct[]> {
  const ids = [...new Set(Ids)];
  const which: SQL | undefined = ids.length > 0 ? inArray(products.id, ids) : and(...(Filter ? filtersOf(Filter) : []));
  const rows = await db
    .select({ productId: products.id, productName: products.name })
    .from(products)
    .where(and(visibleTo(caller, products.supplierId), managesProductsOf(caller, products.supplierId), which))
    .orderBy(asc(byText(products.name)), asc(products.id))
    .limit(mostAtOnce + 1);
  if (ids.length > rows.length) throw notFound("One of these products");
  if (rows.length === 0) throw invalid({ Filter: ["Nothing matches this search now."] });
  if (rows.length > mostAtOnce)
    throw invalid({ Filter: [`That is more than ${mostAtOnce.toLocaleString("en-AU")}. Please narrow your search.`] });
  return rows;
}

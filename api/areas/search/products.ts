import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { hasTrigrams } from "#api/areas/shared/trigrams.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { marketplaceProducts, products, productVariants, suppliers } from "#api/core/database/schema/index.ts";
import { byText, containsFolded } from "#api/core/lists/page-of.ts";
import { products as operations } from "#contract/products/operations.ts";
import type { SearchAnswer } from "#contract/search/schema.ts";
import { beginsWith, folded, idIn, isText, type Kind, mostIds, type Searching } from "./kind.ts";

type Hit = NonNullable<SearchAnswer["products"]>["items"][number];

/** Most products that are sorted; a common word has far more. */
const mostSorted = 200;

export const productKind: Kind<Hit> = {
  operation: operations.list,

  /** By name, or by SKU: its own, of one of its variants, or on a marketplace. */
  exact: (searching, text) => {
    const { db } = searching;
    return idsOf(searching, [
      isText(byText(products.name), text),
      isText(folded(products.externalSku), text),
      inArray(
        products.id,
        db
          .select({ id: productVariants.productId })
          .from(productVariants)
          .where(isText(folded(productVariants.externalSku), text))
          .limit(mostSorted),
      ),
      inArray(
        products.id,
        db
          .select({ id: marketplaceProducts.productId })
          .from(marketplaceProducts)
          .where(isText(byText(marketplaceProducts.marketplaceSku), text))
          .limit(mostSorted),
      ),
    ]);
  },

  /** Names that begin with the text come first. A number alone may be the id of a product. */
  async similar(searching, text) {
    const { db } = searching;
    const id = idIn(text);
    const own = id === undefined ? [] : await idsOf(searching, [eq(products.id, id)]);
    const first = await idsOf(searching, [beginsWith(byText(products.name), text)]);
    if (first.length === mostIds || !hasTrigrams(text)) return [...own, ...first];
    const others = await idsOf(searching, [
      containsFolded(products.searchable, text),
      inArray(
        products.id,
        db
          .select({ id: productVariants.productId })
          .from(productVariants)
          .where(containsFolded(productVariants.searchable, text)),
      ),
    ]);
    return [...own, ...first, ...others];
  },

  async read({ db }, ids) {
    return db
      .select({
        id: products.id,
        name: products.name,
        externalSku: products.externalSku,
        supplierName: suppliers.name,
        isDisabled: products.isDisabled,
      })
      .from(products)
      .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
      .where(inArray(products.id, ids));
  },
};

/** Returns the products that fulfil one of the conditions, by name. Each condition has an index of its own. */
async function idsOf({ db, caller }: Searching, conditions: (SQL | undefined)[]): Promise<number[]> {
  const having = (condition: SQL | undefined) =>
    sql`(${db
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(and(condition, visibleTo(caller, products.supplierId)))
      .limit(mostSorted)})`;
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from (${sql.join(conditions.map(having), sql` union `)}) as found order by lower(name) collate "C", id limit ${mostIds}`,
  );
  return rows.map(({ id }) => id);
}

/** Changes many products at once, and puts such changes back. */
import { and, asc } from "drizzle-orm";
import { describeKept } from "#api/areas/history/kept.ts";
import { lockedProduct, type StoredProduct } from "#api/areas/products/policy.ts";
import { followRestored } from "#api/areas/products/put-back.ts";
import { filtersOf } from "#api/areas/products/search.ts";
import { managesProductsOf, mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { products } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { ManyArea } from "#api/core/many/area.ts";
import { previewOf } from "#api/core/many/preview.ts";
import { manyChanges } from "#api/core/many/process.ts";
import { forbidden, notFound } from "#api/core/refusals/refusal.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import type { ProductChange } from "#contract/products/many.ts";
import { leaveCategories } from "./category.ts";
import { changeOne } from "./change-one.ts";
import { shownFields } from "./shown-fields.ts";

type Filter = NonNullable<InputOf<Operations["products"]["changeMany"]>["Filter"]>;

const area: ManyArea<ProductChange, Filter, StoredProduct> = {
  name: "productChanges",
  noun: "product",
  path: "/products/many",
  permission: "products.edit",
  isOfProducts: true,
  authorise({ caller }, { Kind }) {
    if (Kind === "category" && !caller.permissions.approvals.edit) throw forbidden();
  },
  id: products.id,
  matches: (filter) => and(...filtersOf(filter)),
  find: ({ db, caller }, which, most) =>
    db
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(and(visibleTo(caller, products.supplierId), managesProductsOf(caller, products.supplierId), which))
      .orderBy(asc(byText(products.name)), asc(products.id))
      .limit(most),
  async lock(work, id) {
    const product = await lockedProduct(work, id);
    if (!mayManageProducts(work.caller, product.supplierId)) throw notFound("This product");
    return product;
  },
  about: ({ externalSku }) => externalSku,
  shown: shownFields,
  change: changeOne,
  undo: {
    can: ({ Kind }) => Kind !== "synchronise",
    record: "product",
    tables: ["products", "product_variants", "listing_categories"],
    describeKept,
    async after(work, { id }, { Kind }, own) {
      if (Kind === "category") return leaveCategories(work.db, own);
      await followRestored(work, id, own);
    },
  },
};

export const productChanges = manyChanges(area);
export const changeMany = productChanges.begin;
export const previewMany = previewOf(area);

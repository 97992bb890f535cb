/** Filters of products, shared by lists of products and of listings. */
import { eq, type SQL, sql } from "drizzle-orm";
import { products, productTypes } from "#api/database/schema/index.ts";

export const isActive = eq(products.isDisabled, false);

/** Matches products of the type and of all types below it. */
export function isOfType(id: number): SQL {
  return sql`${products.productTypeId} in (
    with recursive line as (
      select id from ${productTypes} where id = ${id}
      union
      select below.id from ${productTypes} below join line on below.parent_id = line.id
    )
    select id from line
  )`;
}

/**
 * The tree of categories is in their fully qualified names, so that a level without a record of its own, such as
 * `Home` where only `Home > Decor` is stored, is a category like the others.
 */
import { type SQL, sql } from "drizzle-orm";
import { categories } from "#api/core/database/schema/index.ts";
import { categorySeparator } from "#contract/categories/schema.ts";

export const separator = sql.raw(`'${categorySeparator}'`);

/** SQL condition: the category itself, or one below it. */
export const isWithin = (fullName: string): SQL =>
  sql`(${categories.name} = ${fullName} or starts_with(${categories.name}, ${fullName + categorySeparator}))`;

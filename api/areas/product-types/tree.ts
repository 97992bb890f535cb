/** The tree of product types: who is below whom, and what that makes of their paths. */
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#api/database/connection.ts";
import { productTypes } from "#api/database/schema/index.ts";
import { invalid, notFound } from "#api/refusals/refusal.ts";

const between = " > ";

/** One change of the tree at a time: two that are right each for itself can close a loop together. */
export async function lockTree(db: Db): Promise<void> {
  await db.execute(sql`lock table ${productTypes} in share row exclusive mode`);
}

interface Place {
  /** The type that moves; undefined for a new one. */
  id?: number;
  name: string;
  parentId: number | null;
}

/**
 * The path that a type gets at this place.
 * @throws Refusal 404 when there is no such parent; 422 when it is the type itself or below it, or when the name is taken there
 */
export async function pathAt(db: Db, { id, name, parentId }: Place): Promise<string> {
  const parent = parentId === null ? undefined : await typeWithId(db, parentId, "The parent");
  if (id !== undefined && parentId !== null && (await isAtOrBelow(db, parentId, id))) {
    throw invalid({ ParentProductTypeId: ["A product type cannot be below itself. Please choose another parent."] });
  }
  await assertFree(db, { id, name, parentId });
  return parent ? `${parent.path}${between}${name}` : name;
}

/** By its path people know a type, so no two have the same. */
async function assertFree(db: Db, { id, name, parentId }: Place): Promise<void> {
  const isSibling = parentId === null ? isNull(productTypes.parentId) : eq(productTypes.parentId, parentId);
  const isOther = id === undefined ? undefined : ne(productTypes.id, id);
  const [taken] = await db
    .select({ id: productTypes.id })
    .from(productTypes)
    .where(and(isSibling, isOther, eq(sql`lower(${productTypes.name})`, name.toLowerCase())))
    .limit(1);
  if (taken) throw invalid({ Name: ["A product type with this name already exists here."] });
}

async function isAtOrBelow(db: Db, id: number, top: number): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    with recursive line as (
      select id, parent_id from product_types where id = ${id}
      union
      select above.id, above.parent_id from product_types above join line on above.id = line.parent_id
    )
    select exists (select 1 from line where id = ${top}) as found`);
  return rows[0]?.found === true;
}

/** Writes the path of a type, and of every type below it. */
export async function writePaths(db: Db, id: number, path: string): Promise<void> {
  await db.execute(sql`
    with recursive below as (
      select id, ${path}::text as path from product_types where id = ${id}
      union all
      select t.id, below.path || ${between} || t.name from product_types t join below on t.parent_id = below.id
    )
    update product_types set path = below.path from below where product_types.id = below.id`);
}

/** @throws Refusal 404 */
export async function typeWithId(db: Db, id: number, what = "This product type") {
  const [type] = await db.select().from(productTypes).where(eq(productTypes.id, id)).for("update");
  if (!type) throw notFound(what);
  return type;
}

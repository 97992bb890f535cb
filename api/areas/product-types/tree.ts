/** The tree of product types: its hierarchy and the paths that result from it. */
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { productTypes } from "#api/core/database/schema/index.ts";
import { invalid, notFound } from "#api/core/refusals/refusal.ts";

const between = " > ";

/** Serialises changes of the tree: two concurrent moves, each valid by itself, could form a cycle. */
export async function lockTree(db: Db): Promise<void> {
  await db.execute(sql`lock table ${productTypes} in share row exclusive mode`);
}

interface Place {
  /** The type to move; undefined for a new one. */
  id?: number;
  name: string;
  parentId: number | null;
}

/**
 * Returns the path of a type at this place.
 * @throws Refusal 404 if the parent does not exist; 422 if it is the type itself or below it, or if the name is taken
 *   there
 */
export async function pathAt(db: Db, { id, name, parentId }: Place): Promise<string> {
  const parent = parentId === null ? undefined : await typeWithId(db, parentId, "The parent");
  if (id !== undefined && parentId !== null && (await isAtOrBelow(db, parentId, id))) {
    throw invalid({ ParentProductTypeId: ["A product type cannot be below itself. Please choose another parent."] });
  }
  await assertFree(db, { id, name, parentId });
  return parent ? `${parent.path}${between}${name}` : name;
}

/** Paths must be unique, because users identify types by them. */
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

/** Writes the path of a type, and of all types below it. */
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

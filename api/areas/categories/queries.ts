import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { categories, listingCategories } from "#api/core/database/schema/index.ts";
import { contains } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { type CategoryRow, categorySeparator, namesIn } from "#contract/categories/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { assertMarketplace, groupsOf } from "./classification.ts";
import { separator } from "./tree.ts";

type Categories = Operations["categories"];

export const groups: Handler<Categories["groups"]> = async ({ marketplaceId }, { db }) => {
  await assertMarketplace(db, marketplaceId);
  return groupsOf(db, marketplaceId);
};

/** A category of a level or of a search, before what is below it is counted. */
interface Found extends Record<string, unknown> {
  fullName: string;
  externalId: string | null;
  total: number;
}

export const list: Handler<Categories["list"]> = async (input, { db }) => {
  const { marketplaceId, groupId, under = "", searchText, pageSize, pageNumber, sortDirection } = input;
  await assertMarketplace(db, marketplaceId);
  const known = await groupsOf(db, marketplaceId);
  const group = known.find(({ id }) => id === (groupId ?? known[0]?.id));
  if (!group) return { items: [], totalCount: 0 };
  const found = searchText === undefined ? levelBelow(group.id, under) : matching(group.id, searchText);
  const direction = sql.raw(sortDirection === "Descending" ? "desc" : "asc");
  const { rows } = await db.execute<Found>(sql`
    select "fullName", "externalId", count(*) over ()::int as total from (${found}) found
    order by lower("fullName") collate "C" ${direction}, "fullName" ${direction}
    limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`);
  return { items: await counted(db, group.id, rows), totalCount: rows[0]?.total ?? 0 };
};

/** The distinct next names below a category, or at the root. */
function levelBelow(groupId: number, under: string): SQL {
  const prefix = under === "" ? "" : `${under}${categorySeparator}`;
  return sql`
    select ${prefix} || label as "fullName", min(external_id) filter (where rest = label) as "externalId"
    from (
      select rest, external_id, split_part(rest, ${separator}, 1) as label
      from (
        select substr(${categories.name}, length(${prefix}::text) + 1) as rest, ${categories.externalId} as external_id
        from ${categories}
        where ${categories.groupId} = ${groupId} and starts_with(${categories.name}, ${prefix})
      ) below
    ) named
    group by label`;
}

const matching = (groupId: number, searchText: string): SQL => sql`
  select ${categories.name} as "fullName", ${categories.externalId} as "externalId" from ${categories}
  where ${categories.groupId} = ${groupId} and ${contains(categories.name, searchText)}`;

/** Adds the counts of subcategories and products to the categories of one page. */
async function counted(db: Db, groupId: number, found: readonly Found[]): Promise<CategoryRow[]> {
  if (found.length === 0) return [];
  const names = sql.param(found.map(({ fullName }) => fullName));
  const { rows } = await db.execute<{ fullName: string; below: number; products: number }>(sql`
    select wanted.name as "fullName",
      count(distinct c.id) filter (where c.name <> wanted.name)::int as below,
      count(distinct lc.listing_id)::int as products
    from unnest(${names}::text[]) as wanted (name)
    left join ${categories} c
      on c.group_id = ${groupId} and (c.name = wanted.name or starts_with(c.name, wanted.name || ${separator}))
    left join ${listingCategories} lc on lc.category_id = c.id
    group by wanted.name`);
  const counts = new Map(rows.map((row) => [row.fullName, row]));
  return found.map(({ fullName, externalId }) => ({
    groupId,
    fullName,
    name: namesIn(fullName).at(-1) ?? fullName,
    externalId,
    below: counts.get(fullName)?.below ?? 0,
    products: counts.get(fullName)?.products ?? 0,
  }));
}

export const get: Handler<Categories["get"]> = async ({ groupId, fullName }, { db }) => {
  const { rows } = await db.execute<Found>(sql`
    select ${fullName}::text as "fullName", 1 as total,
      min(${categories.externalId}) filter (where ${categories.name} = ${fullName}) as "externalId"
    from ${categories}
    where ${categories.groupId} = ${groupId}
      and (${categories.name} = ${fullName} or starts_with(${categories.name}, ${fullName + categorySeparator}))
    having count(*) > 0`);
  const [row] = await counted(db, groupId, rows);
  if (!row) throw notFound("This category");
  return row;
};

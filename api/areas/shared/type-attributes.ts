import { sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import type { ProductTypeAttribute } from "#contract/product-types/schema.ts";

type Row = {
  attributeId: number;
  name: string;
  isDisabled: boolean;
  sourceId: number;
  sourceName: string;
  /** Levels above the type; 0 is the type itself. */
  distance: number;
};

/**
 * Returns the attributes of a product type: the inherited ones from the root down, then its own. An attribute that
 * several types define comes from the nearest.
 */
export async function attributesOfType(db: Db, productTypeId: number): Promise<ProductTypeAttribute[]> {
  const { rows } = await db.execute<Row>(sql`
    with recursive line as (
      select id, parent_id, name, 0 as distance from product_types where id = ${productTypeId}
      union all
      select above.id, above.parent_id, above.name, line.distance + 1 from product_types above join line on above.id = line.parent_id
    )
    select a.id as "attributeId", a.internal_name as name, a.is_disabled as "isDisabled",
      line.id as "sourceId", line.name as "sourceName", line.distance
    from line
    join product_type_attributes link on link.product_type_id = line.id
    join attributes a on a.id = link.attribute_id
    order by line.distance desc, link.position, a.id`);
  const nearest = new Map<number, number>();
  for (const { attributeId, distance } of rows)
    nearest.set(attributeId, Math.min(distance, nearest.get(attributeId) ?? distance));
  return rows
    .filter(({ attributeId, distance }) => nearest.get(attributeId) === distance)
    .map(({ attributeId, name, isDisabled, sourceId, sourceName, distance }, i) => ({
      attributeId,
      name,
      isDisabled,
      isInherited: distance > 0,
      sourceProductType: distance > 0 ? sourceName : null,
      sourceProductTypeId: distance > 0 ? sourceId : null,
      order: i + 1,
    }));
}

import { sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";

/** Returns the line items, ledger rows and shipments whose supplier, marketplace or date is not that of their order. */
export async function strayParts(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ part: string }>(sql`
    select 'line item ' || i.id as part from order_line_items i join orders o on o.id = i.order_id
    where (i.supplier_id, i.marketplace_id, i.ordered_at) is distinct from (o.supplier_id, o.marketplace_id, o.ordered_at)
    union all
    select 'transaction ' || t.id from order_transactions t join order_line_items i on i.id = t.line_item_id join orders o on o.id = i.order_id
    where (t.supplier_id, t.marketplace_id) is distinct from (o.supplier_id, o.marketplace_id)
    union all
    select 'shipment ' || s.id from shipments s join orders o on o.id = s.order_id
    where (s.supplier_id, s.marketplace_id) is distinct from (o.supplier_id, o.marketplace_id)
    order by 1`);
  return rows.map(({ part }) => part);
}

import { sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";

/**
 * Creates this many orders with the line item of `aSentItem`: two at $9.95 with $5.00 of shipping and $5.97 of
 * commission, so $18.93 are owed.
 */
export async function manySentItems(
  db: Db,
  count: number,
  { supplier, marketplace }: { supplier: number; marketplace: number },
): Promise<void> {
  await db.execute(sql`
    with bought as (
      insert into orders (name, marketplace_order_id, supplier_id, marketplace_id, customer_first_name, customer_surname, is_outstanding)
      select 'M-' || i, 'X-' || i, ${supplier}::int, ${marketplace}::int, 'Ana', 'Lee', false from generate_series(1, ${count}::int) i returning id
    ), items as (
      insert into order_line_items (order_id, product_name, purchase_price_ex_tax, purchase_price_tax, commission_rate, status)
      select id, 'Woven basket', 9.05, 0.9, 0.3, 3 from bought returning id
    )
    insert into order_transactions (line_item_id, type, quantity, purchase_ex_tax, purchase_tax, commission_ex_tax, commission_tax, shipping_ex_tax, shipping_tax)
    select id, 0, 2, 18.09, 1.81, 5.43, 0.54, 4.55, 0.45 from items union all select id, 3, 2, 0, 0, 0, 0, 0, 0 from items`);
}

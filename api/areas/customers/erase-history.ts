import { sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";

const personal = [
  "customer_first_name",
  "customer_surname",
  "customer_email",
  "customer_phone_number",
  "company_name",
  "order_notes",
  "supplier_notes",
  "comment",
];

/**
 * Erases the customer's details from the history of the order: it still says who changed which field, and when.
 * @returns the ids of the addresses that the order had
 */
export async function eraseHistory(db: Db, orderId: number): Promise<string[]> {
  const ofOrder = sql`record = 'order' and record_id = ${orderId}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct value as id from changes, lateral (values (before ->> 'shipping_address_id'), (after ->> 'shipping_address_id')) as of (value)
    where ${ofOrder} and value is not null`);
  const without = (column: "before" | "after") => sql`(
    select jsonb_object_agg(name, case
      when name = 'shipping_address_id' then 'null'
      when name = any(${sql.param(personal)}::text[]) and value not in ('null', '""') then '"(erased)"'
      else value end)
    from jsonb_each(${sql.identifier(column)}) as each (name, value))`;
  await db.execute(sql`
    update changes set before = ${without("before")}, after = ${without("after")}
    where ${ofOrder} and (before is not null or after is not null)`);
  return rows.map(({ id }) => id);
}

/** Deletes the commands that have changed the order, because they have what was typed; what they did stays. */
export async function eraseCommands(db: Db, orderId: number): Promise<void> {
  await db.execute(sql`
    delete from commands where id in (
      select command_id from changes where record = 'order' and record_id = ${orderId} and command_id is not null)`);
}

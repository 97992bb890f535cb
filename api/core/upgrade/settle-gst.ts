/**
 * Corrects line items of earlier versions, which multiplied the GST of one piece by the quantity, and computed GST and
 * commission of refunds separately. Their sums were off by some cents. Runs once per database.
 */
import { sql } from "drizzle-orm";
import type { Database, Db } from "#api/core/database/connection.ts";
import { orderTransactions, upgrades } from "#api/core/database/schema/index.ts";
import { TransactionType } from "#contract/enumerations.ts";

const gstComment =
  "Rounding corrected by an update of Countinghouse: GST is now worked out on the total of the line instead of on each piece. The amounts including GST stay the same.";
const commissionComment =
  "Rounding corrected by an update of Countinghouse: GST and commission are now worked out on the total of the line instead of on each piece or refund.";

/** @param gstRate as a fraction */
export function settleGstOfTotals(database: Database, gstRate: number): Promise<void> {
  return database.transaction(async (db) => {
    const [begun] = await db.insert(upgrades).values({ name: "gst-of-totals" }).onConflictDoNothing().returning();
    if (begun) await settle(db, gstRate);
  });
}

/**
 * Adds one entry to each line whose sums are off by no more than its roundings explain: half a cent per piece and per
 * entry. Larger differences are intended (GST-free goods, agreed commission) and stay. A line of $0.00 has no GST.
 */
async function settle(db: Db, gstRate: number): Promise<void> {
  const rate = sql`${gstRate}::numeric`;
  const taxOf = (total: string) => sql.raw(`${total} - round(${total} / (1 + `).append(rate).append(sql.raw("), 2)"));
  await db.execute(sql`lock table ${orderTransactions} in share row exclusive mode`);
  await db.execute(sql`
    with lines as (
      select t.line_item_id, i.commission_rate, count(*) as entries, count(*) filter (where t.type <> ${TransactionType.purchase}) as adjustments,
        coalesce(sum(t.quantity) filter (where t.type = ${TransactionType.purchase}), 0) as pieces,
        sum(t.purchase_ex_tax + t.purchase_tax) as purchase, sum(t.purchase_tax) as purchase_tax,
        sum(t.commission_ex_tax + t.commission_tax) as commission, sum(t.commission_tax) as commission_tax,
        sum(t.shipping_ex_tax + t.shipping_tax) as shipping, sum(t.shipping_tax) as shipping_tax
      from order_transactions t join order_line_items i on i.id = t.line_item_id
      where t.type in (${TransactionType.purchase}, ${TransactionType.refund}, ${TransactionType.adjustment}) and i.deleted_at is null
      group by t.line_item_id, i.commission_rate
    ), with_commission as (
      select *, case when abs(round(purchase * commission_rate, 2) - commission) <= 0.005 * adjustments
        then round(purchase * commission_rate, 2) - commission else 0 end as commission_change
      from lines
    ), wanted as (
      select *, commission + commission_change as commission_after, 0.005 * (entries + pieces) as purchase_bound, 0.005 * entries as bound,
        ${taxOf("purchase")} - purchase_tax as purchase_off, ${taxOf("shipping")} - shipping_tax as shipping_off,
        ${taxOf("(commission + commission_change)")} - commission_tax as commission_off
      from with_commission
    ), changes as (
      select line_item_id, commission_change,
        case when purchase = 0 or abs(purchase_off) <= purchase_bound then purchase_off else 0 end as purchase_tax,
        case when shipping = 0 or abs(shipping_off) <= bound then shipping_off else 0 end as shipping_tax,
        case when commission_after = 0 or abs(commission_off) <= bound + abs(commission_change) then commission_off else 0 end as commission_tax
      from wanted
    )
    insert into order_transactions (line_item_id, at, type, quantity, purchase_ex_tax, purchase_tax, shipping_ex_tax, shipping_tax, commission_ex_tax, commission_tax, comment)
    select line_item_id, ${new Date()}, ${TransactionType.adjustment}, 0, -purchase_tax, purchase_tax, -shipping_tax, shipping_tax,
      commission_change - commission_tax, commission_tax, case when commission_change = 0 then ${gstComment} else ${commissionComment} end
    from changes
    where purchase_tax <> 0 or shipping_tax <> 0 or commission_tax <> 0 or commission_change <> 0
    order by line_item_id`);
}

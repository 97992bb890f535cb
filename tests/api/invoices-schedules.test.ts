/** A thousand suppliers, each with a random sequence of events. */

import { and, asc, inArray, isNull, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  invoices as invoicesTable,
  orderLineItems,
  orders,
  orderTransactions,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices } = operations;

const count = 1_000;
const start = Date.parse("2026-03-01T02:00:00Z");
const at = (round: number) => new Date(start + round * 86_400_000);

const amount = fc.integer({ min: -5_000, max: 5_000 }).map((cents) => cents / 100);
const { complete, cancelled, partiallyFilled } = OrderLineItemStatus;
/**
 * An event in the life of a supplier's item on a day: an entry of that day or of days before, another status, and
 * whether it is invoiced, how far.
 */
const event = fc.record({
  entry: fc.option(
    fc.record({ purchase: amount, tax: amount, commission: amount, shipping: amount, daysBefore: fc.nat(3) }),
  ),
  status: fc.option(fc.constantFrom(complete, cancelled, partiallyFilled)),
  isInvoiced: fc.boolean(),
  isMadeAgain: fc.boolean(),
});
const rounds = 5;
const schedules = fc.sample(fc.array(event, { minLength: rounds, maxLength: rounds }), {
  numRuns: count,
  seed: 20_260_301,
});

let finance: TestUser;
let marketplace: number;
let supplierIds: number[];
/** The single item of each supplier, in the order of the suppliers. */
let items: number[];
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
  marketplace = await api.aMarketplace();
  const each = Array.from({ length: count }, (_, i) => i);
  supplierIds = (
    await db
      .insert(suppliers)
      .values(each.map((i) => ({ name: `Supplier ${i}` })))
      .returning({ id: suppliers.id })
  ).map(({ id }) => id);
  const customer = {
    name: "M-1",
    marketplaceOrderId: "X-1",
    customerFirstName: "Ana",
    customerSurname: "Lee",
    marketplaceId: marketplace,
  };
  const made = await db
    .insert(orders)
    .values(supplierIds.map((supplierId) => ({ ...customer, supplierId })))
    .returning({ id: orders.id });
  const item = { productName: "Basket", purchasePriceExTax: 10, purchasePriceTax: 1, commissionRate: 0.3 };
  items = (
    await db
      .insert(orderLineItems)
      .values(made.map(({ id }) => ({ ...item, orderId: id })))
      .returning({ id: orderLineItems.id })
  ).map(({ id }) => id);
}, 60_000);

const itemOf = (i: number) => items[i] as number;

/** Applies the current round's events of all suppliers. */
async function happen(round: number): Promise<void> {
  const today = schedules.map((events, i) => ({ ...(events[round] as (typeof events)[number]), item: itemOf(i) }));
  const entries = today.flatMap(({ entry, item }) => (entry ? [{ ...entry, item }] : []));
  await db.insert(orderTransactions).values(
    entries.map(({ item, purchase, tax, commission, shipping, daysBefore }) => ({
      lineItemId: item,
      at: at(Math.max(0, round - daysBefore)),
      type: TransactionType.adjustment,
      quantity: 0,
      purchaseExTax: purchase,
      purchaseTax: tax,
      commissionExTax: commission,
      commissionTax: 0,
      shippingExTax: shipping,
      shippingTax: 0,
    })),
  );
  const statuses = JSON.stringify(
    today.filter(({ status }) => status !== null).map(({ item, status }) => ({ item, status })),
  );
  await db.execute(sql`
    update order_line_items set status = (given ->> 'status')::int from jsonb_array_elements(${statuses}::jsonb) given where id = (given ->> 'item')::int`);
}

/** Every second supplier is notified of its invoices on the day they are generated. */
const isIssued = (supplierId: number) => supplierId % 2 === 0;

async function issue(ofSuppliers: number[]): Promise<void> {
  await db
    .update(invoicesTable)
    .set({ notifiedAt: new Date() })
    .where(and(inArray(invoicesTable.supplierId, ofSuppliers), isNull(invoicesTable.notifiedAt)));
}

const generate = (input: object) => api.ok(finance, invoices.generate, input);

test("a thousand random schedules invoice everything exactly once, to the cent", async () => {
  for (let round = 0; round < rounds; round++) {
    await happen(round);
    const chosen = supplierIds.filter((_, i) => schedules[i]?.[round]?.isInvoiced);
    const Only = chosen.map((SupplierId) => ({ SupplierId, MarketplaceId: marketplace }));
    await generate({ Only, InvoiceDate: at(round).toISOString() });
    const newest = await db.execute<{ id: number; supplier_id: number }>(
      sql`select supplier_id, max(id) as id from invoices group by supplier_id`,
    );
    const again = newest.rows.filter(
      ({ supplier_id }) => !isIssued(supplier_id) && schedules[supplierIds.indexOf(supplier_id)]?.[round]?.isMadeAgain,
    );
    for (const { id } of again.slice(0, 10)) await generate({ InvoiceId: id });
    // Later changes go into the draft, or into an adjustment note once the invoice is issued.
    await issue(supplierIds.filter(isIssued));
    await expectTies();
  }
  await db.update(orderLineItems).set({ status: complete });
  await issue(supplierIds);
  await generate({});
  await expectTies();
  const { rows } = await db.execute<{ supplier_id: number; entered: string; paid: string; invoiced: string }>(sql`
    select orders.supplier_id, sum(${paidOf}) filter (where type <> 4) as entered, coalesce(sum(${paidOf}) filter (where type = 4), 0) as paid,
      (select coalesce(sum(${paidOf}), 0) from invoices where invoices.supplier_id = orders.supplier_id) as invoiced
    from orders join order_line_items on order_id = orders.id join order_transactions on line_item_id = order_line_items.id group by orders.supplier_id`);
  expect(rows.length).toBeGreaterThan(900);
  expect(
    rows.filter(({ entered, paid, invoiced }) => Number(entered) !== Number(paid) || Number(paid) !== Number(invoiced)),
  ).toEqual([]);
  expect((await generate({}))?.invoiceIds).toEqual([]);
}, 120_000);

const paidOf = sql.raw(
  "purchase_ex_tax + purchase_tax + shipping_ex_tax + shipping_tax - commission_ex_tax - commission_tax",
);

/** Every invoice is the sum of its rows, each row of what the invoice has taken of the item, and as much was paid. */
async function expectTies(): Promise<void> {
  const { rows } = await db.execute(sql`
    with rows as (select invoice_id, line_item_id, ${paidOf} as amount from invoice_rows),
      taken as (
        select invoice_id, line_item_id, sum(${paidOf}) filter (where type <> 4) as entered, coalesce(sum(${paidOf}) filter (where type = 4), 0) as paid
        from order_transactions where invoice_id is not null group by invoice_id, line_item_id)
    select taken.* from taken full join rows using (invoice_id, line_item_id)
    where coalesce(rows.amount, 0) is distinct from coalesce(taken.entered, 0) or coalesce(rows.amount, 0) is distinct from taken.paid`);
  expect(rows).toEqual([]);
  const made = await db.select().from(invoicesTable).orderBy(asc(invoicesTable.id));
  const sums = await db.execute<{ id: number; total: string }>(
    sql`select invoice_id as id, sum(${paidOf}) as total from invoice_rows group by invoice_id`,
  );
  const byId = new Map(sums.rows.map(({ id, total }) => [id, Math.round(Number(total) * 100)]));
  const wrong = made.filter((row) => {
    const total =
      row.purchaseExTax +
      row.purchaseTax +
      row.shippingExTax +
      row.shippingTax -
      row.commissionExTax -
      row.commissionTax;
    return Math.round(total * 100) !== (byId.get(row.id) ?? 0);
  });
  expect(wrong).toEqual([]);
}

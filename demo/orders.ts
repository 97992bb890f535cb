/** The orders of the last twelve months with their history. */
import { eq } from "drizzle-orm";
import { settleMissingShipBy, settleShipBy } from "#api/areas/shared/ship-by.ts";
import type { Db } from "#api/core/database/connection.ts";
import { addresses, orderLineItems, orders, orderTransactions } from "#api/core/database/schema/index.ts";
import { dayMs, dayOf } from "#contract/rules/dates.ts";
import { isOpen, orderStatusOf } from "#contract/rules/order-line.ts";
import { dayAfter, endOfWeek } from "#contract/rules/ship-by.ts";
import { type Customer, makeCustomers } from "./customers.ts";
import { insertMany } from "./insert-many.ts";
import { type Goods, type Shelf, shelvesOf } from "./order-goods.ts";
import { type DemoLine, hoursAfter, makeLine } from "./order-lines.ts";
import type { Random } from "./random.ts";

const orderCount = 3_000;
const customerCount = 800;

/** Prefixes of the marketplaces' order numbers. */
const prefixes = ["HC-", "BB", "CR-", "ML"];

interface DemoOrder {
  row: typeof orders.$inferInsert;
  lines: DemoLine[];
}

/** Requires catalogue and agreements. @returns the number of orders */
export async function seedOrders(
  db: Db,
  { today, timeZone }: { today: Date; timeZone: string },
  random: Random,
): Promise<number> {
  const shelves = await shelvesOf(db);
  const customers = makeCustomers(customerCount, random);
  const moments = Array.from({ length: orderCount }, () => momentBefore(today, random)).sort(
    (a, b) => a.getTime() - b.getTime(),
  );
  const made = moments.map((orderedAt, i) =>
    makeOrder({ id: i + 1, orderedAt, today, shelves, customer: random.pick(customers as [Customer]) }, random),
  );
  const lines = made.flatMap(({ row, lines: own }) => own.map((line) => ({ ...line, orderId: row.id as number })));
  await insertMany(
    db,
    addresses,
    customers.map(({ address }) => address),
  );
  await insertMany(
    db,
    orders,
    made.map(({ row }) => row),
  );
  await insertMany(
    db,
    orderLineItems,
    lines.map(({ row, orderId }, i) => ({ ...row, id: i + 1, orderId })),
  );
  await insertMany(
    db,
    orderTransactions,
    lines.flatMap(({ transactions }, i) => transactions.map((transaction) => ({ ...transaction, lineItemId: i + 1 }))),
  );
  await promiseDays(db, made, timeZone);
  return made.length;
}

/**
 * Counts the handling days of outstanding orders. For the latest of them, the marketplaces gave days: one from yesterday,
 * one today, and one at the end of the week.
 */
async function promiseDays(db: Db, made: readonly DemoOrder[], timeZone: string): Promise<void> {
  const config = { timeZone };
  await settleMissingShipBy({ db }, config);
  const today = dayOf(new Date().toISOString(), timeZone);
  const days = [endOfWeek(today), today, dayAfter(today, -1)];
  const latest = made.filter(({ row }) => row.isOutstanding && row.supplierId !== null).slice(-days.length);
  for (const [i, { row }] of latest.entries()) {
    const id = row.id as number;
    await db.update(orders).set({ shipBy: days[i], shipByIsGiven: true }).where(eq(orders.id, id));
    await settleShipBy({ db, config }, id);
  }
}

/** Somewhat more in recent months, and at the hours when people shop. */
function momentBefore(today: Date, random: Random): Date {
  const days = Math.floor(365 * random.next() ** 1.2) + 1;
  return new Date(today.getTime() - days * dayMs + random.between(0, dayMs - 1));
}

interface Given {
  id: number;
  orderedAt: Date;
  /** Midnight, UTC. */
  today: Date;
  shelves: readonly Shelf[];
  customer: Customer;
}

function makeOrder({ id, orderedAt, today, shelves, customer }: Given, random: Random): DemoOrder {
  const { shelf, goods } = orderedFrom(shelves, orderedAt, random);
  const isUnassigned = today.getTime() - orderedAt.getTime() < 20 * dayMs && random.chance(0.08);
  const number = `${prefixes[shelf.marketplaceId - 1] ?? ""}${100_000 + id * 7}`;
  const sentAt = hoursAfter({ orderedAt, today }, random.between(6, 140));
  const lines = goods.map((one) =>
    makeLine({ goods: one, commissionRate: shelf.commissionRate, orderedAt, today, sentAt, isUnassigned }, random),
  );
  const status = orderStatusOf(lines.map((line) => line.row.status));
  const row = {
    id,
    name: number,
    marketplaceOrderId: number,
    orderedAt,
    supplierId: isUnassigned ? null : shelf.supplierId,
    marketplaceId: shelf.marketplaceId,
    customerFirstName: customer.firstName,
    customerSurname: customer.surname,
    customerEmail: customer.email,
    customerPhoneNumber: customer.phoneNumber,
    companyName: customer.companyName,
    orderNotes: random.chance(0.06)
      ? random.pick([
          "Please leave it at the side door.",
          "Call before delivery.",
          "The bell does not work: please knock.",
        ])
      : "",
    shippingAddressId: customer.address.id,
    status,
    isOutstanding: isOpen(status),
    supplierNotifiedAt: isUnassigned ? null : new Date(orderedAt.getTime() + random.between(60_000, 600_000)),
  };
  return { row, lines };
}

/** Picks a supplier that was on a marketplace at that time, and one to four goods that it sold there. */
function orderedFrom(shelves: readonly Shelf[], at: Date, random: Random): { shelf: Shelf; goods: Goods[] } {
  for (;;) {
    const shelf = random.pick(shelves as [Shelf]);
    const sold = shelf.since < at ? shelf.goods.filter(({ soldSince }) => soldSince < at) : [];
    if (sold.length > 0) return { shelf, goods: random.some(sold, random.pick([1, 1, 1, 1, 1, 1, 2, 2, 3, 4])) };
  }
}

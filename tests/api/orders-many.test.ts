import { asc, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { orders as ordersTable } from "#api/core/database/schema/index.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { orders } = operations;
type Filters = SentInput<typeof orders.list>;

/** More rows than are sorted at once. */
const count = 10_050;
const size = 200;

interface Row {
  id: number;
  orderedAt: Date;
  isOutstanding: boolean;
  status: number;
  shipBy: string | null;
  supplierId: number | null;
  marketplaceOrderId: string;
  customerFullName: string;
  supplierName: string;
  marketplaceName: string;
}

let operator: TestUser;
let rows: Row[];
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  const [b, a, again] = [
    await api.aSupplier({ name: "b" }),
    await api.aSupplier({ name: "A" }),
    await api.aSupplier({ name: "a" }),
  ];
  const [bazaar, outpost] = [await api.aMarketplace("bazaar"), await api.aMarketplace("Outpost")];
  // Many orders share a time or a customer, or have no supplier. No sort order follows the order of insertion.
  await api.database.db.execute(sql`
    insert into orders (name, marketplace_order_id, ordered_at, supplier_id, marketplace_id, customer_first_name, customer_surname, is_outstanding, status, ship_by, ship_by_time_zone)
    select 'M-' || i, (array['x', 'Y'])[1 + i % 2] || i * 7919 % ${count}::int, timestamptz '2026-01-01' + interval '1 hour' * (i * 31 % 977),
      (array[${b}::int, ${a}, null, ${again}, ${b}])[1 + i % 5], (array[${outpost}::int, ${bazaar}])[1 + i % 3 / 2], (array['ana', 'Bo'])[1 + i % 7 / 4], 'Lee ' || i % 50, i % 100 <> 0,
      case when i % 100 = 0 then 3 else i % 3 end, date '2026-01-01' + i * 13 % 100, 'Australia/Perth'
    from generate_series(1, ${count}::int) i`);
  await api.database.db.execute(sql`analyze orders`);
  const suppliers = new Map<number | null, string>([
    [b, "b"],
    [a, "A"],
    [again, "a"],
    [null, ""],
  ]);
  rows = (await api.database.db.select().from(ordersTable).orderBy(asc(ordersTable.id))).map((row) => ({
    ...row,
    customerFullName: `${row.customerFirstName} ${row.customerSurname}`,
    supplierName: suppliers.get(row.supplierId) ?? "",
    marketplaceName: row.marketplaceId === bazaar ? "bazaar" : "Outpost",
  }));
}, 60_000);

const list = (input: Filters) => api.ok(operator, orders.list, { pageSize: size, ...input });
const ids = (items: { id: number }[]) => items.map(({ id }) => id);

/** Sorted by the field ignoring case, then by date, then by id. */
function inOrder(field: keyof Row, which = rows): number[] {
  const key = (row: Row) => (field === "orderedAt" ? "" : String(row[field]).toLowerCase());
  const compare = (one: Row, other: Row) =>
    (key(one) < key(other) ? -1 : Number(key(one) > key(other))) ||
    one.orderedAt.getTime() - other.orderedAt.getTime() ||
    one.id - other.id;
  return ids([...which].sort(compare));
}

describe("very many orders", () => {
  test.each([
    ["orderDate", "orderedAt"],
    ["marketplaceOrderId", "marketplaceOrderId"],
    ["customerFullName", "customerFullName"],
    ["supplierName", "supplierName"],
    ["marketplaceName", "marketplaceName"],
    ["shipBy", "shipBy"],
  ] as const)(
    "are in the order of %s on the first pages, in the middle and at the end, both ways",
    async (sortFieldName, field) => {
      for (const sortDirection of ["Ascending", "Descending"] as const) {
        const expected = sortDirection === "Ascending" ? inOrder(field) : inOrder(field).reverse();
        for (const pageNumber of [1, 2, 26, 51, 52]) {
          const { items } = await list({ sortFieldName, sortDirection, pageNumber, includeTotalCount: false });
          expect(ids(items)).toEqual(expected.slice((pageNumber - 1) * size, pageNumber * size));
        }
      }
    },
  );

  test("are counted exactly, both in total and with a filter", async () => {
    expect(await list({})).toMatchObject({ totalCount: count });
    expect(await list({ outstandingOrdersOnly: true })).toMatchObject({ totalCount: rows.length - 100 });
    for (const status of [0, 3])
      expect(await list({ status })).toMatchObject({ totalCount: rows.filter((row) => row.status === status).length });
    expect(await list({ shipBy: "late" })).toMatchObject({ totalCount: rows.length - 100 });
    expect(await list({ includeTotalCount: false })).toMatchObject({ totalCount: null });
  });

  test("that match a search are counted to 5,000, or to the end of a later page", async () => {
    const search = (input: Filters) => list({ searchText: "lee", ...input });
    const expected = inOrder("orderedAt").reverse();
    for (const pageNumber of [1, 25, 50]) {
      const page = await search({ pageNumber });
      expect(page).toMatchObject({ totalCount: Math.max(5_000, pageNumber * size), isMoreThanCounted: true });
      expect(ids(page.items)).toEqual(expected.slice((pageNumber - 1) * size, pageNumber * size));
    }
    const last = await search({ pageNumber: 51 });
    expect(last).toMatchObject({ totalCount: count });
    expect(last).not.toHaveProperty("isMoreThanCounted");
    expect(ids(last.items)).toEqual(expected.slice(50 * size));
    expect(await search({ pageNumber: 101, pageSize: 100 })).toMatchObject({ totalCount: count });
    expect(await search({ pageNumber: 1001, pageSize: 10 })).toMatchObject({
      totalCount: 10_010,
      isMoreThanCounted: true,
    });
  });

  const having = (words: string) =>
    rows.filter((row) =>
      `${row.marketplaceOrderId}\n${row.customerFullName}`.toLowerCase().includes(words.toLowerCase()),
    );

  test.each([
    ["all rows match", "lee"],
    ["many rows match", "bo l"],
    ["few rows match", "Lee 49"],
    ["one row matches", "y7919"],
    ["no row matches", "sofa"],
    ["all rows match, of two letters", "LE"],
    ["many rows match, of one letter", "y"],
    ["few rows match, of two letters", "y7"],
    ["no row matches, of two letters", "qz"],
  ])("are sorted and counted for a search term that %s: %j", async (_, searchText) => {
    const found = having(searchText);
    for (const [sortFieldName, field] of [
      ["orderDate", "orderedAt"],
      ["customerFullName", "customerFullName"],
      ["supplierName", "supplierName"],
    ] as const) {
      for (const pageNumber of [1, 3, 50]) {
        const { items, totalCount } = await list({ searchText, sortFieldName, pageNumber });
        expect(ids(items), sortFieldName).toEqual(
          inOrder(field, found)
            .reverse()
            .slice((pageNumber - 1) * size, pageNumber * size),
        );
        expect(totalCount).toBe(Math.min(found.length, Math.max(5_000, pageNumber * size)));
      }
    }
  });

  test.each(["lee", "bo l", "lee 49", "y7", "qz", "---"])(
    "are found without a count as well: %j",
    async (searchText) => {
      const { items, totalCount } = await list({ searchText, includeTotalCount: false, pageNumber: 2, pageSize: 20 });
      expect(ids(items)).toEqual(inOrder("orderedAt", having(searchText)).reverse().slice(20, 40));
      expect(totalCount).toBeNull();
    },
  );

  test.each(["lee", "le", "lee 41", "y7"])("can be filtered and searched together: %j", async (searchText) => {
    const ofOne = rows.filter(({ isOutstanding, supplierName }) => isOutstanding && supplierName === "A");
    const found = having(searchText).filter((row) => ofOne.includes(row));
    expect(found).not.toEqual([]);
    const page = await list({ searchText, outstandingOrdersOnly: true, supplierId: ofOne[0]?.supplierId ?? 0 });
    expect(page).toMatchObject({ totalCount: found.length });
    expect(ids(page.items)).toEqual(inOrder("orderedAt", found).reverse().slice(0, size));
  });

  test("end with empty pages after the last one", async () => {
    for (const sortFieldName of ["orderDate", "supplierName"] as const)
      expect(await list({ sortFieldName, pageNumber: 53 })).toMatchObject({ items: [] });
  });
});

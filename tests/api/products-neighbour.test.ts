import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { type listSteps, sortDirections } from "#contract/paging.ts";
import { productSortFields } from "#contract/products/schema.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { products } = operations;

type Input = Omit<SentInput<typeof products.neighbour>, "id" | "step">;
type Traits = Parameters<typeof api.aProduct>[1];

let manager: TestUser;
let supplier: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier();
});

const aProduct = (name: string, traits: Traits = {}) => api.aProduct(supplier, { name, ...traits });
const listed = async (input: Input) =>
  (await api.ok(manager, products.list, { supplierId: supplier, ...input })).items.map(({ id }) => id);
const neighbour = async (id: number, step: (typeof listSteps)[number], input: Input = {}, user = manager) =>
  (await api.ok(user, products.neighbour, { supplierId: supplier, ...input, id, step })).id;

describe("by every column, in both directions", () => {
  const orders = productSortFields.flatMap((sortFieldName) =>
    sortDirections.map((sortDirection) => ({ sortFieldName, sortDirection })),
  );
  test.each(orders)(
    "$sortFieldName, $sortDirection: each product follows the one before it in the list",
    async (by) => {
      const types = [await api.aProductType({ name: "a" }), await api.aProductType({ name: "B" })];
      // Each value occurs more than once, so that the id decides, too.
      for (const [i, name] of ["b", "A", "a", "B", "ä", "a", "10", "9"].entries())
        await aProduct(name, {
          productTypeId: types[i % 2] as number,
          recommendedRetailPrice: [9, 10, 9.5][i % 3] as number,
          salePrice: [8, 0, 10][i % 3] as number,
          isDisabled: i % 4 === 0,
        });
      const ids = await listed(by);
      expect(ids).toHaveLength(8);
      for (const [i, id] of ids.entries()) {
        expect(await neighbour(id, "next", by)).toBe(ids[i + 1] ?? null);
        expect(await neighbour(id, "previous", by)).toBe(ids[i - 1] ?? null);
      }
    },
  );
});

test("products that the filters exclude are passed over", async () => {
  const [a, , c] = [await aProduct("A"), await aProduct("B", { isDisabled: true }), await aProduct("C")];
  await api.aProduct(await api.aSupplier(), { name: "Aa" });
  expect(await neighbour(a, "next", { showActiveOnly: true })).toBe(c);
  expect(await neighbour(c, "previous", { showActiveOnly: true })).toBe(a);
});

test("a product that no longer matches the filters has the neighbours of its former place", async () => {
  const [a, b, c] = [
    await aProduct("Tray A"),
    await aProduct("Tray B", { isDisabled: true }),
    await aProduct("Tray C"),
  ];
  for (const input of [{ showActiveOnly: true }, { showActiveOnly: true, name: "tray" }]) {
    expect(await neighbour(b, "next", input)).toBe(c);
    expect(await neighbour(b, "previous", input)).toBe(a);
  }
});

test("supplier staff get only products of their own suppliers", async () => {
  const [a, c] = [await aProduct("A"), await aProduct("C")];
  const other = await api.aSupplier();
  await api.aProduct(other, { name: "B" });
  const user = await api.aUser({ links: [{ supplier, bits: 0 }] });
  expect(await neighbour(a, "next", { supplierId: undefined }, user)).toBe(c);
  const stranger = await api.aUser({ links: [{ supplier: other, bits: 0 }] });
  expect((await api.call(stranger, products.neighbour, { id: a, step: "next" })).status).toBe(404);
});

test.each([
  { what: "an unknown step", wrong: { step: "after" } },
  { what: "an unknown column", wrong: { sortFieldName: "stock" } },
  { what: "an unknown filter value", wrong: { stock: "some" } },
  { what: "a name that is far too long", wrong: { name: "x".repeat(10_000) } },
])("$what is refused", async ({ wrong }) => {
  const id = await aProduct("A");
  const input = { id, step: "next", ...wrong } as SentInput<typeof products.neighbour>;
  expect((await api.call(manager, products.neighbour, input)).status).toBe(422);
});

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { invoices } = operations;
type Filters = SentInput<typeof invoices.list>;

let finance: TestUser;
let marketplace: number;
/** Each test uses its own supplier, so that invoices of other tests do not matter. */
let supplier: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  supplier = await api.aSupplier({
    name: "Acacia",
    legalName: "Acacia Homewares Pty Ltd",
    bsb: "066102",
    accountNumber: "12345",
    accountName: "Acacia",
  });
});

const day = (text: string) => new Date(`${text}T02:00:00Z`);

interface Invoiced {
  of?: number;
  on?: number;
  date?: string;
  number?: string;
  price?: number;
}

/** An invoice with one item. */
async function anInvoice({
  of = supplier,
  on = marketplace,
  date = "2026-03-05",
  number = "MK-1",
  price = 9.95,
}: Invoiced = {}): Promise<number> {
  const order = await api.anOrder(of, { marketplaceId: on, marketplaceOrderId: number, orderedAt: day("2026-03-01") });
  await api.aSentItem(order, { at: day("2026-03-01"), price });
  const Only = [{ SupplierId: of, MarketplaceId: on }];
  const made = await api.ok(finance, invoices.generate, { InvoiceDate: day(date).toISOString(), Only });
  return made?.invoiceIds[0] ?? 0;
}

const list = (input: Filters = {}, user = finance) => api.ok(user, invoices.list, { supplierId: supplier, ...input });
const ids = async (input: Filters = {}, user = finance) => (await list(input, user)).items.map(({ id }) => id);

test("a row shows both parties and the amount", async () => {
  const id = await anInvoice();
  expect(await list()).toEqual({
    items: [
      {
        id,
        invoiceDate: "2026-03-05T02:00:00.000Z",
        documentKind: "taxInvoice",
        isAdjustment: false,
        supplierId: supplier,
        supplierName: "Acacia",
        marketplaceId: marketplace,
        marketplaceName: "Bazaar",
        purchaseAmountExTax: 18.09,
        purchaseAmountTax: 1.81,
        commissionAmountExTax: 5.43,
        commissionAmountTax: 0.54,
        shippingAmountExTax: 4.55,
        shippingAmountTax: 0.45,
        chargesAmountExTax: 0,
        chargesAmountTax: 0,
        total: 18.93,
        isHeld: false,
        paidDate: null,
        state: "draft",
        queriedRows: 0,
        issueProblem: null,
      },
    ],
    totalCount: 1,
  });
});

describe("filters", () => {
  test("find an invoice by its own number, or by the number of an order on it", async () => {
    const [first, second] = [await anInvoice({ number: "HC-1_007" }), await anInvoice({ number: "HC-2007" })];
    expect(await ids({ marketplaceOrderId: "hc-1_" })).toEqual([first]);
    expect(await ids({ marketplaceOrderId: "007", sortFieldName: "id" })).toEqual([second, first]);
    expect(await ids({ marketplaceOrderId: "HC-3" })).toEqual([]);
    expect(await ids({ marketplaceOrderId: `INV-${String(second).padStart(7, "0")}` })).toEqual([second]);
    expect(await ids({ marketplaceOrderId: String(first) })).toContain(first);
  });

  test("restrict the list to a marketplace and to a date range, both ends inclusive", async () => {
    const other = await api.aMarketplace();
    const [early, late] = [await anInvoice({ date: "2026-03-02" }), await anInvoice({ date: "2026-03-04" })];
    const elsewhere = await anInvoice({ on: other });
    expect(await ids({ marketplaceId: other })).toEqual([elsewhere]);
    expect(await ids({ marketplaceId: marketplace })).toEqual([late, early]);
    expect(await ids({ fromDate: "2026-03-02T02:00:00.001Z", toDate: "2026-03-04T02:00:00Z" })).toEqual([late]);
    expect(await ids({ fromDate: "2026-03-02T02:00:00Z", toDate: "2026-03-04T01:59:59.999Z" })).toEqual([early]);
  });
});

test("the latest come first, and every column sorts in both directions", async () => {
  const [bazaar, outpost] = [await api.aMarketplace("bazaar"), await api.aMarketplace("Outpost")];
  const [small, large] = [
    await anInvoice({ on: outpost, date: "2026-03-02", price: 5 }),
    await anInvoice({ on: bazaar, date: "2026-03-03", price: 500 }),
  ];
  expect(await ids()).toEqual([large, small]);
  const both = [small, large];
  for (const [sortFieldName, ascending] of [
    ["invoiceDate", both],
    ["id", both],
    ["total", both],
    ["supplierName", both],
    ["marketplaceName", [large, small]],
  ] as const) {
    expect(await ids({ sortFieldName, sortDirection: "Ascending" }), sortFieldName).toEqual(ascending);
    expect(await ids({ sortFieldName, sortDirection: "Descending" }), sortFieldName).toEqual([...ascending].reverse());
  }
});

describe("visibility", () => {
  test("supplier staff see only invoices of suppliers whose invoices they manage", async () => {
    const other = await api.aSupplier();
    const [mine, theirs] = [await anInvoice(), await anInvoice({ of: other })];
    for (const id of [mine, theirs]) await api.issue(id);
    const user = await api.aUser({
      links: [
        { supplier, bits: SupplierPermission.invoices },
        { supplier: other, bits: SupplierPermission.orders },
      ],
    });
    expect(await ids({ supplierId: undefined }, user)).toEqual([mine]);
    expect(await ids({ supplierId: other }, user)).toEqual([]);
    expect(await api.call(user, invoices.get, { id: theirs })).toMatchObject({ status: 404 });
    expect(await api.ok(user, invoices.get, { id: mine })).toMatchObject({ id: mine, canRegenerate: false });
    const without = await api.aUser({ links: [{ supplier, bits: SupplierPermission.orders }] });
    expect(await api.call(without, invoices.list, {})).toMatchObject({ status: 403 });
    expect(await api.call(without, invoices.get, { id: mine })).toMatchObject({ status: 403 });
  });

  test("bank details are shown only to users who can see them on the supplier", async () => {
    const id = await api.issue(await anInvoice());
    const seen = async (user: TestUser) => {
      const { supplierBSB, supplierAccountNumber, supplierAccountName } = await api.ok(user, invoices.get, { id });
      return [supplierBSB, supplierAccountNumber, supplierAccountName];
    };
    const staff = (bits: number) => api.aUser({ links: [{ supplier, bits }] });
    const { invoices: see, financialDetails } = SupplierPermission;
    for (const user of [finance, await api.aUser({ roles: ["Operator"] }), await staff(see + financialDetails)]) {
      expect(await seen(user)).toEqual(["066102", "12345", "Acacia"]);
    }
    for (const user of [await api.aUser({ roles: ["Read Only"] }), await staff(see)])
      expect(await seen(user)).toEqual([null, null, null]);
  });

  test("an invoice that does not exist is not found by anybody", async () => {
    expect(await api.call(finance, invoices.get, { id: 2_000_000_000 })).toMatchObject({ status: 404 });
  });
});

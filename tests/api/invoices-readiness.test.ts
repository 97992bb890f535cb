import { beforeAll, expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { invoices } = operations;

let finance: TestUser;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});

const readiness = (date?: string) => api.ok(finance, invoices.readiness, { date });

test("invoice readiness shows what would be invoiced to whom, and what is missing", async () => {
  const bank = { bsb: "066102", accountNumber: "12345" };
  const [ready, unready] = [
    await api.aSupplier({ name: "banksia", abn: "51824753556", gstRegistered: true, ...bank }),
    await api.aSupplier({ name: "Acacia", abn: "123", gstRegistered: null }),
  ];
  const [bazaar, outpost] = [await api.aMarketplace("Bazaar"), await api.aMarketplace("Outpost")];
  await api.anAgreement({ supplierId: ready, marketplaceId: bazaar });
  await api.anAgreement({ supplierId: ready, marketplaceId: outpost, status: 1 });
  for (const [of, on] of [
    [ready, outpost],
    [ready, bazaar],
    [ready, bazaar],
    [unready, bazaar],
  ] as const)
    await api.aSentItem(await api.anOrder(of, { marketplaceId: on }));
  await api.aLineItem(await api.anOrder(await api.aSupplier({ name: "Open" }), { marketplaceId: bazaar }));
  const held = { lineItems: 0, total: 0 };
  const of = { supplierId: ready, supplierName: "banksia", held };
  expect(await readiness()).toEqual([
    {
      supplierId: unready,
      supplierName: "Acacia",
      held,
      marketplaceId: bazaar,
      marketplaceName: "Bazaar",
      lineItems: 1,
      adjustments: 0,
      charges: 0,
      documentKinds: ["undecided"],
      total: 18.93,
      problems: ["gstUnknown", "abnWrong", "noAgreement", "noBankDetails"],
    },
    {
      ...of,
      marketplaceId: bazaar,
      marketplaceName: "Bazaar",
      lineItems: 2,
      adjustments: 0,
      charges: 0,
      documentKinds: ["taxInvoice"],
      total: 37.86,
      problems: [],
    },
    {
      ...of,
      marketplaceId: outpost,
      marketplaceName: "Outpost",
      lineItems: 1,
      adjustments: 0,
      charges: 0,
      documentKinds: ["taxInvoice"],
      total: 18.93,
      problems: ["noAgreement"],
    },
  ]);
  await api.ok(finance, invoices.generate, {});
  expect(await readiness()).toEqual([]);
});

test("invoice readiness at a cut-off date covers what was recorded by then, as the invoice does", async () => {
  const [supplier, marketplace] = [await api.aSupplier({ name: "Correa" }), await api.aMarketplace("Quarter")];
  const parties = { supplierId: supplier, marketplaceId: marketplace };
  // The last second of October in Sydney, the first of November, and a time later in November.
  for (const at of ["2025-10-31T12:59:59.999Z", "2025-10-31T13:00:00Z", "2025-11-20T00:00:00Z"]) {
    await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }), { at: new Date(at) });
  }
  const endOfOctober = "2025-10-31T12:59:59.999Z";
  expect(await readiness("2025-10-30T12:59:59.999Z")).toEqual([]);
  expect(await readiness(endOfOctober)).toMatchObject([{ ...parties, lineItems: 1, total: 18.93 }]);
  expect(await readiness()).toMatchObject([{ ...parties, lineItems: 3, total: 56.79 }]);
  const Only = [{ SupplierId: supplier, MarketplaceId: marketplace }];
  const made = await api.ok(finance, invoices.generate, { InvoiceDate: endOfOctober, Only });
  expect(await api.ok(finance, invoices.get, { id: String(made?.invoiceIds[0]) })).toMatchObject({
    invoiceDate: endOfOctober,
    total: 18.93,
  });
  expect(await readiness()).toMatchObject([{ ...parties, lineItems: 2, total: 37.86 }]);
});

test("invoice readiness refuses a date in the future", async () => {
  const { status, problem } = await api.call(finance, invoices.readiness, {
    date: new Date(Date.now() + 48 * 3_600_000).toISOString(),
  });
  expect([status, problem.errors]).toEqual([422, { date: ["The invoice date must not be later than today."] }]);
});

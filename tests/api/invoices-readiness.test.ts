import { beforeAll, expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { startApi } from "../support/api.ts";
import type { TestUser } from "../support/world.ts";

const api = await startApi();
const { invoices } = operations;

let finance: TestUser;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});

const readiness = () => api.ok(finance, invoices.readiness, {});

test("says what would be invoiced to whom, and what is missing", async () => {
  const bank = { bsb: "066102", accountNumber: "12345" };
  const [ready, unready] = [
    await api.aSupplier({ name: "banksia", abn: "51824753556", gstRegistered: true, ...bank }),
    await api.aSupplier({ name: "Acacia", abn: "123" }),
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
  const of = { supplierId: ready, supplierName: "banksia" };
  expect(await readiness()).toEqual([
    {
      supplierId: unready,
      supplierName: "Acacia",
      marketplaceId: bazaar,
      marketplaceName: "Bazaar",
      lineItems: 1,
      adjustments: 0,
      total: 18.93,
      problems: ["gstUnknown", "abnWrong", "noAgreement", "noBankDetails"],
    },
    { ...of, marketplaceId: bazaar, marketplaceName: "Bazaar", lineItems: 2, adjustments: 0, total: 37.86, problems: [] },
    { ...of, marketplaceId: outpost, marketplaceName: "Outpost", lineItems: 1, adjustments: 0, total: 18.93, problems: ["noAgreement"] },
  ]);
  await api.ok(finance, invoices.generate, {});
  expect(await readiness()).toEqual([]);
});

import { expect, test } from "vitest";
import { referralClicks } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";

// Three rows stand for the million that a worksheet can hold.
const api = await startApi({ WORKBOOK_ROWS: "3" });

async function answers(operation: Parameters<typeof requestFor>[0], input: Record<string, unknown>) {
  const user = await api.aUser({ roles: ["Administrator"] });
  const book = await api.send(user, requestFor(operation, input));
  const csv = await api.send(user, requestFor(operation, { ...input, format: "csv" }));
  expect(csv.statusCode).toBe(200);
  return [book.statusCode, book.statusCode === 422 ? book.body : ""];
}

const fits = [200, ""];
const tooMany = [422, expect.stringContaining("Please export it as CSV")];

test("orders with more items than a worksheet has rows are refused before, and offered as CSV", async () => {
  const supplier = await api.aSupplier();
  const order = await api.anOrder(supplier);
  for (let i = 0; i < 3; i++) await api.aSentItem(order);
  expect(await answers(operations.orders.excelExport, { supplierId: supplier })).toEqual(fits);
  await api.aSentItem(order);
  expect(await answers(operations.orders.excelExport, { supplierId: supplier })).toEqual(tooMany);
});

test("products count with their variants", async () => {
  const supplier = await api.aSupplier();
  const product = await api.aProduct(supplier, { hasVariants: true });
  for (const combination of ["1", "2"]) await api.aVariant(product, { combination });
  expect(await answers(operations.products.excelExport, { supplierId: supplier })).toEqual(fits);
  await api.aProduct(supplier);
  expect(await answers(operations.products.excelExport, { supplierId: supplier })).toEqual(tooMany);
  expect(await answers(operations.products.excelExportStockAndPrices, { supplierId: supplier })).toEqual(tooMany);
});

test("the reconciliation counts its transactions", async () => {
  const [supplier, marketplace] = [await api.aSupplier(), await api.aMarketplace()];
  const order = await api.anOrder(supplier, { marketplaceId: marketplace });
  for (let i = 0; i < 4; i++) await api.aSentItem(order);
  const input = { marketplaceId: marketplace, fromDate: "2020-01-01T00:00:00Z", toDate: "2040-01-01T00:00:00Z" };
  expect(await answers(operations.invoices.exportReconciliation, input)).toEqual(tooMany);
});

test("clicks on referral products count by day, product and cost", async () => {
  const [supplierId, marketplaceId] = [await api.aSupplier(), await api.aMarketplace()];
  await api.anAgreement({ supplierId, marketplaceId, referralCostPerClick: 1 });
  const productId = await api.aProduct(supplierId);
  const input = { marketplaceId, fromDate: "2026-03-01T00:00:00Z", toDate: "2026-03-31T00:00:00Z" };
  const click = (clickedAt: Date) =>
    api.database.db
      .insert(referralClicks)
      .values({ ...{ supplierId, marketplaceId, productId }, cost: 1, visitor: "v", clickedAt });
  for (let day = 2; day < 5; day++) for (const hour of [1, 2]) await click(new Date(Date.UTC(2026, 2, day, hour)));
  expect(await answers(operations.products.excelReferralsExport, input)).toEqual(fits);
  await click(new Date(Date.UTC(2026, 2, 9)));
  expect(await answers(operations.products.excelReferralsExport, input)).toEqual(tooMany);
});

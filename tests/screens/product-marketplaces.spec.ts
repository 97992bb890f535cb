import type { Page } from "@playwright/test";
import { aSupplier, storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct, type TestRecord } from "#tests/support/browser/catalogue.ts";
import { button, card, link, seesToast, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts } from "#tests/support/browser/test.ts";
import { test } from "#tests/support/browser/test-with-faulty-api.ts";

const nothing = { marketplaceSKU: null, availableFromDate: null, availableToDate: null };
const approved = { ...nothing, marketplaceId: 1, marketplaceName: "Harbour & Co", status: 2, syncStatus: 1 };
const running = { ...approved, syncStatus: 2 };

let product: TestRecord;
let path: string;

test.beforeEach(async () => {
  product = await aProduct();
  path = `${product.path}/marketplaces`;
});

/** The API's response for the product on these marketplaces. */
async function on(marketplaceAssignments: object[]): Promise<[string, number, object]> {
  return [`/api/v1${product.path}`, 200, { ...(await storedProduct(product.id)), marketplaceAssignments }];
}

const row = (page: Page, marketplace: string) => card(page, "Marketplaces").getByRole("row", { name: marketplace });

test("shows which marketplaces list the product, since when, and why one refused it", async ({ page, api }) => {
  api.answers(
    ...(await on([
      { ...approved, syncStatus: 0, marketplaceSKU: "H-77", availableFromDate: "2026-03-02T04:05:00.000Z" },
      {
        ...nothing,
        marketplaceId: 2,
        marketplaceName: "Refused",
        status: 4,
        syncStatus: 3,
        syncError: "Not published: the product has no hero image.",
      },
      { ...nothing, marketplaceId: 3, marketplaceName: "Waiting", status: 1, syncStatus: 1 },
      { ...nothing, marketplaceId: 4, marketplaceName: "Nowhere", status: null, syncStatus: null },
    ])),
  );
  await visit(page, path);
  await expect(
    page.getByText("Only the marketplaces with which the supplier has an active agreement are shown."),
  ).toBeVisible();
  await expect(row(page, "Harbour & Co").locator("td")).toHaveText([
    "Harbour & Co",
    "Approved",
    "In Sync",
    "H-77",
    "02 Mar 2026, 3:05 pm",
    "–",
  ]);
  await expect(row(page, "Refused").locator("td").nth(1)).toHaveText("Disabled");
  await expect(row(page, "Refused")).toContainText("Not published: the product has no hero image.");
  await expect(row(page, "Waiting").locator("td").nth(2)).toHaveText("After approval");
  await expect(row(page, "Nowhere").locator("td").nth(1)).toHaveText("Unregistered");
  // Only approved or disabled products that are out of sync can be synced; pending ones are not sent.
  await expect(page.getByRole("button", { name: /^Sync Now/ })).toHaveCount(1);
  await expect(button(page, "Sync Now: Refused")).toBeVisible();
  if (hasScripts()) await hasNoAxeViolations(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await staysWithin(page, "the marketplaces of a product");
});

test("synchronisation disables other actions while it runs, and its result is shown", async ({ page, api }) => {
  api.answers(...(await on([running])));
  await visit(page, path);
  await expect(button(page, "Syncing...")).toBeDisabled();
  if (!hasScripts()) await seesToast(page, "Synchronisation has been requested.");
  api.answers(...(await on([{ ...approved, syncStatus: 0 }])));
  // The page polls automatically, with and without scripts.
  await expect(row(page, "Harbour & Co").locator("td").nth(2)).toHaveText("In Sync");
  if (hasScripts()) await seesToast(page, "The product was synced successfully.");
  else await expect(page.getByText("Synchronisation has been requested.")).toHaveCount(0);
});

test("a failed synchronisation shows the reason @javascript", async ({ page, api }) => {
  api.answers(...(await on([running])));
  await visit(page, path);
  api.answers(...(await on([{ ...approved, syncStatus: 3, syncError: "It has no price." }])));
  await expect(page.getByRole("alert").filter({ hasText: "It has no price." })).toBeVisible();
  await expect(button(page, "Sync Now: Harbour & Co")).toBeVisible();
});

test("a refused command shows its message", async ({ page, api }) => {
  api.answers(...(await on([approved])));
  await visit(page, path);
  api.answers("/SyncMarketplaceProduct", 409, { message: "It is being synchronised already." });
  await button(page, "Sync Now: Harbour & Co").click();
  await expect(page.getByRole("alert").filter({ hasText: "It is being synchronised already." })).toBeVisible();
});

test("a supplier without an agreement has no marketplaces to show", async ({ page }) => {
  const other = await aProduct({ supplierId: (await aSupplier()).id });
  await visit(page, other.path);
  await link(page.getByRole("main"), "Marketplaces").click();
  await expect(
    page.getByText("The supplier of this product has no active agreement with a marketplace."),
  ).toBeVisible();
});

import { aSupplier, storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import { button, field, heading, isAt, isReady, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

test("the prices of all that match are previewed, changed, and put back", { tag: "@core" }, async ({ page }) => {
  const supplier = await aSupplier();
  const [one, two] = [await aProduct({ supplierId: supplier.id }), await aProduct({ supplierId: supplier.id })];
  const list = `/products?supplierId=${supplier.id}&sort=name&direction=desc`;
  await visit(page, list);
  await page.getByRole("checkbox", { name: "All 2 that match the filters" }).check();
  await button(page, "Change Many").click();
  await expect(heading(page)).toHaveText("Change Many Products");
  await isReady(page);
  await page.getByRole("combobox", { name: "Change" }).selectOption("Prices by a percentage");
  await button(page, "Choose").click();
  await field(page, "Percent").fill("much");
  await button(page, "Preview").click();
  await expect(page.getByRole("alert")).toHaveText(
    "Please enter a percentage between -99 and 1000, such as 5 or -2.5.",
  );
  await expect(field(page, "Percent")).toHaveValue("much");
  await field(page, "Percent").fill("5");
  await page.getByRole("checkbox", { name: "To the nearest price that ends in 95 cents" }).check();
  await button(page, "Preview").click();
  await expect(page.locator("tbody tr")).toHaveCount(2);
  await expect(page.locator("tbody tr").first()).toContainText("RRP: $11.00 → $11.95");
  await isReady(page);
  await staysWithin(page, "the page of a change of many products");
  if (hasScripts()) await hasNoAxeViolations(page);
  expect((await storedProduct(one.id)).recommendedRetailPrice).toBe(10);
  await button(page, "Apply to 2 products").click();
  await expect(heading(page)).toHaveText("Changing products");
  await expect(page.getByText("2 products were changed.")).toBeVisible({ timeout: 30_000 });
  expect((await storedProduct(two.id)).recommendedRetailPrice).toBe(10.8636);
  const progress = new URL(page.url());
  await link(page, "Undo").click();
  await expect(link(page, "Open the record")).toHaveCount(0);
  await link(page, "Back").click();
  await isAt(page, `${progress.pathname}${progress.search}`);
  await link(page, "Undo").click();
  await button(page, "Undo").click();
  await expect(page.getByText("2 products were put back.")).toBeVisible({ timeout: 30_000 });
  expect((await storedProduct(two.id)).recommendedRetailPrice).toBe(10);
  await link(page, "Back to the products").click();
  await isAt(page, list);
});

test("ticked products are changed, and without any the list says so", async ({ page }) => {
  const supplier = await aSupplier();
  const [one, two] = [await aProduct({ supplierId: supplier.id }), await aProduct({ supplierId: supplier.id })];
  await visit(page, `/products?supplierId=${supplier.id}`);
  await button(page, "Change Many").click();
  await expect(
    page.getByRole("alert").getByText("Please choose at least one product, or all that match."),
  ).toBeVisible();
  await page.getByRole("checkbox", { name: `Choose ${one.name}` }).check();
  await button(page, "Change Many").click();
  await page.getByRole("combobox", { name: "Change" }).selectOption("Deactivate");
  await button(page, "Choose").click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await button(page, "Apply to 1 product").click();
  await expect(page.getByText("1 product was changed.")).toBeVisible({ timeout: 30_000 });
  expect([(await storedProduct(one.id)).isDisabled, (await storedProduct(two.id)).isDisabled]).toEqual([true, false]);
});

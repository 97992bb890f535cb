import { command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import { button, heading, isReady, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const rows = (page: Parameters<typeof visit>[0]) => page.locator("tbody tr");

test("the page of a product leads to what was changed, by whom, and what was there before", {
  tag: "@core",
}, async ({ page }) => {
  const product = await aProduct();
  await command("products/UpdateProductShippingMethod", {
    ProductId: product.id,
    ShippingMethod: 0,
    DomesticFlatRate: 5,
    ShippingNotes: "Two days.",
  });
  await visit(page, product.path);
  await link(page, "History").last().click();
  await expect(heading(page)).toHaveText(`History of ${product.name}`);
  await isReady(page);
  await expect(rows(page).first()).toContainText("Mia Kerr");
  await expect(rows(page).first()).toContainText("Domestic flat rate: nothing → $5.50");
  await staysWithin(page, "a history");
  if (hasScripts()) await hasNoAxeViolations(page);
  await page.getByRole("combobox", { name: "Field" }).selectOption("Shipping notes");
  if (!hasScripts()) await button(page, "Search").click();
  await expect(page).toHaveURL(/field=products.shipping_notes/);
  await expect(rows(page)).toHaveCount(1);
  await link(page, "Back to the record").click();
  await expect(heading(page)).toHaveText(product.name);
});

test("the page of a record says that it was changed since it was opened", async ({ page }) => {
  const product = await aProduct();
  await visit(page, product.path);
  const line = page.getByText(/^Changed by Mia Kerr \(form, .*\) since you opened this page\.$/);
  await command("products/Deactivate", { ProductId: product.id });
  if (!hasScripts()) {
    // Nothing looks for changes, and a page that is loaded again shows them.
    await visit(page, product.path);
    await expect(line).toHaveCount(0);
    return;
  }
  await lookAgain(page);
  await line.click();
  await expect(heading(page)).toHaveText(`History of ${product.name}`);
  await visit(page, product.path);
  const looked = page.waitForResponse(/\/since\?/);
  await lookAgain(page);
  await looked;
  await expect(line).toHaveCount(0);
});

/** As when somebody returns to the tab. */
const lookAgain = (page: Parameters<typeof visit>[0]) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test.describe("the history of everything", () => {
  test("is for administrators", async ({ page }) => {
    await aProduct();
    await visit(page, "/history");
    await expect(heading(page)).toHaveText("History");
    await expect(rows(page).filter({ hasText: "Mia Kerr" })).not.toHaveCount(0);
    await page.getByRole("combobox", { name: "Records" }).selectOption("Product");
    if (!hasScripts()) await button(page, "Search").click();
    await expect(page).toHaveURL(/record=product/);
    await expect(rows(page).filter({ hasText: "Product " })).not.toHaveCount(0);
    await expect(rows(page).filter({ hasNotText: "Product " })).toHaveCount(0);
  });
});

test.describe("somebody who may not see a record", () => {
  test.use({ account: "acaciaProducts" });
  test("does not see its history", async ({ page }) => {
    const product = await aProduct({ supplierId: 2 });
    expect((await visit(page, `/history/product/${product.id}`))?.status()).toBe(404);
    expect((await visit(page, "/history"))?.status()).toBe(403);
    expect((await visit(page, "/history/nonsense/1"))?.status()).toBe(404);
  });
});

test("the history of a record leads back to it, and from there to the list that it was opened from", async ({
  page,
}) => {
  const product = await aProduct();
  const list = `/products?name=${encodeURIComponent(product.name)}&sort=name&direction=desc`;
  await visit(page, list);
  await link(page, product.name).click();
  await expect(heading(page)).toHaveText(product.name);
  await link(page, "History").last().click();
  await expect(heading(page)).toHaveText(`History of ${product.name}`);
  await link(page, "Back to the record").click();
  await expect(heading(page)).toHaveText(product.name);
  await link(page.getByRole("navigation", { name: "Breadcrumb" }), "Products").click();
  await expect(page).toHaveURL((url) => url.searchParams.get("sort") === "name" && url.pathname === "/products");
});

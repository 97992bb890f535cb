import type { Page } from "@playwright/test";
import { aSupplier, command, storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct, aProductInVariants } from "#tests/support/browser/catalogue.ts";
import { button, heading, isReady, link, seesToast, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const cell = (page: Page, label: string, row: string) => page.getByLabel(`${label} of ${row}`, { exact: true });

/** Two products of a supplier of their own, in the order in which lists show them. */
async function twoProducts() {
  const supplier = await aSupplier();
  const products = [await aProduct({ supplierId: supplier.id }), await aProduct({ supplierId: supplier.id })];
  const [one, two] = products.sort((a, b) => a.name.localeCompare(b.name, "en"));
  if (!one || !two) throw new Error("There are no two products.");
  return { supplier, one, two, path: `/products/edit?supplierId=${supplier.id}&All=true` };
}

async function save(page: Page): Promise<void> {
  await button(page, "Save").first().click();
}

/** As another user would, while the grid is open. */
async function rename(id: number, name: string): Promise<void> {
  await command("products/SaveGrid", { Rows: [{ ProductId: id, Name: name }] });
}

test("prices, stock and shipping of several products are saved at once, and undone", { tag: "@core" }, async ({
  page,
}) => {
  const { supplier, one, two } = await twoProducts();
  await visit(page, `/products?supplierId=${supplier.id}`);
  await button(page, "Edit Many").click();
  await expect(page.getByRole("alert")).toContainText("Please choose at least one product, or all that match.");
  await page.getByRole("checkbox", { name: "All 2 that match the filters" }).check();
  await button(page, "Edit Many").click();
  await expect(heading(page)).toHaveText("Edit Many Products");
  await expect(page.getByText("Products 1–2 of 2.")).toBeVisible();
  await isReady(page);
  await staysWithin(page, "the grid of products");
  if (hasScripts()) await hasNoAxeViolations(page);
  await cell(page, "RRP", one.name).fill("22");
  await cell(page, "Sale price", one.name).fill("$19.95");
  await cell(page, "Stock", one.name).fill("7");
  await cell(page, "Shipping", two.name).selectOption("Flat rate per item");
  await cell(page, "Flat rate", two.name).fill("9.95");
  await cell(page, "Active", two.name).uncheck();
  await save(page);
  await seesToast(page, "2 rows were saved.");
  await expect(cell(page, "Sale price", one.name)).toHaveValue("19.95");
  expect(await storedProduct(one.id)).toMatchObject({
    recommendedRetailPrice: 20,
    salePrice: 18.1364,
    stockQuantity: 7,
  });
  expect(await storedProduct(two.id)).toMatchObject({
    isDisabled: true,
    shippingMethod: { shippingMethod: 0, domesticFlatRate: 9.0455 },
  });
  await button(page, "Undo").click();
  await expect(page.getByRole("status").getByText("Undone.")).toBeVisible();
  await expect(cell(page, "Sale price", one.name)).toHaveValue("");
  expect(await storedProduct(one.id)).toMatchObject({ recommendedRetailPrice: 10, manageStock: false });
  expect(await storedProduct(two.id)).toMatchObject({ isDisabled: false });
});

test("variants are rows below their product, and empty cells follow it", async ({ page }) => {
  const product = await aProductInVariants({ Colour: ["Red", "Blue"] }, [{ options: ["Red"] }]);
  await visit(page, `/products/edit?Ids=${product.id}`);
  const red = `${product.name}, Red`;
  await expect(cell(page, "RRP", red)).toHaveAttribute("placeholder", "11.00");
  await expect(cell(page, "Stock", product.name)).toHaveCount(0);
  await expect(cell(page, "Shipping", red)).toHaveCount(0);
  await cell(page, "RRP", product.name).fill("12");
  await cell(page, "Stock", red).fill("3");
  await save(page);
  await seesToast(page, "2 rows were saved.");
  expect((await storedProduct(product.id)).productVariants).toMatchObject([
    { recommendedRetailPrice: 10.9091, overridePrice: false, stockQuantity: 3 },
  ]);
});

test("rows that are refused stay as they were typed with their reasons, and the others are saved once", async ({
  page,
}) => {
  const { one, two, path } = await twoProducts();
  await visit(page, path);
  await cell(page, "Stock", one.name).fill("5");
  await cell(page, "RRP", two.name).fill("a lot");
  await cell(page, "Shipping rule", two.name).fill("Nobody's");
  await save(page);
  await expect(page.getByRole("alert").filter({ hasText: "1 row was saved, 1 was not." }).first()).toBeVisible();
  await expect(link(page, "Undo what was saved")).toBeVisible();
  await expect(cell(page, "RRP", two.name)).toHaveValue("a lot");
  await expect(cell(page, "Shipping rule", two.name)).toHaveValue("Nobody's");
  await expect(cell(page, "RRP", two.name)).toHaveAccessibleDescription(
    "Please enter an amount of 0 or more, for example 9.95.",
  );
  await cell(page, "RRP", two.name).fill("33");
  await save(page);
  await expect(cell(page, "Shipping rule", two.name)).toHaveAccessibleDescription(
    "The supplier has no active shipping rule “Nobody's”.",
  );
  await cell(page, "Shipping rule", two.name).fill("");
  await cell(page, "Stock", one.name).fill("6");
  await save(page);
  await seesToast(page, "2 rows were saved.");
  // The stock was typed twice, and is what was typed last, not the sum of both changes.
  expect((await storedProduct(one.id)).stockQuantity).toBe(6);
  expect((await storedProduct(two.id)).recommendedRetailPrice).toBe(30);
});

test("a cell that somebody else has changed shows both values, and the other rows are saved", async ({ page }) => {
  const { one, two, path } = await twoProducts();
  await visit(page, path);
  await rename(one.id, `${one.name} by Kim`);
  await cell(page, "Name", one.name).fill(`${one.name} by Mia`);
  await cell(page, "Stock", two.name).fill("4");
  await save(page);
  const mine = page.getByLabel(/^Name of /).first();
  await expect(mine).toHaveAccessibleDescription(
    new RegExp(`Yours: ${one.name} by Mia. Theirs: ${one.name} by Kim. Save again to keep what is here now.$`),
  );
  await expect(mine).toHaveValue(`${one.name} by Mia`);
  expect((await storedProduct(two.id)).stockQuantity).toBe(4);
  expect((await storedProduct(one.id)).name).toBe(`${one.name} by Kim`);
  await save(page);
  await seesToast(page, "1 row was saved.");
  expect((await storedProduct(one.id)).name).toBe(`${one.name} by Mia`);
});

test("what was typed is there again after signing in, if the session has ended", async ({ page, context }) => {
  const { one, path } = await twoProducts();
  await visit(page, path);
  await cell(page, "Name", one.name).fill(`${one.name} typed`);
  await cell(page, "Active", one.name).uncheck();
  const cookies = await context.cookies();
  await context.clearCookies();
  await save(page);
  if (hasScripts()) await expect(page.getByText("You have been logged out.").first()).toBeVisible();
  else await expect(page).not.toHaveURL(/\/products\/edit/);
  const drafts = (await context.cookies()).filter(({ name }) => name.includes("draft"));
  await context.addCookies([...cookies.filter(({ name }) => !name.includes("draft")), ...drafts]);
  await visit(page, path);
  await expect(cell(page, "Name", one.name)).toHaveValue(`${one.name} typed`);
  await expect(cell(page, "Active", one.name)).not.toBeChecked();
  await save(page);
  await seesToast(page, "1 row was saved.");
  expect(await storedProduct(one.id)).toMatchObject({ name: `${one.name} typed`, isDisabled: true });
});

test("a SKU that another product has is asked about", async ({ page }) => {
  const { one, two, path } = await twoProducts();
  await visit(page, path);
  const sku = String((await storedProduct(one.id)).externalSku);
  await cell(page, "SKU", two.name).fill(sku);
  await save(page);
  await page.getByRole("checkbox", { name: "Use it nevertheless" }).check();
  await save(page);
  await seesToast(page, "1 row was saved.");
  expect((await storedProduct(two.id)).externalSku).toBe(sku);
});

test("only ticked products are edited, and the way back keeps the filters", async ({ page }) => {
  const { supplier, one, two } = await twoProducts();
  await visit(page, `/products?supplierId=${supplier.id}`);
  await page.getByRole("checkbox", { name: `Choose ${two.name}` }).check();
  await button(page, "Edit Many").click();
  await expect(page.getByText("Products 1–1 of 1.")).toBeVisible();
  await expect(cell(page, "Name", one.name)).toHaveCount(0);
  await expect(cell(page, "Name", two.name)).toBeVisible();
  await save(page);
  await seesToast(page, "Nothing was changed, so there was nothing to save.");
  await link(page, "Back to the List").click();
  await expect(page.getByText("1–2 of 2")).toBeVisible();
});

test.describe("with scripts", { tag: "@javascript" }, () => {
  test("the arrows and Enter move between cells, and Ctrl+D copies the cell above", async ({ page }) => {
    const { one, two, path } = await twoProducts();
    await visit(page, path);
    await cell(page, "RRP", one.name).click();
    await expect(async () => {
      await cell(page, "RRP", one.name).focus();
      await page.keyboard.press("ArrowDown");
      await expect(cell(page, "RRP", two.name)).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("ArrowUp");
    await cell(page, "RRP", one.name).fill("15");
    await page.keyboard.press("Enter");
    await expect(cell(page, "RRP", two.name)).toBeFocused();
    await page.keyboard.press("Control+d");
    await expect(cell(page, "RRP", two.name)).toHaveValue("15");
    await page.keyboard.press("Control+z");
    await expect(cell(page, "RRP", two.name)).toHaveValue("11.00");
    await expect(cell(page, "RRP", one.name)).toHaveValue("15");
    await page.keyboard.press("Control+d");
    await page.keyboard.press("ArrowRight");
    await expect(cell(page, "Sale price", two.name)).toBeFocused();
    await cell(page, "Shipping", one.name).selectOption("Shippit");
    await cell(page, "Shipping", one.name).focus();
    await button(page, "Fill Down").click();
    await expect(page.getByText("Copied to 1 row.")).toBeVisible();
    await expect(cell(page, "Shipping", two.name)).toHaveValue("1");
  });

  test("cells of a spreadsheet are pasted, and what does not fit is named", async ({ page }) => {
    const { one, two, path } = await twoProducts();
    await visit(page, path);
    await cell(page, "RRP", one.name).focus();
    await pasted(page, "20\t\t5\tno\tShipping rule\n30\t25\tten\tyes\tBy pigeon\n40\t35");
    await expect(page.getByRole("status").filter({ hasText: "pasted" })).toHaveText(
      "9 cells were pasted. 3 could not be used, the first is “By pigeon”. The last 1 of the pasted rows has no row here.",
    );
    await expect(cell(page, "RRP", two.name)).toHaveValue("30");
    await expect(cell(page, "Active", one.name)).not.toBeChecked();
    await save(page);
    await expect(cell(page, "Stock", two.name)).toHaveAccessibleDescription(
      "Please enter a whole number of 0 or more.",
    );
    await expect(cell(page, "Stock", two.name)).toHaveValue("ten");
    await expect(cell(page, "RRP", two.name)).toHaveValue("30");
  });

  /** Pastes into the focused cell, once the script for that has been loaded. */
  async function pasted(page: Page, text: string): Promise<void> {
    await expect(async () => {
      await page.evaluate((content) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", content);
        document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      }, text);
      await expect(page.getByRole("status").filter({ hasText: "pasted" })).toBeVisible({ timeout: 500 });
    }).toPass();
  }

  test("leaving with changes that are not saved asks first", async ({ page }) => {
    const { one, path } = await twoProducts();
    await visit(page, path);
    await cell(page, "Name", one.name).fill("Half a na");
    let asked = "";
    page.once("dialog", (dialog) => {
      asked = dialog.message();
      void dialog.dismiss();
    });
    await link(page, "Back to the List").click();
    await expect.poll(() => asked).toBe("You have changes that are not saved. Leave this form and lose them?");
    await expect(cell(page, "Name", one.name)).toHaveValue("Half a na");
  });
});

test("without scripts nothing takes the place of what only scripts can do", { tag: "@plain-html" }, async ({
  page,
}) => {
  const { path } = await twoProducts();
  await visit(page, path);
  const save = await button(page, "Save").first().boundingBox();
  const table = await page.locator("[data-grid]").boundingBox();
  // The fill-down button and the explanation of the keys would need a line of 32 pixels and more.
  expect((table?.y ?? 1_000) - (save?.y ?? 0) - (save?.height ?? 0)).toBeLessThan(32);
});

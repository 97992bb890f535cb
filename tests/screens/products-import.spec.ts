import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct, aProductType } from "#tests/support/browser/catalogue.ts";
import { button, card, field, heading, isReady, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts } from "#tests/support/browser/test.ts";
import { test } from "#tests/support/browser/test-with-faulty-api.ts";
import { choose } from "#tests/support/browser/uploads.ts";
import { type Cells, edited, productsWorkbook } from "#tests/support/products-workbook.ts";
import { opened, rowsOf, sheetNamed, workbookFile } from "#tests/support/workbook.ts";

// A user can run only one export or import at a time, so these tests run in sequence and each project has its account.
test.describe.configure({ mode: "default" });
test.use({ account: ({ javaScriptEnabled }, use) => use(javaScriptEnabled === false ? "acaciaProducts" : "admin") });

const supplierId = 1;
const dialog = (page: Page) => page.getByRole("dialog", { name: "Import Products" });
const openMenu = (page: Page, name: string) => page.locator("summary").filter({ hasText: name }).click();

async function opens(page: Page, what: "All Product Data" | "Stock Levels & Prices"): Promise<void> {
  await visit(page, "/products");
  await openMenu(page, "Import");
  await link(page, what).click();
  await expect(dialog(page)).toContainText(what);
  await isReady(page);
}

async function sends(page: Page, content: Buffer): Promise<void> {
  await choose(field(page, "File"), workbookFile(content, "Products.xlsx"));
  await button(page, "Import").click();
}

/** Uploads the rows and waits for the check to finish. */
async function checks(
  page: Page,
  rows: Cells[],
  what: "All Product Data" | "Stock Levels & Prices" = "All Product Data",
): Promise<void> {
  await opens(page, what);
  await sends(page, await productsWorkbook(rows));
  await expect(card(page, "Summary")).toBeVisible();
  await isReady(page);
}

const box = "Yes, replace what is there now with what the file says";
const before = (page: Page) => page.getByRole("region", { name: "Before you apply this" });

/** A row of a file that was not exported. */
async function imports(page: Page, row: Cells): Promise<void> {
  await checks(page, [row]);
  await before(page).getByLabel(box).check();
  await button(page, "Apply").click();
  await expect(dialog(page)).toContainText("All products were updated successfully!");
}

const price = async (page: Page, id: number) => {
  await visit(page, `/products/${id}`);
  return card(page, "General").getByText("$", { exact: false }).first();
};

test("an edited export is previewed cell by cell, applied, and can be undone", { tag: "@core" }, async ({ page }) => {
  const type = await aProductType();
  const { id, name } = await aProduct({ supplierId, productTypeId: type.id });
  await visit(page, `/products?productTypeId=${type.id}`);
  await openMenu(page, "Export");
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "All Product Data").click()]);
  expect(file.suggestedFilename()).toBe("Products.xlsx");
  const content = await edited(await readFile(await file.path()), (row) => {
    if (row.ProductId === id) Object.assign(row, { Name: `${name} edited`, RecommendedRetailPrice: 123.45 });
  });
  await opens(page, "All Product Data");
  await sends(page, content);
  await expect(page.getByText("has been checked. Nothing has changed yet.")).toBeVisible();
  const changes = card(page, "To update: 1 row");
  await expect(changes).toContainText(`Name: ${name} → ${name} edited`);
  await expect(changes).toContainText("→ 123.45");
  await isReady(page);
  await button(page, "Apply").click();
  await expect(dialog(page)).toContainText("All products were updated successfully!");
  await isReady(page);
  await visit(page, `/products/${id}`);
  await expect(heading(page)).toHaveText(`${name} edited`);
  // Another file is uploaded but not applied; the first import can still be undone.
  await checks(page, [{ ProductId: id, Name: `${name} again` }]);
  await opens(page, "All Product Data");
  await link(page, "All imports of the last 7 days").click();
  await expect(heading(page)).toHaveText("Imports of products");
  const imports = card(page, "Your imports").getByRole("row");
  await expect(imports.nth(1)).toContainText("Checked, not applied");
  await expect(imports.nth(2)).toContainText("Applied");
  if (hasScripts()) await hasNoAxeViolations(page);
  await link(imports.nth(2), "Undo Products.xlsx").click();
  await isReady(page);
  await button(page, "Undo").click();
  await expect(dialog(page)).toContainText("Everything was undone.");
  await visit(page, `/products/${id}`);
  await expect(heading(page)).toHaveText(name);
});

test("changes since the export are shown and overwritten only if confirmed; stock changes by the difference", async ({
  page,
}) => {
  const type = await aProductType();
  const { id, name } = await aProduct({ supplierId, productTypeId: type.id });
  await imports(page, { ProductId: id, ManageStock: true, StockQuantity: 10 });
  await visit(page, `/products?productTypeId=${type.id}`);
  await openMenu(page, "Export");
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "All Product Data").click()]);
  const exported = await readFile(await file.path());
  // Meanwhile another user imports a different name and less stock.
  await imports(page, { ProductId: id, Name: `${name} of theirs`, StockQuantity: 6 });
  await opens(page, "All Product Data");
  await sends(page, exported);
  await expect(page.getByText("There is nothing to apply.")).toBeVisible();
  await opens(page, "All Product Data");
  await sends(
    page,
    await edited(
      exported,
      (row) => row.ProductId === id && Object.assign(row, { Name: `${name} of mine`, StockQuantity: 15 }),
    ),
  );
  const changes = card(page, "To update: 1 row");
  await expect(changes).toContainText(`Name: ${name} of theirs → ${name} of mine`);
  await expect(changes).toContainText(`It was ${name} when it was exported, and has been changed since.`);
  await expect(changes).toContainText("StockQuantity: 6 → 11");
  await expect(changes).toContainText(
    "It was 10 when it was exported and is 15 in the file: the difference is applied to what is there now.",
  );
  await expect(before(page)).toContainText(
    "1 cell that was edited in the file has also been changed here since it was exported.",
  );
  await page.setViewportSize({ width: 360, height: 800 });
  await staysWithin(page, "what was changed by somebody else");
  if (hasScripts()) await hasNoAxeViolations(page);
  await isReady(page);
  await button(page, "Apply").click();
  await expect(before(page)).toContainText(
    "This import would replace stock, prices or other values that may be newer than the file.",
  );
  await isReady(page);
  await before(page).getByLabel(box).check();
  await button(page, "Apply").click();
  await expect(dialog(page)).toContainText("All products were updated successfully!");
  await visit(page, `/products/${id}`);
  await expect(heading(page)).toHaveText(`${name} of mine`);
});

test("refused rows are returned with their reasons, and the others are imported", async ({ page }) => {
  const [basket, tray] = [await aProduct({ supplierId }), await aProduct({ supplierId })];
  await checks(page, [
    { ProductId: basket.id, RecommendedRetailPrice: "cheap", Nmae: "x" },
    { ProductId: tray.id, RecommendedRetailPrice: 55.5 },
  ]);
  await expect(card(page, "Summary")).toContainText("Ignored, column names not recognised: Nmae");
  await expect(card(page, "Refused: 1 row")).toContainText(
    "Row 2, RecommendedRetailPrice: “cheap” isn't an amount. Please enter one like 9.95.",
  );
  await page.setViewportSize({ width: 360, height: 800 });
  await staysWithin(page, "what has been checked");
  if (hasScripts()) await hasNoAxeViolations(page);
  await before(page).getByLabel(box).check();
  await button(page, "Apply").click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    "There were some errors while importing the file. Please review the errors below.",
  );
  const [file] = await Promise.all([page.waitForEvent("download"), link(page, "Download the refused rows").click()]);
  const rows = rowsOf(sheetNamed(await opened(await readFile(await file.path())), "Products"));
  expect(rows).toMatchObject([{ ProductId: basket.id, Reason: expect.stringContaining("isn't an amount") }]);
  await expect(await price(page, tray.id)).toContainText("$55.50");
});

test("stock and prices: an error of the whole file is shown at once, as a finished import", async ({ page }) => {
  await opens(page, "Stock Levels & Prices");
  await sends(page, await productsWorkbook([{ Price: 9 }], ["Price"]));
  await expect(dialog(page).getByRole("alert")).toContainText("There were some errors while importing the file.");
  await expect(dialog(page).getByText("Error: The worksheet has no columns ProductId, VariantId.")).toBeVisible();
  await expect(dialog(page).getByRole("progressbar")).toHaveAttribute("value", "100");
});

test("stock and prices are imported, and the dialog links to the last import", async ({ page }) => {
  const { id } = await aProduct({ supplierId });
  await checks(page, [{ ProductId: id, RecommendedRetailPrice: 66.6, SalePrice: 44.4 }], "Stock Levels & Prices");
  await expect(before(page)).toContainText(
    "This file was made by hand, or is an older export: it does not say what its cells showed",
  );
  await button(page, "Apply").click();
  await expect(before(page)).toContainText("Please confirm that it should, or export again and edit the new file.");
  await isReady(page);
  await before(page).getByLabel(box).check();
  await button(page, "Apply").click();
  await expect(dialog(page)).toContainText("All products were updated successfully!");
  await opens(page, "Stock Levels & Prices");
  await expect(dialog(page)).toContainText("Last import: “Products.xlsx” (applied).");
  await link(page, "View").click();
  await expect(button(page, "Undo")).toBeVisible();
});

test.describe("a user without permission to change products", () => {
  test.use({ account: "readonly" });
  test("has neither the import menu nor the import page", async ({ page }) => {
    await visit(page, "/products");
    await expect(page.locator("summary").filter({ hasText: "Export" })).toBeVisible();
    await expect(page.locator("summary").filter({ hasText: "Import" })).toHaveCount(0);
    expect((await visit(page, "/products/import"))?.status()).toBe(403);
  });
});

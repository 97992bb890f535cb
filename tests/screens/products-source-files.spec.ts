import type { Page } from "@playwright/test";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProductType } from "#tests/support/browser/catalogue.ts";
import { button, card, field, heading, isReady, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { isIn, someoneWithPassword, typesPassword } from "#tests/support/browser/second-factor.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { choose } from "#tests/support/browser/uploads.ts";

test.use({ account: "signed out" });
// A user can run only one export or import at a time, so each test has a user of its own.
test.beforeEach(async ({ page }) => {
  const email = await someoneWithPassword(page, ["Catalogue Manager"]);
  await typesPassword(page, email);
  await isIn(page);
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Import Products" });

async function sends(page: Page, name: string, content: string): Promise<void> {
  await visit(page, "/products/import");
  await expect(dialog(page)).toContainText("All Product Data");
  await isReady(page);
  await choose(field(page, "File"), new File([content], name));
  await button(page, "Import").click();
}

/** A word that no other test uses as a SKU. */
const word = () => `S${Math.random().toString(36).slice(2, 9)}`.toUpperCase();

/** Chooses the supplier where the user has several. */
async function choosesSupplier(page: Page): Promise<void> {
  const supplier = field(page, "Supplier");
  if ((await supplier.inputValue()) === "") await supplier.selectOption({ index: 1 });
}

test("a price list of a supplier is assigned, checked and applied", { tag: "@core" }, async ({ page }) => {
  const type = await aProductType();
  const sku = word();
  await sends(page, "prices.csv", `Item code;Item name;RRP;Colour ${sku}\n${sku};Serving dish;25.50;Red\n`);
  await expect(heading(page)).toHaveText("Assign columns");
  await isReady(page);
  await staysWithin(page, "the page that assigns columns");
  if (hasScripts()) await hasNoAxeViolations(page);
  await expect(field(page, "Import Item code as")).toHaveValue("SKU");
  await expect(field(page, `Import Colour ${sku} as`)).toHaveValue("");
  await choosesSupplier(page);
  await field(page, "Rows without a product here").selectOption("Create new products");
  await field(page, "Type of new products").selectOption({ value: String(type.id) });
  await field(page, "Import Item name as").selectOption("SKU");
  await button(page, "Check").click();
  await expect(page.getByText("“Item code” and “Item name” are both assigned to SKU.").first()).toBeVisible();
  await expect(field(page, "Type of new products")).toHaveValue(String(type.id));
  await isReady(page);
  await field(page, "Import Item name as").selectOption("Name");
  await button(page, "Check").click();
  await expect(card(page, "To create: 1 row")).toContainText("Serving dish");
  await expect(card(page, "Summary")).toContainText(`Colour ${sku}`);
  await isReady(page);
  await button(page, "Apply").click();
  await expect(dialog(page)).toContainText("All products were updated successfully!");
  await visit(page, `/products?name=${sku}`);
  await expect(link(page, "Serving dish")).toBeVisible();
});

test("a Shopify export needs no assignment, and new products may be shipped for a flat rate", async ({ page }) => {
  const type = await aProductType();
  const sku = word();
  const head =
    "Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Status";
  const rows = [
    `${sku.toLowerCase()},Tee ${sku},<p>A tee</p>,Ridge,Size,S,${sku}-S,200,shopify,3,30.00,,active`,
    `${sku.toLowerCase()},,,,,M,${sku}-M,200,shopify,4,30.00,,`,
  ];
  await sends(page, "products_export.csv", [head, ...rows].join("\n"));
  await expect(heading(page)).toHaveText("Assign columns");
  await expect(page.getByText("This is an export of Shopify")).toBeVisible();
  await isReady(page);
  await choosesSupplier(page);
  await field(page, "Rows without a product here").selectOption("Create new products");
  await field(page, "Type of new products").selectOption({ value: String(type.id) });
  await field(page, "Shipping of new products").selectOption("Flat rate per item");
  await button(page, "Check").click();
  await expect(page.getByText("Please enter the default shipping rate for Australian orders").first()).toBeVisible();
  await isReady(page);
  await field(page, "Flat rate per item").fill("9.95");
  await field(page, "Shipping notes").fill("Two days");
  await button(page, "Check").click();
  await expect(card(page, "To create: 3 rows")).toContainText(`Tee ${sku}`);
  await isReady(page);
  await button(page, "Apply").click();
  await expect(dialog(page)).toContainText("All products were updated successfully!");
  await visit(page, `/products?name=${sku}`);
  await link(page, `Tee ${sku}`).click();
  await expect(heading(page)).toHaveText(`Tee ${sku}`);
  await link(page, "Shipping").click();
  await expect(page.getByText("$9.95").first()).toBeVisible();
});

test("a file with our titles but no numbers is assigned already, and may create products", async ({ page }) => {
  const type = await aProductType();
  const sku = word();
  await sends(page, "ours.csv", `SKU;Name;RecommendedRetailPrice;ManageStock\n${sku};Dish ${sku};25.50;FALSE\n`);
  await expect(heading(page)).toHaveText("Assign columns");
  await isReady(page);
  await expect(field(page, "Import RecommendedRetailPrice as")).toHaveValue("RecommendedRetailPrice");
  await expect(field(page, "Import ManageStock as")).toHaveValue("ManageStock");
  await choosesSupplier(page);
  await field(page, "Rows without a product here").selectOption("Create new products");
  await field(page, "Type of new products").selectOption({ value: String(type.id) });
  await button(page, "Check").click();
  await expect(card(page, "To create: 1 row")).toContainText(`Dish ${sku}`);
});

test("a file that is no table is refused in the dialog", async ({ page }) => {
  await sends(page, "page.csv", "<!doctype html><p>Not found</p>");
  await expect(dialog(page)).toContainText("neither an Excel workbook (.xlsx) nor a text file with a table");
});

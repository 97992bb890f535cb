import type { Page } from "@playwright/test";
import { aName, aSupplier, command, storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct, aProductType } from "#tests/support/browser/catalogue.ts";
import {
  button,
  card,
  field,
  heading,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const rows = (page: Page) => page.locator("tbody tr");
const names = (page: Page) => rows(page).locator("td:nth-child(3) > a");
const filter = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });

/** Submits the filters; with scripts they apply automatically. */
async function search(page: Page): Promise<void> {
  if (!hasScripts()) await button(page, "Search").click();
}

test.describe("the list", () => {
  test("is filtered by a part of the brand and by the whole GTIN", async ({ page }) => {
    await visit(page, "/products");
    await isReady(page);
    await field(page, "GTIN").fill("299 0000 0200 00");
    await button(page, "Search").click();
    await expect(rows(page)).toHaveCount(1);
    await expect(names(page)).toHaveAttribute("href", /^\/products\/2\b/);
    await visit(page, "/products?brand=gumnut");
    await expect(field(page, "Brand")).toHaveValue("gumnut");
    await expect(names(page).first()).toBeVisible();
    await link(page, "Clear").click();
    await expect(field(page, "Brand")).toHaveValue("");
  });

  test("shows its columns, is filtered by supplier and type, and leads to a product and back", {
    tag: "@core",
  }, async ({ page }) => {
    const supplier = await aSupplier();
    const parent = await aProductType();
    const type = await aProductType({ parent });
    const product = await aProduct({ supplierId: supplier.id, productTypeId: type.id, price: 9.0455 });
    await aProduct({ supplierId: supplier.id });
    await visit(page, "/products");
    await expect(heading(page)).toHaveText("Products");
    await filter(page, "Supplier").selectOption({ label: supplier.name });
    await search(page);
    await expect(rows(page)).toHaveCount(2);
    await filter(page, "Product type").selectOption({ label: parent.name });
    await search(page);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).locator("td")).toHaveText([
      "",
      "",
      new RegExp(`^${product.name}`),
      supplier.name,
      type.name,
      "Yes",
      "$9.95",
      "$9.95",
      "",
    ]);
    const list = new URL(page.url());
    await link(page, product.name).click();
    await expect(heading(page)).toHaveText(product.name);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
    await isAt(page, `${list.pathname}${list.search}`);
  });

  test("a type below another one is indented by two dashes", async ({ page }) => {
    const parent = await aProductType();
    const type = await aProductType({ parent });
    await visit(page, "/products");
    await expect(filter(page, "Product type").getByRole("option", { name: type.name })).toHaveText(`-- ${type.name}`);
    await expect(filter(page, "Product type").getByRole("option").first()).toHaveText("(None)");
  });

  test("finds products by part of their name or SKU", async ({ page }) => {
    const product = await aProduct();
    const [, word = ""] = product.name.split(" ");
    for (const part of [word.slice(2), `SKU-${word}`]) {
      await visit(page, "/products");
      await field(page, "Name or SKU").fill(part);
      await button(page, "Search").click();
      await expect(names(page)).toHaveText([product.name]);
    }
  });

  test("the marketplace status filter is offered only with a marketplace", async ({ page }) => {
    await visit(page, "/products?marketplaceStatus=2");
    await expect(filter(page, "Marketplace status")).toHaveCount(0);
    await filter(page, "Marketplace").selectOption({ label: "Harbour & Co" });
    await search(page);
    await expect(filter(page, "Marketplace status").getByRole("option")).toHaveText([
      "(Any)",
      "Unregistered",
      "Pending Approval",
      "Approved",
      "Pending Re-Approval",
      "Disabled",
      "Internally Reviewed",
    ]);
    const product = await aProduct({ supplierId: (await aSupplier()).id });
    await filter(page, "Marketplace status").selectOption("Unregistered");
    await field(page, "Name or SKU").fill(product.name);
    await button(page, "Search").click();
    await expect(names(page)).toHaveText([product.name]);
    await filter(page, "Marketplace status").selectOption("Approved");
    await search(page);
    await expect(page.getByText("No products match these filters.")).toBeVisible();
  });

  test("input typed while rows are loading is kept when they arrive @javascript", async ({ page }) => {
    const product = await aProduct();
    await visit(page, "/products");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/products.data?*", async (route) => {
      await held;
      await route.continue();
    });
    await filter(page, "Supplier").selectOption({ label: "Acacia Homewares" });
    await field(page, "Name or SKU").fill(product.name);
    release();
    await expect(page).toHaveURL(/supplierId=1/);
    await expect(field(page, "Name or SKU")).toHaveValue(product.name);
    await button(page, "Search").click();
    await expect(names(page)).toHaveText([product.name]);
    // Navigating by other means than the filters, such as Back, resets the inputs to the URL.
    await page.goBack();
    await expect(field(page, "Name or SKU")).toHaveValue("");
    await expect(filter(page, "Supplier").locator("option:checked")).toHaveText("Acacia Homewares");
    await link(page, "Clear").click();
    await expect(filter(page, "Supplier").locator("option:checked")).toHaveText("(Any)");
  });

  test("shows only active products at first, and all on request", async ({ page }) => {
    const product = await aProduct();
    await visit(page, `${product.path}/deactivate`);
    await button(page, "Deactivate").click();
    await seesToast(page, "Product deactivated successfully.");
    await visit(page, `/products?name=${encodeURIComponent(product.name)}`);
    await expect(page.getByText("No products match these filters.")).toBeVisible();
    await page.getByLabel("Active only").uncheck();
    await search(page);
    await expect(names(page)).toHaveText([product.name]);
    await expect(rows(page).locator("td:nth-child(6)")).toHaveText("No");
  });

  test("shows only problem products on request", async ({ page }) => {
    const product = await aProduct();
    await visit(page, `/products?name=${encodeURIComponent(product.name)}`);
    await page.getByLabel("Problem products only").check();
    await search(page);
    await expect(names(page)).toHaveText([product.name]);
  });

  test("each problem of a product leads to where it is solved, and back to the list", async ({ page }) => {
    const product = await aProduct();
    const list = `/products?name=${encodeURIComponent(product.name)}&showProblemProductsOnly=true`;
    await visit(page, list);
    await expect(rows(page).locator("p a")).toHaveText(["No description", "No hero image", "No shipping method"]);
    await link(page, "No hero image").click();
    await expect(field(card(page, "General"), "Hero image")).toBeVisible();
    await link(page.getByRole("navigation", { name: "Breadcrumb" }), "Products").click();
    await link(page, "No shipping method").click();
    await expect(field(card(page, "Shipping"), "Shipping method")).toBeVisible();
  });

  test("is filtered by stock, and then shows it", async ({ page }) => {
    const supplier = await aSupplier();
    const [unmanaged, out] = [await aProduct({ supplierId: supplier.id }), await aProduct({ supplierId: supplier.id })];
    await command("products/UpdateProductDetails", {
      ProductId: out.id,
      Name: out.name,
      Description: "<p>Made by hand</p>",
      DefaultImageId: null,
      ExternalSku: "OUT-1",
      ProductTypeId: (await storedProduct(out.id)).productTypeId,
      HasVariants: false,
      RecommendedRetailPrice: 10,
      ManageStock: true,
      StockQuantity: 0,
    });
    await visit(page, `/products?supplierId=${supplier.id}`);
    await filter(page, "Stock").selectOption("Out of stock");
    await search(page);
    await expect(names(page)).toHaveText([out.name]);
    await expect(rows(page)).toContainText("0 in stock");
    await filter(page, "Stock").selectOption("In stock");
    await search(page);
    await expect(names(page)).toHaveText([unmanaged.name]);
    await expect(rows(page)).not.toContainText("in stock");
    await filter(page, "Stock").selectOption("Low (1 to 10)");
    await search(page);
    await expect(page.getByText("No products match these filters.")).toBeVisible();
  });

  test("shows and hides the variants of a product", async ({ page }) => {
    const product = await aProduct({ hasVariants: true });
    await visit(page, `/products?name=${encodeURIComponent(product.name)}`);
    await link(page, `Show the variants of ${product.name}`).click();
    await expect(page.getByText("It has no variants yet.")).toBeVisible();
    await link(page, `Hide the variants of ${product.name}`).click();
    await expect(page.getByText("It has no variants yet.")).toHaveCount(0);
    await page.getByLabel("Hide variants").uncheck();
    await search(page);
    await expect(page.getByText("It has no variants yet.")).toBeVisible();
  });

  test("hides less important columns on a small screen, and fits it", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const product = await aProduct({ hasVariants: true });
    await visit(page, `/products?hideVariants=false&name=${encodeURIComponent(product.name)}`);
    await expect(link(page, product.name)).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Image" })).toBeHidden();
    await staysWithin(page, "the list of products");
  });

  test("has no axe violations @javascript", async ({ page }) => {
    const product = await aProduct({ hasVariants: true });
    await visit(page, `/products?name=${encodeURIComponent(product.name)}&marketplaceId=1&expand=${product.id}`);
    await hasNoAxeViolations(page);
    await visit(page, "/products/new");
    await hasNoAxeViolations(page);
  });
});

test.describe("adding a product", () => {
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Add Product", exact: true });

  test("opens the new product, with the prices as entered inc GST", { tag: "@core" }, async ({ page }) => {
    const supplier = await aSupplier();
    const type = await aProductType();
    const name = aName("Tray & <more>");
    await visit(page, "/products");
    await link(page, "Add Product").click();
    await expect(dialog(page)).toBeVisible();
    await isReady(page);
    await field(dialog(page), "Name").fill(name);
    await field(dialog(page), "Supplier").selectOption({ label: supplier.name });
    await field(dialog(page), "Product type").selectOption({ label: type.name });
    await field(dialog(page), "SKU").fill(" TRAY-1 ");
    await field(dialog(page), "Recommended retail price").fill("$1,009.95");
    await button(page, "Add").click();
    await expect(heading(page)).toHaveText(name);
    await seesToast(page, "Product details updated successfully.");
    const general = page.getByRole("region", { name: "General", exact: true });
    for (const [term, words] of [
      ["Name", name],
      ["SKU", "TRAY-1"],
      ["Supplier", supplier.name],
      ["Product type", type.name],
      ["RRP", "$1,009.95"],
      ["Sale price", "$1,009.95"],
      ["Has variations", "No"],
    ] as const) {
      await expect(general.locator("dt", { hasText: new RegExp(`^${term}$`) }).locator("+ dd")).toHaveText(words);
    }
  });

  test("reports missing fields and keeps the input", async ({ page }) => {
    await visit(page, "/products/new");
    await field(dialog(page), "Name").fill("x".repeat(256));
    await field(dialog(page), "Recommended retail price").fill("0.99");
    await button(page, "Add").click();
    await seesFieldError(dialog(page), "Name", "Please use no more than 255 characters.");
    await seesFieldError(dialog(page), "Supplier", "Please select the supplier for this product");
    await seesFieldError(dialog(page), "Product type", "Please select the type of this product");
    await seesFieldError(
      dialog(page),
      "Recommended retail price",
      "Please enter a recommended retail price of at least $1.00.",
    );
    if (!hasScripts()) await seesSummary(page, "Supplier: Please select the supplier for this product");
    await expect(field(dialog(page), "Name")).toHaveValue("x".repeat(256));
  });

  test("asks for confirmation of a SKU that another product has", async ({ page }) => {
    const supplier = await aSupplier();
    const type = await aProductType();
    const other = await aProduct({ supplierId: supplier.id, productTypeId: type.id });
    const name = aName("Twin");
    await visit(page, "/products/new");
    await isReady(page);
    await field(dialog(page), "Name").fill(name);
    await field(dialog(page), "Supplier").selectOption({ label: supplier.name });
    await field(dialog(page), "Product type").selectOption({ label: type.name });
    await field(dialog(page), "SKU").fill(`SKU-${other.name.split(" ")[1]}`);
    await field(dialog(page), "Recommended retail price").fill("10");
    const anyway = page.getByLabel("Save anyway, with the same SKU");
    await expect(anyway).toHaveCount(0);
    await button(page, "Add").click();
    await expect(page.getByRole("group", { name: "The same SKU twice" })).toContainText(
      `“${other.name}”, has this SKU already.`,
    );
    await anyway.check();
    await button(page, "Add").click();
    await expect(heading(page)).toHaveText(name);
  });

  test("requires a SKU unless the product has variations", async ({ page }) => {
    const type = await aProductType();
    await visit(page, "/products/new");
    await field(dialog(page), "Name").fill(aName("Towel"));
    await field(dialog(page), "Supplier").selectOption({ label: "Acacia Homewares" });
    await field(dialog(page), "Product type").selectOption({ label: type.name });
    await field(dialog(page), "Recommended retail price").fill("10");
    await button(page, "Add").click();
    await seesFieldError(dialog(page), "SKU", "This is a required field");
    await field(dialog(page), "Has variations").selectOption("Yes");
    await button(page, "Add").click();
    await expect(
      page.getByRole("navigation", { name: "Parts of the product" }).getByRole("link", { name: "Variations" }),
    ).toBeVisible();
  });

  test("the URL of product 0 leads to the dialog", async ({ page }) => {
    await visit(page, "/products/0");
    await expect(heading(page)).toHaveText("Product");
    await page.getByRole("main").getByRole("link").first().click();
    await expect(dialog(page)).toBeVisible();
  });
});

test.describe("staff of a supplier", () => {
  test.use({ account: "acaciaProducts" });

  test("see only their own products and can add more", async ({ page }) => {
    const theirs = await aProduct({ supplierId: (await aSupplier()).id });
    const own = await aProduct();
    await visit(page, `/products?name=${encodeURIComponent(own.name)}`);
    await expect(names(page)).toHaveText([own.name]);
    await visit(page, `/products?name=${encodeURIComponent(theirs.name)}`);
    await expect(page.getByText("No products match these filters.")).toBeVisible();
    expect((await visit(page, theirs.path))?.status()).toBe(404);
    await visit(page, "/products/new");
    await expect(field(dialogOf(page), "Supplier")).toHaveValue("1");
  });

  const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Add Product", exact: true });
});

test.describe("a read-only user", () => {
  test.use({ account: "readonly" });

  test("has no buttons that change anything", async ({ page }) => {
    const product = await aProduct();
    await visit(page, "/products");
    await expect(link(page, "Add Product")).toHaveCount(0);
    await visit(page, product.path);
    await expect(heading(page)).toHaveText(product.name);
    await expect(link(page, "Edit General")).toHaveCount(0);
    await expect(link(page, "Deactivate")).toHaveCount(0);
    expect((await visit(page, `${product.path}/deactivate`))?.status()).toBe(404);
  });
});

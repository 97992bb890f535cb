import type { Page } from "@playwright/test";
import { command } from "#tests/support/browser/api.ts";
import {
  anImage,
  aProduct,
  aProductInVariants,
  aProductType,
  type TestRecord,
} from "#tests/support/browser/catalogue.ts";
import { button, detail, field, isReady, link, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const details = (page: Page) => page.getByRole("region", { name: "Details", exact: true });
const row = (page: Page, { name }: TestRecord) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: `${name} (opens in new tab)` }) });

const listOf = (filters: Record<string, string>) =>
  `/product-approvals?${new URLSearchParams({ marketplaceId: "1", ...filters })}`;

async function open(page: Page, product: TestRecord, address = listOf({ productName: product.name, status: "" })) {
  await visit(page, address);
  await link(page, `Show details of ${product.name} on Harbour & Co`).click();
  await expect(details(page)).toBeVisible();
  await isReady(page);
}

/** Changes the product in the form of its General tab, with every other field as it is for a new one. */
const rewrite = (product: TestRecord, fields: Record<string, unknown>, productTypeId: number) =>
  command("products/UpdateProductDetails", {
    ProductId: product.id,
    ProductTypeId: productTypeId,
    Name: product.name,
    Description: "<p>Woven by hand.</p>",
    DefaultImageId: null,
    ExternalSku: `SKU-${product.name.split(" ")[1]}`,
    HasVariants: false,
    RecommendedRetailPrice: 10,
    SalePrice: null,
    ManageStock: false,
    ...fields,
  });

test("the details show the product, its prices inc GST, and what hinders its publication", {
  tag: "@core",
}, async ({ page }) => {
  const type = await aProductType();
  const product = await aProduct({ productTypeId: type.id });
  const Description = `<p>${"Woven by hand. ".repeat(40)}</p><p>The last words.</p>`;
  await rewrite(product, { Description, SalePrice: 8 }, type.id);
  await anImage(product, "Front of the tray");
  await open(page, product);
  await expect(detail(details(page), "RRP")).toHaveText("$11.00");
  await expect(detail(details(page), "Sale price")).toHaveText("$8.80");
  await expect(detail(details(page), "SKU")).toHaveText(/^SKU-/);
  await expect(detail(details(page), "Variations")).toHaveText("None");
  await expect(details(page)).toContainText("It has no hero image.");
  await expect(details(page)).not.toContainText("It has no description.");
  await expect(details(page).getByRole("link", { name: "Front of the tray (opens in new tab)" })).toBeVisible();
  const picture = details(page).getByRole("img", { name: "Front of the tray" });
  expect(await picture.boundingBox()).toMatchObject({ width: 100, height: 100 });
  await expect(details(page).getByText("The last words.")).toBeHidden();
  await details(page).getByText("The whole description").click();
  await expect(details(page).getByText("The last words.")).toBeVisible();
});

test("the details show the range of prices of a product with variations", async ({ page }) => {
  const product = await aProductInVariants({ Colour: ["Red", "Blue"] }, [
    { options: ["Red"] },
    { options: ["Blue"], RecommendedRetailPrice: 20 },
  ]);
  await open(page, product);
  await expect(detail(details(page), "RRP")).toHaveText("$11.00 to $22.00");
  await expect(detail(details(page), "Variations")).toHaveText("2");
});

test("a listing that waits again shows what has changed since it was approved", async ({ page }) => {
  const type = await aProductType();
  const product = await aProduct({ productTypeId: type.id });
  const listing = { ProductId: product.id, MarketplaceId: 1 };
  await command("marketplaceProducts/ApproveProduct", listing);
  await command("marketplaceProducts/DisableProduct", { ...listing, Reason: "Too cheap" });
  await rewrite(product, { RecommendedRetailPrice: 20 }, type.id);
  await open(page, product);
  await expect(row(page, product)).toContainText("Pending Re-Approval");
  await expect(details(page)).toContainText(/Changed since this was approved on/);
  await expect(details(page)).toContainText("Recommended retail price: $11.00 → $22.00");
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    details(page).getByRole("link", { name: "History of the product" }).click(),
  ]);
  await expect(tab).toHaveURL(new RegExp(`/history/product/${product.id}\\?fromDate=\\d{4}-\\d\\d-\\d\\d$`));
  await expect(tab.getByText("$22.00").first()).toBeVisible();
});

test("the details warn while no category is chosen", async ({ page }) => {
  await open(page, await aProduct());
  const warning = details(page).getByText("No category is chosen: the product will be approved without one.");
  await expect(warning).toBeVisible();
  const box = details(page).getByRole("group").getByRole("checkbox").first();
  await box.check();
  await expect(warning).toBeHidden();
  await box.uncheck();
  await expect(warning).toBeVisible();
});

test.describe("after a decision", () => {
  let products: [TestRecord, TestRecord];
  let list: string;
  test.beforeEach(async () => {
    const type = await aProductType();
    const both = [await aProduct({ productTypeId: type.id }), await aProduct({ productTypeId: type.id })];
    products = both.sort((a, b) => a.name.localeCompare(b.name)) as typeof products;
    list = listOf({ productTypeId: String(type.id) });
  });

  const isOpen = async (page: Page, product: TestRecord) => {
    await expect(link(page, `Hide details of ${product.name} on Harbour & Co`)).toBeVisible();
    await expect(details(page)).toHaveCount(1);
    await isReady(page);
  };

  for (const { label, filters, message } of [
    { label: "Approve", filters: "", message: "Product has been approved" },
    { label: "Internally Reviewed", filters: "&status=", message: "Product has been marked as internally reviewed." },
    { label: "Disable", filters: "", message: "Product has been disabled" },
  ])
    test(`“${label}” opens the next waiting row, with the focus in its details`, async ({ page }) => {
      const [first, second] = products;
      await open(page, first, `${list}${filters}`);
      await button(details(page), label).click();
      await seesToast(page, message);
      await isOpen(page, second);
      await expect(details(page)).toBeFocused();
      await expect(row(page, second)).toBeInViewport();
      await button(details(page), "Approve").click();
      await seesToast(page, "Product has been approved");
      await isOpen(page, second);
      await expect(row(page, second)).toContainText("Approved");
    });

  test("an update of an approved row leaves it open", async ({ page }) => {
    const [first] = products;
    await command("marketplaceProducts/ApproveProduct", { ProductId: first.id, MarketplaceId: 1 });
    await open(page, first, `${list}&status=`);
    await expect(button(details(page), "Approve")).toHaveCount(0);
    await field(details(page), "Available To").fill("2031-05-07T07:08");
    await button(details(page), "Update").click();
    await seesToast(page, "Product was successfully updated on the marketplace.");
    await isOpen(page, first);
    await expect(field(details(page), "Available To")).toHaveValue("2031-05-07T07:08");
  });

  test("the second press of a double click does not decide about the next row @javascript", async ({ page }) => {
    const [first, second] = products;
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(".settling::after { animation-play-state: paused }");
      document.addEventListener("DOMContentLoaded", () => {
        document.adoptedStyleSheets = [sheet];
      });
    });
    await visit(page, `${list}&status=`);
    await link(page, `Show details of ${first.name} on Harbour & Co`).click();
    await isOpen(page, first);
    await button(details(page), "Approve").press("Enter");
    await isOpen(page, second);
    const approve = button(details(page), "Approve");
    const pressed = () =>
      approve.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === element;
      });
    await approve.scrollIntoViewIfNeeded();
    expect(await pressed(), "at first").toBe(false);
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
    await expect.poll(pressed).toBe(true);
    await button(details(page), "Internally Reviewed").click();
    await seesToast(page, "Product has been marked as internally reviewed.");
  });
});

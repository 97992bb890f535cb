import type { Locator, Page } from "@playwright/test";
import { aName, aSupplier, storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct, aProductType, type TestRecord } from "#tests/support/browser/catalogue.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  heading,
  isAt,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { shownHtml, writes } from "#tests/support/browser/rich-text.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { choose } from "#tests/support/browser/uploads.ts";
import { paddedPng, sampleImage, sampleImageFile } from "#tests/support/images.ts";

let product: TestRecord;

test.beforeEach(async ({ page }) => {
  product = await aProduct();
  await visit(page, product.path);
});

const save = (page: Page) => button(card(page, "General"), "Save").click();
const described = (page: Page) => writes(page, hasScripts() ? "Made by hand" : "<p>Made by hand</p>");

test("inputs beside each other are in line, whichever has a hint or an error message", async ({ page }) => {
  const form = await edit(page, "General");
  const top = async (name: string) => (await field(form, name).boundingBox())?.y;
  expect(await top("Product type")).toBe(await top("Has variations"));
  expect(await top("Sale price")).toBe(await top("Manage stock"));
  await field(form, "SKU").fill("");
  await field(form, "Recommended retail price").fill("none");
  await save(page);
  await expect(field(form, "Recommended retail price")).toHaveAttribute("aria-invalid", "true");
  expect(await top("SKU")).toBe(await top("Recommended retail price"));
  const heights = await Promise.all(
    ["SKU", "Package width"].map(async (name) => (await field(form, name).boundingBox())?.height),
  );
  expect(heights[0]).toBe(heights[1]);
});

test("every field can be edited and is shown as entered", { tag: "@core" }, async ({ page }) => {
  const type = await aProductType();
  const name = aName("Renamed & Söhne");
  const form = await edit(page, "General");
  await field(form, "Name").fill(name);
  await field(form, "SKU").fill(`  NEW-${product.id} `);
  await field(form, "Product type").selectOption({ label: type.name });
  await field(form, "Tax class").selectOption("GST-free");
  await field(form, "Recommended retail price").fill("$1,209.95");
  await field(form, "Sale price").fill("999.99");
  await field(form, "Manage stock").selectOption("Yes");
  await field(form, "Available stock").fill("1,200");
  await field(form, "Package weight").fill("1.25");
  await field(form, "Package height").fill("300");
  await field(form, "Package width").fill("200");
  await field(form, "Package depth").fill("100");
  await field(form, "GTIN").fill("978-0-306-40615-7");
  await field(form, "Brand").fill("Lumen");
  await described(page);
  await save(page);

  await seesToast(page, "Product details updated successfully.");
  await isAt(page, product.path);
  await expect(heading(page)).toHaveText(name);
  const general = card(page, "General");
  for (const [term, words] of [
    ["Name", name],
    ["SKU", `NEW-${product.id}`],
    ["GTIN", "9780306406157"],
    ["Brand", "Lumen"],
    ["Product type", type.name],
    ["Tax class", "GST-free"],
    ["RRP", "$1,209.95"],
    ["Sale price", "$999.99"],
    ["Available stock", "1,200"],
    ["Package weight", "1.25 kg"],
    ["Package height", "300 mm"],
    ["Package width", "200 mm"],
    ["Package depth", "100 mm"],
  ] as const) {
    await expect(detail(general, term)).toHaveText(words);
  }
  expect(await shownHtml(page)).toBe("<p>Made by hand</p>");
  expect(await storedProduct(product.id)).toMatchObject({
    // Without GST, a price is the same with and without it.
    recommendedRetailPrice: 1209.95,
    salePrice: 999.99,
    stockQuantity: 1200,
  });
  await edit(page, "General");
  await expect(field(form, "Recommended retail price")).toHaveValue("1209.95");
  await expect(field(form, "Sale price")).toHaveValue("999.99");
});

test("invalid fields show a message and keep the input, and nothing is saved", async ({ page }) => {
  const form = await edit(page, "General");
  await field(form, "Name").fill(" ");
  await field(form, "SKU").fill("");
  await field(form, "Recommended retail price").fill("0.50");
  await field(form, "Sale price").fill("free");
  await field(form, "Manage stock").selectOption("Yes");
  await field(form, "Available stock").fill("1.5");
  await field(form, "Package weight").fill("0");
  await field(form, "Package height").fill("10.5");
  await described(page);
  await save(page);
  await seesFieldError(form, "Name", "This is a required field");
  await seesFieldError(form, "Recommended retail price", "Please enter a recommended retail price of at least $1.00.");
  await seesFieldError(form, "Sale price", "Please enter an amount of 0 or more, for example 9.95.");
  await seesFieldError(form, "Package weight", "Please enter kilograms, at least 0.01.");
  await seesFieldError(form, "Package height", "Please enter whole millimetres, at least 1.");
  if (!hasScripts()) await seesSummary(page, "Name: This is a required field");
  await expect(field(form, "Available stock")).toHaveValue("1.5");
  await field(form, "Name").fill(product.name);
  await field(form, "Recommended retail price").fill("10");
  await field(form, "Sale price").fill("10.01");
  await field(form, "Package weight").fill("");
  await field(form, "Package height").fill("");
  await save(page);
  await seesFieldError(form, "SKU", "This is a required field");
  await seesFieldError(form, "Sale price", "The sale price must not be more than the recommended retail price.");
  await seesFieldError(form, "Available stock", "Please enter a whole number of 0 or more.");
  expect(await storedProduct(product.id)).toMatchObject({ name: product.name, salePrice: 10 });
});

for (const typed of ["", "0"]) {
  test(`a sale price of “${typed}” defaults to the recommended retail price`, async ({ page }) => {
    const form = await edit(page, "General");
    await field(form, "Recommended retail price").fill("25.50");
    await field(form, "Sale price").fill(typed);
    await described(page);
    await save(page);
    await seesToast(page, "Product details updated successfully.");
    await expect(detail(card(page, "General"), "Sale price")).toHaveText("$25.50");
  });
}

test("a SKU longer than marketplaces accept is refused and keeps the input", async ({ page }) => {
  const form = await edit(page, "General");
  await field(form, "SKU").fill("S".repeat(51));
  await described(page);
  await save(page);
  await seesFieldError(form, "SKU", "Please use no more than 50 characters.");
  await expect(field(form, "SKU")).toHaveValue("S".repeat(51));
});

test("the hero image is shown, is unchanged when another field is edited, and can be removed", async ({ page }) => {
  const form = await edit(page, "General");
  await described(page);
  await choose(field(form, "Hero image"), await sampleImageFile("hero.png"));
  await save(page);
  await seesToast(page, "Product details updated successfully.");
  const picture = card(page, "General").getByRole("img", { name: `Hero of ${product.name}` });
  await expect(picture).toBeVisible();
  const address = await picture.getAttribute("src");
  await edit(page, "General");
  await field(form, "SKU").fill(`OTHER-${product.id}`);
  await save(page);
  await seesToast(page, "Product details updated successfully.");
  await expect(picture).toHaveAttribute("src", address ?? "");
  await edit(page, "General");
  await form.getByRole("checkbox", { name: "Remove this image" }).check();
  await save(page);
  await seesToast(page, "Product details updated successfully.");
  await expect(card(page, "General").getByRole("heading", { name: "General" })).toBeVisible();
  await expect(picture).toHaveCount(0);
});

test("a very tall image fits its box in the card and in the list", async ({ page }) => {
  const form = await edit(page, "General");
  await described(page);
  await choose(
    field(form, "Hero image"),
    await sampleImageFile("tall.png", sampleImage({ width: 300, height: 7_900 })),
  );
  await save(page);
  await seesToast(page, "Product details updated successfully.");
  const height = (image: Locator) =>
    image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.getBoundingClientRect().height));
  expect(await height(card(page, "General").getByRole("img", { name: `Hero of ${product.name}` }))).toBeLessThanOrEqual(
    202,
  );
  await visit(page, `/products?name=${encodeURIComponent(product.name)}`);
  const row = page.getByRole("row").filter({ hasText: product.name });
  expect(await height(row.locator("img"))).toBeLessThanOrEqual(34);
});

test("an invalid hero image keeps the form open with its input", async ({ page }) => {
  const form = await edit(page, "General");
  await field(form, "Name").fill("Still here");
  await described(page);
  await choose(field(form, "Hero image"), new File(["no picture at all"], "hero.png", { type: "image/png" }));
  await save(page);
  await expect(
    page
      .getByText(
        "A problem occurred uploading the hero image. Please try again and make sure the image size is smaller than 2MB.",
      )
      .first(),
  ).toBeVisible();
  await expect(field(form, "Name")).toHaveValue("Still here");
  expect(await storedProduct(product.id)).toMatchObject({ name: product.name });
});

test("a hero image of more than 20 MB is refused before the upload @javascript", async ({ page }) => {
  const form = await edit(page, "General");
  await choose(field(form, "Hero image"), await paddedPng(20 * 1024 * 1024 + 1));
  await expect(form.getByText("is larger than 20 MB")).toBeVisible();
});

test("enabling variations makes the SKU optional and shows the Variations tab", async ({ page }) => {
  const form = await edit(page, "General");
  await field(form, "Has variations").selectOption("Yes");
  await field(form, "SKU").fill("");
  await described(page);
  await save(page);
  await seesToast(page, "Product details updated successfully.");
  await expect(page.getByRole("navigation", { name: "Parts of the product" }).getByRole("link")).toHaveText([
    "General",
    "Image Gallery",
    "Attributes",
    "Variations",
    "Shipping",
    "Marketplaces",
  ]);
});

test("a product of a supplier with a referral agreement can link to the supplier's own site", async ({ page }) => {
  const form = await edit(page, "General");
  await field(form, "Referral product").selectOption("Yes");
  await field(form, "Referral URL").fill("shop.example/tray");
  await described(page);
  await save(page);
  await seesFieldError(form, "Call to action", "This is a required field");
  await seesFieldError(form, "Referral URL", "Please enter a web address that begins with https:// or http://.");
  await field(form, "Call to action").fill("Buy at Acacia");
  await field(form, "Referral URL").fill("https://shop.example/tray?a=1&b=2");
  await save(page);
  await seesToast(page, "Product details updated successfully.");
  await expect(detail(card(page, "General"), "Call to action")).toHaveText("Buy at Acacia");
  await expect(detail(card(page, "General"), "Referral URL")).toHaveText("https://shop.example/tray?a=1&b=2");
  await expect(link(page, "Shipping")).toHaveCount(0);
  expect((await visit(page, `${product.path}/shipping`))?.status()).toBe(404);
});

test("disabling variations asks for the product's own stock and package at once", async ({ page }) => {
  const varying = await aProduct({ hasVariants: true });
  await visit(page, `${varying.path}?edit=general`);
  const form = card(page, "General");
  await expect(field(form, "Package weight")).toHaveCount(hasScripts() ? 0 : 1);
  await field(form, "Has variations").selectOption("No");
  await field(form, "SKU").fill(`ONE-${varying.id}`);
  await field(form, "Manage stock").selectOption("Yes");
  await field(form, "Available stock").fill("7");
  await field(form, "Package weight").fill("0.5");
  await described(page);
  await save(page);
  await seesToast(page, "Product details updated successfully.");
  await expect(detail(card(page, "General"), "Available stock")).toHaveText("7");
  await expect(detail(card(page, "General"), "Package weight")).toHaveText("0.5 kg");
});

test("a supplier without a referral agreement cannot have referral products", async ({ page }) => {
  const other = await aProduct({ supplierId: (await aSupplier()).id });
  await visit(page, other.path);
  await expect(detail(card(page, "General"), "Referral product")).toHaveCount(0);
  const form = await edit(page, "General");
  await expect(field(form, "Referral product")).toHaveCount(0);
});

test("deactivating asks for confirmation; Cancel changes nothing; Activate reverses it", async ({ page }) => {
  await link(page, "Deactivate").click();
  const dialog = page.getByRole("dialog", { name: "Deactivate Product" });
  await expect(dialog).toContainText("will be unavailable on all marketplaces");
  await expect(card(page, "General")).toBeVisible();
  await link(dialog, "Cancel").click();
  await isAt(page, product.path);
  await link(page, "Deactivate").click();
  await button(dialog, "Deactivate").click();
  await seesToast(page, "Product deactivated successfully.");
  await expect(heading(page)).toHaveText(`${product.name} (Disabled)`);
  await visit(page, `${product.path}/attributes`);
  await button(page, "Activate").click();
  await seesToast(page, "Product activated successfully.");
  await expect(heading(page)).toHaveText(product.name);
  await isAt(page, `${product.path}/attributes`);
});

test("lists the problems that keep marketplaces from selling it", async ({ page }) => {
  await expect(
    page.getByText("No marketplace can sell this product yet: it has no description, hero image or shipping method."),
  ).toBeVisible();
});

test("the page, its form and its dialog have no axe violations and fit a phone screen @javascript", async ({
  page,
}) => {
  await hasNoAxeViolations(page);
  await visit(page, `${product.path}?edit=general`);
  await hasNoAxeViolations(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await staysWithin(page, "the form of a product");
  await visit(page, `${product.path}/deactivate`);
  await hasNoAxeViolations(page);
});

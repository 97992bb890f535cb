import type { Locator, Page } from "@playwright/test";
import { command, storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aCustomAttribute, aProduct, aProductInVariants, type TestRecord } from "#tests/support/browser/catalogue.ts";
import {
  button,
  card,
  detail,
  field,
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
import { choose } from "#tests/support/browser/uploads.ts";
import { sampleImageFile } from "#tests/support/images.ts";

const saved = "Product variation updated successfully";
const dialog = (page: Page) => page.getByRole("dialog", { name: "Delete Product Variant Confirmation" });
const variants = (page: Page) => page.getByRole("list", { name: "Variations" }).getByRole("listitem");
const tab = ({ path }: TestRecord) => `${path}/variations`;
const form = (page: Page) => card(page, "Variations");
const save = (page: Page) => button(form(page), "Save").click();

/** Opens the form of an existing or a new variant by its link. */
async function opens(page: Page, name: string): Promise<Locator> {
  await link(page, name).click();
  await expect(button(form(page), "Save")).toBeVisible();
  await isReady(page);
  return form(page);
}

const colours = { Colour: ["Red", "Blue"] };

async function storedVariants({ id }: TestRecord) {
  return (await storedProduct(id)).productVariants as Record<string, unknown>[];
}

test("a new variant inherits the product's name and prices, and is shown with its options", {
  tag: "@core",
}, async ({ page }) => {
  const product = await aProductInVariants({ ...colours, Size: ["S", "M"] });
  await visit(page, tab(product));
  await expect(page.getByText("Each is sold with a SKU and a price of its own.")).toBeVisible();
  await expect(form(page)).toContainText("This product has no variations yet.");
  await opens(page, "Add Variant");
  await field(form(page), "Colour").selectOption("Blue");
  await field(form(page), "Size").selectOption("M");
  await expect(field(form(page), "Name")).toHaveValue(product.name);
  await expect(field(form(page), "Recommended retail price")).toHaveValue("11.00");
  await field(form(page), "SKU").fill(`  BLUE-M-${product.id} `);
  await save(page);
  await seesToast(page, saved);
  await isAt(page, tab(product));
  await expect(variants(page)).toHaveCount(1);
  for (const [term, words] of [
    ["Colour", "Blue"],
    ["Size", "M"],
    ["Name", product.name],
    ["SKU", `BLUE-M-${product.id}`],
    ["RRP", "$11.00"],
  ] as const) {
    await expect(detail(variants(page), term)).toHaveText(words);
  }
  await expect(detail(variants(page), "Available stock")).toHaveCount(0);
  await expect(detail(variants(page), "Weight")).toHaveCount(0);
  expect(await storedVariants(product)).toMatchObject([
    { overrideName: false, overridePrice: false, recommendedRetailPrice: 10 },
  ]);
});

test("several variants are added one after another with their price proposed", async ({ page }) => {
  const product = await aProductInVariants(colours);
  await visit(page, tab(product));
  await opens(page, "Add Variant");
  await field(form(page), "Colour").selectOption("Red");
  await field(form(page), "SKU").fill(`RED-${product.id}`);
  await field(form(page), "Override price").selectOption("Yes");
  await field(form(page), "Recommended retail price").fill("24.95");
  await field(form(page), "Manage stock").selectOption("Yes");
  await field(form(page), "Available stock").fill("5");
  await field(form(page), "Package weight").fill("0.5");
  await button(form(page), "Save and Add Another").click();
  await seesToast(page, saved);
  await expect(variants(page)).toHaveCount(1);
  await isReady(page);
  await expect(field(form(page), "Colour")).toHaveValue("");
  await expect(field(form(page), "SKU")).toHaveValue("");
  await expect(field(form(page), "Available stock")).toHaveValue("");
  await expect(field(form(page), "Override price")).toHaveValue("true");
  await expect(field(form(page), "Recommended retail price")).toHaveValue("24.95");
  await expect(field(form(page), "Package weight")).toHaveValue("0.5");
  if (hasScripts()) await expect(field(form(page), "Colour")).toBeFocused();
  await field(form(page), "Colour").selectOption("Blue");
  await field(form(page), "SKU").fill(`BLUE-${product.id}`);
  await field(form(page), "Available stock").fill("7");
  await save(page);
  await isAt(page, tab(product));
  expect(await storedVariants(product)).toMatchObject([
    { externalSku: `RED-${product.id}`, stockQuantity: 5, recommendedRetailPrice: 22.6818 },
    {
      externalSku: `BLUE-${product.id}`,
      stockQuantity: 7,
      recommendedRetailPrice: 22.6818,
      shippingPackageWeight: 0.5,
    },
  ]);
  await opens(page, "Edit Red");
  await expect(button(form(page), "Save and Add Another")).toHaveCount(0);
});

test("every field of a variant can be edited in place and is shown as entered", async ({ page }) => {
  const product = await aProductInVariants(colours, [{ options: ["Red"] }, { options: ["Blue"] }]);
  await visit(page, tab(product));
  await opens(page, "Edit Red");
  await expect(link(page, "Edit Red")).toHaveCount(0);
  await expect(link(page, "Edit Blue")).toBeVisible();
  await field(form(page), "Override name").selectOption("Yes");
  await field(form(page), "Name").fill("The red one");
  await field(form(page), "Override price").selectOption("Yes");
  await field(form(page), "Recommended retail price").fill("$1,009.95");
  await field(form(page), "Sale price").fill("999.95");
  await field(form(page), "SKU").fill(`RED-2-${product.id}`);
  await field(form(page), "Manage stock").selectOption("Yes");
  await field(form(page), "Available stock").fill("1,200");
  await field(form(page), "Package weight").fill("1.25");
  await field(form(page), "Package height").fill("30");
  await choose(field(form(page), "Image"), await sampleImageFile("red.png"));
  await save(page);
  await seesToast(page, saved);
  const red = variants(page).first();
  for (const [term, words] of [
    ["Colour", "Red"],
    ["Name", "The red one"],
    ["SKU", `RED-2-${product.id}`],
    ["RRP", "$1,009.95"],
    ["Sale price", "$999.95"],
    ["Available stock", "1,200"],
  ] as const) {
    await expect(detail(red, term)).toHaveText(words);
  }
  await expect(red.locator("img")).not.toHaveAttribute("src", /00000000-0000/);
  expect((await storedVariants(product))[0]).toMatchObject({
    overrideName: true,
    overridePrice: true,
    recommendedRetailPrice: 918.1364,
    salePrice: 909.0455,
    stockQuantity: 1200,
    shippingPackageWeight: 1.25,
    shippingPackageHeight: 30,
  });
  await opens(page, "Edit Red");
  await expect(field(form(page), "Recommended retail price")).toHaveValue("1009.95");
  await expect(field(form(page), "Package weight")).toHaveValue("1.25");
});

test("removing an override restores the product's name and prices", async ({ page }) => {
  const product = await aProductInVariants(colours, [
    { options: ["Red"], Name: "Own", RecommendedRetailPrice: 20, SalePrice: 15 },
  ]);
  await visit(page, tab(product));
  await opens(page, "Edit Red");
  await expect(field(form(page), "Sale price")).toHaveValue("16.50");
  await field(form(page), "Override name").selectOption("No");
  await field(form(page), "Override price").selectOption("No");
  if (hasScripts()) {
    await expect(field(form(page), "Name")).toBeDisabled();
    await expect(field(form(page), "Name")).toHaveValue(product.name);
    await expect(field(form(page), "Recommended retail price")).toHaveValue("11.00");
    // Turning the override on again restores the input.
    await field(form(page), "Override price").selectOption("Yes");
    await expect(field(form(page), "Recommended retail price")).toHaveValue("22.00");
    await expect(field(form(page), "Sale price")).toHaveValue("16.50");
    await field(form(page), "Override price").selectOption("No");
  }
  await save(page);
  await seesToast(page, saved);
  expect(await storedVariants(product)).toMatchObject([
    { name: product.name, overrideName: false, overridePrice: false, recommendedRetailPrice: 10 },
  ]);
});

test("reports missing fields and keeps the input", async ({ page }) => {
  const product = await aProductInVariants(colours);
  await visit(page, `${tab(product)}?edit=new`);
  await field(form(page), "Override name").selectOption("Yes");
  await field(form(page), "Name").fill(" ");
  await field(form(page), "Manage stock").selectOption("Yes");
  await save(page);
  await seesFieldError(form(page), "Colour", "Please select an option for each attribute.");
  await seesFieldError(form(page), "Name", "Please enter the name for this product");
  await seesFieldError(form(page), "SKU", "This is a required field");
  await seesFieldError(form(page), "Available stock", "Please provide the available stock");
  await expect(field(form(page), "Manage stock")).toHaveValue("true");
  expect(await storedVariants(product)).toEqual([]);
});

test("the sale price must be below the recommended retail price", async ({ page }) => {
  const product = await aProductInVariants(colours, [{ options: ["Red"] }]);
  await visit(page, tab(product));
  await opens(page, "Edit Red");
  await field(form(page), "Override price").selectOption("Yes");
  await field(form(page), "Recommended retail price").fill("9");
  await field(form(page), "Sale price").fill("9.00");
  await save(page);
  await seesFieldError(
    form(page),
    "Sale price",
    "If provided, the sale price must be less than the recommended retail price.",
  );
  await field(form(page), "Sale price").fill("-1");
  await save(page);
  await seesFieldError(form(page), "Sale price", "Please enter an amount of 0 or more, for example 9.95.");
  await field(form(page), "Sale price").fill("");
  await save(page);
  await seesToast(page, saved);
  expect(await storedVariants(product)).toMatchObject([{ recommendedRetailPrice: 8.1818, salePrice: null }]);
});

test("a duplicate combination of options is refused next to the options and keeps the input", async ({ page }) => {
  const product = await aProductInVariants(colours, [{ options: ["Red"] }]);
  await visit(page, `${tab(product)}?edit=new`);
  await field(form(page), "Colour").selectOption("Red");
  await field(form(page), "SKU").fill(`AGAIN-${product.id}`);
  await save(page);
  await seesSummary(page, "Options: Another variant exists with the same combination of options.");
  await expect(form(page).getByRole("group", { name: "Options" })).toHaveAccessibleDescription(
    "Another variant exists with the same combination of options.",
  );
  await expect(field(form(page), "SKU")).toHaveValue(`AGAIN-${product.id}`);
  await field(form(page), "Colour").selectOption("Blue");
  await save(page);
  await seesToast(page, saved);
  expect(await storedVariants(product)).toHaveLength(2);
});

test("a file that is not an image is refused and keeps the input", async ({ page }) => {
  const product = await aProductInVariants(colours);
  await visit(page, `${tab(product)}?edit=new`);
  await field(form(page), "Colour").selectOption("Blue");
  await field(form(page), "SKU").fill(`BLUE-${product.id}`);
  await choose(field(form(page), "Image"), new File(["<script>alert(1)</script>"], "image.png"));
  await save(page);
  await seesSummary(page, "A problem occurred uploading the image. Please try again.");
  await expect(field(form(page), "SKU")).toHaveValue(`BLUE-${product.id}`);
  await expect(field(form(page), "Colour").locator("option:checked")).toHaveText("Blue");
  expect(await storedVariants(product)).toEqual([]);
});

test("the button shows that it is busy while a variant is saved", { tag: "@javascript" }, async ({ page }) => {
  const product = await aProductInVariants(colours, [{ options: ["Red"] }]);
  await visit(page, tab(product));
  await opens(page, "Edit Red");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/variations.data*", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await save(page);
  await expect(button(form(page), "Busy...")).toBeVisible();
  release();
  await seesToast(page, saved);
});

test("dimensions and weight are requested and shown if a carrier needs them", async ({ page }) => {
  const measured = {
    ShippingPackageWeight: 1,
    ShippingPackageHeight: 1,
    ShippingPackageWidth: 1,
    ShippingPackageDepth: 1,
  };
  const product = await aProductInVariants(colours, [{ options: ["Blue"], ...measured }]);
  await command("products/UpdateProductShippingMethod", {
    ProductId: product.id,
    ShippingMethod: 1,
    ShippingRuleId: null,
    ShippingNotes: "Soon.",
  });
  await visit(page, `${tab(product)}?edit=new`);
  await field(form(page), "Colour").selectOption("Red");
  await field(form(page), "SKU").fill(`RED-${product.id}`);
  await field(form(page), "Package weight").fill("0.001");
  await field(form(page), "Package height").fill("1.5");
  await field(form(page), "Package width").fill("20");
  await save(page);
  await seesFieldError(form(page), "Package weight", "Please enter kilograms, at least 0.01.");
  await seesFieldError(form(page), "Package height", "Please enter whole millimetres, at least 1.");
  await field(form(page), "Package weight").fill("0.5");
  await field(form(page), "Package height").fill("10");
  await save(page);
  await seesFieldError(form(page), "Package depth", "This is a required field");
  await field(form(page), "Package depth").fill("1,030");
  await save(page);
  await seesToast(page, saved);
  for (const [term, words] of [
    ["Weight", "0.5 kg"],
    ["Height", "10 mm"],
    ["Width", "20 mm"],
    ["Depth", "1030 mm"],
  ] as const) {
    await expect(detail(variants(page).filter({ hasText: "Red" }), term)).toHaveText(words);
  }
});

test("the page reports variants without an option for an attribute that was added later", async ({ page }) => {
  const product = await aProductInVariants(colours, [{ options: ["Red"] }]);
  await visit(page, tab(product));
  await expect(page.getByText("Some variations have no option yet")).toHaveCount(0);
  const AttributeId = await aCustomAttribute(product, "Size", ["S", "M"]);
  const kept = (await storedProduct(product.id)) as {
    attributes: { attributeId: number; attributeOptions: { optionId: number }[] }[];
  };
  const SelectedOptionIds = kept.attributes
    .find(({ attributeId }) => attributeId === AttributeId)
    ?.attributeOptions.map(({ optionId }) => optionId);
  await command("products/UpdateProductAttribute", {
    ProductId: product.id,
    AttributeId,
    UseForVariations: true,
    SelectedOptionIds,
    Value: "",
  });
  await visit(page, tab(product));
  await expect(page.getByText("Some variations have no option yet for Size.")).toBeVisible();
  await opens(page, "Edit Red, –");
  await field(form(page), "Size").selectOption("M");
  await save(page);
  await seesToast(page, saved);
  await expect(page.getByText("Some variations have no option yet")).toHaveCount(0);
});

test("Cancel keeps the scroll position, even in a long list", async ({ page }) => {
  const sizes = Array.from({ length: 12 }, (_, i) => `Size ${i + 1}`);
  const product = await aProductInVariants(
    { Size: sizes },
    sizes.map((size) => ({ options: [size] })),
  );
  await visit(page, tab(product));
  await link(page, "Edit Size 12").click();
  await expect(button(page, "Save")).toBeVisible();
  await isReady(page);
  await link(page, "Cancel").click();
  await expect(link(page, "Edit Size 12")).toBeInViewport({ ratio: 1 });
});

test("deleting asks for confirmation and shows its effects; Cancel changes nothing", async ({ page }) => {
  const product = await aProductInVariants(colours, [{ options: ["Red"] }, { options: ["Blue"] }]);
  await visit(page, tab(product));
  await link(page, "Delete Red").click();
  await isReady(page);
  await expect(dialog(page)).toContainText("will be permanently removed and made unavailable");
  await link(dialog(page), "Cancel").click();
  await isAt(page, tab(product));
  await link(page, "Delete Red").click();
  await isReady(page);
  await button(dialog(page), "Delete").click();
  await seesToast(page, "Product variation deleted successfully");
  await isAt(page, tab(product));
  await expect(variants(page)).toHaveCount(1);
  await expect(detail(variants(page), "Colour")).toHaveText("Blue");
});

test("without attributes for variations the page explains what to do first", async ({ page }) => {
  const product = await aProduct({ hasVariants: true });
  await visit(page, tab(product));
  await expect(link(page, "Add Variant")).toHaveCount(0);
  await expect(form(page)).toContainText(
    "choose on the Attributes tab at least one attribute that is used for variations",
  );
  await link(page.getByRole("main").locator("p"), "Attributes").click();
  await isAt(page, `${product.path}/attributes`);
});

test("a product without variants has no Variations tab", async ({ page }) => {
  const { path } = await aProduct();
  expect((await visit(page, `${path}/variations`))?.status()).toBe(404);
});

test.describe("with two hundred variants", () => {
  test.slow();

  test("the page stays small", async ({ page }) => {
    const many = Array.from({ length: 200 }, (_, i) => `Colour ${i + 1}`);
    const product = await aProductInVariants(
      { Colour: many },
      many.map((colour) => ({ options: [colour] })),
    );
    const response = await visit(page, tab(product));
    const sizes = await response?.request().sizes();
    expect(sizes?.responseBodySize).toBeLessThan(150_000);
    await expect(variants(page)).toHaveCount(200);
    await opens(page, "Edit Colour 200");
    await expect(field(form(page), "SKU")).toHaveValue("Colour 200");
  });
});

test.describe("for a read-only user", () => {
  test.use({ account: "readonly" });

  test("there are no buttons", async ({ page }) => {
    const product = await aProductInVariants(colours, [{ options: ["Red"] }]);
    await visit(page, `${tab(product)}?edit=new`);
    await expect(detail(variants(page), "Colour")).toHaveText("Red");
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("link", { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
    const [variant] = await storedVariants(product);
    expect((await visit(page, `${tab(product)}/${variant?.id}/delete`))?.status()).toBe(404);
  });
});

for (const width of [320, 360]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 640 } });

    test("nothing overflows the page", async ({ page }) => {
      const product = await aProductInVariants(colours, [
        { options: ["Red"], Name: "Donaudampfschifffahrtsgesellschaftskapitaenswitwenversicherung" },
      ]);
      const [variant] = await storedVariants(product);
      for (const path of [
        tab(product),
        `${tab(product)}?edit=${variant?.id}`,
        `${tab(product)}/${variant?.id}/delete`,
      ]) {
        await visit(page, path);
        await staysWithin(page, path);
      }
    });
  });
}

test("axe finds no violations", { tag: "@javascript" }, async ({ page }) => {
  test.slow();
  const product = await aProductInVariants(colours, [{ options: ["Red"] }]);
  const [variant] = await storedVariants(product);
  for (const path of [
    tab(product),
    `${tab(product)}?edit=${variant?.id}`,
    `${tab(product)}?edit=new`,
    `${tab(product)}/${variant?.id}/delete`,
  ]) {
    await visit(page, path);
    await hasNoAxeViolations(page);
  }
  await visit(page, `${tab(product)}?edit=new`);
  await save(page);
  await expect(form(page).getByText("This is a required field")).toBeVisible();
  await hasNoAxeViolations(page);
});

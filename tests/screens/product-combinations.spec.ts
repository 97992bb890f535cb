import type { Page } from "@playwright/test";
import { command, storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProductInVariants, type TestRecord } from "#tests/support/browser/catalogue.ts";
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

const tab = ({ path }: TestRecord) => `${path}/variations`;
const opened = (product: TestRecord) => `${tab(product)}?edit=combinations`;
const form = (page: Page) => card(page, "Variations");
const variants = (page: Page) => page.getByRole("list", { name: "Variations" }).getByRole("listitem");
const box = (page: Page, name: string) => form(page).getByRole("checkbox", { name, exact: true });
const whatIsAdded = (page: Page) => form(page).getByRole("status");
const add = (page: Page) => button(form(page), "Add Variations").click();
const options = { Colour: ["Red", "Blue"], Size: ["S", "M", "L"] };

/** Without scripts, a button counts what the ticked boxes make. */
async function counts(page: Page, words: string): Promise<void> {
  if (!hasScripts()) await button(form(page), "Count Again").click();
  await expect(whatIsAdded(page)).toContainText(words);
}

async function storedVariants({ id }: TestRecord) {
  return (await storedProduct(id)).productVariants as Record<string, unknown>[];
}

test("all combinations that are missing are added with one form", { tag: "@core" }, async ({ page }) => {
  const product = await aProductInVariants(options, [{ options: ["Red", "M"], ExternalSku: "OWN-RED-M" }]);
  await visit(page, tab(product));
  await link(page, "Add All Combinations").click();
  await isReady(page);
  await isAt(page, opened(product));
  for (const name of ["Red", "Blue", "S", "M", "L"]) await expect(box(page, name)).toBeChecked();
  await expect(whatIsAdded(page)).toContainText("5 variations will be created.");
  await expect(whatIsAdded(page)).toContainText("1 of the combinations exists already and stays as it is.");
  await box(page, "L").uncheck();
  await counts(page, "3 variations will be created.");
  await field(form(page), "Start of the SKUs").fill(`TEE-${product.id}`);
  await counts(page, `SKUs such as TEE-${product.id}-red-s.`);
  await field(form(page), "Override price").selectOption("Yes");
  await field(form(page), "Recommended retail price").fill("$24.95");
  await field(form(page), "Sale price").fill("19.95");
  await field(form(page), "Manage stock").selectOption("Yes");
  await field(form(page), "Available stock").fill("1,200");
  await add(page);
  await seesToast(page, "3 variations were created. 1 combination existed already.");
  await isAt(page, tab(product));
  await expect(variants(page)).toHaveCount(4);
  for (const [term, words] of [
    ["Colour", "Red"],
    ["Size", "S"],
    ["SKU", `TEE-${product.id}-red-s`],
    ["RRP", "$24.95"],
    ["Sale price", "$19.95"],
    ["Available stock", "1,200"],
  ] as const)
    await expect(detail(variants(page).nth(1), term)).toHaveText(words);
  expect((await storedVariants(product)).map(({ externalSku }) => externalSku)).toEqual([
    "OWN-RED-M",
    `TEE-${product.id}-red-s`,
    `TEE-${product.id}-blue-s`,
    `TEE-${product.id}-blue-m`,
  ]);
});

test("what was added is edited in the grid, and can be undone", async ({ page }) => {
  const product = await aProductInVariants(options);
  await visit(page, opened(product));
  await field(form(page), "Start of the SKUs").fill(`CUP-${product.id}`);
  await add(page);
  await seesToast(page, "6 variations were created.");
  await link(page, "Edit Many").click();
  await isReady(page);
  await expect(page.getByRole("row").filter({ hasText: "Blue, L" })).toBeVisible();
  await page.goBack();
  await visit(page, `${product.path}/variations`);
  await expect(variants(page)).toHaveCount(6);
  await visit(page, `/history/product/${product.id}`);
  await page.getByRole("link", { name: /^Undo/ }).first().click();
  await isReady(page);
  await button(page, "Undo").click();
  await seesToast(page, "Undone.");
  expect(await storedVariants(product)).toEqual([]);
});

test("a refused form names the field and keeps what was typed and ticked", async ({ page }) => {
  const product = await aProductInVariants(options);
  await visit(page, opened(product));
  for (const name of ["S", "M", "L"]) await box(page, name).uncheck();
  await box(page, "Blue").uncheck();
  await field(form(page), "Start of the SKUs").fill("");
  await field(form(page), "Manage stock").selectOption("Yes");
  await add(page);
  await expect(form(page).getByRole("group", { name: "Size" })).toHaveAccessibleDescription(
    "Please tick at least one option of each attribute.",
  );
  await seesFieldError(form(page), "Start of the SKUs", "This is a required field");
  await seesFieldError(form(page), "Available stock", "Please provide the available stock");
  await expect(box(page, "Red")).toBeChecked();
  await expect(box(page, "Blue")).not.toBeChecked();
  await expect(box(page, "S")).not.toBeChecked();
  await box(page, "S").check();
  const long = "A".repeat(46);
  await field(form(page), "Start of the SKUs").fill(long);
  await field(form(page), "Available stock").fill("3");
  await add(page);
  await seesFieldError(form(page), "Start of the SKUs", new RegExp(`The SKU ${long}-red-s would have 52 characters`));
  await expect(field(form(page), "Available stock")).toHaveValue("3");
  expect(await storedVariants(product)).toEqual([]);
});

test("a SKU that exists already is asked about", async ({ page }) => {
  const start = `MUG-${crypto.randomUUID().slice(0, 8)}`;
  const product = await aProductInVariants({ Colour: ["Red", "Blue"] }, [
    { options: ["Red"], ExternalSku: `${start}-blue` },
  ]);
  await visit(page, opened(product));
  await field(form(page), "Start of the SKUs").fill(start);
  await add(page);
  await seesSummary(page, `${start}-blue: Another variant of this product has this SKU already.`);
  await box(page, "Save anyway, with the same SKU").check();
  await add(page);
  await seesToast(page, "1 variation was created. 1 combination existed already.");
});

test("combinations that somebody else has added in the meantime are not added again", async ({ page }) => {
  const product = await aProductInVariants({ Colour: ["Red"] });
  await visit(page, opened(product));
  const { attributes } = (await storedProduct(product.id)) as {
    attributes: { attributeOptions: { optionId: number }[] }[];
  };
  await command("products/AddProductVariants", {
    ProductId: product.id,
    AttributeOptionIds: attributes.flatMap(({ attributeOptions }) => attributeOptions.map(({ optionId }) => optionId)),
    SkuStart: `POT-${product.id}`,
    RecommendedRetailPrice: 10,
  });
  await add(page);
  await seesSummary(page, "Options: All of these combinations exist already.");
  expect(await storedVariants(product)).toHaveLength(1);
});

test("more combinations than can be added at once are announced and refused", async ({ page }) => {
  const twenty = (letter: string) => Array.from({ length: 20 }, (_, i) => `${letter}${i + 1}`);
  const product = await aProductInVariants({ Colour: twenty("C"), Size: twenty("S") });
  await visit(page, opened(product));
  const refused = "These options make 400 new variations. At most 200 can be added at once";
  await expect(whatIsAdded(page)).toContainText(refused);
  await add(page);
  await seesSummary(page, refused);
  expect(await storedVariants(product)).toEqual([]);
});

test.describe("for a read-only user", () => {
  test.use({ account: "readonly" });

  test("there is neither the button nor the form", async ({ page }) => {
    const product = await aProductInVariants(options);
    await visit(page, opened(product));
    await expect(link(page, "Add All Combinations")).toHaveCount(0);
    await expect(button(page, "Add Variations")).toHaveCount(0);
  });
});

for (const width of [320, 360]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 640 } });

    test("nothing overflows the page", async ({ page }) => {
      const product = await aProductInVariants({
        Colour: ["Donaudampfschifffahrtsgesellschaftskapitaenswitwe", "Red"],
      });
      await visit(page, opened(product));
      await staysWithin(page, "the form of all combinations");
    });
  });
}

test("axe finds no violations", { tag: "@javascript" }, async ({ page }) => {
  test.slow();
  const product = await aProductInVariants(options);
  await visit(page, opened(product));
  await hasNoAxeViolations(page);
  await field(form(page), "Start of the SKUs").fill("");
  await add(page);
  await expect(form(page).getByText("This is a required field")).toBeVisible();
  await hasNoAxeViolations(page);
});

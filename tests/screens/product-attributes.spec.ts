import type { Locator, Page } from "@playwright/test";
import { storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  aCustomAttribute,
  anAttribute,
  aProduct,
  aProductInVariants,
  aProductType,
  type TestRecord,
} from "#tests/support/browser/catalogue.ts";
import {
  button,
  card,
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
import { expect, test } from "#tests/support/browser/test.ts";

const saved = "Product attribute updated successfully";
const dialog = (page: Page) => page.getByRole("dialog", { name: "Delete Attribute" });
const attributes = (page: Page) => card(page, "Attributes");
const row = (page: Page, name: string) => attributes(page).getByRole("row").filter({ hasText: name });
const cell = (page: Page, name: string, place: number) => row(page, name).locator("td").nth(place);
const tab = ({ path }: TestRecord) => `${path}/attributes`;
const save = (page: Page) => button(attributes(page), "Save").click();
const names = (page: Page) => attributes(page).getByLabel(/^Name of option/);
const codes = (page: Page) => attributes(page).getByLabel(/^Code of option/);

async function opens(page: Page, name: string): Promise<Locator> {
  await link(page, name).click();
  await expect(button(attributes(page), "Save")).toBeVisible();
  await isReady(page);
  return attributes(page);
}

/** Without scripts the server shows the form again. */
async function press(page: Page, name: string): Promise<void> {
  await button(attributes(page), name).click();
  await isReady(page);
}

async function withAttributes(
  traits: Parameters<typeof anAttribute>[0][],
  { hasVariants = false } = {},
): Promise<TestRecord> {
  const ids: number[] = [];
  for (const each of traits) ids.push((await anAttribute(each)).id);
  return aProduct({ hasVariants, productTypeId: (await aProductType({ attributes: ids })).id });
}

const material = { shownAs: "Material", options: ["Oak", "Beech", "Ash"] };

test("each kind of attribute can be edited in place and is shown as selected", { tag: "@core" }, async ({ page }) => {
  const product = await withAttributes([
    material,
    { shownAs: "Rooms", options: ["Kitchen", "Bath", "Hall"], selectionType: 2 },
    { shownAs: "Dishwasher safe", selectionType: 0 },
    { shownAs: "Care", selectionType: 3 },
  ]);
  await visit(page, tab(product));
  await expect(attributes(page).getByRole("columnheader")).toHaveText(["Attribute", "Values", "Actions"]);
  await opens(page, "Edit Material");
  await expect(field(attributes(page), "Used for variations")).toHaveCount(0);
  await field(attributes(page), "Value").selectOption("Beech");
  await save(page);
  await seesToast(page, saved);
  await isAt(page, tab(product));
  await expect(cell(page, "Material", 1)).toHaveText("Beech");

  await opens(page, "Edit Rooms");
  await field(attributes(page), "Kitchen").check();
  await field(attributes(page), "Hall").check();
  await save(page);
  await expect(cell(page, "Rooms", 1)).toHaveText("Kitchen, Hall");

  await opens(page, "Edit Dishwasher safe");
  await field(attributes(page), "Value").selectOption("No");
  await save(page);
  await expect(cell(page, "Dishwasher safe", 1)).toHaveText("No");

  await opens(page, "Edit Care");
  await field(attributes(page), "Value").fill("Wipe it.\nOil it <once> a year.");
  await save(page);
  await expect(cell(page, "Care", 1)).toContainText("Oil it <once> a year.");

  await opens(page, "Edit Rooms");
  for (const room of ["Kitchen", "Hall"]) await field(attributes(page), room).uncheck();
  await save(page);
  await expect(cell(page, "Rooms", 1)).toHaveText("–");
});

test("an attribute used for variations can have several values", async ({ page }) => {
  const product = await withAttributes([material], { hasVariants: true });
  await visit(page, tab(product));
  await expect(cell(page, "Material", 2)).toHaveText("No");
  await opens(page, "Edit Material");
  await field(attributes(page), "Used for variations").selectOption("Yes");
  await field(attributes(page), "Oak").check();
  await field(attributes(page), "Ash").check();
  await save(page);
  await seesToast(page, saved);
  await expect(cell(page, "Material", 1)).toHaveText("Oak, Ash");
  await expect(cell(page, "Material", 2)).toHaveText("Yes");
  await visit(page, `${product.path}/variations?edit=new`);
  await expect(field(page, "Material").locator("option")).toHaveText(["(Choose)", "Oak", "Ash"]);
});

test("a custom attribute can be added, changed and deleted", async ({ page }) => {
  const product = await aProduct();
  await visit(page, tab(product));
  await opens(page, "Add custom attribute");
  await field(attributes(page), "Display name").fill(" Finish ");
  await names(page).nth(0).fill("Matt");
  await press(page, "Add Option");
  await names(page).nth(1).fill("Gloss");
  await codes(page).nth(1).fill("gl");
  await save(page);
  await seesToast(page, saved);
  await expect(cell(page, "Finish", 0)).toContainText("Custom");
  await expect(cell(page, "Finish", 1)).toHaveText("Matt, Gloss");

  await opens(page, "Edit Finish");
  await names(page).nth(1).fill("High gloss");
  await press(page, "Remove option 1");
  await save(page);
  await expect(cell(page, "Finish", 1)).toHaveText("High gloss");
  expect(await storedProduct(product.id)).toMatchObject({
    attributes: [
      {
        attributeDisplayName: "Finish",
        attributeOptions: [{ optionCode: "gl", optionValue: "High gloss", isUsed: true }],
      },
    ],
  });

  await link(page, "Delete Finish").click();
  await isReady(page);
  await expect(dialog(page)).toContainText("will be permanently deleted");
  await link(dialog(page), "Cancel").click();
  await isAt(page, tab(product));
  await link(page, "Delete Finish").click();
  await isReady(page);
  await button(dialog(page), "Delete").click();
  await seesToast(page, "Product attribute deleted successfully");
  await expect(row(page, "Finish")).toHaveCount(0);
});

test("a custom attribute can be saved as used for variations", async ({ page }) => {
  const product = await aProductInVariants({ Colour: ["Red"] }, [{ options: ["Red"] }]);
  await aCustomAttribute(product, "Finish", ["Matt"]);
  await visit(page, tab(product));
  await expect(cell(page, "Colour", 2)).toHaveText("Yes");
  await expect(cell(page, "Finish", 2)).toHaveText("No");
  await opens(page, "Add custom attribute");
  await expect(field(attributes(page), "Used for variations")).toHaveValue("false");
  await link(attributes(page), "Cancel").click();

  const fresh = await aProduct({ hasVariants: true });
  await visit(page, tab(fresh));
  await opens(page, "Add custom attribute");
  await expect(field(attributes(page), "Used for variations")).toHaveValue("true");
  await field(attributes(page), "Display name").fill("Finish");
  await names(page).nth(0).fill("Matt");
  await field(attributes(page), "Used for variations").selectOption("No");
  await save(page);
  await seesToast(page, saved);
  await expect(cell(page, "Finish", 2)).toHaveText("No");
  await opens(page, "Edit Finish");
  await field(attributes(page), "Used for variations").selectOption("Yes");
  await save(page);
  await seesToast(page, saved);
  await expect(cell(page, "Finish", 2)).toHaveText("Yes");
});

test("reports missing and duplicate values and keeps the input", async ({ page }) => {
  const product = await aProduct();
  await visit(page, `${tab(product)}?edit=new`);
  await press(page, "Add Option");
  await names(page).nth(0).fill("Matt");
  await names(page).nth(1).fill("matt");
  await save(page);
  await seesFieldError(attributes(page), "Display name", "This is a required field");
  await seesFieldError(attributes(page), "Name of option 2", "Another option has this name.");
  await field(attributes(page), "Display name").fill("5".repeat(256));
  await press(page, "Remove option 2");
  await press(page, "Remove option 1");
  await save(page);
  await seesFieldError(attributes(page), "Display name", "Please use no more than 255 characters.");
  await expect(attributes(page)).toContainText("This is a required field");
  await expect(field(attributes(page), "Display name")).toHaveValue("5".repeat(256));
});

test("a name that the product already has is refused and keeps the input", async ({ page }) => {
  const product = await aProduct();
  await aCustomAttribute(product, "Finish", ["Matt"]);
  await visit(page, `${tab(product)}?edit=new`);
  await field(attributes(page), "Display name").fill("finish");
  await names(page).nth(0).fill("Gloss");
  await save(page);
  await seesSummary(page, "Display name: Another attribute of this product has this name.");
  await expect(names(page).nth(0)).toHaveValue("Gloss");
  await field(attributes(page), "Display name").fill("5".repeat(256));
  await save(page);
  await seesFieldError(attributes(page), "Display name", "Please use no more than 255 characters.");
  await expect(
    page.getByText("Another attribute of this product has this name."),
    "what was said of the name before",
  ).toHaveCount(0);
});

test("an attribute used for variations cannot be deleted, and the page explains why", async ({ page }) => {
  const product = await aProductInVariants({ Colour: ["Red"] }, [{ options: ["Red"] }]);
  await visit(page, tab(product));
  await link(page, "Delete Colour").click();
  await isReady(page);
  await button(dialog(page), "Delete").click();
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: "1 variant of this product has an option of “Colour”. Delete them first." }),
  ).toBeVisible();
});

test("two hundred options can be searched", { tag: "@javascript" }, async ({ page }) => {
  const product = await withAttributes([
    { shownAs: "Fabric", options: Array.from({ length: 200 }, (_, i) => `Fabric ${i + 1}`), selectionType: 2 },
  ]);
  await visit(page, tab(product));
  await opens(page, "Edit Fabric");
  await field(attributes(page), "Fabric 7").check();
  await field(attributes(page), "Find in Values").fill("19 fabric");
  // Options 19, 119, 190 to 199, and the ticked one.
  await expect(attributes(page).getByRole("checkbox")).toHaveCount(13);
  await field(attributes(page), "Find in Values").press("Enter");
  await field(attributes(page), "Fabric 199").check();
  await hasNoAxeViolations(page);
  await save(page);
  await seesToast(page, saved);
  await expect(cell(page, "Fabric", 1)).toHaveText("Fabric 7, Fabric 199");
});

test.describe("for a read-only user", () => {
  test.use({ account: "readonly" });

  test("there are no buttons", async ({ page }) => {
    const product = await aProduct();
    const id = await aCustomAttribute(product, "Finish", ["Matt"]);
    await visit(page, `${tab(product)}?edit=${id}`);
    await expect(cell(page, "Finish", 1)).toHaveText("Matt");
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("link", { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
    expect((await visit(page, `${tab(product)}/${id}/delete`))?.status()).toBe(404);
  });
});

test.describe("at 360 pixels", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("nothing overflows the page", async ({ page }) => {
    const product = await aProduct({ hasVariants: true });
    const id = await aCustomAttribute(product, "Donaudampfschifffahrtsgesellschaftskapitaenswitwenversicherung", [
      "Matt",
    ]);
    for (const path of [
      tab(product),
      `${tab(product)}?edit=${id}`,
      `${tab(product)}?edit=new`,
      `${tab(product)}/${id}/delete`,
    ]) {
      await visit(page, path);
      await staysWithin(page, path);
    }
    await visit(page, `${tab(product)}?edit=${id}`);
    await expect(field(page, "Display name")).toBeInViewport({ ratio: 1 });
  });
});

test("axe finds no violations", { tag: "@javascript" }, async ({ page }) => {
  test.slow();
  const product = await withAttributes([material], { hasVariants: true });
  const id = await aCustomAttribute(product, "Finish", ["Matt"]);
  const [type] = (await storedProduct(product.id)).attributes as { id: number }[];
  for (const path of [
    tab(product),
    `${tab(product)}?edit=${id}`,
    `${tab(product)}?edit=${type?.id}`,
    `${tab(product)}/${id}/delete`,
  ]) {
    await visit(page, path);
    await hasNoAxeViolations(page);
  }
  await visit(page, `${tab(product)}?edit=new`);
  await save(page);
  await expect(attributes(page).getByText("This is a required field").first()).toBeVisible();
  await hasNoAxeViolations(page);
});

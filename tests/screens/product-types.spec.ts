import type { Locator, Page } from "@playwright/test";
import { aName, command } from "#tests/support/browser/api.ts";
import { anAttribute, aProduct, aProductType } from "#tests/support/browser/catalogue.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  heading,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const rows = (page: Page) => page.locator("tbody tr");
const dialog = (page: Page) => page.getByRole("dialog");
const saved = "Product type details updated successfully.";
const attributeNames = (page: Page): Locator => card(page, "Attributes").locator("tbody tr td:first-child a");
const choices = (page: Page | Locator) => field(page, "Parent product type").locator("option");

test("the list shows active types sorted by name, with their paths, and can be searched", async ({ page }) => {
  await visit(page, "/producttypes");
  await expect(page).toHaveTitle("Product Types · Countinghouse");
  await expect(page.getByRole("columnheader")).toHaveText(["Id", /^Name/, "Path", "Is Active"]);
  await expect(field(page, "Active only")).toBeChecked();
  await field(page, "Name").fill("boards and");
  await button(page, "Search").click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Home > Kitchen > Boards and Trays");
  await expect(rows(page).locator("td").last()).toHaveText("Yes");
});

test("disabled types are shown on request", async ({ page }) => {
  await visit(page, "/producttypes?name=gift+cards");
  await expect(page.getByText("No product types match these filters.")).toBeVisible();
  await field(page, "Active only").uncheck();
  if (!hasScripts()) await button(page, "Search").click();
  await expect(rows(page).locator("td").last()).toHaveText("No");
});

test("the page of a type links back to its row in the filtered list", async ({ page }) => {
  await visit(page, "/producttypes?name=tents");
  await rows(page).getByRole("link").click();
  await expect(heading(page)).toHaveText("Tents");
  await link(page.getByRole("navigation", { name: "Breadcrumb" }), "Product Types").click();
  await isAt(page, "/producttypes?name=tents");
});

test("adds a type under a parent, and opens it", { tag: "@core" }, async ({ page }) => {
  const [parent, name] = [await aProductType(), aName("Type")];
  await visit(page, "/producttypes");
  await link(page, "Add Product Type").click();
  await isReady(page);
  await field(dialog(page), "Name").fill(name);
  await field(dialog(page), "Parent product type").selectOption(parent.name);
  await button(dialog(page), "Add").click();
  await expect(heading(page)).toHaveText(name);
  await seesToast(page, saved);
  await expect(detail(card(page, "Details"), "Path")).toHaveText(`${parent.name} > ${name}`);
});

test("the page of a type leads to the types directly below it", async ({ page }) => {
  const parent = await aProductType();
  const below = await aProductType({ parent });
  const disabled = await aProductType({ parent });
  await aProductType({ parent: below });
  await command("producttypes/Deactivate", { ProductTypeId: disabled.id });
  await visit(page, parent.path);
  const types = card(page, "Product Types Below (2)").getByRole("listitem");
  await expect(types).toHaveText([below.name, `${disabled.name} (Disabled)`].sort());
  await link(types, below.name).click();
  await expect(heading(page)).toHaveText(below.name);
  await expect(card(page, "Product Types Below (1)")).toBeVisible();
  await visit(page, disabled.path);
  await expect(card(page, "Attributes")).toBeVisible();
  await expect(page.getByRole("heading", { name: /Below/ })).toHaveCount(0);
});

test("reports a missing or duplicate name and keeps the selected parent", async ({ page }) => {
  const parent = await aProductType();
  const sibling = await aProductType({ parent });
  await visit(page, "/producttypes/new");
  await field(dialog(page), "Parent product type").selectOption(parent.name);
  await button(dialog(page), "Add").click();
  await seesFieldError(dialog(page), "Name", "This is a required field");
  await field(dialog(page), "Name").fill(sibling.name);
  await button(dialog(page), "Add").click();
  await seesSummary(page, "Name: A product type with this name already exists here.");
  await expect(field(dialog(page), "Parent product type")).toHaveValue(String(parent.id));
  await expect(field(dialog(page), "Name")).toHaveValue(sibling.name);
});

test("offers parents as a tree without the type itself and its descendants", async ({ page }) => {
  const top = await aProductType();
  const middle = await aProductType({ parent: top });
  const below = await aProductType({ parent: middle });
  await visit(page, `${top.path}?edit=details`);
  await expect(choices(page).first()).toHaveText("(None)");
  await expect(choices(page).filter({ hasText: "---- Boards and Trays" })).toHaveCount(1);
  for (const { name } of [top, middle, below]) await expect(choices(page).filter({ hasText: name })).toHaveCount(0);
  await visit(page, `${middle.path}?edit=details`);
  await expect(choices(page).filter({ hasText: top.name })).toHaveCount(1);
});

test("renaming and moving a type changes its path", async ({ page }) => {
  const [type, parent, name] = [await aProductType(), await aProductType(), aName("Type")];
  await visit(page, type.path);
  const form = await edit(page, "Details");
  await field(form, "Name").fill(name);
  await field(form, "Parent product type").selectOption(parent.name);
  await button(form, "Save").click();
  await seesToast(page, saved);
  await isAt(page, type.path);
  await expect(heading(page)).toHaveText(name);
  await expect(detail(card(page, "Details"), "Path")).toHaveText(`${parent.name} > ${name}`);
});

test("deactivating asks for confirmation and shows its effects; Cancel changes nothing; activating reverses it", async ({
  page,
}) => {
  const type = await aProductType();
  await visit(page, type.path);
  await link(page, "Deactivate").click();
  await isReady(page);
  await expect(dialog(page)).toContainText("No active product is of this type.");
  await expect(dialog(page)).toContainText("The product types below it, and their products, stay as they are.");
  await link(dialog(page), "Cancel").click();
  await isAt(page, type.path);
  await visit(page, `${type.path}/deactivate`);
  await button(dialog(page), "Deactivate").click();
  await seesToast(page, saved);
  await expect(heading(page)).toHaveText(`${type.name} (Disabled)`);
  await expect(page).toHaveTitle(`${type.name} (Disabled) · Countinghouse`);
  await isReady(page);
  await button(page, "Activate").click();
  await expect(heading(page)).toHaveText(type.name);
});

test("existing attributes can be added; inherited ones show their origin and cannot be removed", async ({ page }) => {
  const [above, own] = [await anAttribute(), await anAttribute()];
  const parent = await aProductType({ attributes: [above.id] });
  const type = await aProductType({ parent });
  await visit(page, type.path);
  const attributes = card(page, "Attributes");
  await expect(attributes.getByRole("row").filter({ hasText: above.name })).toContainText(`From ${parent.name}`);
  await expect(link(page, `Remove ${above.name}`)).toHaveCount(0);
  const offered = field(page, "Attribute to add").locator("option");
  await expect(offered.filter({ hasText: own.name })).toHaveCount(1);
  await expect(offered.filter({ hasText: above.name })).toHaveCount(0);

  await button(attributes, "Add").click();
  await expect(attributes.getByRole("alert")).toHaveText("Please choose one from the list.");
  await field(page, "Attribute to add").selectOption(own.name);
  await button(attributes, "Add").click();
  await seesToast(page, saved);
  await expect(attributeNames(page)).toHaveText([above.name, own.name]);
  await expect(attributes.getByRole("row").filter({ hasText: own.name }).locator("td").nth(1)).toHaveText("No");

  await link(page, `Remove ${own.name}`).click();
  await isReady(page);
  await expect(dialog(page)).toContainText("The attribute itself stays. Are you sure you wish to continue?");
  await button(dialog(page), "Remove").click();
  await seesToast(page, saved);
  await expect(attributeNames(page)).toHaveText([above.name]);
});

async function withThree(): Promise<{ path: string; names: [string, string, string] }> {
  const [a, b, c] = [await anAttribute(), await anAttribute(), await anAttribute()];
  const { path } = await aProductType({ attributes: [a.id, b.id, c.id] });
  return { path, names: [a.name, b.name, c.name] };
}

test("attributes can be moved with buttons", async ({ page }) => {
  const { path, names } = await withThree();
  const [a, b, c] = names;
  await visit(page, path);
  await expect(button(page, `Move ${a} up`)).toBeDisabled();
  await expect(button(page, `Move ${c} down`)).toBeDisabled();
  await button(page, `Move ${c} up`).click();
  await seesToast(page, "Attributes were re-ordered successfully.");
  await expect(attributeNames(page)).toHaveText([a, c, b]);
  await isReady(page);
  await button(page, `Move ${a} down`).click();
  await expect(attributeNames(page)).toHaveText([c, a, b]);
  // The new order is shown before it is stored.
  await expect(button(page, `Move ${a} down`)).not.toHaveAttribute("aria-disabled", "true");
  await visit(page, path);
  await expect(attributeNames(page)).toHaveText([c, a, b]);
});

test.describe("with scripts", { tag: "@javascript" }, () => {
  test("a button that moved its row keeps the focus, so that it can be used again", async ({ page }) => {
    const { path, names } = await withThree();
    const [a, b, c] = names;
    await visit(page, path);
    await expect(button(page, `Drag ${c}`)).toBeVisible();
    await button(page, `Move ${c} up`).press("Enter");
    await expect(attributeNames(page)).toHaveText([a, c, b]);
    await expect(button(page, `Move ${c} up`)).toBeFocused();
    await expect(button(page, `Move ${c} up`)).not.toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Enter");
    await expect(attributeNames(page)).toHaveText([c, a, b]);
    await expect(button(page, `Move ${c} down`)).toBeFocused();
  });

  test("attributes can be dragged with the pointer", async ({ page }) => {
    const { path, names } = await withThree();
    const [a, b, c] = names;
    await visit(page, path);
    const [from, to] = [await button(page, `Drag ${a}`).boundingBox(), await button(page, `Drag ${c}`).boundingBox()];
    if (!from || !to) throw new Error("there is nothing to drag");
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(from.x + 5, from.y + 20, { steps: 4 });
    await page.mouse.move(to.x + 5, to.y + 10, { steps: 8 });
    await page.mouse.up();
    await seesToast(page, "Attributes were re-ordered successfully.");
    await expect(attributeNames(page)).toHaveText([b, c, a]);
    await visit(page, path);
    await expect(attributeNames(page)).toHaveText([b, c, a]);
  });

  test("attributes can be dragged with the keyboard, and their position is announced", async ({ page }) => {
    const { path, names } = await withThree();
    const [a, b, c] = names;
    await visit(page, path);
    await button(page, `Drag ${a}`).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText(`${a} is at place 1 of 3.`)).toBeAttached();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText(`${a} is at place 2 of 3.`)).toBeAttached();
    await page.keyboard.press("Space");
    await seesToast(page, "Attributes were re-ordered successfully.");
    await expect(attributeNames(page)).toHaveText([b, a, c]);
  });

  test("the pages hydrate without console errors", async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    const { path, names } = await withThree();
    for (const address of ["/producttypes", "/producttypes/new", `${path}?edit=details`, `${path}/deactivate`, path]) {
      await visit(page, address);
      await expect(heading(page)).toBeVisible();
    }
    await expect(button(page, `Drag ${names[0]}`)).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test("reordering after a concurrent change is refused with a message", async ({ page }) => {
  const { path, names } = await withThree();
  await visit(page, path);
  const other = await page.context().newPage();
  await visit(other, path);
  await link(other, `Remove ${names[0]}`).click();
  await isReady(other);
  await button(dialog(other), "Remove").click();
  await seesToast(other, saved);
  await button(page, `Move ${names[2]} up`).click();
  await expect(page.getByRole("alert").filter({ hasText: "have changed in the meantime" })).toBeVisible();
  await expect(attributeNames(page)).toHaveText([names[1], names[2]]);
});

test("product type 0 does not exist; its page offers to add a product type", async ({ page }) => {
  await visit(page, "/producttypes/0");
  await expect(heading(page)).toHaveText("Product Type");
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  await link(page, "Add Product Type").click();
  await expect(dialog(page)).toBeVisible();
});

for (const account of ["readonly", "acaciaOwner"] as const) {
  test.describe(`${account}`, () => {
    test.use({ account });

    test("sees product types and cannot change them", async ({ page }) => {
      await visit(page, "/producttypes");
      await expect(heading(page)).toHaveText("Product Types");
      await expect(link(page, "Add Product Type")).toHaveCount(0);
      await visit(page, "/producttypes/3?edit=details");
      await expect(attributeNames(page).first()).toBeVisible();
      await expect(card(page, "Attributes")).toContainText("From Home");
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
      await expect(page.getByRole("link", { name: /^(Edit|Remove|Deactivate)/ })).toHaveCount(0);
      for (const path of ["/producttypes/new", "/producttypes/3/deactivate", "/producttypes/3/attributes/6/remove"]) {
        expect((await visit(page, path))?.status()).toBe(403);
      }
    });
  });
}

test("deactivating a type shows how many products it disables, and lists them", async ({ page }) => {
  const type = await aProductType();
  const product = await aProduct({ productTypeId: type.id });
  await visit(page, `${type.path}/deactivate`);
  await expect(dialog(page)).toContainText(
    `1 product of the type ${type.name} will be disabled and become unavailable on all marketplaces.`,
  );
  await link(dialog(page), "Show its products").click();
  await link(page, product.name).click();
  await expect(heading(page)).toHaveText(product.name);
  await visit(page, `${type.path}/deactivate`);
  await button(page, "Deactivate").click();
  await seesToast(page, "Product type details updated successfully.");
  await visit(page, product.path);
  await expect(heading(page)).toHaveText(`${product.name} (Disabled)`);
});

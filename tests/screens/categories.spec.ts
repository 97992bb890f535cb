import { aName } from "#tests/support/browser/api.ts";
import {
  button,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test("categories are opened level by level, added, renamed and deleted @core", async ({ page }) => {
  const name = aName("Lanterns").slice(0, 60);
  await visit(page, "/marketplaces/1");
  await link(page, "Categories").click();
  await expect(heading(page)).toContainText("Categories of");
  await isReady(page);
  await link(page, "Home").click();
  await expect(page.getByRole("navigation", { name: "Levels" })).toContainText("Home");
  await isReady(page);
  await link(page, "Add Category").click();
  await expect(field(page, "Below")).toHaveValue("Home");
  await field(page, "Name").fill("Home > Lanterns");
  await button(page, "Save").click();
  await seesFieldError(page, "Name", "Please enter one name without “>”.");
  await field(page, "Name").fill(name);
  await button(page, "Save").click();
  await seesToast(page, "The category was saved.");
  await isReady(page);
  await link(page, `Edit Home > ${name}`).click();
  await field(page, "Name").fill(`${name} 2`);
  await button(page, "Save").click();
  await expect(page.getByRole("row").filter({ hasText: `${name} 2` })).toBeVisible();
  await isReady(page);
  await link(page, `Delete Home > ${name} 2`).click();
  await button(page, "Delete").click();
  await seesToast(page, "The category was deleted.");
});

test("a category that products have is not deleted, and the products are named", async ({ page }) => {
  await visit(page, "/marketplaces/1/categories");
  await link(page, "Delete Home").click();
  await button(page, "Delete").click();
  await expect(page.getByRole("dialog")).toContainText("cannot be deleted, because these products have it");
});

test("a search finds categories of every level", async ({ page }) => {
  await visit(page, "/marketplaces/1/categories");
  await field(page, "Search").fill("vase");
  await button(page, "Search").click();
  await expect(page.locator("tbody tr").first()).toContainText("Home > Decor > Vases");
});

import type { Page } from "@playwright/test";
import { aName } from "#tests/support/browser/api.ts";
import {
  button,
  field,
  isAt,
  isReady,
  link,
  menuEntry,
  seesFieldError,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

// Their menu is compared by no other test, and this list is opened by none of them.
test.use({ account: "banksiaOwner" });

async function openViews(page: Page) {
  await page.getByRole("main").locator("summary").filter({ hasText: "View" }).click();
}

async function chooses(page: Page, item: string) {
  await openViews(page);
  await link(page, item).click();
  await isReady(page);
}

const columns = (page: Page) => page.getByRole("main").getByRole("columnheader");

async function saves(page: Page, name: string, fields: Record<string, string> = {}) {
  const dialog = page.getByRole("dialog");
  await field(dialog, "Name").fill(name);
  for (const [label, value] of Object.entries(fields)) await field(dialog, label).selectOption(value);
  await button(page, "Save").click();
  await seesToast(page, "View has been saved successfully.");
  await isReady(page);
}

async function deletes(page: Page) {
  await chooses(page, "Delete this view...");
  await button(page.getByRole("dialog"), "Delete").click();
  await seesToast(page, "View has been deleted successfully.");
}

test("a view keeps filters, order and columns, and is in the menu with its count @core", async ({ page }) => {
  const name = aName("Sent");
  await visit(page, "/shipments?status=2&sort=customerFullName&direction=desc");
  const count = (
    await page
      .getByText(/^[\d,]+–[\d,]+ of [\d,]+$/)
      .first()
      .textContent()
  )?.split(" of ")[1];
  await chooses(page, "Save as a new view...");
  await field(page.getByRole("dialog"), "Marketplace").uncheck();
  await saves(page, name, { "In the main menu, with the number of its records": "true" });

  await expect(columns(page).filter({ hasText: "Customer" })).toHaveAttribute("aria-sort", "descending");
  await expect(columns(page).filter({ hasText: "Marketplace" })).toHaveCount(0);
  await visit(page, "/shipments");
  await expect(columns(page).filter({ hasText: "Marketplace" })).toHaveCount(1);
  await menuEntry(page, `${name} ${count}`).click();
  await expect(columns(page).filter({ hasText: "Marketplace" })).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("2");
  await isReady(page);

  await page.getByRole("combobox", { name: "Status" }).selectOption("(Any)");
  if (!hasScripts()) await button(page, "Search").click();
  await expect(page.getByText(`View: ${name} (changed)`)).toBeVisible();
  await isReady(page);
  await chooses(page, "Change this view...");
  await saves(page, `${name} too`, { "In the main menu, with the number of its records": "false" });
  await expect(page.getByText(`View: ${name} too`)).toBeVisible();
  await expect(page.getByText("(changed)")).toHaveCount(0);
  await deletes(page);
  await openViews(page);
  await expect(link(page, `${name} too`)).toHaveCount(0);
});

test("a list opens with its default view, and without it on request", async ({ page }) => {
  const name = aName("WA");
  await visit(page, "/shippingrules?sort=name&direction=desc");
  await chooses(page, "Save as a new view...");
  await saves(page, name, { "The list opens with this view": "true" });
  await visit(page, "/suppliers");
  await menuEntry(page, "Shipping Rules").click();
  await expect(page.getByText(`View: ${name}`)).toBeVisible();
  await isReady(page);
  await chooses(page, "Without a view");
  await isAt(page, "/shippingrules?view=none");
  await expect(page.getByText(`View: ${name}`)).toHaveCount(0);
  await visit(page, "/shippingrules");
  await link(page, "Clear").click();
  await isAt(page, "/shippingrules?view=none");
  await visit(page, "/shippingrules");
  await deletes(page);
  await visit(page, "/shippingrules");
  await expect(page.getByText(`View: ${name}`)).toHaveCount(0);
});

test("a view without a name or a column is refused, and what was chosen stays", async ({ page }) => {
  await visit(page, "/suppliers/view?name=Banksia");
  const dialog = page.getByRole("dialog");
  for (const column of ["City", "State"]) await field(dialog, column).uncheck();
  await button(page, "Save").click();
  await seesFieldError(dialog, "Name", "This is a required field");
  await expect(dialog.getByText("Please choose at least one column.").last()).toBeVisible();
  await field(dialog, "City").check();
  await saves(page, aName("Ours"));
  await expect(columns(page)).toHaveText([/^Name/, "City"]);
  await deletes(page);
});

test("a view of somebody else, and that of another list, is not found", async ({ page }) => {
  for (const path of ["/orders/view/change?view=1", "/products/view/delete?view=1", "/orders/view/change"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
  }
});

import type { Page } from "@playwright/test";
import { aName } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
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

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add Supplier" });

async function openDialog(page: Page, search = ""): Promise<void> {
  await visit(page, `/suppliers${search}`);
  await link(page, "Add Supplier").click();
  await expect(dialog(page)).toBeVisible();
  await isReady(page);
}

test("adds a supplier and opens its page", { tag: "@core" }, async ({ page }) => {
  const name = aName("O'Brien & Söhne <Ltd>");
  await openDialog(page);
  await field(dialog(page), "Name").fill(`  ${name} `);
  await field(dialog(page), "Email").fill("hello@new.example");
  await button(dialog(page), "Add").click();
  await expect(heading(page)).toHaveText(name);
  await expect(page).toHaveURL(({ pathname }) => /^\/suppliers\/\d+$/.test(pathname));
  await seesToast(page, "Supplier updated successfully.");
  await expect(detail(card(page, "General"), "Order contact emails")).toHaveText("hello@new.example");
});

test("shows a message at each required field that is empty", async ({ page }) => {
  await openDialog(page);
  await button(dialog(page), "Add").click();
  await seesFieldError(dialog(page), "Name", "Please enter the supplier's name");
  await seesFieldError(dialog(page), "Email", "Please enter a valid email address");
  if (!hasScripts()) await seesSummary(page, "Name: Please enter the supplier's name");
});

for (const wrong of ["kim", "kim@", "kim@example", "kim example.com", "one@example.com, two@example.com"]) {
  test(`refuses “${wrong}” as an email address and keeps the input`, async ({ page }) => {
    const name = aName();
    await openDialog(page);
    await field(dialog(page), "Name").fill(name);
    await field(dialog(page), "Email").fill(wrong);
    await button(dialog(page), "Add").click();
    await seesFieldError(dialog(page), "Email", "Please enter a valid email address");
    await expect(field(dialog(page), "Name")).toHaveValue(name);
    await expect(field(dialog(page), "Email")).toHaveValue(wrong);
  });
}

test("refuses a name of 256 characters and accepts one of 255", async ({ page }) => {
  const name = aName("n".repeat(246));
  expect(name).toHaveLength(255);
  await openDialog(page);
  await field(dialog(page), "Email").fill("hello@new.example");
  await field(dialog(page), "Name").fill(`${name}x`);
  await button(dialog(page), "Add").click();
  await seesFieldError(dialog(page), "Name", "Please use no more than 255 characters.");
  await field(dialog(page), "Name").fill(name);
  await button(dialog(page), "Add").click();
  await expect(heading(page)).toHaveText(name);
});

test("Cancel returns to the list with its filters and sort order", async ({ page }) => {
  await openDialog(page, "?state=wa&sort=city");
  await link(dialog(page), "Cancel").click();
  await isAt(page, "/suppliers?state=wa&sort=city");
  await expect(dialog(page)).toBeHidden();
});

test("the page of a new supplier links back to the list with its filters and sort order", async ({ page }) => {
  const name = aName();
  await openDialog(page, "?state=wa&sort=city");
  await field(dialog(page), "Name").fill(name);
  await field(dialog(page), "Email").fill("hello@new.example");
  await button(dialog(page), "Add").click();
  await expect(heading(page)).toHaveText(name);
  const crumb = link(page.getByRole("navigation", { name: "Breadcrumb" }), "Suppliers");
  await expect(crumb).toHaveAttribute("href", /^\/suppliers\?state=wa&sort=city#row-/);
});

test("Escape closes the dialog and returns the focus to the button that opened it", { tag: "@javascript" }, async ({
  page,
}) => {
  await openDialog(page, "?state=wa");
  await expect(field(dialog(page), "Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await isAt(page, "/suppliers?state=wa");
  await expect(dialog(page)).toBeHidden();
  await expect(link(page, "Add Supplier")).toBeFocused();
});

test("the page behind an open dialog cannot be focused or clicked", { tag: "@javascript" }, async ({ page }) => {
  await openDialog(page);
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(() => {
      const active = document.activeElement;
      return active !== null && active !== document.body && !active.closest("dialog");
    });
    expect(isOutside).toBe(false);
  }
});

test("a supplier can be added with the keyboard alone", { tag: "@javascript" }, async ({ page }) => {
  const name = aName();
  await visit(page, "/suppliers");
  await page.keyboard.press("Tab");
  await expect(link(page, "Skip to content")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  // The menu of views, Export and Import come first.
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press("Tab");
  await expect(link(page, "Add Supplier")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type("keys@new.example");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(name);
});

test("the dialog can be opened by its URL", async ({ page }) => {
  await visit(page, "/suppliers/new");
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveTitle("Add Supplier · Countinghouse");
});

for (const account of ["finance", "readonly", "catalogue", "acaciaOwner"] as const) {
  test.describe(`for ${account}, without permission to add suppliers,`, () => {
    test.use({ account });

    test("the button is missing, and the dialog's URL shows a refusal with the main menu", async ({ page }) => {
      await visit(page, "/suppliers");
      await expect(heading(page)).toHaveText("Suppliers");
      await expect(link(page, "Add Supplier")).toHaveCount(0);
      const response = await visit(page, "/suppliers/new");
      expect(response?.status()).toBe(403);
      await expect(heading(page)).toHaveText("You may not open this page");
      await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
    });
  });
}

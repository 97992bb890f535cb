import type { Page } from "@playwright/test";
import { aSupplier } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  button,
  card,
  field,
  heading,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

let number = 0;
const anAddress = () => `staff-${process.pid}-${Date.now()}-${number++}@example.com`;
const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, email: string) => card(page, "Users").getByRole("row").filter({ hasText: email });

async function openAdd(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await link(card(page, "Users"), "Add User").click();
  await expect(dialog(page)).toBeVisible();
  await isReady(page);
}

async function aStaffMember(page: Page, path: string, email = anAddress()): Promise<string> {
  await openAdd(page, path);
  await field(dialog(page), "Email").fill(email);
  await field(dialog(page), "Manage Orders").check();
  await field(dialog(page), "Manage Users").check();
  await button(dialog(page), "Add").click();
  await seesToast(page, "User updated successfully.");
  await isAt(page, path);
  return email;
}

test("adds a user with permissions, changes the permissions, and removes the user", { tag: "@core" }, async ({
  page,
}) => {
  const { path } = await aSupplier();
  const email = await aStaffMember(page, path);
  await expect(row(page, email)).toContainText("Manage Orders, Manage Users");

  await link(page, `Edit ${email}`).click();
  await isReady(page);
  await expect(field(dialog(page), "Manage Orders")).toBeChecked();
  await field(dialog(page), "Manage Orders").uncheck();
  await button(dialog(page), "Save").click();
  await expect(row(page, email)).not.toContainText("Manage Orders");
  await expect(row(page, email)).toContainText("Manage Users");

  await link(page, `Remove ${email}`).click();
  await isReady(page);
  await expect(dialog(page)).toContainText("The account itself stays.");
  await button(dialog(page), "Remove").click();
  await seesToast(page, "User removed successfully.");
  await expect(card(page, "Users")).toContainText("This supplier has no users yet.");
});

test("reports missing fields and keeps the email address", async ({ page }) => {
  const { path } = await aSupplier();
  await openAdd(page, path);
  await button(dialog(page), "Add").click();
  await seesFieldError(dialog(page), "Email", "Please enter a valid email address");
  await expect(dialog(page)).toContainText("Please select at least one user permission");
  const email = anAddress();
  await field(dialog(page), "Email").fill(email);
  await button(dialog(page), "Add").click();
  await expect(field(dialog(page), "Email")).toHaveValue(email);
  await expect(dialog(page)).toContainText("Please select at least one user permission");
});

test("refuses a user who is already linked, and keeps the input and the checkboxes", async ({ page }) => {
  const { path } = await aSupplier();
  const email = await aStaffMember(page, path);
  await openAdd(page, path);
  await field(dialog(page), "Email").fill(email);
  await field(dialog(page), "Manage Products").check();
  await button(dialog(page), "Add").click();
  await expect(dialog(page).getByRole("alert")).toContainText(`${email} is already one of this supplier's users.`);
  await expect(field(dialog(page), "Manage Products")).toBeChecked();
});

test("Cancel returns to the supplier", async ({ page }) => {
  const { path } = await aSupplier();
  await openAdd(page, path);
  await link(dialog(page), "Cancel").click();
  await isAt(page, path);
  await expect(dialog(page)).toBeHidden();
});

test("users are shown with their names, and an administrator is led to their pages", async ({ page }) => {
  await visit(page, "/suppliers/1");
  const email = "owner@acacia.example";
  await expect(row(page, email)).toContainText("Ana Silva");
  await link(row(page, email), email).click();
  await expect(heading(page)).toHaveText("Ana Silva");
});

test.describe("a user without the Manage Users permission", () => {
  test.use({ account: "acaciaProducts" });

  test("sees no users of the supplier, and cannot open the dialog by its URL", async ({ page }) => {
    await visit(page, "/suppliers/1");
    await expect(card(page, "Users")).toHaveCount(0);
    expect((await visit(page, "/suppliers/1/users/new"))?.status()).toBe(404);
  });
});

test("axe finds no violations on the dialogs of a supplier's users", { tag: "@javascript" }, async ({ page }) => {
  const { path } = await aSupplier();
  const email = await aStaffMember(page, path);
  for (const name of [`Edit ${email}`, `Remove ${email}`]) {
    await visit(page, path);
    await hasNoAxeViolations(page);
    await link(page, name).click();
    await expect(dialog(page)).toBeVisible();
    await isReady(page);
    await hasNoAxeViolations(page);
  }
});

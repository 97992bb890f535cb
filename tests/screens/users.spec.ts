import type { Page } from "@playwright/test";
import { aName } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
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

let number = 0;
const anAddress = () => `person-${process.pid}-${Date.now()}-${number++}@example.com`;
const rows = (page: Page) => page.locator("tbody tr");

async function aUser(page: Page, surname = aName("Cole")): Promise<{ email: string; surname: string }> {
  const email = anAddress();
  await visit(page, "/users/0");
  await field(page, "Email").fill(email);
  await field(page, "Given name").fill("Nia");
  await field(page, "Surname").fill(surname.slice(0, 40));
  await field(page, "Finance").check();
  await button(page, "Save").click();
  await expect(heading(page)).toContainText("Nia");
  await isReady(page);
  return { email, surname };
}

test("the list can be searched and filtered by role, and shows locked users", async ({ page }) => {
  await visit(page, "/users");
  await field(page, "Search").fill("locked@");
  await button(page, "Search").click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("YesLocked out");
  await visit(page, "/users");
  await page.getByRole("combobox", { name: "Role" }).selectOption("Catalogue Manager");
  if (!hasScripts()) await button(page, "Search").click();
  await expect(page).toHaveURL(/role=Catalogue\+Manager/);
  await expect(rows(page).first()).toContainText("catalogue@countinghouse.example");
});

test("deactivated users are shown on request", async ({ page }) => {
  const { email } = await aUser(page);
  await link(page, "Deactivate").click();
  await isReady(page);
  await button(page.getByRole("dialog"), "Deactivate").click();
  await expect(detail(card(page, "Details"), "Status")).toHaveText("Deactivated");
  await visit(page, `/users?searchText=${email}`);
  await expect(page.getByText("No users match these filters.")).toBeVisible();
  await field(page, "Active only").uncheck();
  if (!hasScripts()) await button(page, "Search").click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("No");
});

test("adds a user with roles, whose page can resend the welcome email", { tag: "@core" }, async ({ page }) => {
  const { email } = await aUser(page);
  await expect(detail(card(page, "Details"), "Email")).toHaveText(email);
  await expect(detail(card(page, "Details"), "Roles")).toHaveText("Finance");
  await expect(detail(card(page, "Details"), "Status")).toHaveText("Active");
  await button(page, "Resend Welcome Email").click();
  await seesToast(page, "Welcome email has been resent.");
});

test("reports missing fields and keeps the input and the checkboxes", async ({ page }) => {
  await visit(page, "/users/0");
  await field(page, "Email").fill("kim");
  await field(page, "Surname").fill("x".repeat(51));
  await button(page, "Save").click();
  await seesFieldError(page, "Email", "Please enter a valid email address");
  await seesFieldError(page, "Surname", "Please use no more than 50 characters.");
  await expect(page.getByRole("group", { name: "Roles" })).toContainText("Please select at least one user role");
  if (!hasScripts()) await seesSummary(page, "Roles: Please select at least one user role");
  await field(page, "Read Only").check();
  await button(page, "Save").click();
  await seesFieldError(page, "Email", "Please enter a valid email address");
  await expect(field(page, "Read Only")).toBeChecked();
});

test("refuses an email address that is already in use", async ({ page }) => {
  await visit(page, "/users/0");
  await field(page, "Email").fill("finance@countinghouse.example");
  await field(page, "Finance").check();
  await button(page, "Save").click();
  await seesSummary(page, "Email: Another user has this email address.");
  await expect(field(page, "Finance")).toBeChecked();
});

test("changes a user's name and roles", async ({ page }) => {
  await aUser(page);
  const form = await edit(page, "Details");
  await field(form, "Given name").fill("Jo");
  await expect(field(form, "Finance")).toBeChecked();
  await field(form, "Finance").uncheck();
  await field(form, "Operator").check();
  await button(form, "Save").click();
  await seesToast(page, "User details updated successfully.");
  await expect(heading(page)).toContainText("Jo");
  await expect(detail(card(page, "Details"), "Roles")).toHaveText("Operator");
});

test("deactivating asks for confirmation; Cancel changes nothing; activating reverses it", async ({ page }) => {
  await aUser(page);
  const path = new URL(page.url()).pathname;
  await link(page, "Deactivate").click();
  await isReady(page);
  await expect(page.getByRole("dialog")).toContainText("signed out everywhere at once");
  await link(page.getByRole("dialog"), "Cancel").click();
  await isAt(page, path);
  await expect(detail(card(page, "Details"), "Status")).toHaveText("Active");
  await visit(page, `${path}/deactivate`);
  await button(page.getByRole("dialog"), "Deactivate").click();
  await expect(detail(card(page, "Details"), "Status")).toHaveText("Deactivated");
  await button(page, "Activate").click();
  await expect(detail(card(page, "Details"), "Status")).toHaveText("Active");
});

test("supplier staff link to their suppliers", async ({ page }) => {
  await visit(page, "/users?searchText=both%40example.com");
  await rows(page).getByRole("link").click();
  await expect(card(page, "Related Suppliers").getByRole("cell")).toHaveText(["Acacia Homewares", "Banksia Outdoors"]);
  await link(page, "Banksia Outdoors").click();
  await expect(heading(page)).toHaveText("Banksia Outdoors");
});

test("the page of a new user links back to the list it was added from", async ({ page }) => {
  const list = "/users?role=Finance&sort=surname";
  await visit(page, list);
  await link(page, "Add User").click();
  await isReady(page);
  const crumb = link(page.getByRole("navigation", { name: "Breadcrumb" }), "Users");
  await expect(crumb).toHaveAttribute("href", list);
  await expect(link(page, "Cancel")).toHaveAttribute("href", list);
  await field(page, "Email").fill(anAddress());
  await field(page, "Finance").check();
  await button(page, "Save").click();
  await seesToast(page, "User details updated successfully.");
  await expect(crumb).toHaveAttribute("href", /^\/users\?role=Finance&sort=surname#row-/);
});

test("users cannot deactivate their own account", async ({ page }) => {
  await visit(page, "/users/1");
  await expect(heading(page)).toHaveText("Mia Kerr");
  await expect(button(page, "Resend Welcome Email")).toBeVisible();
  await expect(link(page, "Deactivate")).toHaveCount(0);
});

test.describe("an operator", () => {
  test.use({ account: "operator" });

  for (const path of ["/users", "/users/1", "/users/0", "/users/1/deactivate"]) {
    test(`cannot open ${path}`, async ({ page }) => {
      expect((await visit(page, path))?.status()).toBe(403);
      await expect(heading(page)).toHaveText("You may not open this page");
    });
  }
});

test("axe finds no violations on the screens of users", { tag: "@javascript" }, async ({ page }) => {
  for (const path of ["/users", "/users/0", "/users/1", "/users/1?edit=details", "/users/1/deactivate"]) {
    await visit(page, path);
    await hasNoAxeViolations(page);
  }
});

test("the list needs no scrolling sideways on a usual screen, and shows days in one line", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "/users");
  const table = page.getByRole("region", { name: "Users" });
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const days = page.locator("tbody td:nth-child(7) span");
  for (const height of await days.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height)))
    expect(height).toBeLessThan(25);
});

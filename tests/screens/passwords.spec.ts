import type { Page } from "@playwright/test";
import { aUser } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { linkInMailTo } from "#tests/support/browser/mail.ts";
import {
  button,
  field,
  heading,
  isAt,
  isReady,
  link,
  menuEntry,
  seesFieldError,
  staysWithin,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test.use({ account: "signed out" });

const words = {
  welcome: "An account has been created for this email address",
  forgotten: "asked for a new password for this email address",
};
const [first, second] = ["correct horse battery", "another staple entirely"];

async function choosePassword(page: Page, password: string): Promise<void> {
  await field(page, "New password").fill(password);
  await field(page, "New password again").fill(password);
  await button(page, "Set password").click();
  await expect(heading(page)).toHaveText("Your password is set");
}

async function signsIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/suppliers");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await button(page, "Sign in").click();
}

async function isIn(page: Page): Promise<void> {
  await isAt(page, "/suppliers");
  await expect(heading(page)).toHaveText("Suppliers");
  await isReady(page);
}

async function someoneWithPassword(page: Page, password: string): Promise<string> {
  const { email } = await aUser();
  await page.goto(await linkInMailTo(email, words.welcome));
  await choosePassword(page, password);
  return email;
}

test("a new user can set a password once with the link in the welcome email", { tag: "@core" }, async ({ page }) => {
  const { email } = await aUser();
  const welcome = await linkInMailTo(email, words.welcome);
  await page.goto(welcome);
  await expect(field(page, "Email")).toHaveValue(email);
  await field(page, "New password").fill("too short");
  await field(page, "New password again").fill("too short");
  await button(page, "Set password").click();
  await seesFieldError(page, "New password", "Please use at least 12 characters.");
  await field(page, "New password").fill(first);
  await field(page, "New password again").fill("another one altogether");
  await button(page, "Set password").click();
  await seesFieldError(page, "New password again", "The two new passwords are not the same.");
  await choosePassword(page, first);
  await page.goto(welcome);
  await expect(heading(page)).toHaveText("This link no longer works");
  await signsIn(page, email, first);
  await isIn(page);
});

test("a user can reset a forgotten password with a link, and the old password stops working", async ({ page }) => {
  const email = await someoneWithPassword(page, first);
  await page.goto("/suppliers");
  await link(page, "Forgotten your password?").click();
  await button(page, "Send me a link").click();
  await seesFieldError(page, "Email", "This is a required field");
  await field(page, "Email").fill(email);
  await button(page, "Send me a link").click();
  await expect(heading(page)).toHaveText("Check your email");
  await page.goto(await linkInMailTo(email, words.forgotten));
  await choosePassword(page, second);
  await signsIn(page, email, first);
  await expect(page.getByRole("alert")).toContainText("The email address or the password is not right.");
  await signsIn(page, email, second);
  await isIn(page);
});

test("an email address without an account gets the same message", async ({ page }) => {
  await page.goto("/suppliers");
  await link(page, "Forgotten your password?").click();
  await field(page, "Email").fill("nobody-at-all@test.example");
  await button(page, "Send me a link").click();
  await expect(heading(page)).toHaveText("Check your email");
});

test("changing the password in the profile signs out all other sessions", async ({ page, browser }) => {
  const email = await someoneWithPassword(page, first);
  await signsIn(page, email, first);
  await isIn(page);
  const elsewhere = await browser.newPage();
  await signsIn(elsewhere, email, first);
  await isIn(elsewhere);

  await page.getByText("Kim Doe").click();
  await menuEntry(page, "Profile").click();
  await expect(field(page, "Current password")).toBeVisible();
  await field(page, "Current password").fill("not this one, no");
  await field(page, "New password").fill(second);
  await field(page, "New password again").fill(second);
  await button(page, "Change password").click();
  await expect(field(page, "Current password")).toHaveAttribute("aria-invalid", "true");
  await field(page, "Current password").fill(first);
  await field(page, "New password").fill(second);
  await field(page, "New password again").fill(second);
  await button(page, "Change password").click();
  await expect(page.getByText("Your password was changed. Everywhere else you have been signed out.")).toBeVisible();
  await button(page, "Sign out everywhere").click();
  await expect(page.getByText("Everywhere else you have been signed out.", { exact: true })).toBeVisible();
  // Open pages keep working until their token expires, at most ten minutes later. Signing in needs the password.
  await elsewhere.goto("/login?redirect=/suppliers");
  await expect(field(elsewhere, "Password")).toBeVisible();
  await elsewhere.close();
});

test("the password pages are accessible on wide and narrow screens", { tag: "@javascript" }, async ({ page }) => {
  const { email } = await aUser();
  await page.goto(await linkInMailTo(email, words.welcome));
  const { origin } = new URL(page.url());
  for (const address of [page.url(), `${origin}/identity/forgotten`, `${origin}/identity/password/gone`]) {
    await page.goto(address);
    await hasNoAxeViolations(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await staysWithin(page, address);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

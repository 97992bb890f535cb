import { accounts, password } from "#tests/support/browser/accounts.ts";
import {
  button,
  field,
  heading,
  isAt,
  isReady,
  link,
  menuEntry,
  openAccountMenu,
  visit,
} from "#tests/support/browser/page.ts";
import { letSessionAge } from "#tests/support/browser/session.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test.describe("a visitor who is not signed in", () => {
  test.use({ account: "signed out" });

  test("is redirected to the sign-in page and then to the requested page", { tag: "@core" }, async ({ page }) => {
    await page.goto("/suppliers?name=acacia&sort=city");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await field(page, "Email").fill(accounts.operator);
    await field(page, "Password").fill(password);
    await button(page, "Sign in").click();
    await isAt(page, "/suppliers?name=acacia&sort=city");
    await expect(link(page, "Acacia Homewares")).toBeVisible();
  });

  test("signs in with one click as a demo account", async ({ page }) => {
    await page.goto("/");
    await button(page, `Sign in as ${accounts.finance}`).click();
    await isAt(page, "/suppliers");
    await expect(heading(page)).toHaveText("Suppliers");
    await expect(page.getByText("Tom Abbott")).toBeVisible();
  });

  test("gets the same message for a wrong address or a wrong password, and keeps the address", async ({ page }) => {
    for (const email of [accounts.catalogue, "nobody@countinghouse.example"]) {
      await page.goto("/suppliers");
      await field(page, "Email").fill(email);
      await field(page, "Password").fill("not the password");
      await button(page, "Sign in").click();
      await expect(page.getByRole("alert")).toContainText("The email address or the password is not right.");
      await expect(field(page, "Email")).toHaveValue(email);
      await expect(field(page, "Password")).toHaveValue("");
    }
  });

  test("is not redirected to another site by a login link", async ({ page }) => {
    await page.goto("/login?redirect=https://elsewhere.example/");
    await button(page, `Sign in as ${accounts.readonly}`).click();
    await isAt(page, "/suppliers");
  });

  test("can sign out and sees a confirmation", { tag: "@core" }, async ({ page }) => {
    await page.goto("/");
    await button(page, `Sign in as ${accounts.acaciaProducts}`).click();
    await expect(heading(page)).toHaveText("Suppliers");
    await isReady(page);
    await openAccountMenu(page, "Ben Hartley");
    await menuEntry(page, "Logout").click();
    await isAt(page, "/logged-out");
    await expect(page.getByText("You are now logged out.")).toBeVisible();
    await link(page, "Sign in").click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  test("can sign out, and a copy of the session no longer opens any page, even one without data", async ({
    page,
    context,
    browser,
  }) => {
    await page.goto("/dashboard");
    await button(page, `Sign in as ${accounts.acaciaProducts}`).click();
    await expect(page.getByRole("heading", { name: "Home" })).toBeVisible();
    const thief = await browser.newContext({ storageState: await context.storageState() });
    const copy = await thief.newPage();
    await copy.goto("/dashboard");
    await expect(copy.getByRole("heading", { name: "Home" })).toBeVisible();

    await isReady(page);
    await openAccountMenu(page, "Ben Hartley");
    await menuEntry(page, "Logout").click();
    await isAt(page, "/logged-out");
    // Each process may cache the state of a session for up to a second.
    await expect(async () => {
      await copy.goto("/dashboard");
      await expect(copy.getByRole("dialog", { name: "You have been logged out" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(copy.getByRole("heading", { name: "Home" })).toBeHidden();
    await expect(copy.getByText("Ben Hartley")).toBeHidden();
    await copy.goto("/login");
    await expect(copy.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await thief.close();
  });

  test("is warned before the session ends, and can sign in again without losing the page", async ({
    page,
    context,
  }) => {
    await page.goto("/suppliers?name=acacia");
    await button(page, `Sign in as ${accounts.operator}`).click();
    await isAt(page, "/suppliers?name=acacia");
    const warning = page.getByRole("status").filter({ hasText: "You will be logged out at" });
    await expect(warning).toBeHidden();
    await letSessionAge(context, 24 * 60 - 10);
    await visit(page, "/suppliers?name=acacia");
    await expect(warning).toContainText(/at \d{1,2}:\d\d [ap]m\. Save your work, then sign in again to carry on\./);
    await link(warning, "sign in again").click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await button(page, `Sign in as ${accounts.operator}`).click();
    await isAt(page, "/suppliers?name=acacia");
    await expect(link(page, "Acacia Homewares")).toBeVisible();
    await expect(warning).toBeHidden();
  });

  test("sees a page with a link onwards when opening the sign-in callback directly", async ({ page }) => {
    await visit(page, "/auth-callback");
    await expect(heading(page)).toHaveText("Sign-in did not work");
    await link(page, "Sign in").click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
});

test("a sign-out link on another site asks for confirmation", async ({ page }) => {
  await page.route("http://elsewhere.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${process.env.PUBLIC_URL}/logout">Free puppies</a>` }),
  );
  await page.goto("http://elsewhere.example/");
  await link(page, "Free puppies").click();
  await expect(page.getByText("Do you want to log out of Countinghouse?")).toBeVisible();
  await link(page, "Cancel").click();
  await expect(heading(page)).toHaveText("Suppliers");
});

test("the account menu leads to the person's own profile", async ({ page }) => {
  await visit(page, "/suppliers");
  await openAccountMenu(page);
  await menuEntry(page, "Profile").click();
  await expect(heading(page)).toHaveText("Your profile");
  await expect(page.getByText(accounts.admin)).toBeVisible();
});

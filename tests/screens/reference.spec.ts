import { accounts, password } from "#tests/support/browser/accounts.ts";
import { button, field } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test.use({ account: "signed out" });

test("a person signs in on the reference page and tries an operation", { tag: "@javascript" }, async ({ page }) => {
  await page.goto(`${process.env.API_URL}/docs/reference/`);
  await button(page, "Authorize").first().click();
  const scheme = page.locator(".auth-container").filter({ hasText: "signIn" });
  await expect(scheme.getByLabel("client_id")).toHaveValue("countinghouse-reference");
  const [signIn] = await Promise.all([
    page.waitForEvent("popup"),
    scheme.locator("button", { hasText: "Authorize" }).click(),
  ]);
  await field(signIn, "Email").fill(accounts.operator);
  await field(signIn, "Password").fill(password);
  await Promise.all([signIn.waitForEvent("close"), button(signIn, "Sign in").click()]);
  await expect(scheme.locator("button", { hasText: "Logout" })).toBeVisible();
  await scheme.locator("button", { hasText: "Close" }).click();

  const operation = page.locator(".opblock").filter({ hasText: "/api/v1/users/permissions" });
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.locator(".live-responses-table .response-col_status").last()).toContainText("200");
});

import type { Page } from "@playwright/test";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { button, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const rows = (page: Page) => page.locator("tr[id^='row-']");
const help = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

test("keys move between the rows of a list, open the record and the details of a row @javascript", async ({ page }) => {
  // The orders of this supplier have items; those that other tests add may have none.
  await visit(page, "/orders?supplierId=3&outstandingOrdersOnly=false");
  for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(page.locator("tr[aria-current]")).toHaveCount(1);
  await page.keyboard.press("o");
  await expect(page.locator("a[aria-expanded='true']")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/orders\/\d+\?/);
});

test("a key lists the keys of any page and returns the focus @javascript", async ({ page }) => {
  await visit(page, "/suppliers");
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(help(page)).toContainText("Go to the search box");
  await expect(help(page)).not.toContainText("Approve");
  await hasNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(help(page)).toHaveCount(0);
  await expect(rows(page).nth(0)).toBeFocused();
});

test("keys that are switched off do nothing on any page @javascript", async ({ page }) => {
  await visit(page, "/dashboard");
  await page.keyboard.press("?");
  await help(page).getByRole("checkbox", { name: "Use these keys in this browser" }).uncheck();
  await button(help(page), "Close").click();
  await visit(page, "/suppliers");
  for (const key of ["j", "/", "?"]) await page.keyboard.press(key);
  // A key that works comes last, so that those before it had their time.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.locator("tr[aria-current]")).toHaveCount(0);
  await expect(help(page)).toHaveCount(0);
});

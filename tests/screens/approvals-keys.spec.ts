import type { Page } from "@playwright/test";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct, aProductType } from "#tests/support/browser/catalogue.ts";
import { button, field, isReady, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const rows = (page: Page) => page.locator("tr[id^='row-']");

const expander = (page: Page) => page.locator("a[aria-expanded]");

test.beforeEach(async ({ page }) => {
  const type = await aProductType();
  for (const _ of [1, 2]) await aProduct({ productTypeId: type.id });
  await visit(
    page,
    `/product-approvals?${new URLSearchParams({ productTypeId: String(type.id), marketplaceId: "1" })}`,
  );
});

test("keyboard shortcuts move between rows, select, open and approve them @javascript", async ({ page }) => {
  await page.keyboard.press("j");
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows(page).nth(1)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("k");
  await expect(rows(page).nth(0)).toBeFocused();
  await expect(page.locator("tr[aria-current]")).toHaveCount(1);
  await page.keyboard.press("x");
  await expect(rows(page).nth(0).getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(button(page, "Approve")).toBeVisible();
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press("a");
  await seesToast(page, "Product has been approved");
  // The next row has opened.
  await expect(expander(page).nth(0)).toHaveAccessibleName(/^Hide/);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("o");
  await expect(button(page, "Approve")).toHaveCount(0);
});

test("the key that approves decides about one row after another, also where decided rows stay in the list @javascript", async ({
  page,
}) => {
  await visit(page, `${page.url()}&status=`);
  const decisions: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") decisions.push(request.url());
  });
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await expect(button(page, "Approve")).toBeVisible();
  await page.keyboard.down("a");
  await expect(rows(page).nth(0)).toContainText("Approved");
  await expect(expander(page).nth(1)).toHaveAccessibleName(/^Hide/);
  await expect(page.getByRole("region", { name: "Details", exact: true })).toBeFocused();
  // Still held down.
  await page.keyboard.down("a");
  await page.keyboard.up("a");
  await page.keyboard.press("k");
  await expect(rows(page).nth(0)).toBeFocused();
  await expect(page.locator("tr[aria-current]")).toHaveCount(1);
  await page.reload();
  await isReady(page);
  expect(decisions).toHaveLength(1);
  await page.keyboard.press("a");
  await expect(rows(page).nth(1)).toContainText("Approved");
});

test("keyboard shortcuts are ignored in text fields and together with Control @javascript", async ({ page }) => {
  await field(page, "Product name").pressSequentially("jxo");
  await expect(field(page, "Product name")).toHaveValue("jxo");
  await field(page, "Product name").blur();
  await rows(page)
    .first()
    .getByRole("link", { name: /^Show details/ })
    .click();
  await page.getByRole("group").getByRole("checkbox").first().focus();
  await page.keyboard.press("j");
  await expect(page.locator("tr[aria-current]")).toHaveCount(0);
  await page.getByRole("checkbox", { name: /that match the filters/ }).focus();
  await page.keyboard.press("Alt+j");
  await expect(page.locator("tr[aria-current]")).toHaveCount(0);
});

test("a shortcut opens the list of keyboard shortcuts, which can turn them off and on @javascript", async ({
  page,
}) => {
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await hasNoAxeViolations(page);
  await help.getByRole("checkbox", { name: "Use these keys in this browser" }).uncheck();
  await button(help, "Close").click();
  await expect(help).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(page.locator("tr[aria-current]")).toHaveCount(0);
  await button(page, "Keyboard shortcuts").click();
  await help.getByRole("checkbox", { name: "Use these keys in this browser" }).check();
  await button(help, "Close").click();
  await expect(help).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(rows(page).nth(0)).toBeFocused();
});

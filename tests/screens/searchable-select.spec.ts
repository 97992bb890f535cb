import type { Page } from "@playwright/test";
import { aSupplier } from "#tests/support/browser/api.ts";
import { anOrder } from "#tests/support/browser/orders.ts";
import { button, field, isAt, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const files = /\/assets\/searchable-select-.*\.js$/;
const supplierFilter = (page: Page) => page.getByRole("combobox", { name: "Supplier", exact: true });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

/** Waits for the searchable select, which loads when the mouse reaches the plain one. */
async function reach(page: Page): Promise<void> {
  await supplierFilter(page).hover();
  await expect(supplierFilter(page)).toHaveAttribute("aria-autocomplete", "list");
}

test.describe("a filter with many options, with scripts,", { tag: "@javascript" }, () => {
  test("is searched by any part of a name and applies what is chosen", async ({ page }) => {
    const supplier = await aSupplier({ name: `Wattle Grove ${crypto.randomUUID().slice(0, 8)} Pottery` });
    const order = await anOrder({ supplierId: supplier.id });
    const part = supplier.name.slice(6, -4).toUpperCase();
    await visit(page, "/orders?outstandingOrdersOnly=false");
    await supplierFilter(page).focus();
    await expect(supplierFilter(page)).toHaveAttribute("aria-autocomplete", "list");
    await expect(supplierFilter(page), "the focus stays").toBeFocused();
    await page.keyboard.type(part);
    await expect(options(page)).toHaveText([supplier.name]);
    await expect(page.getByRole("status").filter({ hasText: "1 match" })).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`supplierId=${supplier.id}\\b`));
    await expect(supplierFilter(page)).toHaveValue(supplier.name);
    await expect(supplierFilter(page)).toBeFocused();
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await expect(page.locator("tbody")).toContainText(order.name);

    await visit(page, page.url());
    await expect(supplierFilter(page).locator("option:checked")).toHaveText(supplier.name);
    await reach(page);
    await expect(supplierFilter(page)).toHaveValue(supplier.name);
  });

  test("opens by a press, is walked through with arrow keys, and keeps its value on Escape", async ({ page }) => {
    await visit(page, "/orders?supplierId=1");
    await reach(page);
    await supplierFilter(page).click();
    await expect(page.getByRole("listbox").getByRole("option", { selected: true })).toHaveText("Acacia Homewares");
    await page.keyboard.press("ArrowDown");
    await expect(supplierFilter(page)).toHaveAttribute("aria-activedescendant", /./);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await expect(supplierFilter(page)).toHaveValue("Acacia Homewares");

    await supplierFilter(page).fill("banksia");
    await page.keyboard.press("Escape");
    await expect(supplierFilter(page)).toHaveValue("Acacia Homewares");
    await supplierFilter(page).fill("");
    await page.keyboard.press("Escape");
    await expect(supplierFilter(page)).toHaveValue("Acacia Homewares");
    await supplierFilter(page).fill("no such supplier");
    await expect(page.getByText("Nothing matches.")).toBeVisible();
    await page.keyboard.press("Escape");
    await isAt(page, "/orders?supplierId=1");

    await supplierFilter(page).click();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(/supplierId=1/);
    await expect(supplierFilter(page)).toHaveValue("(Any)");
  });

  test("is chosen from with the mouse, and starts again with Clear", async ({ page }) => {
    await visit(page, "/orders");
    await reach(page);
    await button(page, "Supplier options").click();
    await options(page).filter({ hasText: "Acacia Homewares" }).click();
    await expect(page).toHaveURL(/supplierId=1\b/);
    await page.getByRole("link", { name: "Clear", exact: true }).click();
    await isAt(page, "/orders");
    await reach(page);
    await expect(supplierFilter(page)).toHaveValue("(Any)");
  });

  test("works in a dialog, whose Escape key closes the options first", async ({ page }) => {
    await visit(page, "/products/referrals");
    const dialog = page.getByRole("dialog");
    const filter = field(dialog, "Supplier");
    await filter.hover();
    await expect(filter).toHaveAttribute("aria-autocomplete", "list");
    await filter.click();
    await filter.fill("acacia home");
    await options(page).filter({ hasText: "Acacia Homewares" }).click();
    await expect(filter).toHaveValue("Acacia Homewares");
    await expect(dialog.locator("select[name=supplierId]")).toHaveValue("1");
    await filter.click();
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(options(page)).toHaveCount(0);
    await expect(dialog).toBeVisible();
  });

  test("stays the plain select if it cannot be loaded, and a short one always", async ({ page }) => {
    await page.route(files, (route) => route.abort());
    await visit(page, "/orders");
    const failed = page.waitForEvent("requestfailed");
    await supplierFilter(page).hover();
    await failed;
    await supplierFilter(page).selectOption({ label: "Acacia Homewares" });
    await expect(page).toHaveURL(/supplierId=1\b/);
    await page.unroute(files);
    await field(page, "Marketplace").hover();
    await field(page, "Marketplace").focus();
    await expect(page.locator("select[name=marketplaceId]")).toBeFocused();
  });

  test.describe("on a touch screen", () => {
    test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

    test("is the plain select, for which the device has its own chooser", async ({ page }) => {
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(request.url()));
      await visit(page, "/orders");
      await supplierFilter(page).tap();
      await supplierFilter(page).selectOption({ label: "Acacia Homewares" });
      await expect(page).toHaveURL(/supplierId=1\b/);
      expect(loaded.filter((url) => files.test(url))).toEqual([]);
    });
  });
});

import type { Locator, Page } from "@playwright/test";
import {
  button,
  heading,
  isAt,
  isReady,
  menuEntry,
  openAccountMenu,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const person = "Mia Kerr";
const files = /\/assets\/account-menu-items-.*\.js$/;
const plainButton = (page: Page) => page.locator("summary").filter({ hasText: person });
const menu = (page: Page) => page.getByRole("menu");

/** Expects that the keys act on this entry. */
async function isCurrent(page: Page, entry: Locator): Promise<void> {
  await expect(menu(page)).toHaveAttribute("aria-activedescendant", (await entry.getAttribute("id")) ?? "");
}

test.describe("the account menu with scripts", { tag: "@javascript" }, () => {
  test("is used by keyboard alone: arrows, Home, End, the first letters of a name, and Escape", async ({ page }) => {
    await visit(page, "/suppliers?name=acacia");
    await plainButton(page).focus();
    await expect(button(page, person), "the focus stays when the menu with keys arrives").toBeFocused();
    await page.keyboard.press("Enter");
    await isCurrent(page, menuEntry(page, "Profile"));
    await page.keyboard.press("ArrowDown");
    await isCurrent(page, menuEntry(page, "Low data: off"));
    await page.keyboard.press("End");
    await isCurrent(page, menuEntry(page, "Logout"));
    await page.keyboard.press("Home");
    await isCurrent(page, menuEntry(page, "Profile"));
    await page.keyboard.type("logo");
    await isCurrent(page, menuEntry(page, "Logout"));
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(button(page, person)).toBeFocused();

    await page.keyboard.press("ArrowUp");
    await isCurrent(page, menuEntry(page, "Logout"));
    await page.keyboard.press("ArrowUp");
    await isCurrent(page, menuEntry(page, "dark"));
    await page.keyboard.press("Enter");
    await isAt(page, "/suppliers?name=acacia");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });

  test("closes when something else on the page is pressed", async ({ page }) => {
    await visit(page, "/dashboard");
    await openAccountMenu(page);
    await expect(menu(page)).toBeVisible();
    await heading(page).click();
    await expect(menu(page)).toBeHidden();
  });

  test("opens at once if it is pressed before its keys have loaded, and is replaced once it is left", async ({
    page,
  }) => {
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(files, async (route) => {
      await held;
      await route.continue();
    });
    await visit(page, "/dashboard");
    await plainButton(page).click();
    await expect(button(page, "Logout")).toBeVisible();
    const arrived = page.waitForEvent("requestfinished", (request) => files.test(request.url()));
    arrive();
    await arrived;
    await plainButton(page).press("Escape");
    await expect(button(page, "Logout")).toBeHidden();
    await heading(page).click();
    await openAccountMenu(page);
    await expect(menu(page)).toBeVisible();
  });

  test("works without its keys if they cannot be loaded", async ({ page }) => {
    await page.route(files, (route) => route.abort());
    await visit(page, "/suppliers");
    const failed = page.waitForEvent("requestfailed");
    await plainButton(page).hover();
    await failed;
    await plainButton(page).click();
    await button(page, "Low data: off").click();
    await isAt(page, "/suppliers");
    await expect(page.locator("script")).toHaveCount(0);
  });

  test.describe("on a touch screen", () => {
    test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

    test("is the plain one, for which nothing is loaded", async ({ page }) => {
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(request.url()));
      await visit(page, "/orders");
      await plainButton(page).tap();
      await expect(button(page, "Logout")).toBeInViewport({ ratio: 1 });
      await staysWithin(page, "the open account menu");
      await isReady(page);
      expect(loaded.length).toBeGreaterThan(3);
      expect(loaded.filter((url) => /account-menu|searchable-select/.test(url))).toEqual([]);
    });
  });
});

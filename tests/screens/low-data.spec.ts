import type { Page } from "@playwright/test";
import { aName, aSupplier } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isAt,
  link,
  menuEntry,
  openAccountMenu,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

async function hasNoScriptAtAll(page: Page): Promise<void> {
  await expect(page.locator("script, link[rel=modulepreload], link[as=script]")).toHaveCount(0);
}

async function switchesLowData(page: Page, from: "on" | "off"): Promise<void> {
  await openAccountMenu(page);
  await menuEntry(page, `Low data: ${from}`).click();
}

test("Low data is turned on and off in the account menu and persists between pages", async ({ page }) => {
  await visit(page, "/suppliers?name=acacia&sort=city");
  if (hasScripts()) expect(await page.locator("script").count()).toBeGreaterThan(0);
  await switchesLowData(page, "off");
  await isAt(page, "/suppliers?name=acacia&sort=city");
  await hasNoScriptAtAll(page);
  await link(page, "Acacia Homewares").click();
  await expect(heading(page)).toHaveText("Acacia Homewares");
  await hasNoScriptAtAll(page);
  await switchesLowData(page, "on");
  await expect(heading(page)).toHaveText("Acacia Homewares");
  await expect(page.locator("script").first()).toBeAttached();
});

test("the theme is chosen in the account menu, with or without scripts, and persists", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const canvas = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const chooses = async (theme: "system" | "light" | "dark") => {
    await openAccountMenu(page);
    await menuEntry(page, theme).click();
    await isAt(page, "/suppliers?name=acacia");
    await openAccountMenu(page);
    await expect(menuEntry(page, theme)).toHaveAttribute(hasScripts() ? "aria-checked" : "aria-pressed", "true");
    await page.getByText("Mia Kerr", { exact: true }).click();
  };
  await visit(page, "/suppliers?name=acacia");
  const bright = await canvas();
  await chooses("dark");
  const dark = await canvas();
  expect(dark).not.toBe(bright);
  await visit(page, "/suppliers?name=acacia");
  expect(await canvas()).toBe(dark);
  await page.emulateMedia({ colorScheme: "dark" });
  await chooses("light");
  expect(await canvas()).toBe(bright);
  await chooses("system");
  expect(await canvas()).toBe(dark);
});

test.describe("a browser with Save-Data on", () => {
  test.use({ extraHTTPHeaders: { "Save-Data": "on" } });

  for (const path of [
    "/suppliers",
    "/suppliers/new",
    "/suppliers/1",
    "/suppliers/1?edit=general",
    "/suppliers/1?edit=address",
    "/nowhere",
    "/logged-out",
  ]) {
    test(`gets ${path} without scripts`, async ({ page }) => {
      const response = await visit(page, path);
      expect(await response?.text()).not.toMatch(/<script|modulepreload|javascript:/i);
      await expect(heading(page)).toBeVisible();
    });
  }
});

test.describe("a user in Low data", () => {
  test.beforeEach(({ context }) =>
    context.addCookies([{ name: "low-data", value: "on", url: process.env.PUBLIC_URL ?? "" }]),
  );

  test("can still add a supplier and edit it", { tag: "@core" }, async ({ page }) => {
    const name = aName();
    await visit(page, "/suppliers");
    await link(page, "Add Supplier").click();
    const dialog = page.getByRole("dialog", { name: "Add Supplier" });
    await button(dialog, "Add").click();
    await expect(page.getByText("Please enter the supplier's name").first()).toBeVisible();
    await field(dialog, "Name").fill(name);
    await field(dialog, "Email").fill("light@new.example");
    await button(dialog, "Add").click();
    await expect(heading(page)).toHaveText(name);
    await seesToast(page, "Supplier updated successfully.");

    await link(page, "Edit General").click();
    const form = card(page, "General");
    await field(form, "Business phone").fill("08 5550 0000");
    await field(form, "Description").fill("<p>By <b>hand</b></p>");
    await button(form, "Save").click();
    await expect(detail(form, "Business phone")).toHaveText("08 5550 0000");
    await expect(page.locator(".rich strong")).toHaveText("hand");
    await hasNoScriptAtAll(page);
  });

  test("loads the states of a newly chosen country with a button", async ({ page }) => {
    const supplier = await aSupplier();
    await visit(page, `${supplier.path}?edit=address`);
    await field(page, "Country").selectOption({ label: "Canada" });
    await button(page, "Show the states of this country").click();
    await expect(field(page, "State").locator("option")).toContainText(["Ontario"]);
  });
});

import { addStaff, aSupplier, putOnMarketplace } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  heading,
  holdScripts,
  isReady,
  link,
  menuEntry,
  openAccountMenu,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const long = "Donaudampfschifffahrtsgesellschaftskapitaenswitwenversicherung";

const widths = [320, 899, 1280];

for (const width of widths) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 640 } });

    test("no page with the longest words scrolls sideways", async ({ page }) => {
      const supplier = await aSupplier({
        name: `${long} ${crypto.randomUUID()}`,
        address: { city: long, streetAddress: long },
        notes: long,
        description: `<p>${long}${long}</p>`,
      });
      for (const path of [
        supplier.path,
        `${supplier.path}?edit=general`,
        `/suppliers?${new URLSearchParams({ name: supplier.name })}`,
      ]) {
        await visit(page, path);
        await staysWithin(page, path);
      }
    });
  });
}

for (const width of [1280, 360]) {
  test(`at ${width} pixels the success message does not cover the account menu`, { tag: "@javascript" }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await visit(page, "/suppliers/new");
    const dialog = page.getByRole("dialog", { name: "Add Supplier" });
    await dialog.getByLabel("Name").fill(`${long} ${crypto.randomUUID()}`);
    await dialog.getByLabel("Email").fill("orders@x.example");
    await button(dialog, "Add").click();
    const toast = page.getByRole("status").filter({ hasText: "Supplier updated successfully." });
    await expect(toast).toBeVisible();
    const [message, menu] = [
      await toast.boundingBox(),
      await page.getByText("Mia Kerr", { exact: true }).boundingBox(),
    ];
    if (!message || !menu) throw new Error("nothing is shown");
    const isBeside = message.x + message.width <= menu.x || message.y >= menu.y + menu.height;
    expect(isBeside, JSON.stringify([message, menu])).toBe(true);
    // The submitted dialog is gone, so the focus moves to the page's main content.
    await expect(page.getByRole("main")).toBeFocused();
  });
}

test.describe("on a narrow screen", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the menu opens, navigates, and fits the screen", async ({ page }) => {
    await visit(page, "/suppliers/1");
    const menu = page.getByRole("navigation", { name: "Main" });
    await expect(menu).toBeHidden();
    await page.getByText("Menu", { exact: true }).click();
    await expect(menu).toBeVisible();
    await staysWithin(page, "the open menu");
    await link(menu, "Invoices").click();
    await expect(heading(page)).toHaveText("Invoices");
    await isReady(page);
    await expect(menu).toBeHidden();
  });

  test("a menu opened before the scripts have loaded stays open", { tag: "@javascript" }, async ({ page }) => {
    const letThrough = await holdScripts(page);
    await page.goto("/suppliers", { waitUntil: "commit" });
    await page.getByText("Menu", { exact: true }).click();
    letThrough();
    await isReady(page);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  });

  test("the actions of a row stay visible if the table is wider than the screen", async ({ page }) => {
    const supplier = await aSupplier();
    await addStaff(supplier, "acaciaOwner", [1]);
    await putOnMarketplace(supplier, 1);
    await visit(page, supplier.path);
    const removes = link(card(page, "Users"), "Remove owner@acacia.example");
    const edits = link(card(page, "Marketplaces"), "Edit Harbour & Co");
    for (const [table, action] of [
      ["Users", removes],
      ["Marketplaces", edits],
    ] as const) {
      await card(page, table).evaluate((element) => element.scrollIntoView());
      await expect(action).toBeInViewport({ ratio: 1 });
    }
    const box = card(page, "Marketplaces").locator("table").locator("..");
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
    await expect(box).toHaveCSS("background-image", /^(linear-gradient.*){4}$/);
  });

  test("the account menu fits the screen", async ({ page }) => {
    await visit(page, "/suppliers");
    await openAccountMenu(page);
    await expect(menuEntry(page, "Logout")).toBeInViewport({ ratio: 1 });
    await staysWithin(page, "the open account menu");
  });

  test("a dialog shows its whole form", async ({ page }) => {
    await visit(page, "/suppliers/new");
    const dialog = page.getByRole("dialog", { name: "Add Supplier" });
    for (const part of [
      dialog.getByLabel("Name"),
      dialog.getByLabel("Email"),
      button(dialog, "Add"),
      link(dialog, "Cancel"),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  });
});

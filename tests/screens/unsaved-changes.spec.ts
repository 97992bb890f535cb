import type { Page } from "@playwright/test";
import { aSupplier, storedSupplier, type TestSupplier } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  heading,
  holdScripts,
  isAt,
  isReady,
  link,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { presses, writes } from "#tests/support/browser/rich-text.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const question = "You have changes that are not saved. Leave this form and lose them?";
let supplier: TestSupplier;

test.beforeEach(async ({ page }) => {
  supplier = await aSupplier({ description: "<p>a</p><ul><li><p>b</p></li></ul>" });
  await visit(page, supplier.path);
});

/** Answers every browser dialog of the page. @returns their messages */
function answerQuestions(page: Page, isYes: boolean): string[] {
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type() === "beforeunload" ? "beforeunload" : dialog.message());
    await (isYes ? dialog.accept() : dialog.dismiss());
  });
  return asked;
}

test.describe("a form with unsaved changes", { tag: "@javascript" }, () => {
  for (const [way, leave] of [
    ["Cancel", (page: Page) => link(card(page, "General"), "Cancel").click()],
    ["the breadcrumb", (page: Page) => link(page.getByRole("navigation", { name: "Breadcrumb" }), "Suppliers").click()],
    ["the menu", (page: Page) => link(page.getByRole("navigation", { name: "Main" }).first(), "Orders").click()],
    ["the edit mode of another card", (page: Page) => link(page, "Edit Business Address").click()],
    ["Back", (page: Page) => page.evaluate(() => history.back())],
  ] as const) {
    test(`asks before it is left by ${way}; “no” keeps the input`, async ({ page }) => {
      const asked = answerQuestions(page, false);
      const form = await edit(page, "General");
      await field(form, "Legal name").fill("Half typed");
      await leave(page);
      await expect.poll(() => asked).toEqual([question]);
      await isAt(page, `${supplier.path}?edit=general`);
      await expect(field(form, "Legal name")).toHaveValue("Half typed");
    });
  }

  test("is left after “yes”", async ({ page }) => {
    const asked = answerQuestions(page, true);
    const form = await edit(page, "General");
    await field(form, "Legal name").fill("Half typed");
    await link(form, "Cancel").click();
    await isAt(page, supplier.path);
    expect(asked).toEqual([question]);
    await expect(detail(card(page, "General"), "Legal name")).toHaveText(`${supplier.name} Pty Ltd`);
  });

  test("asks if only the formatted text was changed", async ({ page }) => {
    const asked = answerQuestions(page, false);
    const form = await edit(page, "General");
    await writes(page, "abc");
    await presses(page, "Bold");
    await link(form, "Cancel").click();
    await expect.poll(() => asked).toEqual([question]);
  });

  test("asks before the tab is closed or reloaded", async ({ page }) => {
    const asked = answerQuestions(page, false);
    const form = await edit(page, "General");
    await field(form, "Legal name").fill("Half typed");
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    await expect(field(form, "Legal name")).toHaveValue("Half typed");
  });

  test("does not ask if nothing was changed or after saving", async ({ page }) => {
    const asked = answerQuestions(page, false);
    const form = await edit(page, "General");
    await expect(page.getByRole("toolbar")).toBeVisible();
    await link(form, "Cancel").click();
    await expect(link(page, "Edit General")).toBeVisible();
    await edit(page, "General");
    await field(form, "Legal name").fill("Saved");
    await button(form, "Save").click();
    await seesToast(page, "Supplier updated successfully.");
    await link(page.getByRole("navigation", { name: "Breadcrumb" }), "Suppliers").click();
    await expect(heading(page)).toHaveText("Suppliers");
    expect(asked).toEqual([]);
  });
});

test("input typed before the scripts loaded is kept", { tag: "@javascript" }, async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto(`${supplier.path}?edit=general`, { waitUntil: "commit" });
  await field(page, "Legal name").fill("Typed early");
  await page.getByRole("textbox", { name: "Description" }).fill("<p>Written early</p>");
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  letThrough();
  await isReady(page);
  await expect(page.getByRole("toolbar")).toBeVisible();
  await expect(field(page, "Legal name")).toHaveValue("Typed early");
  await expect(page.getByRole("textbox", { name: "Description" })).toHaveText("Written early");
  await button(card(page, "General"), "Save").click();
  await seesToast(page, "Supplier updated successfully.");
  expect(await storedSupplier(supplier.id)).toMatchObject({
    legalName: "Typed early",
    description: "<p>Written early</p>",
  });
});

import type { Page } from "@playwright/test";
import { aSupplier, storedSupplier } from "#tests/support/browser/api.ts";
import { anAttribute, aProductType } from "#tests/support/browser/catalogue.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isAt,
  isReady,
  link,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { writes } from "#tests/support/browser/rich-text.ts";
import { letSessionExpire } from "#tests/support/browser/session.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const words = "You have been logged out. Please click OK to login again.";
const alert = (page: Page) => page.getByRole("dialog", { name: "You have been logged out" });

async function seesLoggedOutAlert(page: Page): Promise<void> {
  await expect(alert(page)).toBeVisible();
  await expect(alert(page)).toContainText(words);
}

test("opening a page after the session has ended shows a message, and OK signs in and returns to it", async ({
  page,
  context,
}) => {
  await letSessionExpire(context);
  await visit(page, "/suppliers?name=acacia&sort=city");
  await seesLoggedOutAlert(page);
  await link(alert(page), "OK").click();
  await isAt(page, "/suppliers?name=acacia&sort=city");
  await expect(link(page, "Acacia Homewares")).toBeVisible();
});

test("following a link after the session has ended shows the message, and OK returns to the target", async ({
  page,
  context,
}) => {
  await visit(page, "/suppliers?name=acacia");
  await letSessionExpire(context);
  await link(page, "Acacia Homewares").click();
  await seesLoggedOutAlert(page);
  await link(alert(page), "OK").click();
  await expect(heading(page)).toHaveText("Acacia Homewares");
});

test("a form submitted after the session has ended is restored after signing in", { tag: "@core" }, async ({
  page,
  context,
}) => {
  const supplier = await aSupplier();
  await visit(page, `${supplier.path}?edit=general`);
  const form = card(page, "General");
  await field(form, "Legal name").fill("Typed before the end");
  await field(form, "Notes").fill("Two\nlines");
  await writes(page, hasScripts() ? "A new text" : "<p>A new text</p>");
  await letSessionExpire(context);
  await button(form, "Save").click();
  await seesLoggedOutAlert(page);
  await link(alert(page), "OK").click();

  await isAt(page, `${supplier.path}?edit=general`);
  await isReady(page);
  await expect(field(form, "Legal name")).toHaveValue("Typed before the end");
  await expect(field(form, "Notes")).toHaveValue("Two\nlines");
  await button(form, "Save").click();
  await seesToast(page, "Supplier updated successfully.");
  await expect(detail(form, "Legal name")).toHaveText("Typed before the end");
  expect(await storedSupplier(supplier.id)).toMatchObject({
    legalName: "Typed before the end",
    notes: "Two\nlines",
    description: "<p>A new text</p>",
  });
});

test("a dialog's form submitted after the session has ended is restored after signing in", async ({
  page,
  context,
}) => {
  await visit(page, "/suppliers/new");
  const dialog = page.getByRole("dialog", { name: "Add Supplier" });
  await field(dialog, "Name").fill("Typed before the end");
  await field(dialog, "Email").fill("typed@before.example");
  await letSessionExpire(context);
  await button(dialog, "Add").click();
  await seesLoggedOutAlert(page);
  await link(alert(page), "OK").click();
  await isAt(page, "/suppliers/new");
  await isReady(page);
  await expect(field(dialog, "Name")).toHaveValue("Typed before the end");
  await expect(field(dialog, "Email")).toHaveValue("typed@before.example");
});

test("a list in a form is restored after signing in, without the removed rows", async ({ page, context }) => {
  const attribute = await anAttribute({ options: ["Red", "Green", "Blue"] });
  await visit(page, `${attribute.path}?edit=options`);
  await button(page, "Remove option 2").click();
  await isReady(page);
  await field(page, "Name of option 2").fill("Typed before the end");
  await letSessionExpire(context);
  await button(page, "Save").click();
  await seesLoggedOutAlert(page);
  await link(alert(page), "OK").click();
  await isAt(page, `${attribute.path}?edit=options`);
  await isReady(page);
  await expect(page.getByLabel(/^Name of option/)).toHaveCount(2);
  await expect(field(page, "Name of option 2")).toHaveValue("Typed before the end");
  await button(page, "Save").click();
  await expect(card(page, "Options").locator("tbody tr")).toHaveText(["redRed", "blueTyped before the end"]);
});

test("clicking a button after the session has ended shows the message", async ({ page, context }) => {
  const type = await aProductType();
  await visit(page, `${type.path}/deactivate`);
  await letSessionExpire(context);
  await button(page, "Deactivate").click();
  await seesLoggedOutAlert(page);
  await link(alert(page), "OK").click();
  await isAt(page, `${type.path}/deactivate`);
  await expect(heading(page)).toHaveText(type.name);
});

test("input too long to be stored stays on the page and can be submitted again after signing in", async ({
  page,
  context,
}) => {
  const supplier = await aSupplier({
    description: `<p>${Array.from({ length: 3_000 }, (_, i) => (i * 7919).toString(36)).join(" ")}</p>`,
  });
  await visit(page, `${supplier.path}?edit=general`);
  const form = card(page, "General");
  await field(form, "Legal name").fill("Typed before the end");
  await letSessionExpire(context);
  await button(form, "Save").click();
  await expect(page.getByText("What you typed is kept on this page.").first()).toBeVisible();
  const signIn = link(page, "Sign in (opens in new tab)");
  const [tab] = await Promise.all([context.waitForEvent("page"), signIn.click()]);
  await expect(heading(tab)).toHaveText(supplier.name);
  await tab.close();
  await page.getByRole("button", { name: /^(Send again|Save)$/ }).click();
  await seesToast(page, "Supplier updated successfully.");
  expect(await storedSupplier(supplier.id)).toMatchObject({ legalName: "Typed before the end" });
});

test("a session that can be renewed is renewed silently", async ({ page }) => {
  const response = await page.request.get("/silent-token-renew");
  expect(response.status()).toBe(204);
});

test("the input of two tabs is restored after their session has ended", async ({ page, context }) => {
  const tabs = [
    { tab: page, path: (await aSupplier()).path, text: "Typed in the first tab" },
    { tab: await context.newPage(), path: (await aSupplier()).path, text: "Typed in the second tab" },
  ];
  for (const { tab, path, text } of tabs) {
    await visit(tab, `${path}?edit=general`);
    await field(card(tab, "General"), "Legal name").fill(text);
  }
  await letSessionExpire(context);
  for (const { tab } of tabs) {
    await button(card(tab, "General"), "Save").click();
    await seesLoggedOutAlert(tab);
  }
  for (const { tab, path, text } of tabs) {
    await link(alert(tab), "OK").click();
    await isAt(tab, `${path}?edit=general`);
    await isReady(tab);
    await expect(field(card(tab, "General"), "Legal name")).toHaveValue(text);
  }
});

test("a form submitted after signing out in another tab is restored after signing in", async ({ page, context }) => {
  const supplier = await aSupplier();
  await visit(page, `${supplier.path}?edit=general`);
  const form = card(page, "General");
  await field(form, "Legal name").fill("Typed before the end");
  await context.clearCookies({ name: /^session/ });
  await button(form, "Save").click();
  // Without scripts the browser is redirected to sign-in; the authority's session still exists.
  if (hasScripts()) {
    await seesLoggedOutAlert(page);
    await link(alert(page), "OK").click();
  }
  await isAt(page, `${supplier.path}?edit=general`);
  await isReady(page);
  await expect(field(form, "Legal name")).toHaveValue("Typed before the end");
  await button(form, "Save").click();
  await seesToast(page, "Supplier updated successfully.");
});

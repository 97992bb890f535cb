import type { Page } from "@playwright/test";
import { aSupplier, storedSupplier } from "#tests/support/browser/api.ts";
import { button, card, field, heading, isReady, link, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts } from "#tests/support/browser/test.ts";
import { test } from "#tests/support/browser/test-with-faulty-api.ts";

const noAnswer = "The service behind this page did not answer. Please try again in a moment.";

const seesErrorPage = async (page: Page, message = noAnswer) => {
  await expect(heading(page)).toHaveText("Not available right now");
  await expect(page.getByRole("alert")).toHaveText(message);
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toContainText("Suppliers");
  await expect(page.getByText(/^\s+at .+:\d+/)).toHaveCount(0);
};

test("a page shows an error with the main menu if the API is down, and Try again reloads it", async ({ page, api }) => {
  const supplier = await aSupplier();
  api.goesAway();
  const response = await visit(page, supplier.path);
  expect(response?.status()).toBe(503);
  await seesErrorPage(page);
  await expect(page).toHaveTitle("Not available right now · Countinghouse");
  api.comesBack();
  await link(page, "Try again").click();
  await expect(heading(page)).toHaveText(supplier.name);
});

test("following a link while the API is down shows the error, and Try again loads the page", async ({ page, api }) => {
  await visit(page, "/suppliers?name=acacia");
  api.goesAway();
  await link(page, "Acacia Homewares").click();
  await seesErrorPage(page);
  api.comesBack();
  await link(page, "Try again").click();
  await expect(heading(page)).toHaveText("Acacia Homewares");
});

test("an invalid response from the API is shown as unavailable", async ({ page, api }) => {
  api.talksNonsense();
  const response = await visit(page, "/suppliers/1");
  expect(response?.status()).toBe(503);
  await seesErrorPage(page);
});

test("a request to an API that does not respond times out after ten seconds", { tag: "@plain-html" }, async ({
  page,
  api,
}) => {
  api.fallsSilent();
  const response = await visit(page, "/suppliers/1");
  expect(response?.status()).toBe(503);
  await seesErrorPage(page);
});

test("a list that could not be loaded is empty and shows an error", async ({ page, api }) => {
  // The menu and the permissions come from the page before.
  await visit(page, "/suppliers");
  api.goesAway();
  const response = await visit(page, "/suppliers?name=acacia");
  expect(response?.status()).toBe(503);
  await expect(heading(page)).toHaveText("Suppliers");
  await expect(page.getByText("This list could not be loaded.")).toBeVisible();
  await expect(page.getByText("No suppliers match")).toHaveCount(0);
  await expect(field(page, "Name")).toHaveValue("acacia");
  api.comesBack();
  await link(page, "Try again").click();
  await expect(link(page, "Acacia Homewares")).toBeVisible();
});

test("a form that could not be submitted keeps the input, and can be submitted once the API is back", {
  tag: "@core",
}, async ({ page, api }) => {
  const supplier = await aSupplier();
  await visit(page, `${supplier.path}?edit=general`);
  const form = card(page, "General");
  await field(form, "Legal name").fill("Typed & kept");
  await field(form, "Notes").fill("Two\nlines");
  api.goesAway();
  await button(form, "Save").click();
  if (hasScripts()) {
    await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toContainText(
      "Oh dear, we could not save the supplier due to an unexpected error. What you typed is still here.",
    );
    await expect(field(form, "Legal name")).toHaveValue("Typed & kept");
    await expect(field(form, "Notes")).toHaveValue("Two\nlines");
  } else {
    await seesErrorPage(page, "Oh dear, we could not save the supplier due to an unexpected error.");
    await expect(
      page.getByText("What you typed is kept on this page. We do not know whether it was saved"),
    ).toBeVisible();
  }
  api.comesBack();
  await page.getByRole("button", { name: /^(Save|Send again)$/ }).click();
  await seesToast(page, "Supplier updated successfully.");
  expect(await storedSupplier(supplier.id)).toMatchObject({ legalName: "Typed & kept", notes: "Two\nlines" });
});

test("permissions are restored once the API is back", async ({ page, api }) => {
  await visit(page, "/suppliers");
  api.goesAway();
  await visit(page, "/suppliers/new");
  api.comesBack();
  await visit(page, "/suppliers/new");
  await isReady(page);
  await expect(page.getByRole("dialog", { name: "Add Supplier" })).toBeVisible();
});

test("a form keeps the input if the web server itself does not respond", { tag: "@javascript" }, async ({
  page,
  context,
}) => {
  const supplier = await aSupplier();
  await visit(page, `${supplier.path}?edit=financial`);
  const form = card(page, "Financial Details");
  await field(form, "Account name").fill("Typed & kept");
  await context.setOffline(true);
  await button(form, "Save").click();
  await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toContainText(
    "The server did not answer, so nothing was saved. Please try again in a moment.",
  );
  await expect(field(form, "Account name")).toHaveValue("Typed & kept");
  await context.setOffline(false);
  await button(form, "Save").click();
  await seesToast(page, "Supplier financial details updated successfully.");
});

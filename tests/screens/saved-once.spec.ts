import type { Page } from "@playwright/test";
import { aName, aSupplier } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  heading,
  isReady,
  link,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const found = (page: Page, name: string) => page.getByRole("row", { name });

async function opensAddDialog(page: Page, name: string): Promise<void> {
  await visit(page, "/suppliers/new");
  const dialog = page.getByRole("dialog");
  await field(dialog, "Name").fill(name);
  await field(dialog, "Email").fill("once@new.example");
}

async function isThereOnce(page: Page, name: string): Promise<void> {
  await visit(page, `/suppliers?${new URLSearchParams({ name })}`);
  await expect(found(page, name)).toHaveCount(1);
}

test("a double click on Add adds one supplier", async ({ page }) => {
  const name = aName();
  await opensAddDialog(page, name);
  await button(page.getByRole("dialog"), "Add").dblclick();
  await expect(heading(page)).toHaveText(name);
  await isThereOnce(page, name);
});

test("a form is submitted only once while a request is pending, and its button shows that", {
  tag: "@javascript",
}, async ({ page }) => {
  const name = aName();
  const posts: string[] = [];
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/suppliers/new.data**", async (route) => {
    if (route.request().method() === "POST") {
      posts.push(route.request().url());
      await held;
    }
    await route.continue();
  });
  await opensAddDialog(page, name);
  const dialog = page.getByRole("dialog");
  await button(dialog, "Add").click();
  await expect(button(dialog, "Saving...")).toBeVisible();
  await button(dialog, "Saving...").click({ force: true });
  await field(dialog, "Name").press("Enter");
  letThrough();
  await expect(heading(page)).toHaveText(name);
  expect(posts).toHaveLength(1);
});

test("going back and submitting again has no second effect", { tag: "@core" }, async ({ page }) => {
  const name = aName();
  await opensAddDialog(page, name);
  await button(page.getByRole("dialog"), "Add").click();
  await expect(heading(page)).toHaveText(name);
  await page.goBack();
  await isReady(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await field(dialog, "Name").fill(name);
  await field(dialog, "Email").fill("once@new.example");
  await button(dialog, "Add").click();
  await expect(heading(page)).toHaveText(name);
});

test("the same POST sent twice, as after a reload, has one effect", async ({ page }) => {
  const name = aName();
  await visit(page, "/suppliers/new");
  const Id = await page.locator('input[name="Id"]').inputValue();
  const form = { intent: "add", Id, SupplierName: name, PrimaryContactEmail: "once@new.example" };
  const headers = { origin: process.env.PUBLIC_URL ?? "" };
  const answers = [];
  for (let i = 0; i < 3; i++)
    answers.push(await page.request.post("/suppliers/new", { form, headers, maxRedirects: 0 }));
  expect(answers.map((answer) => answer.status())).toEqual([302, 302, 302]);
  expect(new Set(answers.map((answer) => answer.headers().location)).size).toBe(1);
  await isThereOnce(page, name);
});

test("Back after saving leads to the previous page and does not undo the save", async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, supplier.path);
  const form = await edit(page, "General");
  await field(form, "Legal name").fill("Saved before going back");
  await button(form, "Save").click();
  await seesToast(page, "Supplier updated successfully.");
  await page.goBack();
  await isReady(page);
  await visit(page, supplier.path);
  await expect(detail(card(page, "General"), "Legal name")).toHaveText("Saved before going back");
  await expect(page.getByText("Supplier updated successfully.")).toHaveCount(0);
});

test("a toast is shown once and can be dismissed", async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, supplier.path);
  const form = await edit(page, "General");
  await field(form, "Legal name").fill("Saved");
  await button(form, "Save").click();
  await seesToast(page, "Supplier updated successfully.");
  await page.reload();
  await expect(link(page, "Edit General")).toBeVisible();
  await expect(page.getByText("Supplier updated successfully.")).toHaveCount(0);
});

test("a toast is dismissed with its button", { tag: "@javascript" }, async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, `${supplier.path}?edit=general`);
  await button(card(page, "General"), "Save").click();
  await seesToast(page, "Supplier updated successfully.");
  await button(page, "Dismiss").click();
  await expect(page.getByText("Supplier updated successfully.")).toHaveCount(0);
});

import type { Page } from "@playwright/test";
import { aSupplier, command, storedSupplier, type TestSupplier } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  isAt,
  link,
  seesFieldError,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const key = "shp_live_0123456789abcdef4f2a";
const title = "Carrier";
const saved = "Shippit key saved successfully.";
const ofToday = (ending: string) =>
  new RegExp(`^Ends in ${ending}, set by .+ on \\d{2} \\w+ \\d{4}, \\d{1,2}:\\d{2} [ap]m$`);

let supplier: TestSupplier;
test.beforeEach(async ({ page }) => {
  supplier = await aSupplier();
  await visit(page, supplier.path);
});

const shownKey = (page: Page) => detail(card(page, title), "Shippit key");

async function saves(page: Page, typed: string): Promise<void> {
  const form = await edit(page, title);
  await field(form, "Shippit key").fill(typed);
  await button(form, "Save").click();
}

test("a key is entered, replaced and removed, and only its ending is shown", { tag: "@core" }, async ({ page }) => {
  await expect(shownKey(page)).toHaveText("None. Products can't be shipped with Shippit until there is one.");
  await expect(page.getByText("Enabled for Shippit: No")).toBeVisible();
  await saves(page, ` ${key} `);
  await seesToast(page, saved);
  await expect(shownKey(page)).toHaveText(ofToday("4f2a"));
  await expect(page.getByText("Enabled for Shippit: Yes")).toBeVisible();
  expect(await page.content()).not.toContain(key);

  const form = await edit(page, title);
  await expect(field(form, "Shippit key")).toHaveValue("");
  expect(await page.content()).not.toContain(key);
  await link(form, "Cancel").click();
  await saves(page, "another-key-of-9c1e");
  await seesToast(page, saved);
  await expect(shownKey(page)).toHaveText(ofToday("9c1e"));

  await link(card(page, title), "Remove key").click();
  await isAt(page, `${supplier.path}/carrier/remove`);
  await expect(page.getByRole("dialog")).toContainText("Ends in 9c1e, set by");
  await link(page.getByRole("dialog"), "Cancel").click();
  await link(card(page, title), "Remove key").click();
  await button(page.getByRole("dialog"), "Remove").click();
  await seesToast(page, "Shippit key removed successfully.");
  await expect(shownKey(page)).toHaveText(/^None\./);
  await expect(link(card(page, title), "Remove key")).toHaveCount(0);
});

test("a refused key gets its message and is not written into the page", async ({ page }) => {
  await saves(page, `${key} ${key}`);
  await seesFieldError(page, "Shippit key", "A key has no spaces. Please copy it again.");
  expect(await page.content()).not.toContain(key);
  await expect(field(page, "Shippit key")).toHaveValue(hasScripts() ? `${key} ${key}` : "");
  expect(await storedSupplier(supplier.id)).toMatchObject({ shippitApiKey: false });
});

test("the second of two people is told who has set another key meanwhile, and decides", async ({ page }) => {
  const form = await edit(page, title);
  await command("suppliers/SetCarrierKey", { SupplierId: supplier.id, Key: "another-key-of-9c1e" });
  await field(form, "Shippit key").fill(key);
  await button(form, "Save").click();
  const message = card(page, title).locator("#Key-error");
  await expect(message).toContainText(
    "Somebody else has set another key since you opened this form. Ends in 9c1e, set by",
  );
  await expect(message).toContainText("To replace it, enter your key and save again.");
  expect(await page.content()).not.toContain(key);
  await expect(field(page, "Shippit key")).toHaveValue(hasScripts() ? key : "");
  await field(page, "Shippit key").fill(key);
  await button(card(page, title), "Save").click();
  await seesToast(page, saved);
  await expect(shownKey(page)).toHaveText(ofToday("4f2a"));
});

test.describe("for staff of another permission", () => {
  test.use({ account: "finance" });

  test("the key is shown by its ending, without a way to change it", async ({ page }) => {
    await command("suppliers/SetCarrierKey", { SupplierId: supplier.id, Key: key });
    await visit(page, supplier.path);
    await expect(shownKey(page)).toHaveText(ofToday("4f2a"));
    await expect(card(page, title).getByRole("link")).toHaveCount(0);
    expect((await page.goto(`${supplier.path}/carrier/remove`))?.status()).toBe(404);
  });
});

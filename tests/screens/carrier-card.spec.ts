import { aSupplier, command, type TestSupplier } from "#tests/support/browser/api.ts";
import { button, card, detail, isAt, link, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const key = "shp_live_0123456789abcdef9c1e";
const title = "Carrier";
const shownKey = /^Ends in 9c1e, set by .+ on \d{2} \w+ \d{4}, \d{1,2}:\d{2} [ap]m/;

let supplier: TestSupplier;
test.beforeEach(async () => {
  supplier = await aSupplier();
});

const enterKey = () => command("suppliers/SetCarrierKey", { SupplierId: supplier.id, Key: key });

test("the card says that no carrier is connected, and asks for no key", { tag: "@core" }, async ({ page }) => {
  await visit(page, supplier.path);
  await expect(card(page, title)).toContainText("No carrier is connected");
  await expect(page.getByText("Enabled for Shippit: No")).toBeVisible();
  await expect(card(page, title).getByRole("link")).toHaveCount(0);
});

test("a key that was entered earlier is shown by its ending, and can be removed", async ({ page }) => {
  await enterKey();
  await visit(page, supplier.path);
  await expect(page.getByText("Enabled for Shippit: Yes")).toBeVisible();
  await expect(detail(card(page, title), "Shippit key")).toHaveText(shownKey);
  expect(await page.content()).not.toContain(key);
  await link(card(page, title), "Remove key").click();
  await isAt(page, `${supplier.path}/carrier/remove`);
  await expect(page.getByRole("dialog")).toContainText("Ends in 9c1e, set by");
  await link(page.getByRole("dialog"), "Cancel").click();
  await link(card(page, title), "Remove key").click();
  await button(page.getByRole("dialog"), "Remove").click();
  await seesToast(page, "Shippit key removed successfully.");
  await expect(link(card(page, title), "Remove key")).toHaveCount(0);
});

test.describe("for staff of another permission", () => {
  test.use({ account: "finance" });

  test("the key is shown by its ending, without a way to remove it", async ({ page }) => {
    await enterKey();
    await visit(page, supplier.path);
    await expect(detail(card(page, title), "Shippit key")).toHaveText(shownKey);
    await expect(card(page, title).getByRole("link")).toHaveCount(0);
    expect((await page.goto(`${supplier.path}/carrier/remove`))?.status()).toBe(404);
  });
});

import { aSupplier, command, type TestSupplier } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

let supplier: TestSupplier;
test.beforeEach(async () => {
  supplier = await aSupplier();
});

/** There is no server with this name. */
const address = "https://warehouse.invalid/stock.csv";

const addFeed = () =>
  command<number>("suppliers/AddStockFeed", {
    SupplierId: supplier.id,
    Name: "Warehouse",
    Address: address,
    Every: 60,
  });

test("a feed is added, says why it cannot be read, is changed and removed", { tag: "@core" }, async ({ page }) => {
  await visit(page, supplier.path);
  await expect(card(page, "Feeds")).toContainText("No feed has been added yet.");
  await link(card(page, "Feeds"), "Add Feed").click();
  await isReady(page);
  await field(page, "Name").fill("Warehouse");
  await field(page, "Address of the file").fill("https://10.0.0.1/stock.csv");
  await field(page, "User name").fill("acacia");
  await field(page, "Password").fill("pine cone");
  await button(page, "Add").click();
  await seesFieldError(page, "Address of the file", "Please enter an address that can be reached from the internet.");
  await isReady(page);
  await expect(field(page, "Name")).toHaveValue("Warehouse");
  await field(page, "Address of the file").fill(address);
  await field(page, "Password").fill("pine cone");
  await button(page, "Add").click();
  await seesToast(page, "The feed has been added. It is being read.");
  await expect(heading(page)).toHaveText("Warehouse");
  await expect(page.getByText("There is no server with this name.")).toBeVisible();
  await expect(detail(card(page, "Feed"), "Password")).toHaveText("Stored");
  expect(await page.content()).not.toContain("pine cone");
  await staysWithin(page, "the page of a feed");
  if (hasScripts()) await hasNoAxeViolations(page);

  await link(page, "Edit Feed").click();
  await isReady(page);
  await expect(field(page, "Password")).toHaveValue("");
  await field(page, "Name").fill("Shop");
  await field(page, "Read").selectOption("Every 15 minutes");
  await field(page, "Paused").selectOption("Yes");
  await button(page, "Save").click();
  await seesToast(page, "The feed has been saved.");
  await expect(heading(page)).toHaveText("Shop");
  await expect(detail(card(page, "Feed"), "Read")).toHaveText("Every 15 minutes");
  await expect(detail(card(page, "Feed"), "Password")).toHaveText("Stored");
  await expect(detail(card(page, "Feed"), "Next")).toHaveText("Paused");

  await link(page, "Remove").click();
  await isReady(page);
  await button(page.getByRole("dialog"), "Remove").click();
  await seesToast(page, "The feed has been removed.");
  await isAt(page, supplier.path);
  await expect(card(page, "Feeds")).toContainText("No feed has been added yet.");
});

test("a feed signs in with a key, which its page shows for the owner of the server", async ({ page }) => {
  await visit(page, `${supplier.path}/feeds/new`);
  await field(page, "Name").fill("Warehouse");
  await field(page, "Address of the file").fill("sftp://warehouse.invalid/stock.csv");
  await field(page, "User name").fill("acacia");
  await field(page, "Sign in").selectOption("With a key (SFTP)");
  await button(page, "Add").click();
  await seesToast(page, "The feed has been added. It is being read.");
  const shownKey = detail(card(page, "Feed"), "Key of the feed");
  await expect(shownKey).toHaveText(/^ecdsa-sha2-nistp256 [\w+/=]+ countinghouse$/);
  const first = (await shownKey.textContent()) ?? "";
  await staysWithin(page, "the page of a feed with a key");

  await link(page, "Edit Feed").click();
  await isReady(page);
  await field(page, "Sign in").selectOption("With a new key (SFTP)");
  await button(page, "Save").click();
  await seesToast(page, "The feed has been saved.");
  await expect(shownKey).not.toHaveText(first);
});

test("Run Now reads a paused feed", async ({ page }) => {
  const id = await addFeed();
  await command("suppliers/UpdateStockFeed", {
    FeedId: id,
    Name: "Warehouse",
    Address: address,
    Every: 60,
    IsPaused: true,
  });
  await visit(page, `${supplier.path}/feeds/${id}`);
  await isReady(page);
  await button(page, "Run Now").click();
  await seesToast(page, "The feed is being read.");
  await expect(page.getByText("There is no server with this name.")).toBeVisible();
});

test("what somebody else has changed meanwhile stays", async ({ page }) => {
  const id = await addFeed();
  await visit(page, `${supplier.path}/feeds/${id}/edit`);
  await isReady(page);
  await command("suppliers/UpdateStockFeed", { FeedId: id, Name: "Their name", Address: address, Every: 1_440 });
  await field(page, "User name").fill("acacia");
  await button(page, "Save").click();
  await seesToast(page, "The feed has been saved.");
  await expect(heading(page)).toHaveText("Their name");
  await expect(detail(card(page, "Feed"), "User name")).toHaveText("acacia");
  await expect(detail(card(page, "Feed"), "Read")).toHaveText("Every day");
});

test("a sign-in that somebody else has chosen meanwhile is named", async ({ page }) => {
  const id = await addFeed();
  const sftp = { FeedId: id, Name: "Warehouse", Address: "sftp://warehouse.invalid/stock.csv", UserName: "acacia" };
  await command("suppliers/UpdateStockFeed", { ...sftp, Every: 60, SignIn: "key" });
  await visit(page, `${supplier.path}/feeds/${id}/edit`);
  await isReady(page);
  await command("suppliers/UpdateStockFeed", { ...sftp, Every: 60, SignIn: "password", Password: "pine cone" });
  await field(page, "Sign in").selectOption("With a new key (SFTP)");
  await button(page, "Save").click();
  await seesFieldError(page, "Sign in", /changed this.*With the password/);
  await isAt(page, `${supplier.path}/feeds/${id}/edit`);
});

test.describe("the staff of a supplier", () => {
  test.use({ account: "acaciaProducts" });

  test("see the columns of their feed, and its runs", async ({ page }) => {
    await visit(page, "/suppliers/1");
    await link(card(page, "Feeds"), "Warehouse").click();
    await expect(heading(page)).toHaveText("Warehouse");
    await expect(card(page, "Runs").locator("tbody tr")).toHaveCount(3);
    await link(page, "Change Columns").click();
    await expect(heading(page)).toHaveText("Assign columns");
    await expect(field(page, "Import On hand as")).toHaveValue("StockQuantity");
    await expect(field(page, "Supplier")).toHaveCount(0);
    await staysWithin(page, "the columns of a feed");
  });
});

test.describe("somebody who may not change products", () => {
  test.use({ account: "readonly" });

  test("sees no feeds", async ({ page }) => {
    await visit(page, "/suppliers/1");
    await expect(heading(page)).toHaveText("Acacia Homewares");
    await expect(card(page, "Feeds")).toHaveCount(0);
    expect((await page.goto("/suppliers/1/feeds/1"))?.status()).toBe(403);
  });
});

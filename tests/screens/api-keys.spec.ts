import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { aName, aSupplier } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const run = promisify(execFile);
const dialog = (page: Page) => page.getByRole("dialog");
/** Runs what the page shows, as it stands. */
const tried = async (command: string) => (await run("sh", ["-c", command])).stdout;

async function addKey(page: Page, name: string, scopes: string[], marketplace?: string): Promise<void> {
  await link(page, "Add Key").click();
  await expect(dialog(page)).toBeVisible();
  await isReady(page);
  await field(dialog(page), "Name").fill(name);
  if (marketplace) await field(dialog(page), "Marketplace").selectOption({ label: marketplace });
  for (const scope of scopes) await field(dialog(page), scope).check();
  await button(dialog(page), "Add").click();
  await seesToast(page, "The key has been added.");
}

test("a key's secret is shown once with a command that works, until the key is revoked", { tag: "@core" }, async ({
  page,
}) => {
  const name = aName("Shop");
  await visit(page, "/settings");
  await link(page, "API Keys").click();
  await expect(heading(page)).toHaveText("API Keys");
  await isReady(page);
  await addKey(page, name, ["Place orders", "Read orders"], "Market Lane");
  await expect(heading(page)).toHaveText(name);
  const secret = await detail(card(page, "Secret"), "Secret").innerText();
  expect(secret).toMatch(/^chk_[\w-]{43}$/);
  const command = await card(page, "Try It").locator("pre").innerText();
  expect(JSON.parse(await tried(command))).toMatchObject({ name, scopes: ["orders.place", "orders.read"] });

  const { pathname } = new URL(page.url());
  await visit(page, pathname);
  await expect(card(page, "Secret")).toContainText("The secret was shown once");
  expect(await page.content()).not.toContain(secret);

  await link(page, "Back").click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Market Lane");
  await expect(row).toContainText("In use");
  await isReady(page);
  await link(page, `Revoke ${name}`).click();
  await expect(dialog(page)).toContainText("is refused from its next call on");
  await isReady(page);
  await button(dialog(page), "Revoke").click();
  await seesToast(page, "The key has been revoked. It is refused from now on.");
  await expect(row).toHaveCount(0);
  expect(JSON.parse(await tried(command))).toMatchObject({ status: 401 });
  await visit(page, "/settings/keys?showActiveOnly=false");
  await expect(row).toContainText(/Revoked .+ by Mia Kerr/);
});

test("going back after leaving does not show the secret again", async ({ page }) => {
  const name = aName("Shop");
  await visit(page, "/settings/keys");
  await addKey(page, name, ["Read orders"]);
  const secret = await detail(card(page, "Secret"), "Secret").innerText();
  await isReady(page);
  await link(page, "I Have Saved It").click();
  await expect(heading(page)).toHaveText("API Keys");
  await page.goBack();
  await expect(heading(page)).toHaveText(name);
  await expect(card(page, "Secret")).toContainText("The secret was shown once");
  expect(await page.content()).not.toContain(secret);
});

test("a form with errors names the fields and keeps what was typed", async ({ page }) => {
  await visit(page, "/settings/keys/new");
  await field(dialog(page), "Name").fill("Web shop");
  await button(dialog(page), "Add").click();
  await expect(dialog(page)).toContainText("Please choose what the key may do.");
  await field(dialog(page), "Marketplace").selectOption({ label: "Market Lane" });
  await field(dialog(page), "Products").check();
  await field(dialog(page), "Last day").fill("2020-01-31");
  await button(dialog(page), "Add").click();
  await expect(dialog(page)).toContainText("A key of a marketplace cannot have: Products.");
  await field(dialog(page), "Products").uncheck();
  await field(dialog(page), "Read orders").check();
  await button(dialog(page), "Add").click();
  await seesFieldError(dialog(page), "Last day", "Please enter today or a later day.");
  await expect(field(dialog(page), "Name")).toHaveValue("Web shop");
});

test.describe("on a supplier's page", () => {
  test("an administrator adds and revokes a key of the supplier", async ({ page }) => {
    const { path } = await aSupplier();
    await visit(page, path);
    await expect(card(page, "API Keys")).toContainText("No machine of this supplier can call the API yet.");
    await addKey(page, "Stock system", ["Stock and prices"]);
    await link(page, "I Have Saved It").click();
    await expect(card(page, "API Keys")).toContainText("Stock and prices");
    await isReady(page);
    await link(page, "Revoke Stock system").click();
    await isReady(page);
    await button(dialog(page), "Revoke").click();
    await expect(card(page, "API Keys")).toContainText(/Revoked .+ by Mia Kerr/);
  });

  test.describe("for staff who manage users", () => {
    test.use({ account: "acaciaOwner" });

    test("only keys of their own supplier can be added", async ({ page }) => {
      await visit(page, "/suppliers/1");
      await expect(card(page, "API Keys")).toContainText("Warehouse");
      await link(card(page, "API Keys"), "Add Key").click();
      await isReady(page);
      await expect(dialog(page)).not.toContainText("Place orders");
      await expect(dialog(page)).not.toContainText("Marketplace");
    });
  });

  test.describe("for staff who do not manage users", () => {
    test.use({ account: "acaciaOrders" });

    test("there is no card of keys", async ({ page }) => {
      await visit(page, "/suppliers/1");
      await expect(heading(page)).toContainText("Acacia");
      await expect(card(page, "API Keys")).toHaveCount(0);
    });
  });
});

import { command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import { button, heading, isReady, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

test("what was just deactivated is undone from the message about it", { tag: "@core" }, async ({ page }) => {
  const product = await aProduct();
  await visit(page, `${product.path}/deactivate`);
  await button(page, "Deactivate").last().click();
  await expect(heading(page)).toHaveText(`${product.name} (Disabled)`);
  await button(page, "Undo").click();
  await expect(page.getByRole("status").getByText("Undone.")).toBeVisible();
  await expect(heading(page)).toHaveText(product.name);
});

test("a change is undone beside it, and says afterwards who has undone it", { tag: "@core" }, async ({ page }) => {
  const product = await aProduct();
  await command("products/Deactivate", { ProductId: product.id });
  await visit(page, `/history/product/${product.id}`);
  await page.getByRole("link", { name: "Undo what was changed" }).first().click();
  await expect(heading(page)).toHaveText("Undo");
  await isReady(page);
  await expect(page.getByRole("table")).toContainText("Deactivated: No → Yes");
  await staysWithin(page, "the page of an undo");
  if (hasScripts()) await hasNoAxeViolations(page);
  const undo = page.url();
  await button(page, "Undo").click();
  await expect(page.getByRole("status").getByText("Undone.")).toBeVisible();
  await visit(page, undo);
  await expect(page.getByText(/^Undone by Mia Kerr, .*: 1 change\./)).toBeVisible();
  await expect(button(page, "Undo")).toHaveCount(0);
});

test("what somebody has changed since stays, and is named", async ({ page }) => {
  const product = await aProduct();
  await command("products/Deactivate", { ProductId: product.id });
  await visit(page, `/history/product/${product.id}`);
  await page.getByRole("link", { name: "Undo what was changed" }).first().click();
  await isReady(page);
  await command("products/Activate", { ProductId: product.id });
  await button(page, "Undo").click();
  await expect(
    page.getByText(/^Nothing was undone, because it has been changed since\. .* was changed by Mia Kerr on /).first(),
  ).toBeVisible();
  await link(page, "Open the record").click();
  await expect(heading(page)).toHaveText(product.name);
});

test.describe("an address that undoes nothing", () => {
  for (const id of ["nonsense", "11111111-1111-4111-8111-111111111111"])
    test(`/undo/${id} is not found`, async ({ page }) => {
      expect((await visit(page, `/undo/${id}`))?.status()).toBe(404);
    });
});

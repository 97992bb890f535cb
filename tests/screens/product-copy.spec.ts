import type { Page } from "@playwright/test";
import { aName, storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { anImage, aProduct, aProductInVariants } from "#tests/support/browser/catalogue.ts";
import {
  button,
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
import { expect, test } from "#tests/support/browser/test.ts";

const dialog = (page: Page) => page.getByRole("dialog");

async function opensCopy(page: Page): Promise<void> {
  await link(page, "Copy").click();
  await isReady(page);
  await expect(dialog(page)).toBeVisible();
}

test("a product is copied with its images, under another name and SKU, and the copy opens", {
  tag: "@core",
}, async ({ page }) => {
  const product = await aProduct();
  await anImage(product, "Front");
  await visit(page, `/products?name=${encodeURIComponent(product.name)}`);
  await link(page, product.name).click();
  await opensCopy(page);
  await expect(field(dialog(page), "Name")).toHaveValue(`${product.name} (copy)`);
  await expect(field(dialog(page), "Copy variations")).toHaveCount(0);
  await field(dialog(page), "SKU").fill(aName("SKU"));
  await button(dialog(page), "Copy").click();
  await seesToast(page, "Product copied successfully.");
  await expect(heading(page)).toHaveText(`${product.name} (copy)`);
  await link(page, "Image Gallery").click();
  await expect(page.getByText("Front", { exact: true })).toBeVisible();
  await link(page.getByRole("navigation", { name: "Breadcrumb" }), "Products").click();
  await isAt(page, `/products?name=${encodeURIComponent(product.name).replaceAll("%20", "+")}`);
});

test("a copy without SKU, or with the SKU of the original, is questioned and keeps the input", async ({ page }) => {
  const product = await aProduct();
  const { externalSku } = await storedProduct(product.id);
  await visit(page, `${product.path}/copy`);
  await field(dialog(page), "Name").fill("Another tray");
  await button(dialog(page), "Copy").click();
  await seesFieldError(dialog(page), "SKU", "This is a required field");
  await field(dialog(page), "SKU").fill(String(externalSku));
  await button(dialog(page), "Copy").click();
  await expect(field(dialog(page), "Name")).toHaveValue("Another tray");
  await page.getByLabel("Save anyway, with the same SKU").check();
  await button(dialog(page), "Copy").click();
  await seesToast(page, "Product copied successfully.");
  await expect(heading(page)).toHaveText("Another tray");
});

test("a product is copied with or without its variations", async ({ page }) => {
  const product = await aProductInVariants({ Size: ["S", "M"] }, [{ options: ["S"] }, { options: ["M"] }]);
  for (const [choice, count] of [
    ["Yes", 2],
    ["No", 0],
  ] as const) {
    await visit(page, `${product.path}/copy`);
    await field(dialog(page), "Copy variations").selectOption(choice);
    await button(dialog(page), "Copy").click();
    await seesToast(page, "Product copied successfully.");
    const id = new URL(page.url()).pathname.split("/").at(-1);
    expect((await storedProduct(Number(id))).productVariants).toHaveLength(count);
  }
});

test("the dialog has no axe violations and fits a phone screen @javascript", async ({ page }) => {
  const product = await aProduct({ hasVariants: true });
  await page.setViewportSize({ width: 360, height: 800 });
  await visit(page, `${product.path}/copy`);
  await hasNoAxeViolations(page);
  await staysWithin(page, "the dialog that copies a product");
});

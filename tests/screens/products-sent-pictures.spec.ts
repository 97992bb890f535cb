import { get } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import { button, card, field, heading, isReady, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { isIn, someoneWithPassword, typesPassword } from "#tests/support/browser/second-factor.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { choose } from "#tests/support/browser/uploads.ts";
import { sampleImageFile } from "#tests/support/images.ts";
import { zipOf } from "#tests/support/zip.ts";

test.use({ account: "signed out" });
// A user can run only one export or import at a time, so each test has a user of its own.
test.beforeEach(async ({ page }) => {
  const email = await someoneWithPassword(page, ["Catalogue Manager"]);
  await typesPassword(page, email);
  await isIn(page);
});

test("pictures in a zip file go to their products, and the others are listed", { tag: "@core" }, async ({ page }) => {
  const product = await aProduct();
  const { externalSku: sku, supplierId } = await get<{ externalSku: string; supplierId: number }>(
    `products/${product.id}`,
  );
  const content = Buffer.from(await (await sampleImageFile("logo.png")).arrayBuffer());
  const zip = zipOf([
    { path: `${sku}_2.png`, content },
    { path: "nobody-has-this.png", content },
    { path: `${sku}.png`, content: "not a picture" },
  ]);
  const dialog = page.getByRole("dialog", { name: "Send Pictures" });
  await visit(page, "/products/send-pictures");
  await isReady(page);
  await button(page, "Send").click();
  await expect(page.getByText("Please choose a file.").first()).toBeVisible();
  await isReady(page);
  await field(dialog, "Supplier").selectOption(String(supplierId));
  await choose(field(dialog, "File"), new File([zip as BlobPart], "pictures.txt"));
  await button(page, "Send").click();
  await expect(page.getByText("Please choose a file that ends with .zip.").first()).toBeVisible();
  await expect(field(dialog, "Supplier")).toHaveValue(String(supplierId));
  await isReady(page);
  await choose(field(dialog, "File"), new File([zip as BlobPart], "pictures.zip"));
  await button(page, "Send").click();
  await expect(heading(page)).toHaveText("Sent Pictures");
  await expect(card(page, "Pictures")).toContainText("2 pictures of 1 product, 1 file left out.");
  await expect(card(page, "Left out")).toContainText("nobody-has-this.png");
  // The background work looks every few seconds.
  await expect(card(page, "Pictures")).toContainText("1 picture added to products, 1 could not be used.", {
    timeout: 60_000,
  });
  await isReady(page);
  await staysWithin(page, "the page of sent pictures");
  if (hasScripts()) await hasNoAxeViolations(page);
  await visit(page, `/products/${product.id}/images`);
  await expect(page.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(1);
  await visit(page, "/products/send-pictures");
  await link(page, "pictures.zip").click();
  await expect(heading(page)).toHaveText("Sent Pictures");
});

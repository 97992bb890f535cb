import { aSupplier } from "#tests/support/browser/api.ts";
import { button, heading, isAt, link, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test("a supplier is chosen for a list on a page, and the other filters stay", async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, "/orders/supplier?shipBy=late&page=3");
  await expect(heading(page)).toHaveText("Choose a supplier");
  await page.getByRole("textbox", { name: "Name" }).fill(supplier.name);
  await button(page, "Search").click();
  await expect(page.getByText("1 found.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: supplier.name }).click();
  await isAt(page, `/orders?shipBy=late&supplierId=${supplier.id}`);
});

test("choosing no supplier leads back to the list as it was", async ({ page }) => {
  await visit(page, "/shippingrules/supplier?sort=name&direction=desc&find=zzzz");
  await expect(page.getByText("No suppliers match.")).toBeVisible();
  await link(page, "Cancel").click();
  await isAt(page, "/shippingrules?sort=name&direction=desc");
});

import type { Page } from "@playwright/test";
import { aSupplier, command, get } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct, aProductType, type TestRecord } from "#tests/support/browser/catalogue.ts";
import { button, field, heading, isAt, isReady, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { test as withFaultyApi } from "#tests/support/browser/test-with-faulty-api.ts";

let type: TestRecord;
let products: TestRecord[];
let list: string;

test.beforeEach(async () => {
  type = await aProductType();
  products = [await aProduct({ productTypeId: type.id }), await aProduct({ productTypeId: type.id })];
  list = `/product-approvals?${new URLSearchParams({ productTypeId: String(type.id), marketplaceId: "1" })}`;
});

const box = (page: Page, { name }: TestRecord) =>
  page.getByRole("checkbox", { name: `Choose ${name} on Harbour & Co` });
const dialog = (page: Page) => page.getByRole("dialog");

async function confirms(page: Page, label: string): Promise<void> {
  await isReady(page);
  await button(dialog(page), label).click();
  await expect(heading(page)).toHaveText("Changing products");
}

test("approves the selected rows and returns to the list with its filters", { tag: "@core" }, async ({ page }) => {
  const [first, second] = products as [TestRecord, TestRecord];
  await visit(page, list);
  await box(page, first).check();
  await button(page, "Approve: chosen products").click();
  await expect(dialog(page)).toContainText("The 1 product that you chose will be approved");
  await expect(dialog(page)).toContainText("It has no category and will be approved without one.");
  await link(dialog(page), "Cancel").click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(box(page, first)).toBeChecked();
  await expect(box(page, second)).not.toBeChecked();
  await button(page, "Approve: chosen products").click();
  await confirms(page, "Approve");
  await expect(page.getByText("Finished.")).toBeVisible();
  await link(page, "Back to the approvals").click();
  await isAt(page, list);
  await expect(box(page, second)).toBeVisible();
  await expect(box(page, first)).toHaveCount(0);
});

test("says how many of all that match would be approved without a category", async ({ page }) => {
  const { items } = await get<{ items: { id: number }[] }>(`marketplaceProducts?productTypeId=${type.id}`);
  const { categoryGroups } = await get<{ categoryGroups: { id: number; categories: { id: number }[] }[] }>(
    `marketplaceProducts/${items[0]?.id}`,
  );
  const [group] = categoryGroups;
  await command("marketplaceProducts/ApproveProduct", {
    ProductId: products[0]?.id,
    MarketplaceId: 1,
    CategoryGroups: [{ Id: group?.id, Categories: [{ Id: group?.categories[0]?.id }] }],
  });
  await command("marketplaceProducts/DisableProduct", { ProductId: products[0]?.id, MarketplaceId: 1 });
  await visit(page, `${list}&status=`);
  await page.getByRole("checkbox", { name: "All 2 that match the filters" }).check();
  await button(page, "Approve: chosen products").click();
  await expect(dialog(page)).toContainText("1 of them has no category and will be approved without one.");
});

test("disables all products that match the filters, with a reason", async ({ page }) => {
  await visit(page, list);
  await page.getByRole("checkbox", { name: "All 2 that match the filters" }).check();
  await button(page, "Disable: chosen products").click();
  await expect(dialog(page)).toContainText("All 2 products that match the filters will be disabled");
  await isReady(page);
  await field(page, "Reason").fill("Not for this shop.");
  await confirms(page, "Disable");
  await expect(page.getByText("Finished.")).toBeVisible();
  await visit(page, `${products[0]?.path}/marketplaces`);
  await expect(page.getByRole("row", { name: "Harbour & Co" })).toContainText("Not for this shop.");
});

test("lists each refused product with the reason", async ({ page }) => {
  const [first] = products as [TestRecord];
  await visit(page, `${list}&showActiveOnly=false`);
  await box(page, first).check();
  await command("products/Deactivate", { ProductId: first.id });
  await button(page, "Approve: chosen products").click();
  await confirms(page, "Approve");
  await expect(page.getByText("Finished. Not all could be changed: see below.")).toBeVisible();
  const refusal = page.getByRole("listitem").filter({ hasText: "Activate it before approving it." });
  await expect(refusal).toContainText(/^Not changed: /);
  await expect(refusal.getByRole("link", { name: `${first.name} on` })).toHaveAttribute("href", first.path);
});

test("an action without a selection asks to select at least one row", async ({ page }) => {
  await visit(page, list);
  await button(page, "Internally Reviewed: chosen products").click();
  await expect(page.getByRole("alert").filter({ hasText: "Select at least one row." })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test("an invalid filter in the URL selects nothing and shows an error", async ({ page }) => {
  await visit(page, `/product-approvals/change?All=true&Action=disable&marketplaceId=abc`);
  await expect(
    page.getByRole("alert").filter({ hasText: "The address had a filter that is not valid, so nothing was selected." }),
  ).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test("one checkbox selects all rows of the page @javascript", async ({ page }) => {
  await visit(page, list);
  const all = page.getByRole("checkbox", { name: "Choose all on this page" });
  await all.check();
  for (const product of products) await expect(box(page, product)).toBeChecked();
  await box(page, products[0] as TestRecord).uncheck();
  await expect(all).toBeChecked({ indeterminate: true });
  await box(page, products[0] as TestRecord).check();
  await expect(all).toBeChecked();
  await button(page, "Internally Reviewed: chosen products").click();
  await expect(dialog(page)).toContainText("The 2 products that you chose");
  await hasNoAxeViolations(page);
  await link(dialog(page), "Cancel").click();
  await expect(dialog(page)).toHaveCount(0);
  for (const product of products) await expect(box(page, product)).toBeChecked();
});

test("an empty list has no checkboxes or actions", async ({ page }) => {
  const { id } = await aSupplier();
  await visit(page, `/product-approvals?supplierId=${id}`);
  await expect(page.getByText("No products match these filters.")).toBeVisible();
  await expect(button(page, "Approve: chosen products")).toHaveCount(0);
});

withFaultyApi("the progress is polled, even while the API is unavailable", async ({ page, api }) => {
  const id = "6d0f4f5e-4f4c-4a79-9a55-0b8a2a1f0c11";
  const running = { status: 1, percentageComplete: 40, processingMessages: [] };
  api.answers(`processing?id=${id}`, 200, running);
  await visit(page, `/product-approvals/progress/${id}?from=${encodeURIComponent("marketplaceId=1")}`);
  await expect(page.getByText("Working… 40 %")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("value", "40");
  if (hasScripts()) await hasNoAxeViolations(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await staysWithin(page, "the progress");
  api.answers(`processing?id=${id}`, 503, { message: "Later." });
  await expect(page.getByText("Trying again…")).toBeVisible();
  api.answers(`processing?id=${id}`, 200, { ...running, status: 2, percentageComplete: 100 });
  await expect(page.getByText("Finished.")).toBeVisible();
  await link(page, "Back to the approvals").click();
  await isAt(page, "/product-approvals?marketplaceId=1");
});

import type { Page } from "@playwright/test";
import { command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct, type TestRecord } from "#tests/support/browser/catalogue.ts";
import { button, field, heading, isReady, link, seesToast, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const waiting = ({ name }: TestRecord) =>
  `/product-approvals?${new URLSearchParams({ productName: name, marketplaceId: "1" })}`;
const row = (page: Page, { name }: TestRecord) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: `${name} (opens in new tab)` }) });
const filter = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const details = (page: Page) => page.getByRole("region", { name: "Details", exact: true });

let product: TestRecord;

test.beforeEach(async () => {
  product = await aProduct();
});

async function open(page: Page, address = waiting(product)): Promise<void> {
  await visit(page, address);
  await page.getByRole("link", { name: `Show details of ${product.name}` }).click();
  await expect(details(page)).toBeVisible();
  await isReady(page);
}

test("the list shows its columns and opens a product in a new tab", async ({ page }) => {
  await visit(page, waiting(product));
  await expect(heading(page)).toHaveText("Approvals");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Image",
    "Product ▲",
    "Marketplace",
    "Supplier",
    "Status",
    "Created",
    "Approved By",
    "Marketplace SKU",
    "Details",
  ]);
  await expect(row(page, product).locator("td").nth(4)).toHaveText("Acacia Homewares");
  await expect(row(page, product).locator("td").nth(5)).toHaveText("Pending Approval");
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    row(page, product).getByRole("link", { name: product.name }).first().click(),
  ]);
  await expect(heading(tab)).toHaveText(product.name);
});

test("the status filter needs a marketplace, defaults to Pending Approval and offers every status", async ({
  page,
}) => {
  await visit(page, "/product-approvals?status=2");
  await expect(filter(page, "Status")).toHaveCount(0);
  await visit(page, waiting(product));
  await expect(filter(page, "Status").getByRole("option")).toHaveText([
    "(Any)",
    "Pending Approval",
    "Approved",
    "Pending Re-Approval",
    "Disabled",
    "Internally Reviewed",
  ]);
  await expect(filter(page, "Status")).toHaveValue("1");
  await filter(page, "Status").selectOption("(Any)");
  if (!hasScripts()) await button(page, "Search").click();
  await expect(page).toHaveURL(/[?&]status=(&|$)/);
  await expect(filter(page, "Status")).toHaveValue("");
  await expect(row(page, product)).toBeVisible();
});

test("approving shows a message and keeps the row open in place; a second time it reports an update", {
  tag: "@core",
}, async ({ page }) => {
  await open(page);
  await expect(details(page)).toContainText(
    "Select the categories applicable for this product on the marketplace and click the Approve button when done.",
  );
  await field(page, "Available From").fill("2031-05-06T07:08");
  await field(page, "Available To").fill("2031-05-07T07:08");
  await button(details(page), "Approve").click();
  await seesToast(page, "Product has been approved and will be synchronized with the marketplace in the background.");
  await expect(row(page, product)).toContainText("Approved");
  await expect(details(page)).toBeVisible();
  await expect(field(page, "Available From")).toHaveValue("2031-05-06T07:08");
  await expect(button(details(page), "Internally Reviewed")).toHaveCount(0);
  await isReady(page);
  await button(details(page), "Update").click();
  await seesToast(page, "Product was successfully updated on the marketplace.");
  await link(page, `Hide details of ${product.name} on Harbour & Co`).click();
  await expect(page.getByText("No products match these filters.")).toBeVisible();
});

test("an end date before the start date is refused and keeps the input", async ({ page }) => {
  await open(page);
  await field(page, "Available From").fill("2031-05-06T07:08");
  await field(page, "Available To").fill("2031-05-05T07:08");
  await button(details(page), "Approve").click();
  await expect(details(page)).toContainText("The end must be after the start.");
  await expect(field(page, "Available To")).toHaveValue("2031-05-05T07:08");
});

test("selected categories are saved and listed first the next time", async ({ page }) => {
  await open(page);
  const group = details(page).getByRole("group").first();
  const last = group.getByRole("checkbox").last();
  const id = Number(await last.getAttribute("value"));
  await last.check();
  if (hasScripts() && (await group.getByRole("searchbox").count()) > 0) {
    await group.getByRole("searchbox").fill("no category is called this");
    await expect(group.getByRole("checkbox")).toHaveCount(1);
  }
  await button(details(page), "Approve").click();
  await seesToast(page, "Product has been approved");
  await expect(details(page).getByRole("group").first().getByRole("checkbox").first()).toHaveAttribute(
    "value",
    String(id),
  );
  await expect(details(page).getByRole("group").first().getByRole("checkbox").first()).toBeChecked();
});

test("an update keeps what somebody else has changed since the details were opened", async ({ page }) => {
  const approve = (more: object = {}) =>
    command("marketplaceProducts/ApproveProduct", { ProductId: product.id, MarketplaceId: 1, ...more });
  await approve();
  await open(page, `${waiting(product)}&status=2`);
  const box = details(page).getByRole("group").first().getByRole("checkbox").first();
  const [group, category] = await Promise.all([box.getAttribute("name"), box.getAttribute("value")]);
  const CategoryGroups = [{ Id: Number(group?.match(/\d+/)?.[0]), Categories: [{ Id: Number(category) }] }];
  await approve({ AvailableFromDate: "2026-02-03T00:00:00Z", CategoryGroups });
  await field(page, "Available To").fill("2031-05-05T07:08");
  await button(details(page), "Update").click();
  await seesToast(page, "Product was successfully updated on the marketplace.");
  await expect(box).toBeChecked();
  await expect(field(page, "Available From")).toHaveValue("2026-02-03T11:00");

  await isReady(page);
  await approve({ AvailableToDate: "2032-01-01T00:00:00Z", CategoryGroups });
  await field(page, "Available To").fill("2033-05-05T07:08");
  await button(details(page), "Update").click();
  await expect(details(page)).toContainText("Theirs: 01 Jan 2032, 11:00 am.");
  await expect(field(page, "Available To")).toHaveValue("2033-05-05T07:08");
  await button(details(page), "Update").click();
  await seesToast(page, "Product was successfully updated on the marketplace.");
});

test("an internally reviewed product can still be approved or disabled", async ({ page }) => {
  await open(page);
  await button(details(page), "Internally Reviewed").click();
  await seesToast(page, "Product has been marked as internally reviewed.");
  await expect(row(page, product)).toContainText("Internally Reviewed");
  await expect(button(details(page), "Internally Reviewed")).toHaveCount(0);
});

test("disabling requires a reason, which the product's own page shows", async ({ page }) => {
  await open(page);
  await field(page, "Reason").fill("The picture is blurred.");
  await button(details(page), "Disable").click();
  await seesToast(page, "Product has been disabled and will be removed from the marketplace in the background.");
  await expect(row(page, product)).toContainText("Disabled");
  await expect(details(page)).toContainText("Disabled because: The picture is blurred.");
  await visit(page, `${product.path}/marketplaces`);
  await expect(page.getByRole("row", { name: "Harbour & Co" })).toContainText("The picture is blurred.");
});

test("a refused approval shows the reason", async ({ page }) => {
  await open(page);
  await command("products/Deactivate", { ProductId: product.id });
  await button(details(page), "Approve").click();
  await expect(page.getByRole("alert").first()).toContainText(
    "This product is disabled. Activate it before approving it.",
  );
});

test("a concurrent decision is shown before it can be overwritten", async ({ page }) => {
  await open(page);
  await command("marketplaceProducts/DisableProduct", {
    ProductId: product.id,
    MarketplaceId: 1,
    Reason: "Not genuine",
  });
  await button(details(page), "Approve").click();
  await expect(page.getByRole("alert").first()).toContainText("it is now “Disabled”, because: Not genuine.");
  await expect(row(page, product)).toContainText("Disabled");
  await expect(details(page)).toContainText("Disabled because: Not genuine");
  await isReady(page);
  await button(details(page), "Approve").click();
  await seesToast(page, "Product has been approved");
});

test("a page number beyond the last page shows the last page", async ({ page }) => {
  await visit(page, `${waiting(product)}&page=7`);
  await expect(row(page, product)).toBeVisible();
  expect(new URL(page.url()).searchParams.get("page")).toBeNull();
});

test.describe("a read-only user", () => {
  test.use({ account: "readonly" });

  test("sees the details without buttons", async ({ page }) => {
    await open(page);
    await expect(details(page)).toContainText("Available From");
    await expect(details(page).getByRole("button")).toHaveCount(0);
    await expect(row(page, product).getByRole("checkbox")).toHaveCount(0);
  });
});

test("the page fits a narrow screen and is accessible", async ({ page }) => {
  await open(page);
  if (hasScripts()) await hasNoAxeViolations(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await staysWithin(page, "the details of an approval");
});

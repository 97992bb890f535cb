import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { shipmentColumns } from "#contract/orders/import.ts";
import { command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import type { TestRecord } from "#tests/support/browser/catalogue.ts";
import { aLineItem, anOrder } from "#tests/support/browser/orders.ts";
import { button, card, field, heading, isAt, isReady, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts } from "#tests/support/browser/test.ts";
import { test } from "#tests/support/browser/test-with-faulty-api.ts";
import { choose } from "#tests/support/browser/uploads.ts";
import {
  opened,
  rowsOf,
  type ShipmentCells,
  sheetNamed,
  shipmentsWorkbook,
  workbookFile,
} from "#tests/support/workbook.ts";

// A user can run only one import at a time, so these tests run in sequence and each project has its own account.
test.describe.configure({ mode: "default" });
test.use({
  account: ({ javaScriptEnabled }, use) => use(javaScriptEnabled === false ? "banksiaOwner" : "acaciaOwner"),
});

let order: TestRecord;
let item: number;
test.beforeEach(async () => {
  order = await anOrder({ supplierId: hasScripts() ? 1 : 2 });
  item = await aLineItem(order, { quantity: 3 });
});

const sent = (cells: ShipmentCells = {}): ShipmentCells => ({
  OrderId: order.id,
  LineItemId: item,
  QuantityShipped: 2,
  Courier: "Sendle",
  TrackingNumber: "S-1",
  ...cells,
});
const dialog = (page: Page) => page.getByRole("dialog", { name: "Import Products" });
const alert = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });
const list = () => `/orders?${new URLSearchParams({ searchText: order.name })}`;

async function opens(page: Page): Promise<void> {
  await visit(page, list());
  await link(page, "Import Shipments").click();
  await expect(dialog(page)).toContainText("Shipments for orders");
  await isReady(page);
}

async function sends(page: Page, file: File): Promise<void> {
  await choose(field(page, "File"), file);
  await button(page, "Import").click();
}

/** Uploads the rows and waits for the check to finish. */
async function checks(page: Page, rows: ShipmentCells[]): Promise<void> {
  await opens(page);
  await sends(page, workbookFile(await shipmentsWorkbook(rows)));
  await expect(card(page, "Summary")).toBeVisible();
}

async function applies(page: Page): Promise<void> {
  await isReady(page);
  await button(page, "Apply").click();
}

test("a file is checked, then applied, and the list keeps its filters", { tag: "@core" }, async ({ page }) => {
  await checks(page, [
    sent(),
    sent({ QuantityShipped: 1, TrackingNumber: "S-2", ShippingStatus: "dispatched" }),
    { OrderId: order.id, LineItemId: item },
  ]);
  await expect(card(page, "Summary")).toContainText("To create: 2 shipments");
  await expect(card(page, "Summary")).toContainText("Skipped (blank): 1 row");
  await expect(card(page, "To create: 2 shipments").getByRole("row").nth(1)).toContainText(order.name);
  await expect(page.getByText("Nothing has changed yet")).toBeVisible();
  await applies(page);
  await expect(page.getByText("All orders were updated successfully!")).toBeVisible();
  await expect(dialog(page)).toContainText("Information: 2 shipments were created");
  await link(dialog(page), "Close").click();
  await isAt(page, list());
  await visit(page, order.path);
  await expect(page.getByText("Complete").first()).toBeVisible();
});

test("refused rows can be downloaded, corrected and imported again", async ({ page }) => {
  await checks(page, [sent({ Courier: "Fastpost" }), sent({ QuantityShipped: 1, TrackingNumber: "S-2" })]);
  await expect(card(page, "Refused: 1 shipment")).toContainText("Row 2, Courier: “Fastpost” isn't a known courier.");
  await applies(page);
  await expect(
    alert(page, "There were some errors while importing the file. Please review the errors below."),
  ).toBeVisible();
  await expect(dialog(page)).toContainText("Validation Error: Row 2, Courier: “Fastpost” isn't a known courier.");
  const [file] = await Promise.all([page.waitForEvent("download"), link(page, "Download the refused rows").click()]);
  const rows = rowsOf(sheetNamed(await opened(await readFile(await file.path())), "Orders"));
  expect(rows).toMatchObject([
    { OrderId: order.id, Courier: "Fastpost", Reason: expect.stringContaining("“Fastpost” isn't a known courier.") },
  ]);
  await checks(page, [{ ...(rows[0] as ShipmentCells), Courier: "Sendle" }]);
  await applies(page);
  await expect(page.getByText("All orders were updated successfully!")).toBeVisible();
});

test("cancelling after the check changes nothing", async ({ page }) => {
  await checks(page, [sent()]);
  if (hasScripts()) await hasNoAxeViolations(page);
  await link(page, "Cancel").click();
  await isAt(page, list());
  await checks(page, [sent()]);
  await expect(card(page, "Summary")).toContainText("To create: 1 shipment");
  await page.setViewportSize({ width: 360, height: 800 });
  await staysWithin(page, "the check");
});

test("a file whose shipments already exist has nothing to apply", async ({ page }) => {
  await checks(page, [sent()]);
  await applies(page);
  await expect(page.getByText("All orders were updated successfully!")).toBeVisible();
  await checks(page, [sent()]);
  await expect(page.getByText("There is nothing to apply.")).toBeVisible();
  await expect(button(page, "Apply")).toHaveCount(0);
});

test("importing without a file shows an error", async ({ page }) => {
  await opens(page);
  await button(page, "Import").click();
  await expect(alert(page, "There is a problem")).toContainText("File: Please choose a file.");
  await expect(field(page, "File")).toHaveAttribute("aria-invalid", "true");
});

for (const [what, file, words] of [
  ["an empty file", () => new File([], "orders.xlsx"), "“orders.xlsx” is empty. Please choose another file."],
  ["another kind of file", () => new File(["a;b"], "orders.csv"), "Please choose a file that ends with .xlsx."],
  [
    "a file that only has the extension",
    () => new File(["a;b"], "orders.xlsx"),
    "This isn't a complete Excel workbook (.xlsx).",
  ],
  [
    "a workbook without a column",
    async () => workbookFile(await shipmentsWorkbook([], shipmentColumns.slice(1))),
    "The worksheet has no column OrderId.",
  ],
] as const) {
  test(`${what} is refused with a message`, async ({ page }) => {
    await opens(page);
    await sends(page, await file());
    await expect(alert(page, "There is a problem")).toContainText(words);
    await expect(dialog(page)).toBeVisible();
  });
}

test("a file over the size limit is not uploaded @javascript", async ({ page }) => {
  await opens(page);
  await choose(field(page, "File"), new File([new Uint8Array(20 * 1024 * 1024 + 1)], "large.xlsx"));
  await expect(page.getByText("“large.xlsx” is larger than 20 MB.")).toBeVisible();
  await button(page, "Import").click();
  await expect(field(page, "File")).toBeFocused();
  await expect(page).toHaveURL(/\/orders\/import\?/);
});

test.describe("a user without permission to ship", () => {
  test.use({ account: "readonly" });

  test("has neither the import button nor the import page", async ({ page }) => {
    await visit(page, "/orders");
    await expect(link(page, "Import Shipments")).toHaveCount(0);
    expect((await visit(page, "/orders/import"))?.status()).toBe(403);
  });
});

test.describe("with an API that", () => {
  test("is busy, the import cannot be closed, and continues after its page is left", async ({ page, api }) => {
    await checks(page, [sent()]);
    const address = page.url();
    const [, id = ""] = address.match(/import\/([\w-]+)/) ?? [];
    const progress = `processing?id=${id}`;
    api.answers(progress, 200, { status: 1, percentageComplete: 40, processingMessages: [] });
    await visit(page, address);
    await expect(dialog(page)).toContainText("Importing file. Please wait...");
    await expect(page.getByRole("progressbar")).toHaveAttribute("value", "40");
    if (hasScripts()) {
      await page.keyboard.press("Escape");
      await hasNoAxeViolations(page);
    }
    await expect(dialog(page)).toBeVisible();
    api.answers(progress, 503, { message: "Later." });
    await expect(page.getByText("Trying again…")).toBeVisible();
    api.answers(progress, 200, { status: 1, percentageComplete: 60, processingMessages: [] });
    await expect(page.getByRole("progressbar")).toHaveAttribute("value", "60");
    await link(dialog(page), "Back to the orders").click();
    await isAt(page, list());
    await link(page, "Import Shipments").click();
    await link(dialog(page), "View").click();
    await expect(dialog(page)).toContainText("Importing file. Please wait...");
    api.comesBack();
    await expect(card(page, "Summary")).toBeVisible();
    await expect(heading(page)).toHaveText("Import Products");
  });

  test("has another import running, the page shows a message", async ({ page, api }) => {
    await opens(page);
    api.answers("orders/ExcelImportCheck", 409, {
      status: 409,
      message: "Another export or import of yours is still running.",
    });
    await sends(page, workbookFile(await shipmentsWorkbook([sent()])));
    await expect(alert(page, "Another export or import of yours is still running.").first()).toBeVisible();
  });

  test("has newer data than the check, the page shows a message", async ({ page }) => {
    await checks(page, [sent({ QuantityShipped: 3 })]);
    await command("shipments/AddShipment", { OrderId: order.id, Items: [{ LineItemId: item, QuantityToShip: 1 }] });
    await applies(page);
    await expect(dialog(page)).toContainText("It was valid when the file was checked.");
  });
});

import type { Page } from "@playwright/test";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import { aLineItem, anOrder, aPlacedOrder, aShipment, deliverTo, takeOneBack } from "#tests/support/browser/orders.ts";
import {
  button,
  card,
  detail,
  field,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const saved = "Order details updated successfully.";
const items = (page: Page) => card(page, "Ordered Products").getByRole("listitem");
const dialog = (page: Page) => page.getByRole("dialog");
const details = (page: Page) => card(page, "Order Details");

/** The cells of a row in the preview of an adjustment: the current and the new amount. */
const owed = (page: Page, heading: string) => dialog(page).getByRole("row", { name: heading }).getByRole("cell");

async function aDeliveredOrder() {
  const order = await anOrder();
  await deliverTo(order);
  return order;
}

test("an order with missing details opens in edit mode and reports the missing fields", async ({ page }) => {
  const order = await anOrder();
  await visit(page, order.path);
  await expect(button(details(page), "Save")).toBeVisible();
  await isReady(page);
  await field(page, "Order number").fill("");
  await field(page, "Order date").fill("");
  await button(details(page), "Save").click();
  await seesFieldError(page, "Order number", "This is a required field");
  await seesFieldError(page, "Order date", "Please enter the order date and time in Australia/Sydney.");
  await seesFieldError(page, "Street address", "This is a required field");
  page.on("dialog", (question) => void question.accept());
  await link(details(page), "Cancel").click();
  await expect(link(page, "Edit Order Details")).toBeVisible();
});

test("every detail can be edited and is shown as entered", { tag: "@core" }, async ({ page }) => {
  const order = await aDeliveredOrder();
  await visit(page, order.path);
  await link(page, "Edit Order Details").click();
  await expect(button(details(page), "Save")).toBeVisible();
  await isReady(page);
  const typed = {
    "Order number": "MK-77",
    "Order date": "2026-07-01T09:30",
    "Ship by": "2026-07-03",
    "First name": "Bea",
    Surname: "Ng",
    "Customer email": "bea@test.example",
    "Phone number": "0491 570 156",
    "Company name": "Ng & Co",
    "Order notes": "Ring twice.",
    "Street address": "7 Quay Street",
    City: "Hobart",
    "Post code": "7000",
  };
  for (const [label, value] of Object.entries(typed)) await field(page, label).fill(value);
  await field(page, "State").selectOption("TAS");
  await button(details(page), "Save").click();
  await seesToast(page, saved);
  for (const [term, words] of [
    ["Order number", "MK-77"],
    ["Order date", "01 Jul 2026, 9:30 am"],
    ["Customer name", "Bea Ng"],
    ["Customer email", "bea@test.example"],
    ["Phone number", "0491 570 156"],
    ["Company name", "Ng & Co"],
    ["Order notes", "Ring twice."],
  ] as const) {
    await expect(detail(details(page), term)).toHaveText(words);
  }
  await expect(detail(details(page), "Ship by")).toHaveText(/^03 Jul 2026 Late by \d+ days ?Set for this order/);
  await expect(detail(details(page), "Delivery address")).toContainText("7 Quay Street");
  await link(page, "Edit Order Details").click();
  await isReady(page);
  await field(page, "Ship by").fill("");
  await field(page, "Post code").fill("60");
  await button(details(page), "Save").click();
  await seesToast(page, saved);
  await expect(detail(details(page), "Ship by")).toHaveText(/From the handling days/);
  await expect(detail(details(page), "Delivery address")).toContainText(
    "Australian post codes have 4 digits. Please check this one.",
  );
});

test("an ambiguous time when clocks go back and a future date need confirmation", async ({ page }) => {
  const order = await aDeliveredOrder();
  await visit(page, `${order.path}?edit=details`);
  await isReady(page);
  const which = field(page, "Order date: which of the two");
  await expect(which).toHaveCount(0);
  await field(page, "Order date").fill("2025-04-06T02:30");
  await button(details(page), "Save").click();
  await seesFieldError(
    page,
    "Order date: which of the two",
    "The clocks go back on that day and show this time twice. Please choose which of the two it is.",
  );
  await isReady(page);
  await which.selectOption("The second, after the clocks went back");
  await button(details(page), "Save").click();
  await seesToast(page, saved);
  await expect(detail(details(page), "Order date")).toHaveText("06 Apr 2025, 2:30 am, after the clocks went back");

  await visit(page, `${order.path}?edit=details`);
  await isReady(page);
  await expect(which).toHaveValue("second");
  await field(page, "Order date").fill("2099-01-15T09:30");
  await button(details(page), "Save").click();
  await expect(details(page)).toContainText(
    "This order date is in the future. Please change it, or tick the box if it is right.",
  );
  await isReady(page);
  await page.getByRole("checkbox", { name: "Yes, this date is right" }).check();
  await button(details(page), "Save").click();
  await seesToast(page, saved);
  await expect(detail(details(page), "Order date")).toContainText("15 Jan 2099");
});

async function notifies(page: Page) {
  await link(page, "Notify Supplier").click();
  await isReady(page);
  await expect(dialog(page)).toContainText("will be sent an email with the items that are still to ship.");
  await button(dialog(page), "Notify Supplier").click();
}

test("notifying the supplier asks for confirmation and is shown on the page", async ({ page }) => {
  const order = await aDeliveredOrder();
  await visit(page, order.path);
  await expect(details(page)).toContainText("Nothing is left to ship.");
  await expect(link(page, "Notify Supplier")).toHaveCount(0);
  await aLineItem(order);
  await visit(page, order.path);
  await notifies(page);
  await seesToast(page, "The supplier will be notified by email.");
  await expect(detail(details(page), "Supplier notified")).toContainText(/^\d\d \w{3} \d{4}, \d/);
});

test("an item can wait for stock until a date and have notes", async ({ page }) => {
  const order = await aDeliveredOrder();
  await aLineItem(order);
  await visit(page, order.path);
  await link(page, "Edit Woven basket").click();
  await isReady(page);
  await field(items(page), "Status").selectOption("Waiting on Stock");
  await button(items(page), "Save").click();
  await seesFieldError(items(page), "Expected back in stock", "This is a required field");
  await field(items(page), "Expected back in stock").fill("2027-03-02");
  await field(items(page), "Internal notes").fill("Ask the mill.");
  await button(items(page), "Save").click();
  await seesToast(page, saved);
  await expect(items(page)).toContainText("expected to be back in stock by 02 Mar 2027");
  await expect(detail(items(page), "Internal notes")).toHaveText("Ask the mill.");
});

test("an adjustment previews the balance and cannot take back more than there is", { tag: "@core" }, async ({
  page,
}) => {
  const order = await aDeliveredOrder();
  const item = await aLineItem(order);
  await visit(page, `${order.path}?more=${item}`);
  await link(page, "Add Adjustment to Woven basket").click();
  await isReady(page);
  await field(page, "Quantity").fill("-1");
  if (!hasScripts()) await button(page, "Work out the amounts from the quantity").click();
  await expect(field(page, "Purchase amount")).toHaveValue("-9.95");
  await expect(field(page, "Shipping amount")).toHaveValue("-2.50");
  await expect(field(page, "Commission")).toHaveValue("-2.98");
  await field(page, "Purchase amount").fill("-9.90");
  if (!hasScripts()) await button(page, "Work out the commission and what will be owed").click();
  await expect(field(page, "Commission")).toHaveValue("-2.97");
  await field(page, "Purchase amount").fill("-9.95");
  if (!hasScripts()) await button(page, "Work out the commission and what will be owed").click();
  await expect(field(page, "Commission")).toHaveValue("-2.98");
  await expect(owed(page, "Quantity").last()).toHaveText("1");
  await expect(owed(page, "Purchase Amount").last()).toHaveText("$9.95");
  await expect(owed(page, "Commission").last()).toHaveText("$2.99");
  await expect(owed(page, "Sub Total").last()).toHaveText("$9.46");
  await field(page, "Shipping amount").fill("-5.01");
  await button(dialog(page), "Save").click();
  await expect(dialog(page)).toContainText("The shipping amount is $5.00; you can't refund more than that.");
  await expect(field(page, "Purchase amount")).toHaveValue("-9.95");
  await field(page, "Shipping amount").fill("0");
  await field(page, "Comment").fill("One was broken.");
  await button(dialog(page), "Save").click();
  await seesToast(page, saved);
  await isAt(page, `${order.path}?more=${item}`);
  await expect(detail(items(page), "Quantity")).toHaveText("1");
  await link(page, "Adjusted: transactions of Woven basket").click();
  await expect(page.getByRole("row").last()).toContainText("One was broken.");
});

test("amounts follow a quantity that is saved without looking at them", async ({ page }) => {
  const order = await aDeliveredOrder();
  const item = await aLineItem(order);
  await visit(page, `${order.path}/items/${item}/adjust`);
  await isReady(page);
  await field(page, "Quantity").fill("-1");
  await button(dialog(page), "Save").click();
  if (!hasScripts()) {
    await seesFieldError(
      page,
      "Quantity",
      "The amounts below follow from the quantity. Please check them, and save again.",
    );
    await expect(field(page, "Purchase amount")).toHaveValue("-9.95");
    await expect(owed(page, "Sub Total").last()).toHaveText("$9.46");
    await button(dialog(page), "Save").click();
  }
  await seesToast(page, saved);
  await visit(page, `${order.path}/items/${item}/adjust`);
  await expect(owed(page, "Purchase Amount").first()).toHaveText("$9.95");
  await field(page, "Quantity").fill("-1");
  if (!hasScripts()) await button(page, "Work out the amounts from the quantity").click();
  for (const label of ["Purchase amount", "Shipping amount", "Commission"]) await field(page, label).fill("0");
  const box = dialog(page).getByRole("checkbox", { name: "Yes, these amounts stay and will be invoiced" });
  if (!hasScripts()) await button(dialog(page), "Save").click();
  await box.check();
  await button(dialog(page), "Save").click();
  await seesToast(page, saved);
  await visit(page, `${order.path}/items/${item}/adjust`);
  await expect(owed(page, "Purchase Amount").first()).toHaveText("$9.95");
});

test("an amount remaining on an item with quantity 0 needs a second confirmation", async ({ page }) => {
  const order = await aDeliveredOrder();
  const item = await aLineItem(order);
  await visit(page, `${order.path}/items/${item}/adjust`);
  await isReady(page);
  const box = dialog(page).getByRole("checkbox", { name: "Yes, these amounts stay and will be invoiced" });
  await field(page, "Quantity").fill("-2");
  if (!hasScripts()) await button(page, "Work out the amounts from the quantity").click();
  await expect(field(page, "Purchase amount")).toHaveValue("-19.90");
  await expect(field(page, "Shipping amount")).toHaveValue("-5.00");
  await expect(field(page, "Commission")).toHaveValue("-5.97");
  await expect(box).toBeHidden();
  await field(page, "Shipping amount").fill("0");
  await button(dialog(page), "Save").click();
  const question =
    "The quantity would be 0, but $5.00 of shipping amount would stay and be invoiced. Refund it as well, or confirm that it stays.";
  await expect(dialog(page)).toContainText(question);
  await box.check();
  await button(dialog(page), "Save").click();
  await seesToast(page, saved);
  await expect(items(page)).toContainText("Cancelled");
});

test("a concurrent adjustment is rejected; the form shows current figures and keeps the input", async ({ page }) => {
  const order = await aDeliveredOrder();
  const item = await aLineItem(order);
  await visit(page, `${order.path}/items/${item}/adjust`);
  await isReady(page);
  await takeOneBack(item);
  await field(page, "Quantity").fill("-2");
  await field(page, "Comment").fill("Both were broken.");
  await button(dialog(page), "Save").click();
  await expect(dialog(page)).toContainText("The quantity is 1, so it can't be reduced by more than that.");
  await expect(field(page, "Comment")).toHaveValue("Both were broken.");
  await expect(owed(page, "Quantity").first()).toHaveText("1");
  await expect(owed(page, "Purchase Amount").first()).toHaveText("$9.95");
  await field(page, "Quantity").fill("-1");
  if (!hasScripts()) await button(page, "Work out the amounts from the quantity").click();
  await expect(field(page, "Shipping amount")).toHaveValue("-5.00");
  await button(dialog(page), "Save").click();
  await seesToast(page, saved);
});

test("an item is deleted after a confirmation", async ({ page }) => {
  const order = await aDeliveredOrder();
  await aLineItem(order);
  await visit(page, order.path);
  await link(page, "Delete Woven basket").click();
  await isReady(page);
  await expect(dialog(page)).toContainText("Woven basket will be removed from this order.");
  await button(dialog(page), "Delete").click();
  await seesToast(page, saved);
  await expect(page.getByText("This order has no items yet.")).toBeVisible();
});

test("a shipped item cannot be deleted", async ({ page }) => {
  const order = await aDeliveredOrder();
  const item = await aLineItem(order);
  await aShipment(order, [[item, 1]]);
  await visit(page, order.path);
  await expect(link(page, "Add Adjustment to Woven basket")).toBeVisible();
  await expect(link(page, "Delete Woven basket")).toHaveCount(0);
});

test("items can be added from the catalogue or as free text", { tag: "@core" }, async ({ page }) => {
  const product = await aProduct({ price: 9.0455 });
  const order = await aDeliveredOrder();
  await visit(page, order.path);
  await link(card(page, "Ordered Products"), "Add").click();
  await isReady(page);
  await field(page, "Name or SKU").fill(product.name);
  await button(page, "Search the catalogue").click();
  await link(page, product.name).click();
  await expect(field(page, "Product name")).toHaveValue(product.name);
  await expect(field(page, "Item price")).toHaveValue("9.95");
  await isReady(page);
  await field(page, "Quantity").fill("3");
  await field(page, "Shipping amount").fill("5");
  await button(page, "Add").click();
  await seesToast(page, saved);
  await expect(items(page)).toHaveCount(1);
  await expect(link(items(page), product.name)).toBeVisible();
  await expect(detail(items(page), "Quantity")).toHaveText("3");

  await visit(page, `${order.path}/items/new`);
  await button(page, "Add").click();
  await seesFieldError(page, "Product name", "This is a required field");
  await field(page, "Product name").fill("Gift wrapping");
  await field(page, "Item price").fill("4.5");
  await field(page, "Tax class").selectOption("GST-free");
  await button(page, "Add").click();
  await seesToast(page, saved);
  await expect(items(page)).toHaveCount(2);
  await expect(detail(items(page).last(), "Item price")).toHaveText("$4.50 GST-free");
});

test.describe("supplier staff with orders", () => {
  test.use({ account: "acaciaOrders" });

  test("can change states and notes, and nothing else", async ({ page }) => {
    const order = await anOrder();
    await aLineItem(order);
    await visit(page, order.path);
    await expect(link(page, "Edit Woven basket")).toBeVisible();
    for (const name of ["Edit Order Details", "Add", "Add Adjustment to Woven basket", "Delete Woven basket"])
      await expect(link(page, name)).toHaveCount(0);
    await expect(link(page, "Notify Supplier")).toHaveCount(0);
    const response = await page.goto(`${order.path}/items/new`);
    expect(response?.status()).toBe(404);
  });
});

test("forms and dialogs fit a narrow screen and are accessible @javascript", async ({ page }) => {
  const order = await aDeliveredOrder();
  const item = await aLineItem(order);
  for (const path of [
    "?edit=details",
    `?edit=${item}`,
    `/items/${item}/adjust`,
    `/items/${item}/delete`,
    "/items/new?find=",
  ]) {
    await visit(page, `${order.path}${path}`);
    await hasNoAxeViolations(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await staysWithin(page, path);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

test.describe("cancelling,", () => {
  test("first an item and then the rest of the order, asks for confirmation each time", async ({ page }) => {
    const order = await aDeliveredOrder();
    const [first, second] = [
      await aLineItem(order, { name: "Zed kettle" }),
      await aLineItem(order, { name: "Zed mug" }),
    ];
    await visit(page, order.path);
    await link(page, "Cancel Item Zed kettle").click();
    await isReady(page);
    await expect(dialog(page).getByRole("row").last()).toContainText("Zed kettle");
    await expect(dialog(page)).not.toContainText("Zed mug");
    await field(dialog(page), "Comment").fill("Broken in the warehouse");
    await button(dialog(page), "Cancel Item").click();
    await seesToast(page, "Cancelled.");
    const item = (id: number) => page.locator(`#item-${id}`);
    await expect(item(first)).toContainText("Cancelled");
    await expect(item(second)).not.toContainText("Cancelled");
    await expect(link(page, "Cancel Item Zed kettle")).toHaveCount(0);
    await isReady(page);
    await link(page, "Cancel Order").click();
    await isReady(page);
    await expect(link(dialog(page), "Keep Order")).toBeVisible();
    await button(dialog(page), "Cancel Order").click();
    await expect(item(second)).toContainText("Cancelled");
    await expect(link(page, "Cancel Order")).toHaveCount(0);
    await visit(page, `${order.path}/cancel`);
    await expect(dialog(page)).toContainText("There is nothing left to cancel");
  });
});

test.describe("an order without a supplier", () => {
  test("gets one from its page, once", { tag: "@core" }, async ({ page }) => {
    const order = await aPlacedOrder([{ Sku: "ZED-9", ProductName: "Zed tray", Quantity: 2, PriceIncTax: 9.95 }]);
    await visit(page, order.path);
    await expect(link(page, "Notify Supplier")).toHaveCount(0);
    await link(page, "Assign Supplier").click();
    await isReady(page);
    await expect(dialog(page).getByRole("row").last()).toContainText("Zed tray");
    await button(dialog(page), "Assign Supplier").click();
    await expect(dialog(page)).toContainText("Please select the supplier for this order");
    await field(dialog(page), "Supplier").selectOption({ label: "Acacia Homewares" });
    await button(dialog(page), "Assign Supplier").click();
    await seesToast(page, saved);
    await expect(card(page, "Order Details")).toContainText("Acacia Homewares");
    await expect(link(page, "Notify Supplier")).toBeVisible();
    await visit(page, `${order.path}/supplier`);
    await expect(dialog(page)).toContainText("This order already has the supplier Acacia Homewares");
  });
});

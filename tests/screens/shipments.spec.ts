import type { Page } from "@playwright/test";
import { aName, aSupplier } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aLineItem, anOrder, aShipment, deliverTo, track } from "#tests/support/browser/orders.ts";
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
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const saved = "Shipment updated successfully.";
const rows = (page: Page) => page.locator("tbody tr.row-link");
const items = (page: Page) => card(page, "Ordered Products").getByRole("listitem");
const dialog = (page: Page) => page.getByRole("dialog");
const tracking = (page: Page) => card(page, "Tracking Details");

async function aDeliveredOrder(supplierId?: number) {
  const order = await anOrder({ supplierId });
  await deliverTo(order);
  return order;
}

test.describe("Add Shipment", () => {
  test("ships the selected items in the entered quantities", { tag: "@core" }, async ({ page }) => {
    const order = await aDeliveredOrder();
    await aLineItem(order, { quantity: 3 });
    await aLineItem(order, { name: "Grass mat" });
    await visit(page, order.path);
    await isReady(page);
    if (hasScripts()) await expect(button(page, "Ship Selected")).toBeDisabled();
    await page.getByRole("checkbox", { name: "Choose Woven basket" }).check();
    await button(page, "Ship Selected").click();
    await isReady(page);
    await expect(dialog(page).getByRole("row")).toHaveCount(2);
    const quantity = field(dialog(page), "Quantity of Woven basket");
    await expect(quantity).toHaveValue("3");
    await quantity.fill("x");
    await button(dialog(page), "OK").click();
    await expect(dialog(page)).toContainText("Please enter a whole number, at least 0.");
    await quantity.fill("0");
    await button(dialog(page), "OK").click();
    await expect(dialog(page)).toContainText("Please enter how many to ship: all quantities are 0.");
    await quantity.fill("2");
    await button(dialog(page), "OK").click();
    await seesToast(page, saved);
    await expect(items(page).first()).toContainText("Partially Filled");
    await expect(detail(items(page).first(), "Quantity to ship")).toHaveText("1");
    await expect(detail(items(page).last(), "Quantity to ship")).toHaveText("2");
  });

  test("asks for an item if none is selected @plain-html", async ({ page }) => {
    const order = await aDeliveredOrder();
    await aLineItem(order);
    await visit(page, order.path);
    await button(page, "Ship Selected").click();
    await expect(dialog(page)).toContainText("Select at least one item");
  });

  test("rejects a concurrent shipment, shows the remaining quantity and keeps the input", async ({ page }) => {
    const order = await aDeliveredOrder();
    const item = await aLineItem(order, { quantity: 3 });
    await visit(page, `${order.path}/ship?item=${item}`);
    await isReady(page);
    await aShipment(order, [[item, 2]]);
    await field(dialog(page), "Quantity of Woven basket").fill("3");
    await button(dialog(page), "OK").click();
    await expect(dialog(page)).toContainText("1");
    await expect(dialog(page).getByRole("row").last().getByRole("cell").nth(1)).toHaveText("1");
    await expect(field(dialog(page), "Quantity of Woven basket")).toHaveValue("3");
    await field(dialog(page), "Quantity of Woven basket").fill("1");
    await button(dialog(page), "OK").click();
    await seesToast(page, saved);
    await expect(items(page)).toContainText("Complete");
    await expect(page.getByRole("checkbox", { name: "Choose Woven basket" })).toHaveCount(0);
  });
});

test.describe("a parcel", () => {
  test("is shipped in one dialog, prefilled with all outstanding items and the last courier, and leads to its slip", {
    tag: "@core",
  }, async ({ page }) => {
    const { id: supplierId } = await aSupplier();
    const before = await aDeliveredOrder(supplierId);
    const sent = await aShipment(before, [[await aLineItem(before), 1]]);
    await track(sent, "AP-0");
    const order = await aDeliveredOrder(supplierId);
    await aLineItem(order, { quantity: 3 });
    await aLineItem(order, { name: "Grass mat" });
    await visit(page, order.path);
    await isReady(page);
    await link(page, "Ship All").click();
    await isReady(page);
    await expect(field(dialog(page), "Quantity of Woven basket")).toHaveValue("3");
    await expect(field(dialog(page), "Quantity of Grass mat")).toHaveValue("2");
    await expect(field(dialog(page), "Courier").locator("option:checked")).toHaveText("Australia Post");
    await field(dialog(page), "Tracking number").fill("SD-1");
    await button(dialog(page), "Print Packaging Slip").click();
    await expect(page.getByRole("article", { name: "Packaging slip" })).toContainText("SD-1");
    await visit(page, order.path);
    await expect(link(page, "Ship All")).toHaveCount(0);
    await expect(items(page).first()).toContainText("Complete");
  });

  test("is refused with a number that a barcode cannot encode, and keeps the input", async ({ page }) => {
    const order = await aDeliveredOrder();
    const item = await aLineItem(order, { quantity: 3 });
    await visit(page, `${order.path}/ship?item=${item}`);
    await isReady(page);
    await field(dialog(page), "Courier").selectOption("TNT");
    await field(dialog(page), "Tracking number").fill("parcel \u{1f4e6}");
    await field(dialog(page), "Quantity of Woven basket").fill("1");
    await button(dialog(page), "OK").click();
    await seesFieldError(dialog(page), "Tracking number", "A barcode holds plain letters, digits and signs only.");
    await expect(field(dialog(page), "Courier").locator("option:checked")).toHaveText("TNT");
    await expect(field(dialog(page), "Quantity of Woven basket")).toHaveValue("1");
  });

  test("offers all items if none was selected", async ({ page }) => {
    const order = await aDeliveredOrder();
    await aLineItem(order, { quantity: 3 });
    await visit(page, `${order.path}/ship`);
    await expect(dialog(page)).toContainText("Select at least one item.");
    await link(dialog(page), "Ship All").click();
    await expect(field(dialog(page), "Quantity of Woven basket")).toHaveValue("3");
  });
});

test.describe("many shipments", () => {
  test("are filtered by the next step and can be marked as dispatched together", async ({ page }) => {
    const { id: supplierId } = await aSupplier();
    const names = [];
    for (const number of ["SD-1", "SD-2", ""]) {
      const order = await aDeliveredOrder(supplierId);
      const shipment = await aShipment(order, [[await aLineItem(order), 1]]);
      if (number) await track(shipment, number);
      names.push(`${order.name}-${shipment}`);
    }
    const list = `/shipments?supplierId=${supplierId}`;
    await visit(page, `${list}&withoutTracking=true`);
    await expect(rows(page)).toHaveCount(1);
    await visit(page, `${list}&slipNotPrinted=true`);
    await expect(rows(page)).toHaveCount(2);
    await visit(page, `${list}&rows=100`);
    await isReady(page);
    await expect(page.getByRole("combobox", { name: "Rows per page" }).locator("option:checked")).toHaveText("100");
    await expect(rows(page)).toHaveCount(3);
    for (const box of await page.getByRole("checkbox", { name: /^Choose shipment/ }).all()) await box.check();
    await button(page, "Mark as Dispatched").click();
    await expect(heading(page)).toHaveText("Mark as Dispatched");
    await expect(card(page, "Courier and tracking number")).toContainText(names[2] ?? "");
    await expect(card(page, "Also marked as dispatched").locator("tbody tr")).toHaveCount(2);
    await isReady(page);
    if (hasScripts()) await hasNoAxeViolations(page);
    await button(page, "Save and Mark as Dispatched").click();
    await seesToast(page, "2 shipments were marked as dispatched.");
    // Empty fields can be filled in now, or later.
    await expect(heading(page)).toHaveText("Mark as Dispatched");
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await visit(page, `${list}&rows=100`);
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).filter({ hasText: "Dispatched" })).toHaveCount(2);
    await visit(page, `${list}&status=2`);
    await expect(rows(page)).toHaveCount(2);
  });

  test("get courier and number in one form, in which a scanner types, and only the wrong rows come back", async ({
    page,
  }) => {
    const { id: supplierId } = await aSupplier();
    const made: { id: number; name: string }[] = [];
    for (let i = 0; i < 4; i++) {
      const order = await aDeliveredOrder(supplierId);
      const id = await aShipment(order, [[await aLineItem(order), 1]]);
      if (i === 3) await track(id, "AP-0");
      else made.push({ id, name: `${order.name}-${id}` });
    }
    const [first, second, third] = made.map(({ name }) => page.getByLabel(`Tracking number of ${name}`));
    if (!first || !second || !third) throw new Error("Three shipments were added.");
    const courierOf = (i: number) => page.getByLabel(`Courier of ${made[i]?.name}`).locator("option:checked");
    await visit(page, `/shipments/dispatch?${made.map(({ id }) => `Ids=${id}`).join("&")}`);
    await isReady(page);
    await expect(courierOf(0)).toHaveText("Australia Post");
    await page.getByLabel("Courier for all").selectOption("Sendle");
    await button(page, "Use for All").click();
    await expect(courierOf(2)).toHaveText("Sendle");
    await first.fill("SD-1");
    if (hasScripts()) {
      await first.press("Enter");
      await expect(second).toBeFocused();
    }
    await second.fill("parcel \u{1f4e6}");
    await button(page, "Save and Mark as Dispatched").click();
    await expect(page.getByRole("alert").first()).toContainText(
      "1 shipment was marked as dispatched, 1 was not saved.",
    );
    await expect(page.locator("tbody tr")).toHaveCount(2);
    await expect(second).toHaveValue("parcel \u{1f4e6}");
    await expect(page.getByText("A barcode holds plain letters, digits and signs only.").last()).toBeVisible();
    await expect(courierOf(1)).toHaveText("Sendle");
    await second.fill("SD-2");
    // Without scripts, a scanner's Enter saves what has been entered so far.
    await second.press("Enter");
    if (hasScripts()) {
      await expect(third).toBeFocused();
      await third.press("Enter");
      await expect(button(page, "Save and Mark as Dispatched")).toBeFocused();
      await page.keyboard.press("Enter");
    }
    await seesToast(page, "1 shipment was marked as dispatched.");
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await expect(third).toHaveValue("");
    await visit(page, `/shipments?supplierId=${supplierId}&status=2`);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).filter({ hasText: "SD-1" })).toContainText("Sendle");
  });
});

test.describe("the list", () => {
  test("shows its columns, is searched and sorted, and leads to a shipment and back", async ({ page }) => {
    const supplier = await aSupplier();
    const surname = aName("Lee");
    const shipped = [];
    for (const firstName of ["Ana", "Bea"]) {
      const order = await anOrder({ supplierId: supplier.id, customer: { firstName, surname } });
      shipped.push({ order, shipment: await aShipment(order, [[await aLineItem(order), 1]]) });
    }
    const [first, second] = shipped;
    await visit(page, "/shipments");
    await expect(heading(page)).toHaveText("Shipments");
    await page.getByPlaceholder("Search by order number or customer name...").fill(surname);
    await button(page, "Search").click();
    await expect(rows(page).locator("td:nth-child(2)")).toHaveText([String(second?.shipment), String(first?.shipment)]);
    await link(page, "Customer").click();
    await expect(rows(page).locator("td:nth-child(2)")).toHaveText([String(first?.shipment), String(second?.shipment)]);
    await expect(rows(page).first().locator("td")).toHaveText([
      "",
      String(first?.shipment),
      `Ana ${surname}`,
      /^\d\d \w{3} \d{4}$/,
      supplier.name,
      /\w/,
      first?.order.name ?? "",
      "–",
      "Processing",
    ]);
    const list = page.url();
    await link(page, `Ana ${surname}`).click();
    await expect(heading(page)).toHaveText(`Shipment ${first?.order.name}-${first?.shipment}`);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`^${list.replace(/[.?+]/g, "\\$&")}(#|$)`));
  });
});

test.describe("a shipment", () => {
  test("asks for its courier and number until they are entered, then shows its tracking", async ({ page }) => {
    const order = await aDeliveredOrder();
    const shipment = await aShipment(order, [[await aLineItem(order), 2]]);
    await visit(page, `/shipments/${shipment}`);
    await isReady(page);
    await expect(link(card(page, "Order Details"), order.name)).toBeVisible();
    await expect(detail(card(page, "Order Details"), "Delivery address")).toContainText("3 / 12 Wharf Road");
    await expect(card(page, "Line Items").getByRole("row").last()).toHaveText(/Woven basket.*BASKET-1.*2/);
    await button(tracking(page), "Save").click();
    await seesFieldError(page, "Courier", "Please select the courier.");
    await seesFieldError(page, "Tracking number", "This is a required field");
    await field(page, "Courier").selectOption("Australia Post");
    await field(page, "Tracking number").fill("ABC 12/3");
    await field(page, "Status").selectOption("Dispatched");
    await button(tracking(page), "Save").click();
    await seesToast(page, saved);
    await expect(detail(tracking(page), "Courier")).toHaveText("Australia Post");
    await expect(detail(tracking(page), "Status")).toHaveText("Dispatched");
    await expect(tracking(page).getByRole("link", { name: "ABC 12/3" })).toHaveAttribute(
      "href",
      /auspost\.com\.au.*ABC%2012%2F3$/,
    );
    await link(page, "Edit Tracking Details").click();
    await isReady(page);
    await field(page, "Status").selectOption("Delivered");
    await button(tracking(page), "Save").click();
    await expect(tracking(page)).toContainText("Please confirm that it has been delivered.");
    await expect(tracking(page)).toContainText("Once delivered, this shipment can no longer be changed or cancelled.");
    await isReady(page);
    await tracking(page).getByRole("checkbox", { name: "Yes, it has been delivered" }).check();
    await button(tracking(page), "Save").click();
    await seesToast(page, saved);
    await expect(link(page, "Edit Tracking Details")).toHaveCount(0);
    await expect(link(page, "Cancel Shipment")).toHaveCount(0);
  });

  test("can be viewed without its tracking", async ({ page }) => {
    const order = await aDeliveredOrder();
    const shipment = await aShipment(order, [[await aLineItem(order), 1]]);
    await visit(page, `/shipments/${shipment}`);
    await link(tracking(page), "Cancel").click();
    await expect(link(page, "Edit Tracking Details")).toBeVisible();
    await expect(detail(tracking(page), "Courier")).toHaveText("–");
  });

  test("can be cancelled after a confirmation, which returns its quantities", async ({ page }) => {
    const order = await aDeliveredOrder();
    const shipment = await aShipment(order, [[await aLineItem(order), 2]]);
    await visit(page, `/shipments/${shipment}`);
    await link(page, "Cancel Shipment").click();
    await isReady(page);
    await expect(dialog(page)).toContainText("Everything in this shipment will have to be shipped again.");
    await button(dialog(page), "Cancel Shipment").click();
    await seesToast(page, saved);
    await expect(page.getByText("This shipment was cancelled on")).toBeVisible();
    await expect(button(page, "Save")).toHaveCount(0);
    await visit(page, order.path);
    await expect(detail(items(page), "Quantity to ship")).toHaveText("2");
  });

  test("that does not exist is not found", async ({ page }) => {
    const response = await page.goto("/shipments/999999999");
    expect(response?.status()).toBe(404);
  });
});

test.describe("supplier staff with orders", () => {
  test.use({ account: "acaciaOrders" });

  test("can ship, and see nothing of other suppliers", async ({ page }) => {
    const order = await anOrder();
    const item = await aLineItem(order);
    await visit(page, `${order.path}/ship?item=${item}`);
    await isReady(page);
    await button(dialog(page), "OK").click();
    await seesToast(page, saved);
    const other = await anOrder({ supplierId: (await aSupplier()).id });
    const others = await aShipment(other, [[await aLineItem(other), 1]]);
    const response = await page.goto(`/shipments/${others}`);
    expect(response?.status()).toBe(404);
  });
});

test("all shipment pages fit a narrow screen and are accessible @javascript", async ({ page }) => {
  const order = await aDeliveredOrder();
  const item = await aLineItem(order, { name: "Woven basket with a lid that has a very long name", quantity: 3 });
  const shipment = await aShipment(order, [[item, 1]]);
  for (const path of [
    "/shipments",
    `/shipments/${shipment}`,
    `/shipments/${shipment}/cancel`,
    `${order.path}/ship?item=${item}`,
  ]) {
    await visit(page, path);
    await hasNoAxeViolations(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await staysWithin(page, path);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

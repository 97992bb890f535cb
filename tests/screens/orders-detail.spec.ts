import type { Page } from "@playwright/test";
import { aSupplier, command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import {
  aLineItem,
  anOrder,
  aShipment,
  deliverTo,
  takeOneBack,
  track,
  waitForStock,
} from "#tests/support/browser/orders.ts";
import { card, detail, heading, isAt, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const items = (page: Page) => card(page, "Ordered Products").getByRole("listitem");

test("an order shows its supplier, date and customer", async ({ page }) => {
  const supplier = await aSupplier();
  const order = await anOrder({ supplierId: supplier.id, orderedAt: "2026-03-01T13:30:00Z" });
  await visit(page, `${order.path}?edit=nothing`);
  await expect(heading(page)).toHaveText(order.name);
  await expect(page).toHaveTitle(new RegExp(`^${order.name}`));
  const details = card(page, "Order Details");
  for (const [term, words] of [
    ["Supplier", supplier.name],
    ["Order number", order.name],
    ["Order date", "02 Mar 2026, 12:30 am"],
    ["Status", "Processing"],
    ["Customer name", "Ana Lee"],
    ["Customer email", "ana@test.example"],
    ["Phone number", "08 5550 1234"],
    ["Delivery address", "–"],
  ] as const) {
    await expect(detail(details, term)).toHaveText(words);
  }
  await expect(detail(details, "Ship by")).toHaveText(/^04 Mar 2026 Late by \d+ days.*From the handling days/);
  await expect(detail(details, "Company name")).toHaveCount(0);
  await expect(detail(details, "Order notes")).toHaveCount(0);
});

test("the address names the customer, or the company with the customer's attention", async ({ page }) => {
  const order = await anOrder();
  await deliverTo(order);
  await visit(page, order.path);
  const lines = ["3 / 12 Wharf Road", "Fremantle WA 6160", "Australia"];
  const address = detail(card(page, "Order Details"), "Delivery address");
  await expect(address).toHaveText(["Ana Lee", ...lines].join("\n"), { useInnerText: true });
  await deliverTo(order, { companyName: "Lee & Daughters", notes: "Leave it\nat the door." });
  await visit(page, order.path);
  await expect(address).toHaveText(["Lee & Daughters", "Attention Of Ana Lee", ...lines].join("\n"), {
    useInnerText: true,
  });
  await expect(detail(card(page, "Order Details"), "Company name")).toHaveText("Lee & Daughters");
  await expect(detail(card(page, "Order Details"), "Order notes")).toContainText("at the door.");
});

test("each item shows its details and links to its product", { tag: "@core" }, async ({ page }) => {
  const product = await aProduct();
  const order = await anOrder();
  const options = [
    { Name: "Colour", Value: "Red" },
    { Name: "Size", Value: "M" },
  ];
  await aLineItem(order, {
    productId: product.id,
    name: product.name,
    options,
    orderNotes: "As a present.",
    supplierNotes: "Fragile.",
  });
  await aLineItem(order, { name: "Not in the catalogue", quantity: 1 });
  await visit(page, order.path);
  const [first, second] = [items(page).nth(0), items(page).nth(1)];
  for (const [term, words] of [
    ["Options", "Colour: Red, Size: M"],
    ["SKU", "BASKET-1"],
    ["Item price", "$9.95 inc GST"],
    ["Quantity", "2"],
    ["Quantity to ship", "2"],
    ["Order notes", "As a present."],
    ["Internal notes", "Fragile."],
  ] as const) {
    await expect(detail(first, term)).toHaveText(words);
  }
  await expect(first).toContainText("Processing");
  await expect(second.getByRole("heading", { name: "Not in the catalogue" })).toBeVisible();
  await expect(link(second, "Not in the catalogue")).toHaveCount(0);
  await link(first, product.name).click();
  await expect(heading(page)).toHaveText(product.name);
});

test("shipments are listed newest first with links, including cancelled ones", async ({ page }) => {
  const order = await anOrder();
  await visit(page, `${order.path}?edit=nothing`);
  await expect(card(page, "Ordered Products")).toBeVisible();
  await expect(card(page, "Shipments")).toHaveCount(0);
  const item = await aLineItem(order);
  const [first, second] = [await aShipment(order, [[item, 1]]), await aShipment(order, [[item, 1]])];
  await track(second);
  await command("shipments/CancelShipment", { ShipmentId: first });
  await visit(page, `${order.path}?edit=nothing`);
  const rows = card(page, "Shipments").locator("tbody").getByRole("row");
  await expect(rows).toHaveText([
    new RegExp(`^${order.name}-${second} *\\d\\d \\w{3} \\d{4}33XYZ0001$`),
    new RegExp(`^${order.name}-${first} Cancelled\\d\\d \\w{3} \\d{4}–$`),
  ]);
  await link(rows.nth(0), `${order.name}-${second}`).click();
  await expect(heading(page)).toHaveText(`Shipment ${order.name}-${second}`);
});

test("an out-of-stock item shows when stock is expected", async ({ page }) => {
  const order = await anOrder();
  await waitForStock(await aLineItem(order), "2027-09-02");
  await visit(page, order.path);
  await expect(items(page)).toContainText("Waiting on Stock");
  await expect(items(page)).toContainText("expected to be back in stock by 02 Sep 2027");
});

test("Show More and Show Less open and close the amounts of each item independently", async ({ page }) => {
  const order = await anOrder();
  await takeOneBack(await aLineItem(order));
  await aLineItem(order, { name: "Tray" });
  await visit(page, order.path);
  await link(page, "Show More of Woven basket").click();
  const amounts = page.getByRole("region", { name: "Amounts of Woven basket" });
  // Bought for $19.90 with $5.00 of shipping and $5.97 of commission; one came back.
  await expect(amounts.locator("tbody tr")).toHaveText([
    "Quantity211",
    "Purchase Amount$19.90$9.95$9.95",
    "Shipping Amount$5.00$5.00$5.00",
    "Commission$5.97$2.99$2.99",
    "Sub Total$18.93$11.96$11.96",
  ]);
  await link(page, "Show More of Tray").click();
  await expect(page.getByRole("region", { name: "Amounts of Tray" })).toBeVisible();
  await link(page, "Show Less of Woven basket").click();
  await expect(amounts).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Amounts of Tray" })).toBeVisible();
});

test("the order's total follows its adjustments", async ({ page }) => {
  const order = await anOrder();
  await takeOneBack(await aLineItem(order));
  await aLineItem(order, { name: "Tray" });
  await visit(page, order.path);
  await expect(card(page, "Ordered Products")).toContainText(
    "Products $29.85, shipping $10.00 Order total $39.85 inc GST",
  );
});

test("the adjusted amounts link to the item's transactions and back", async ({ page }) => {
  const order = await anOrder();
  const item = await aLineItem(order);
  await takeOneBack(item);
  await visit(page, `${order.path}?more=${item}`);
  await link(page, "Adjusted: transactions of Woven basket").click();
  await expect(heading(page)).toHaveText("Item Transactions");
  const rows = page.getByRole("main").locator("tbody tr");
  await expect(rows.nth(0).locator("td")).toHaveText([
    /\d{2} \w{3} \d{4}, \d{1,2}:\d{2} [ap]m/,
    "Purchase",
    "2",
    "$19.90",
    "$5.97",
    "$5.00",
    "",
  ]);
  await expect(rows.nth(1).locator("td")).toHaveText([
    /\d{4}/,
    "Refund",
    "-1",
    "-$9.95",
    "-$2.98",
    "$0.00",
    "One was broken.",
  ]);
  await expect(rows).toHaveCount(2);
  await link(page.getByRole("navigation", { name: "Breadcrumb" }), order.name).click();
  await isAt(page, `${order.path}?more=${item}`);
});

test("transactions of an item that is not in the order are not found", async ({ page }) => {
  const [order, other] = [await anOrder(), await anOrder()];
  const item = await aLineItem(other);
  expect((await visit(page, `${order.path}/transactions/${item}`))?.status()).toBe(404);
  expect((await visit(page, "/orders/999999999"))?.status()).toBe(404);
});

test("fits a small screen with all details open", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const order = await anOrder();
  const item = await aLineItem(order, { name: "Donaudampfschifffahrtsgesellschaftskapitaenswitwenversicherung" });
  await visit(page, `${order.path}?more=${item}`);
  await staysWithin(page, "an order");
  await visit(page, `${order.path}/transactions/${item}`);
  await staysWithin(page, "the transactions of an item");
});

test("axe finds no violations @javascript", async ({ page }) => {
  const order = await anOrder();
  const item = await aLineItem(order, { options: [{ Name: "Colour", Value: "Red" }] });
  await deliverTo(order, { companyName: "Lee & Daughters" });
  await visit(page, `${order.path}?more=${item}`);
  await hasNoAxeViolations(page);
  await visit(page, `${order.path}/transactions/${item}`);
  await hasNoAxeViolations(page);
});

test.describe("staff of the order's supplier", () => {
  test.use({ account: "acaciaOrders" });

  test("see everything except the customer's email address", async ({ page }) => {
    const order = await anOrder();
    await visit(page, order.path);
    await expect(detail(card(page, "Order Details"), "Customer name")).toHaveText("Ana Lee");
    await expect(detail(card(page, "Order Details"), "Customer email")).toHaveCount(0);
    expect(await page.content()).not.toContain("ana@test.example");
  });
});

test.describe("a user without access to the catalogue", () => {
  test.use({ account: "finance" });

  test("sees only the name of a product, without a link", async ({ page }) => {
    const product = await aProduct();
    const order = await anOrder();
    await aLineItem(order, { productId: product.id, name: product.name });
    await visit(page, order.path);
    await expect(items(page).getByRole("heading", { name: product.name })).toBeVisible();
    await expect(link(page, product.name)).toHaveCount(0);
  });
});

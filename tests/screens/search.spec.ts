import type { Page } from "@playwright/test";
import { aName, aSupplier, command } from "#tests/support/browser/api.ts";
import { aLineItem, anOrder } from "#tests/support/browser/orders.ts";
import { button, card, field, heading, isAt, link, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

/** The box in the header. The page of results has one as well, which only narrow screens show. */
const box = (page: Page) => page.getByRole("banner").getByRole("searchbox", { name: "Search all records" });

test("the box in the header opens the shipment of a scanned packaging slip @core", async ({ page }) => {
  const order = await anOrder();
  const LineItemId = await aLineItem(order);
  const TrackingNumber = `33${aName("T").slice(2).toUpperCase()}`;
  const id = await command<number>("shipments/AddShipment", {
    OrderId: order.id,
    Items: [{ LineItemId, QuantityToShip: 1 }],
    CourierId: 1,
    TrackingNumber,
  });
  await visit(page, "/products");
  await box(page).click();
  // As a scanner types it.
  await page.keyboard.insertText(TrackingNumber);
  await page.keyboard.press("Enter");
  await isAt(page, `/shipments/${id}`);
  await expect(box(page)).toHaveValue("");
});

test("results are listed by kind, and the text stays in the box", async ({ page }) => {
  const name = aName("Zinnia");
  const [one, two] = [await aSupplier({ name: `${name} One` }), await aSupplier({ name: `${name} Two` })];
  await visit(page, "/users");
  await box(page).fill(name);
  await box(page).press("Enter");
  await expect(heading(page)).toHaveText("Search");
  await expect(box(page)).toHaveValue(name);
  await expect(card(page, "Suppliers").getByRole("link")).toHaveText([one.name, two.name]);
  await link(card(page, "Suppliers"), two.name).click();
  await isAt(page, two.path);
  await expect(box(page)).toHaveValue("");
});

test("a search without matches says what can be searched for", async ({ page }) => {
  await visit(page, "/search?q=%25_%27%3Cb%3E");
  await expect(page.getByRole("main")).toContainText("Nothing matches “%_'<b>”.");
  await expect(page.getByRole("main")).toContainText(
    "You can search by order number, customer, tracking number, product, SKU, supplier, ABN, invoice number or payment number. You can also scan the barcode of a packaging slip.",
  );
});

test("on a narrow screen the header leads to a page with the box", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await visit(page, "/orders");
  await expect(box(page)).toBeHidden();
  await link(page.getByRole("banner"), "Search").click();
  await page.getByRole("main").getByRole("searchbox", { name: "Search all records" }).fill("there is no such text");
  await button(page, "Search").click();
  await expect(page.getByRole("main")).toContainText("Nothing matches");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("the key / puts the cursor into the box, except while typing or in a dialog @javascript", async ({ page }) => {
  await visit(page, "/suppliers?name=acacia");
  // The script of the key is loaded with the first one.
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("");
  await field(page, "Name").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("/");
  await expect(field(page, "Name")).toHaveValue("acacia/");
  await field(page, "Name").blur();
  await page.keyboard.press("Control+/");
  await expect(box(page)).not.toBeFocused();
  await visit(page, "/producttypes/new");
  await page.keyboard.press("/");
  await expect(box(page)).not.toBeFocused();
});

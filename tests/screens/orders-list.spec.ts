import type { Page } from "@playwright/test";
import { dayOf } from "#contract/rules/dates.ts";
import { dayAfter } from "#contract/rules/ship-by.ts";
import { aName, aSupplier } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import { aLineItem, anOrder, waitForStock } from "#tests/support/browser/orders.ts";
import {
  button,
  card,
  detail,
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
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const rows = (page: Page) => page.locator("tbody tr.row-link");
// The first column has the boxes.
const numbers = (page: Page) => rows(page).locator("td:nth-child(2)");
const filter = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const found = (search: Record<string, string>) => `/orders?${new URLSearchParams(search)}`;

/** Submits the filters; with scripts they apply automatically. */
async function search(page: Page): Promise<void> {
  if (!hasScripts()) await button(page, "Search").click();
}

test.describe("the list", () => {
  test("shows its columns, is filtered by supplier and marketplace, and leads to an order and back", {
    tag: "@core",
  }, async ({ page }) => {
    const supplier = await aSupplier();
    const order = await anOrder({
      supplierId: supplier.id,
      orderedAt: "2026-03-01T13:30:00Z",
      customer: { firstName: "Ana", surname: "Öz & <Lee>" },
    });
    await anOrder({ supplierId: supplier.id, marketplaceId: 2 });
    await visit(page, "/orders");
    await expect(heading(page)).toHaveText("Orders");
    await expect(page.getByPlaceholder("Search by order number or customer name...")).toBeVisible();
    await filter(page, "Supplier").selectOption({ label: supplier.name });
    await search(page);
    await expect(rows(page)).toHaveCount(2);
    await filter(page, "Marketplace").selectOption({ label: "Harbour & Co" });
    await search(page);
    await expect(rows(page)).toHaveCount(1);
    const list = new URL(page.url());
    await visit(page, found({ searchText: order.name }));
    // In Sydney it is already 2 March.
    await expect(rows(page).locator("td")).toHaveText([
      "",
      order.name,
      "Ana Öz & <Lee>",
      "02 Mar 2026",
      "Processing",
      /^04 Mar 2026 Late by \d+ days$/,
      supplier.name,
      /\w/,
      "",
    ]);
    await visit(page, `${list.pathname}${list.search}`);
    await rows(page).locator("a").first().click();
    await expect(heading(page)).toHaveText(/^ORDER/);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
    await isAt(page, `${list.pathname}${list.search}`);
  });

  test("finds orders by part of their number or of the customer's name", async ({ page }) => {
    const surname = aName("Lee");
    const order = await anOrder({ customer: { surname } });
    for (const part of [order.name.slice(3).toLowerCase(), `ana ${surname.slice(0, 10)}`]) {
      await visit(page, "/orders");
      await field(page, "Order or customer").fill(part);
      await button(page, "Search").click();
      await expect(numbers(page)).toHaveText([order.name]);
    }
  });

  test("shows the newest orders first, and can be sorted by its column headings", async ({ page }) => {
    const supplier = await aSupplier();
    const of = (name: string, orderedAt: string, firstName: string) =>
      anOrder({ supplierId: supplier.id, name, orderedAt, customer: { firstName } });
    await of("B-1", "2026-01-01T00:00:00Z", "Cleo");
    await of("A-2", "2026-03-01T00:00:00Z", "Bea");
    await of("C-3", "2026-02-01T00:00:00Z", "Ana");
    await visit(page, found({ supplierId: String(supplier.id) }));
    await expect(numbers(page)).toHaveText(["A-2", "C-3", "B-1"]);
    await link(page, "Order number").click();
    await expect(numbers(page)).toHaveText(["A-2", "B-1", "C-3"]);
    await link(page, "Customer").click();
    await expect(numbers(page)).toHaveText(["C-3", "A-2", "B-1"]);
    await link(page, "Date ▼").or(link(page, "Date")).click();
    await expect(numbers(page)).toHaveText(["B-1", "C-3", "A-2"]);
  });

  test("shows only outstanding orders at first, and all on request", async ({ page }) => {
    await visit(page, "/orders");
    await expect(page.getByLabel("Outstanding orders only")).toBeChecked();
    await expect(page.getByLabel("Orders with no supplier only")).not.toBeChecked();
    await page.getByLabel("Outstanding orders only").uncheck();
    await search(page);
    await expect(page).toHaveURL(/outstandingOrdersOnly=false/);
    await expect(page.getByLabel("Outstanding orders only")).not.toBeChecked();
  });

  test("says in words what is late or due, and finds it by ship-by day and by status", async ({ page }) => {
    const supplier = await aSupplier();
    // The supplier is in Western Australia, where it may still be yesterday.
    const today = dayOf(new Date().toISOString(), "Australia/Perth");
    const of = (name: string, shipBy: string) => anOrder({ supplierId: supplier.id, name, shipBy });
    const waiting = await of("WAITS", dayAfter(today, -2));
    await of("LATE", dayAfter(today, -1));
    await of("NOW", today);
    await of("NEXT", dayAfter(today, 14));
    await waitForStock(await aLineItem(waiting), dayAfter(today, 30));
    await visit(page, found({ supplierId: String(supplier.id), sort: "shipBy", direction: "asc" }));
    await expect(rows(page).locator("td:nth-child(6)")).toHaveText([
      /Late by 2 days$/,
      /Late by 1 day$/,
      /Due today$/,
      /20\d\d ?$/,
    ]);
    for (const [option, names] of [
      ["Late", ["WAITS", "LATE"]],
      ["Due today", ["NOW"]],
      ["(Any)", ["WAITS", "LATE", "NOW", "NEXT"]],
    ] as const) {
      await filter(page, "Ship by").selectOption(option);
      await search(page);
      await expect(numbers(page)).toHaveText([...names]);
    }
    await filter(page, "Status").selectOption("Waiting on Stock");
    await search(page);
    await expect(numbers(page)).toHaveText(["WAITS"]);
    await expect(page.getByLabel("Outstanding orders only")).toHaveCount(0);
  });

  test("omits an order with a supplier when filtered by orders without one", async ({ page }) => {
    const order = await anOrder();
    await visit(page, found({ searchText: order.name }));
    await expect(numbers(page)).toHaveText([order.name]);
    await page.getByLabel("Orders with no supplier only").check();
    await search(page);
    await expect(page.getByText("No orders match these filters.")).toBeVisible();
  });

  test("shows and hides the items of an order", async ({ page }) => {
    const order = await anOrder();
    await aLineItem(order, { options: [{ Name: "Colour", Value: "Red" }] });
    await visit(page, found({ searchText: order.name }));
    await link(page, `Show the items of ${order.name}`).click();
    const items = page.getByRole("table", { name: `Items of ${order.name}` });
    await expect(items.locator("tbody td")).toHaveText([
      "Woven basket",
      "Colour: Red",
      "BASKET-1",
      "Processing",
      "2",
      "$9.95",
      "$5.00",
    ]);
    await link(page, `Hide the items of ${order.name}`).click();
    await expect(items).toHaveCount(0);
  });

  test("hides less important columns on a small screen, and fits it", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const order = await anOrder();
    await aLineItem(order);
    await visit(page, found({ searchText: order.name, expand: String(order.id) }));
    await expect(page.getByText("BASKET-1")).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Marketplace" })).toBeHidden();
    await expect(page.getByRole("columnheader", { name: "Ship by" })).toBeVisible();
    await staysWithin(page, "the list of orders");
  });

  test("has no axe violations @javascript", async ({ page }) => {
    const product = await aProduct();
    const order = await anOrder();
    await aLineItem(order, { productId: product.id });
    await visit(page, found({ productId: String(product.id), expand: String(order.id), fromDate: "2026-03-01" }));
    await hasNoAxeViolations(page);
    await visit(page, "/orders/product?find=a");
    await hasNoAxeViolations(page);
    await visit(page, "/orders/new");
    await hasNoAxeViolations(page);
  });
});

test.describe("the date filter", () => {
  test("covers whole days in Sydney, both ends included, even when clocks change", async ({ page }) => {
    const supplier = await aSupplier();
    const at = (name: string, orderedAt: string) => anOrder({ supplierId: supplier.id, name, orderedAt });
    // 4 October 2026 has 23 hours in Sydney.
    await at("before", "2026-10-03T13:59:59.999Z");
    await at("first", "2026-10-03T14:00:00Z");
    await at("last", "2026-10-04T12:59:59.999Z");
    await at("after", "2026-10-04T13:00:00Z");
    await visit(page, found({ supplierId: String(supplier.id) }));
    await field(page, "From").fill("2026-10-04");
    await field(page, "To").fill("2026-10-04");
    await button(page, "Search").click();
    await expect(numbers(page)).toHaveText(["last", "first"]);
    await expect(field(page, "From")).toHaveValue("2026-10-04");
    await field(page, "To").fill("");
    await button(page, "Search").click();
    await expect(numbers(page)).toHaveText(["after", "last", "first"]);
  });

  test("ignores invalid dates", async ({ page }) => {
    const order = await anOrder();
    await visit(page, found({ searchText: order.name, fromDate: "2026-02-30", toDate: "tomorrow" }));
    await expect(numbers(page)).toHaveText([order.name]);
    await expect(field(page, "From")).toHaveValue("");
  });

  test("has links such as Today and Last month, which keep the other filters", async ({ page }) => {
    const order = await anOrder();
    await visit(page, found({ searchText: order.name }));
    await link(page, "Today").click();
    await expect(link(page, "Today")).toHaveAttribute("aria-current", "true");
    await expect(numbers(page)).toHaveText([order.name]);
    await link(page, "Last month").click();
    await expect(page.getByText("No orders match these filters.")).toBeVisible();
    await expect(field(page, "From")).toHaveValue(/-01$/);
    await expect(field(page, "Order or customer")).toHaveValue(order.name);
    for (const label of ["This week", "Last week", "This month"]) await expect(link(page, label)).toBeVisible();
  });
});

test.describe("the product filter", () => {
  test("searches for a product and keeps the input of the other filters", async ({ page }) => {
    const product = await aProduct();
    const order = await anOrder();
    const other = await anOrder({ name: `${order.name}-B` });
    await aLineItem(order, { productId: product.id });
    await aLineItem(other);
    await visit(page, "/orders");
    await field(page, "Order or customer").fill(order.name);
    await button(page, "Choose a product").click();
    await expect(heading(page)).toHaveText("Choose a product");
    await isReady(page);
    await field(page, "Name or SKU").fill(product.name);
    // With scripts the search starts while typing.
    await search(page);
    await expect(page.getByText("1 found.")).toBeVisible();
    await page.getByRole("link", { name: product.name }).click();
    await expect(heading(page)).toHaveText("Orders");
    await expect(page.getByRole("group", { name: "Product" })).toContainText(product.name);
    await expect(field(page, "Order or customer")).toHaveValue(order.name);
    await expect(numbers(page)).toHaveText([order.name]);
    await link(page, "Remove").click();
    await expect(numbers(page)).toHaveText([`${order.name}-B`, order.name]);
  });

  test("offers up to 20 products, with a message if there are more", async ({ page }) => {
    await visit(page, "/orders/product");
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(20);
    await expect(page.getByText(/^The first 20 of [\d,]+: type more/)).toBeVisible();
    await field(page, "Name or SKU").fill("there is no such product");
    await button(page, "Search").click();
    await expect(page.getByText("No products match.")).toBeVisible();
  });

  test("can be changed, and Cancel keeps the selected product", async ({ page }) => {
    const [one, another] = [await aProduct(), await aProduct()];
    await visit(page, found({ productId: String(one.id) }));
    await button(page, "Change").click();
    await expect(heading(page)).toHaveText("Choose a product");
    await isReady(page);
    await field(page, "Name or SKU").fill(another.name);
    await search(page);
    await expect(page.getByRole("link", { name: another.name })).toBeVisible();
    await link(page, "Cancel").click();
    await expect(page.getByRole("group", { name: "Product" })).toContainText(one.name);
  });

  test("is not opened by Enter in another filter, which searches for orders", async ({ page }) => {
    const order = await anOrder();
    await visit(page, "/orders");
    await field(page, "Order or customer").fill(order.name);
    await field(page, "Order or customer").press("Enter");
    await expect(numbers(page)).toHaveText([order.name]);
  });
});

test.describe("adding an order", () => {
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Add Order", exact: true });

  test("opens the new order", { tag: "@core" }, async ({ page }) => {
    const supplier = await aSupplier();
    await visit(page, "/orders");
    await link(page, "Add Order").click();
    await expect(dialog(page)).toBeVisible();
    await isReady(page);
    await field(dialog(page), "Supplier").selectOption({ label: supplier.name });
    await field(dialog(page), "Marketplace").selectOption({ label: "Harbour & Co" });
    await field(dialog(page), "Customer Email").fill(" ana@test.example ");
    await field(dialog(page), "First Name").fill("Ana");
    await field(dialog(page), "Surname").fill("O'Lee");
    await field(dialog(page), "Phone Number").fill("08 5550 1234");
    await button(page, "Add").click();
    await expect(heading(page)).toHaveText(/^[A-Z]{1,5}-\d{8}-\d+$/);
    await seesToast(page, "Order details updated successfully.");
    const details = card(page, "Order Details");
    // The order has no address yet, so it opens in edit mode.
    await expect(field(details, "Street address")).toHaveValue("");
    await link(details, "Cancel").click();
    for (const [term, words] of [
      ["Supplier", supplier.name],
      ["Customer name", "Ana O'Lee"],
      ["Customer email", "ana@test.example"],
      ["Phone number", "08 5550 1234"],
    ] as const) {
      await expect(detail(details, term)).toHaveText(words);
    }
    await expect(card(page, "Ordered Products")).toContainText("This order has no items yet.");
  });

  test("reports missing fields and keeps the input", async ({ page }) => {
    await visit(page, "/orders/new");
    await field(dialog(page), "Customer Email").fill("ana at home");
    await field(dialog(page), "Surname").fill("x".repeat(101));
    await button(page, "Add").click();
    await seesFieldError(dialog(page), "Supplier", "Please select the supplier for this order");
    await seesFieldError(dialog(page), "Marketplace", "Please select the marketplace for this order");
    await seesFieldError(dialog(page), "Customer Email", "Please enter a valid email address");
    await seesFieldError(dialog(page), "First Name", "This is a required field");
    await seesFieldError(dialog(page), "Surname", "Please use no more than 100 characters.");
    await seesFieldError(dialog(page), "Phone Number", "This is a required field");
    await expect(field(dialog(page), "Customer Email")).toHaveValue("ana at home");
  });
});

test.describe("staff of a supplier", () => {
  test.use({ account: "acaciaOrders" });

  test("see only their own orders and cannot add any", async ({ page }) => {
    const own = await anOrder();
    const theirs = await anOrder({ supplierId: (await aSupplier()).id });
    await visit(page, found({ searchText: own.name }));
    await expect(numbers(page)).toHaveText([own.name]);
    await expect(link(page, "Add Order")).toHaveCount(0);
    await visit(page, found({ searchText: theirs.name }));
    await expect(page.getByText("No orders match these filters.")).toBeVisible();
    expect((await visit(page, theirs.path))?.status()).toBe(404);
    expect((await visit(page, "/orders/new"))?.status()).toBe(403);
  });
});

test.describe("filters that can only say one thing to staff of a single supplier", () => {
  test.use({ account: "acaciaOrders" });

  test("are shown only where the address sets them", async ({ page }) => {
    const noSupplier = page.getByRole("checkbox", { name: "Orders with no supplier only" });
    for (const path of ["/orders", "/shipments"]) {
      await visit(page, path);
      await expect(filter(page, "Marketplace")).toBeVisible();
      await expect(filter(page, "Supplier")).toHaveCount(0);
    }
    await visit(page, "/orders");
    await expect(noSupplier).toHaveCount(0);
    await visit(page, found({ supplierId: "1", onlyShowProductsWithNoSupplier: "true" }));
    await expect(filter(page, "Supplier").locator("option:checked")).toHaveText("Acacia Homewares");
    await expect(noSupplier).toBeChecked();
  });
});

test.describe("a user without access to the catalogue", () => {
  test.use({ account: "finance" });

  test("cannot filter by product, and can remove a product filter from a shared link", async ({ page }) => {
    await visit(page, "/orders");
    await expect(heading(page)).toHaveText("Orders");
    await expect(button(page, "Choose a product")).toHaveCount(0);
    await visit(page, found({ productId: "1" }));
    await link(page.getByRole("group", { name: "Product" }), "Remove").click();
    await isAt(page, "/orders");
  });
});

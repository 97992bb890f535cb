import { aSupplier, aUser, get } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aLineItem, anOrder, aShipment, track } from "#tests/support/browser/orders.ts";
import {
  button,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

test("users get a role together, and lose it again by the undo", { tag: "@core" }, async ({ page }) => {
  const [one, two] = [await aUser(["Finance"]), await aUser(["Finance"])];
  await visit(page, `/users?searchText=${one.email}`);
  await page.getByRole("checkbox", { name: `Choose ${one.email}` }).check();
  await button(page, "Change Many").click();
  await expect(heading(page)).toHaveText("Change Many Users");
  await isReady(page);
  await page.getByRole("combobox", { name: "Change" }).selectOption("Add a role");
  await button(page, "Choose").click();
  await button(page, "Preview").click();
  await expect(page.getByRole("alert")).toHaveText("Please choose a role from the list.");
  await page.getByRole("combobox", { name: "Role" }).selectOption("Operator");
  await button(page, "Preview").click();
  await expect(page.locator("tbody tr")).toContainText("Roles: Finance → Finance, Operator");
  await staysWithin(page, "the page of a change of many users");
  if (hasScripts()) await hasNoAxeViolations(page);
  await button(page, "Apply to 1 user").click();
  await expect(page.getByText("1 user was changed.")).toBeVisible({ timeout: 30_000 });
  const rolesOf = async ({ id }: { id: number }) => (await get<{ roles: string[] }>(`users/${id}`)).roles;
  expect([await rolesOf(one), await rolesOf(two)]).toEqual([["Finance", "Operator"], ["Finance"]]);
  await link(page, "Undo").click();
  await button(page, "Undo").click();
  await expect(page.getByText("1 user was put back.")).toBeVisible({ timeout: 30_000 });
  expect(await rolesOf(one)).toEqual(["Finance"]);
});

test("an email to suppliers shows its recipients before it is typed, and cannot be undone", async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, `/suppliers?name=${supplier.name}`);
  await page.getByRole("checkbox", { name: "All 1 that match the filters" }).check();
  await button(page, "Change Many").click();
  await page.getByRole("combobox", { name: "Change" }).selectOption("Send an email");
  await button(page, "Choose").click();
  await expect(page.getByText("An email that has been sent cannot be undone.")).toBeVisible();
  await expect(page.locator("tbody tr")).toContainText("Email to: orders@test.example");
  await isReady(page);
  await field(page, "Text").fill("We are closed on Friday.");
  await button(page, "Send to 1 supplier").click();
  await seesFieldError(page, "Subject", "Please enter a subject.");
  await expect(field(page, "Text")).toHaveValue("We are closed on Friday.");
  await staysWithin(page, "the page of an email to many suppliers");
  if (hasScripts()) await hasNoAxeViolations(page);
  await field(page, "Subject").fill("Closed");
  await button(page, "Send to 1 supplier").click();
  await expect(page.getByText("1 supplier was emailed.")).toBeVisible({ timeout: 30_000 });
  await expect(link(page, "Undo")).toHaveCount(0);
});

test("suppliers get an agreement with a marketplace, with terms that are asked for", async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, `/suppliers?name=${supplier.name}`);
  await page.getByRole("checkbox", { name: `Choose ${supplier.name}` }).check();
  await button(page, "Change Many").click();
  await page.getByRole("combobox", { name: "Change" }).selectOption("Agreement: send to agree");
  await button(page, "Choose").click();
  await page.getByRole("combobox", { name: "Marketplace" }).selectOption({ index: 1 });
  await field(page, "Commission rate in percent").fill("12.5");
  await button(page, "Preview").click();
  await expect(page.locator("tbody tr")).toContainText("Commission: 12.50%");
  await button(page, "Apply to 1 supplier").click();
  await expect(page.getByText("1 supplier was changed.")).toBeVisible({ timeout: 30_000 });
  const stored = await get<{ marketplaces: { commissionRate: number }[] }>(`suppliers/${supplier.id}`);
  expect(stored.marketplaces.map(({ commissionRate }) => commissionRate)).toEqual([0.125]);
});

test("orders wait for stock together, and are put back", { tag: "@core" }, async ({ page }) => {
  const supplier = await aSupplier();
  const order = await anOrder({ supplierId: supplier.id });
  await aLineItem(order);
  await visit(page, `/orders?supplierId=${supplier.id}`);
  await button(page, "Change Many").click();
  await expect(page.getByRole("alert").getByText("Please choose at least one order, or all that match.")).toBeVisible();
  await page.getByRole("checkbox", { name: `Choose ${order.name}` }).check();
  await button(page, "Change Many").click();
  await page.getByRole("combobox", { name: "Change" }).selectOption("Mark the items as Waiting on Stock");
  await button(page, "Choose").click();
  await field(page, "Expected in stock").fill("2030-03-02");
  await button(page, "Preview").click();
  await expect(page.locator("tbody tr")).toContainText("Processing → Waiting on Stock, expected 02 Mar 2030");
  await isReady(page);
  await staysWithin(page, "the page of a change of many orders");
  if (hasScripts()) await hasNoAxeViolations(page);
  await button(page, "Apply to 1 order").click();
  await expect(page.getByText("1 order was changed.")).toBeVisible({ timeout: 30_000 });
  await link(page, "Undo").click();
  await button(page, "Undo").click();
  await expect(page.getByText("1 order was put back.")).toBeVisible({ timeout: 30_000 });
});

test("the packing slips of orders are those of their shipments", async ({ page }) => {
  const supplier = await aSupplier();
  const [one, two] = [await anOrder({ supplierId: supplier.id }), await anOrder({ supplierId: supplier.id })];
  const item = await aLineItem(one);
  await aLineItem(two);
  await visit(page, `/orders?supplierId=${supplier.id}`);
  await page.getByRole("checkbox", { name: "All 2 that match the filters" }).check();
  await button(page, "Packing Slips").click();
  await expect(
    page.getByRole("alert").getByText("There are no shipments of these orders yet, so there are no packing slips."),
  ).toBeVisible();
  await track(await aShipment(one, [[item, 1]]));
  await visit(page, `/orders?supplierId=${supplier.id}`);
  await page.getByRole("checkbox", { name: "All 2 that match the filters" }).check();
  await button(page, "Packing Slips").click();
  await expect(heading(page)).toHaveText("Packaging Slips");
  await expect(page.locator("tbody tr")).toHaveCount(1);
});

test("shipments that match are previewed, marked as dispatched in the background, and put back", async ({ page }) => {
  const supplier = await aSupplier();
  for (const number of ["", "SD-1"]) {
    const order = await anOrder({ supplierId: supplier.id });
    const shipment = await aShipment(order, [[await aLineItem(order), 1]]);
    if (number) await track(shipment, number);
  }
  await visit(page, `/shipments/many?All=true&kind=dispatched&supplierId=${supplier.id}`);
  await expect(page.getByText("It has no courier or no tracking number yet.")).toBeVisible();
  await isReady(page);
  await staysWithin(page, "the page of a change of many shipments");
  if (hasScripts()) await hasNoAxeViolations(page);
  await button(page, "Apply to 2 shipments").click();
  await expect(page.getByText("1 shipment was marked as dispatched.")).toBeVisible({ timeout: 30_000 });
  await link(page, "Undo").click();
  await button(page, "Undo").click();
  await expect(page.getByText("1 shipment was put back.")).toBeVisible({ timeout: 30_000 });
});

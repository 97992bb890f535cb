import type { Page } from "@playwright/test";
import { aName, aSupplier, command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { anOrder } from "#tests/support/browser/orders.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isAt,
  link,
  seesFieldError,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

/** For a supplier of the test's own, because other tests sell at the same time. */
const aRule = (SupplierId: number, rule: object) =>
  command<number>("commissionrules/AddCommissionRule", { SupplierId, Rate: 0.1, ...rule });
const rows = (page: Page, name: string) => page.locator("tbody tr", { hasText: name });

test("a rule is tried over last month with its input kept, then added @core", async ({ page }) => {
  const supplier = await aSupplier();
  const name = aName("Minimum");
  const { item } = await aSale(supplier.id, lastMonth());
  expect(item).toBeGreaterThan(0);
  await visit(page, "/commissionrules");
  await link(page, "Add Commission Rule").click();
  await field(page, "Name").fill(name);
  await field(page, "Supplier").selectOption({ label: supplier.name });
  await field(page, "Commission rate").fill("200");
  await field(page, "Minimum").fill("5");
  await button(page, "Try over last month").click();
  await seesFieldError(page, "Commission rate", "Please enter a percentage from 0 to 100, with at most two decimals.");
  await field(page, "Commission rate").fill("10");
  await button(page, "Try over last month").click();
  const trial = card(page, "Last month with this rule");
  await expect(trial.locator("tr", { hasText: supplier.name }).locator("td")).toHaveText([
    ...["1", "1", "$5.97", "$5.50", "-$0.47"],
  ]);
  await expect(field(page, "Name")).toHaveValue(name);
  if (hasScripts()) await hasNoAxeViolations(page);
  await staysWithin(page, "a trial");
  await button(page, "Add").click();
  await seesToast(page, "Commission rule saved.");
  await isAt(page, "/commissionrules");
  await expect(rows(page, name)).toContainText("10.00% of the price; at least $5.00");
  await expect(rows(page, name)).toContainText(`Supplied by ${supplier.name}`);
});

test("a rule that never applies is named as one, until it is moved up or the other is deleted", async ({ page }) => {
  const supplier = await aSupplier();
  const [first, second] = [aName("All"), aName("Dear")];
  const id = await aRule(supplier.id, { Name: first });
  await aRule(supplier.id, { Name: second, PriceFrom: 500 });
  const never = `Never applies: “${first}” comes first and fits all that this rule fits.`;
  await visit(page, "/commissionrules");
  await expect(rows(page, second)).toContainText(never);
  // Other tests may add rules between the two meanwhile.
  await expect(async () => {
    await button(page, `Move ${second} up`).click({ timeout: 2_000 });
    await expect(rows(page, second)).not.toContainText("Never applies", { timeout: 2_000 });
  }).toPass();
  await visit(page, `/commissionrules/${id}`);
  await link(page, "Delete").click();
  await button(page.getByRole("dialog"), "Delete").click();
  await seesToast(page, "Commission rule deleted.");
  await expect(rows(page, first)).toHaveCount(0);
});

test("a line item says which rule decided its commission, and why @core", async ({ page }) => {
  const supplier = await aSupplier();
  const [dear, cheap] = [aName("Dear"), aName("Cheap")];
  await aRule(supplier.id, { Name: dear, PriceFrom: 50 });
  await aRule(supplier.id, { Name: cheap, FixedAmount: 0.5, FixedPer: "piece" });
  const { order, item } = await aSale(supplier.id);
  await visit(page, `${order}?more=${item}`);
  const terms = "10.00% of the price, plus $0.50 for each piece";
  await expect(page.getByText(`Commission rule “${cheap}”: ${terms}.`)).toBeVisible();
  await link(page, "Why this commission? Gift card").click();
  await expect(heading(page)).toHaveText("Why This Commission?");
  await expect(rows(page, dear)).toContainText("Does not meet: Price from $50.00.");
  await expect(rows(page, cheap)).toContainText(`Decided: ${terms}.`);
  await expect(detail(card(page, "Gift card"), "Commission inc GST")).toHaveText("$3.09");
  await staysWithin(page, "why a commission");
});

/** The tenth of last month. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10)).toISOString();
}

/** Two gift cards at $9.95, whose commission the rules decide. */
async function aSale(supplierId: number, orderedAt?: string) {
  const order = await anOrder({ supplierId, ...(orderedAt && { orderedAt }) });
  const item = await command<number>("orders/AddLineItem", {
    OrderId: order.id,
    ProductId: null,
    ProductName: "Gift card",
    PurchasePriceExTax: 9.05,
    PurchasePriceTax: 0.9,
    Quantity: 2,
    ShippingAmountExTax: 0,
    ShippingAmountTax: 0,
  });
  return { order: order.path, item };
}

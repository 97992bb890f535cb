/** Commission rules: who decides, what is frozen on the line, what comes back with a refund, and what a trial says. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commissionRules as table } from "#api/core/database/schema/index.ts";
import type { InputOf, SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { aCommissionRule, newLineItem, placedOrder } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { commissionRules, orders } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
/** A product type, and one below it. */
let homewares: number;
let trays: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Harbour");
  homewares = await api.aProductType({ name: "Homewares", path: "Homewares" });
  trays = await api.aProductType({ name: "Trays", path: "Homewares > Trays", parentId: homewares });
});
beforeEach(async () => {
  await db.delete(table);
  supplier = await api.aSupplier({ name: "Acacia" });
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, commissionRate: 0.2 });
  await api.aProduct(supplier, { productTypeId: trays, externalSku: `TRAY-${supplier}` });
});

type Rule = Partial<SentInput<typeof commissionRules.add>>;
const addRule = (rule: Rule = {}) => api.ok(operator, commissionRules.add, aCommissionRule(rule) as never);
const refusal = async (rule: Rule) =>
  (await api.call(operator, commissionRules.add, aCommissionRule(rule) as never)).problem.errors;
const rules = () => api.ok(operator, commissionRules.list, {});

/** Two trays at $55.00 with $11.00 of shipping. */
async function place(line: Partial<InputOf<typeof orders.place>["Lines"][number]> = {}, traits: object = {}) {
  const sold = { Sku: `TRAY-${supplier}`, ProductName: "Tray", Quantity: 2, PriceIncTax: 55, ShippingIncTax: 11 };
  const placed = await api.ok(
    operator,
    orders.place,
    placedOrder(marketplace, { ...traits, Lines: [{ ...sold, ...line }] }),
  );
  return { order: placed.lines[0]?.orderId ?? 0, item: placed.lines[0]?.lineItemId ?? 0 };
}
const itemOf = async (order: number, user = operator) => (await api.ok(user, orders.get, { id: order })).lineItems[0];
const soldItem = async (...of: Parameters<typeof place>) => itemOf((await place(...of)).order);
const why = (lineItemId: number) => api.ok(operator, commissionRules.why, { lineItemId });

describe("a sale", () => {
  test("without rules has the commission of the agreement", async () => {
    const { order, item } = await place();
    expect(await itemOf(order)).toMatchObject({
      commissionRate: 0.2,
      commissionRule: null,
      commissionAmount: { ordered: 22 },
      transactions: [{ commissionAmountExTax: 20, commissionAmountTax: 2 }],
    });
    expect(await why(item)).toMatchObject({ source: "agreement", rate: 0.2, rule: null, passed: [] });
  });

  test("has the commission of the first rule that fits, and says why those before it did not", async () => {
    const [dear, other, fits] = [
      await addRule({ Name: "Dear", PriceFrom: 55.01 }),
      await addRule({ Name: "Elsewhere", MarketplaceId: await api.aMarketplace("Other") }),
      await addRule({ Name: "Homewares", ProductTypeId: homewares, Rate: 0.1, FixedAmount: 0.5, FixedPer: "piece" }),
    ];
    await addRule({ Name: "Rest", Rate: 0.9 });
    const { order, item } = await place();
    expect(await itemOf(order)).toMatchObject({
      commissionRate: 0.1,
      commissionRule: { id: fits, name: "Homewares", rate: 0.1, fixedAmount: 0.5, fixedPer: "piece", charged: 12.1 },
      transactions: [{ commissionAmountExTax: 11, commissionAmountTax: 1.1 }],
    });
    expect(await why(item)).toMatchObject({
      source: "rule",
      rule: { id: fits },
      passed: [
        { id: dear, name: "Dear", why: "Does not meet: Price from $55.01." },
        { id: other, name: "Elsewhere", why: "Does not meet: Sold on Other." },
      ],
      ...{ quantity: 2, goods: 110, shipping: 11, commissionExTax: 11, commissionTax: 1.1 },
    });
  });

  test("is in a period by the day of the order in the operator's time zone", async () => {
    await addRule({ FromDay: "2026-03-02", UntilDay: "2026-03-02", Rate: 0.5 });
    const on = async (OrderDate: string) => (await soldItem({}, { OrderDate }))?.commissionRate;
    expect(await on("2026-03-01T20:00:00Z")).toBe(0.5);
    expect(await on("2026-03-02T20:00:00Z")).toBe(0.2);
  });

  test("of another supplier, or outside of the catalogue, is none of a product type", async () => {
    await addRule({ SupplierId: await api.aSupplier() });
    await addRule({ ProductTypeId: homewares });
    const order = await api.anOrder(supplier, { marketplaceId: marketplace });
    await api.ok(operator, orders.addLineItem, { ...newLineItem(order), CommissionRate: null });
    expect(await itemOf(order)).toMatchObject({ commissionRate: 0.2, commissionRule: null });
  });

  test("that is entered follows the rules, unless a rate is entered with it", async () => {
    await addRule({ Rate: 0.05, Minimum: 3, OnShipping: true });
    const order = await api.anOrder(supplier, { marketplaceId: marketplace });
    const add = (CommissionRate: number | null) =>
      api.ok(operator, orders.addLineItem, { ...newLineItem(order), CommissionRate });
    const [byRule, byHand] = [await add(null), await add(0.2)];
    expect(await why(byRule)).toMatchObject({ source: "rule", commissionExTax: 3, commissionTax: 0.3 });
    expect(await why(byHand)).toMatchObject({ source: "entered", rate: 0.2, rule: null });
  });

  test("without a supplier takes the rule once it has one", async () => {
    const order = (await place({ Sku: "", MarketplaceSku: "unknown" })).order;
    expect(await itemOf(order)).toMatchObject({ commissionRate: 0.3, commissionAmount: { adjusted: 33 } });
    const id = await addRule({ Name: "Acacia's", SupplierId: supplier, Rate: 0.1, Minimum: 15 });
    await api.ok(operator, orders.assignSupplier, { OrderId: order, SupplierId: supplier });
    expect(await itemOf(order)).toMatchObject({
      commissionRule: { id },
      commissionAmount: { ordered: 33, adjusted: 16.5 },
      transactions: [{}, { comment: "Commission rule Acacia's" }],
    });
  });

  test("keeps its commission when the rule is changed or deleted", async () => {
    const id = await addRule({ Name: "Before", Rate: 0.1 });
    const { order, item } = await place();
    await api.ok(operator, commissionRules.update, { ...aCommissionRule({ Rate: 0.9 }), CommissionRuleId: id });
    await api.ok(operator, commissionRules.delete, { CommissionRuleId: id });
    expect(await itemOf(order)).toMatchObject({
      commissionRule: { id, name: "Before", rate: 0.1 },
      commissionAmount: { adjusted: 11 },
    });
    expect(await why(item)).toMatchObject({ source: "rule", rule: { name: "Before" } });
  });
});

describe("a refund", () => {
  test("takes back the fixed amount, the minimum and the commission on shipping in proportion", async () => {
    await addRule({ Rate: 0, Minimum: 10, OnShipping: true });
    const { order, item } = await place();
    const number = (await api.ok(operator, orders.get, { id: order })).marketplaceOrderId;
    const refund = (amounts: object) =>
      api.ok(operator, orders.refundPlaced, {
        MarketplaceId: marketplace,
        MarketplaceOrderId: number,
        Lines: [{ LineItemId: item, ...amounts }],
      } as never);
    await refund({ PriceIncTax: 55 });
    expect((await itemOf(order))?.commissionAmount).toMatchObject({ ordered: 11, adjusted: 6 });
    await refund({ ShippingIncTax: 11 });
    expect((await itemOf(order))?.commissionAmount).toMatchObject({ adjusted: 5 });
    await refund({ PriceIncTax: 55 });
    expect((await itemOf(order))?.commissionAmount).toMatchObject({ adjusted: 0, owed: 0 });
  });

  test("after the supplier was paid is owed back to it, to the cent", async () => {
    await addRule({ Rate: 0.0333, FixedAmount: 0.17, FixedPer: "piece", Maximum: 7.77 });
    const { order, item } = await place({ Quantity: 3, PriceIncTax: 19.99 });
    const { commissionAmount } = (await itemOf(order)) ?? {};
    const [paid] = (await itemOf(order))?.transactions ?? [];
    await api.aTransaction(item, {
      type: 4,
      purchaseExTax: paid?.purchaseAmountExTax ?? 0,
      purchaseTax: paid?.purchaseAmountTax ?? 0,
      commissionExTax: paid?.commissionAmountExTax ?? 0,
      commissionTax: paid?.commissionAmountTax ?? 0,
    });
    for (const _ of [1, 2, 3])
      await api.ok(operator, orders.cancelPlaced, {
        MarketplaceId: marketplace,
        MarketplaceOrderId: (await api.ok(operator, orders.get, { id: order })).marketplaceOrderId,
        Lines: [{ LineItemId: item, Quantity: 1 }],
      } as never);
    expect((await itemOf(order))?.commissionAmount).toEqual({
      ordered: commissionAmount?.ordered,
      adjusted: 0,
      owed: -(commissionAmount?.ordered ?? 0),
    });
  });
});

describe("the list", () => {
  test("is in the order that was given last, and names the rule behind which another never applies", async () => {
    const all = await addRule({ Name: "All" });
    const cheap = await addRule({ Name: "Cheap", PriceTo: 5 });
    expect(await rules()).toMatchObject([
      { id: all, position: 1, coveredBy: null },
      { id: cheap, position: 2, coveredBy: { id: all, name: "All" } },
    ]);
    await api.ok(operator, commissionRules.reorder, { CommissionRuleIds: [cheap, all] });
    expect(await rules()).toMatchObject([
      { id: cheap, coveredBy: null },
      { id: all, coveredBy: null },
    ]);
  });

  test("is not ordered by somebody who does not know all rules", async () => {
    const [one, two] = [await addRule(), await addRule()];
    for (const ids of [[one], [one, two, two], [one, one]])
      expect(await api.call(operator, commissionRules.reorder, { CommissionRuleIds: ids })).toMatchObject({
        status: 409,
        problem: {
          message: "The commission rules have changed in the meantime. Please check them and order them again.",
        },
      });
  });
});

test("a rule that contradicts itself, or names what does not exist, is refused", async () => {
  const percent = ["Please enter a percentage from 0 to 100, with at most two decimals."];
  const choose = ["Please choose one from the list."];
  for (const Rate of [-2, 1.01, 0.12345]) expect(await refusal({ Rate })).toEqual({ Rate: percent });
  expect(await refusal({ Minimum: 5, Maximum: 4.99 })).toEqual({
    Maximum: ["This must not be less than the minimum."],
  });
  expect(await refusal({ PriceFrom: 5, PriceTo: 4.99 })).toEqual({
    PriceTo: ["This must not be less than the price from."],
  });
  expect(await refusal({ FromDay: "2026-03-02", UntilDay: "2026-03-01" })).toEqual({
    UntilDay: ["This must not be before the first day."],
  });
  expect(await refusal({ MarketplaceId: 999_999, SupplierId: 999_999, ProductTypeId: 999_999 })).toEqual({
    ...{ MarketplaceId: choose, SupplierId: choose, ProductTypeId: choose },
  });
  expect(await refusal({ Name: " " })).toEqual({ Name: ["This is a required field"] });
  expect(await refusal({ Name: "n".repeat(256) })).toEqual({ Name: ["Please use no more than 255 characters."] });
  expect(await rules()).toEqual([]);
});

describe("supplier staff", () => {
  test("see the rule of their own line item, and no list of rules", async () => {
    await addRule({ Name: "Secret of others", SupplierId: await api.aSupplier() });
    await addRule({ Name: "Trays", ProductTypeId: trays });
    const { order, item } = await place();
    const staff = await api.aUser({ links: [{ supplier }] });
    const shown = await itemOf(order, staff);
    expect(shown).toMatchObject({ commissionRule: { name: "Trays", rate: 0.1 } });
    expect(JSON.stringify(shown)).not.toContain("Secret");
    for (const [operation, input] of [
      [commissionRules.list, {}],
      [commissionRules.why, { lineItemId: item }],
    ] as const)
      expect(await api.call(staff, operation as never, input as never)).toMatchObject({ status: 403 });
  });
});

describe("a trial", () => {
  test("compares last month's commission by supplier, and changes nothing", async () => {
    const lastMonth = new Date();
    lastMonth.setUTCDate(0);
    lastMonth.setUTCHours(1);
    const OrderDate = lastMonth.toISOString();
    await place({}, { OrderDate });
    const { order } = await place({ PriceIncTax: 5 }, { OrderDate });
    const before = await itemOf(order);
    const trial = (rule: Rule & { CommissionRuleId?: number }) =>
      api.ok(operator, commissionRules.try, aCommissionRule(rule) as never);
    const ours = async (rule: Rule & { CommissionRuleId?: number }) =>
      (await trial(rule)).suppliers.find(({ supplierId }) => supplierId === supplier);
    expect(await ours({ Rate: 0.1, PriceFrom: 10 })).toEqual({
      ...{ supplierId: supplier, supplierName: "Acacia", lines: 2, changed: 1, before: 24, after: 13 },
    });
    const id = await addRule({ Rate: 0.5 });
    // Behind a rule that fits every sale, another one changes nothing; in its place it does.
    expect(await ours({ Rate: 0.1 })).toMatchObject({ after: 60 });
    expect(await ours({ Rate: 0.1, CommissionRuleId: id })).toMatchObject({ changed: 2, after: 12 });
    expect(await itemOf(order)).toEqual(before);
    expect(await rules()).toMatchObject([{ rate: 0.5 }]);
  });
});

import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { orderTransactions, upgrades } from "#api/core/database/schema/index.ts";
import { settleGstOfTotals } from "#api/core/upgrade/settle-gst.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { adjustmentToSend, pricesToSend } from "#contract/orders/forms.ts";
import { amountsFor, commissionFor } from "#contract/rules/adjustment.ts";
import { taxPair } from "#contract/rules/money.ts";
import { incTax, ledgerOf } from "#contract/rules/order-line.ts";
import { rateOf, type TaxClass } from "#contract/rules/tax-class.ts";
import { startApi } from "#tests/support/api.ts";
import { newLineItem } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders } = operations;
const gst = 0.1;

let operator: TestUser;
let order: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  order = await api.anOrder(await api.aSupplier());
});

interface Typed {
  quantity: number;
  price: number;
  shipping: number;
  commissionRate: number;
  taxClass?: TaxClass;
}

/** As submitted by the form for a new item. */
const add = ({ quantity, price, shipping, commissionRate, taxClass }: Typed) =>
  api.ok(operator, orders.addLineItem, {
    ...newLineItem(order),
    ...pricesToSend({ PurchasePriceExTax: price, ShippingAmountExTax: shipping }, rateOf(taxClass, gst)),
    Quantity: quantity,
    CommissionRate: commissionRate,
  });

const shown = async (id: number) => {
  const line = (await api.ok(operator, orders.get, { id: order })).lineItems.find((item) => item.id === id);
  if (!line) throw new Error("The line item is not in its order.");
  return line;
};

/** As submitted by the form for an adjustment. */
const adjust = (id: number, { quantity = 0, purchase = 0, shipping = 0, commission = 0 }) =>
  api.ok(operator, orders.addLineItemAdjustment, {
    ...adjustmentToSend(
      {
        QuantityAdjustment: quantity,
        PurchaseAmountExTaxAdjustment: purchase,
        ShippingAmountExTaxAdjustment: shipping,
        CommissionAmountExTaxAdjustment: commission,
        Comment: "",
        AmountsStayOwed: [],
      },
      gst,
    ),
    LineItemId: id,
  });

/** The amounts of the line item with all adjustments. */
async function adjusted(id: number) {
  const entries = (await shown(id)).transactions.map((each) => ({
    type: each.transactionType,
    quantity: each.quantity,
    purchase: { exTax: each.purchaseAmountExTax, tax: each.purchaseAmountTax },
    commission: { exTax: each.commissionAmountExTax, tax: each.commissionAmountTax },
    shipping: { exTax: each.shippingAmountExTax, tax: each.shippingAmountTax },
  }));
  return ledgerOf(entries).adjusted;
}

const nothing = { exTax: 0, tax: 0 };
const expectNothingLeft = async (id: number) =>
  expect(await adjusted(id)).toEqual({ quantity: 0, purchase: nothing, commission: nothing, shipping: nothing });

describe("the GST of a line", () => {
  test("is calculated on its total: 30 at $12.50 are $375.00 with $34.09", async () => {
    const id = await add({ quantity: 30, price: 12.5, shipping: 0, commissionRate: 0.3 });
    expect((await adjusted(id)).purchase).toEqual({ exTax: 340.91, tax: 34.09 });
  });

  test("and of its commission ends at 0.00 after any sequence of partial refunds", async () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 1, max: 50_000 }).map((cents) => cents / 100),
      shipping: fc.integer({ min: 0, max: 5_000 }).map((cents) => cents / 100),
      commissionRate: fc.integer({ min: 0, max: 9_900 }).map((rate) => rate / 10_000),
    });
    const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0.01, max: 1, noNaN: true })), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(line, steps, async (typed, all) => {
        const id = await add(typed);
        for (const step of all) {
          const item = await shown(id);
          const isPieces = Number.isInteger(step) && step < item.quantity.adjusted;
          const purchase = 0 - Math.floor(item.purchaseAmount.adjusted * 100 * (step % 1)) / 100;
          if (isPieces) await adjust(id, { quantity: -step, ...amountsFor(item, -step) });
          else if (purchase < 0)
            await adjust(id, { purchase, commission: commissionFor(item, { purchase, shipping: 0 }) });
          const now = await adjusted(id);
          for (const part of ["purchase", "commission", "shipping"] as const)
            expect(now[part]).toEqual(taxPair(incTax(now[part]), gst));
        }
        const { quantity } = await shown(id);
        await adjust(id, { quantity: -quantity.adjusted, ...amountsFor(await shown(id), -quantity.adjusted) });
        await expectNothingLeft(id);
      }),
      { numRuns: 15 },
    );
  });

  test("of GST-free goods is nothing, also of their shipping and after refunds, and their commission has its own", async () => {
    const line = { quantity: 4, price: 9.95, shipping: 5, commissionRate: 0.1, taxClass: "gstFree" } as const;
    const id = await add(line);
    await adjust(id, { quantity: -1, ...amountsFor(await shown(id), -1) });
    await adjust(id, { purchase: 1.11, shipping: -0.55 });
    const { purchase, shipping, commission } = await adjusted(id);
    expect([purchase, shipping.tax]).toEqual([{ exTax: 30.96, tax: 0 }, 0]);
    expect(commission.tax).toBeGreaterThan(0);
  });

  test("is zero after two people entered its refunds from the same page", async () => {
    const id = await add({ quantity: 3, price: 9.95, shipping: 5, commissionRate: 0.125 });
    const page = await shown(id);
    for (const _ of [1, 2]) await adjust(id, { quantity: -1, ...amountsFor(page, -1) });
    await adjust(id, { quantity: -1, ...amountsFor(await shown(id), -1) });
    await expectNothingLeft(id);
  });
});

describe("line items of earlier versions", () => {
  /** As written by earlier versions: GST per unit times quantity. */
  async function anOldLine({
    quantity = 30,
    exTax = 11.36,
    tax = 1.14,
    commissionExTax = 0,
    commissionTax = 0,
    commissionRate = 0,
  } = {}) {
    const id = await api.aLineItem(order, { quantity, commissionRate, status: OrderLineItemStatus.processing });
    const cents = (amount: number) => Math.round(amount * 100) / 100;
    const sale = {
      purchaseExTax: cents(exTax * quantity),
      purchaseTax: cents(tax * quantity),
      shippingExTax: 0,
      shippingTax: 0,
      commissionExTax,
      commissionTax,
    };
    await db.update(orderTransactions).set(sale).where(ofLine(id));
    return id;
  }
  const ofLine = (id: number) => eq(orderTransactions.lineItemId, id);
  const update = async () => {
    await db.delete(upgrades);
    await settleGstOfTotals(api.database, gst);
  };

  test("get one entry that corrects their GST and explains why", async () => {
    const id = await anOldLine();
    expect((await adjusted(id)).purchase).toEqual({ exTax: 340.8, tax: 34.2 });
    await update();
    expect((await adjusted(id)).purchase).toEqual({ exTax: 340.91, tax: 34.09 });
    expect((await shown(id)).transactions.slice(1)).toMatchObject([
      {
        transactionType: TransactionType.adjustment,
        quantity: 0,
        purchaseAmountExTax: 0.11,
        purchaseAmountTax: -0.11,
        comment: expect.stringContaining("GST is now worked out on the total of the line"),
      },
    ]);
    await settleGstOfTotals(api.database, gst);
    await update();
    expect((await shown(id)).transactions).toHaveLength(2);
  });

  test("that were fully refunded have no GST and no commission left", async () => {
    const sale = {
      quantity: 3,
      exTax: 9.05,
      tax: 0.9,
      commissionRate: 0.125,
      commissionExTax: 3.39,
      commissionTax: 0.34,
    };
    const id = await anOldLine(sale);
    const refund = {
      type: TransactionType.refund,
      quantity: -1,
      purchaseExTax: -9.05,
      purchaseTax: -0.9,
      commissionExTax: -1.13,
      commissionTax: -0.11,
    };
    for (const _ of [1, 2, 3]) await api.aTransaction(id, refund);
    expect(incTax((await adjusted(id)).commission)).toBe(0.01);
    await update();
    await expectNothingLeft(id);
    expect((await shown(id)).transactions.at(-1)?.comment).toContain("GST and commission");
  });

  test("that are GST-free, have an agreed commission or are already right are unchanged", async () => {
    const free = await anOldLine({ quantity: 30, exTax: 0.1, tax: 0 });
    const agreed = await anOldLine({
      quantity: 1,
      exTax: 90.91,
      tax: 9.09,
      commissionRate: 0.3,
      commissionExTax: 18.18,
      commissionTax: 1.82,
    });
    const right = await add({ quantity: 30, price: 12.5, shipping: 7.77, commissionRate: 0.3 });
    await update();
    for (const id of [free, agreed, right]) expect((await shown(id)).transactions).toHaveLength(1);
  });
});

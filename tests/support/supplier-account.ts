/**
 * A supplier of two marketplaces to which things happen in any order, entered as the back office and shops enter them.
 * What is refused changes nothing. The account remembers what was accepted.
 */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { orderLineItems, suppliers } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import type { Invoice } from "#contract/invoices/schema.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { add } from "#contract/rules/money.ts";
import { type TaxClass, taxClasses } from "#contract/rules/tax-class.ts";
import type { Api } from "./api.ts";
import { aCommissionRule, adjustment, placedOrder } from "./forms.ts";
import { bankDetails, type TestUser } from "./world.ts";

const { charges, commissionRules, invoices, marketplaces, orders } = operations;
export const timeZone = "Australia/Sydney";
export const daysFromNow = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000).toISOString(), timeZone);
const today = daysFromNow(0);
const abn = "53 004 085 616";

/** How often each thing is chosen, beside the others. */
const weights = {
  sells: 5,
  adjusts: 2,
  "decides commissions": 1,
  charges: 1,
  credits: 1,
  "brings in": 1,
  withdraws: 1,
  "registers for GST": 2,
  "quotes an ABN": 1,
  "becomes agent": 2,
  generates: 4,
  regenerates: 1,
  voids: 1,
  issues: 4,
  holds: 1,
  "ends holds": 1,
  "holds a row": 1,
  "ends a row's hold": 1,
  pays: 3,
  cancels: 1,
  releases: 3,
  returns: 1,
};
type Does = keyof typeof weights;
const does = (Object.entries(weights) as [Does, number][]).map(([arbitrary, weight]) => ({
  arbitrary: fc.constant(arbitrary),
  weight,
}));

const aStep = fc.record({
  does: fc.oneof(...does),
  /** Chooses among the records that the step may be about. */
  which: fc.nat({ max: 99 }),
  cents: fc.integer({ min: 1, max: 1_000_000 }),
  /** Days from today to the bank date; a payment of today can be returned. */
  days: fc.constantFrom(0, 0, 0, 5),
  /** Days before today, of an order or of the end or beginning of a registration. */
  ago: fc.nat({ max: 60 }),
});
export type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

const always: readonly Step[] = (
  [
    "sells",
    "charges",
    "brings in",
    "generates",
    "issues",
    "pays",
    "releases",
    "returns",
    "adjusts",
    "generates",
    "issues",
  ] as const
).map((each) => ({ does: each, which: 1, cents: 12_345, days: 0, ago: 3 }));

/** Begins with what decides about the first sale, and has one entry of every kind, so that none is left to chance. */
export const someSteps = fc
  .tuple(
    fc.array(aStep, { minLength: 4, maxLength: 8, size: "max" }),
    fc.array(aStep, { minLength: 20, maxLength: 40, size: "max" }),
  )
  .map(([first, others]) => [...first, ...always, ...others]);

interface Entry {
  kind: string;
  id: number;
  amount: number;
}

/** Who works with the accounts. */
export interface People {
  finance: TestUser;
  admin: TestUser;
}

/** What is recorded about the supplier. */
export interface TaxFacts {
  registered: "yes" | "no" | "unknown";
  from: string | null;
  until: string | null;
  abn: string;
}

export interface Account {
  supplier: number;
  shops: readonly number[];
  /** What a statement of account has to list. */
  expected: Entry[];
  /** Documents as they were when they were issued, with the facts of that moment. */
  issued: { document: Invoice; facts: TaxFacts; agentFrom: Map<number, string | null> }[];
  /** The numbers of released payments. */
  released: number[];
  play(step: Step): Promise<void>;
}

/** The statement has opening balances as entries of their own. */
const statedAs = ({ total, charges: charged }: Invoice) =>
  add(total, ...charged.filter(({ kind }) => kind === "openingBalance").map(({ amountIncTax }) => amountIncTax));

const chosen = <T>(from: readonly T[], { which }: Step): T | undefined => from[which % Math.max(from.length, 1)];

/** Creates the supplier, two marketplaces, and a product of each tax class. */
export async function anAccount(api: Api, { finance, admin }: People): Promise<Account> {
  const { db } = api.database;
  const shops = [await api.aMarketplace(), await api.aMarketplace()];
  const supplier = await api.aSupplier({ billingContactEmails: "books@acacia.example", ...bankDetails });
  for (const marketplaceId of shops)
    await api.anAgreement({ supplierId: supplier, marketplaceId, commissionRate: 0.175 });
  for (const taxClass of taxClasses)
    await api.aProduct(supplier, { externalSku: `${supplier}-${taxClass}`, taxClass, appliedTaxClass: taxClass });

  const facts: TaxFacts = { registered: "yes", from: null, until: null, abn };
  const agentFrom = new Map<number, string | null>(shops.map((id) => [id, null]));
  const expected: Entry[] = [];
  const issued: Account["issued"] = [];
  const released: number[] = [];
  const items: { id: number; taxClass: TaxClass }[] = [];
  /** Payments that were made, some of which are released or cancelled by now. */
  const waiting: number[] = [];

  const shopOf = (now: Step) => chosen(shops, now) ?? 0;
  const having = async (state: "draft" | "notified") =>
    (await api.ok(finance, invoices.list, { supplierId: supplier, state, pageSize: 200 })).items;
  const oneOf = async (state: "draft" | "notified", now: Step) => chosen(await having(state), now)?.id;
  const confirmAccount = () =>
    db.update(suppliers).set({ bankDetailsVerifiedAt: new Date() }).where(eq(suppliers.id, supplier));

  const charge = async (now: Step, more: { Kind: "fee" | "openingBalance"; AmountIncTax: number }) => {
    const id = await api.ok(finance, charges.add, {
      SupplierId: supplier,
      MarketplaceId: shopOf(now),
      Description: "Photos",
      Day: today,
      TaxClass: more.Kind === "fee" && now.which % 3 ? "taxable" : "gstFree",
      ...more,
    });
    if (more.Kind === "openingBalance")
      expected.push({ kind: "openingBalance", id: id ?? 0, amount: 0 - more.AmountIncTax });
  };

  const plays: Record<Step["does"], (now: Step) => Promise<unknown>> = {
    async sells(now) {
      const taxClass = taxClasses[now.cents % taxClasses.length] ?? "taxable";
      const line = {
        Sku: `${supplier}-${taxClass}`,
        Quantity: 1 + (now.which % 3),
        PriceIncTax: now.cents / 100,
        ShippingIncTax: ((now.which % 7) * 199) / 100,
      };
      const traits = { OrderDate: `${daysFromNow(-now.ago)}T03:00:00Z`, Lines: [line] };
      const { status, body } = await api.call(admin, orders.place, placedOrder(shopOf(now), traits));
      if (status !== 200) return;
      for (const { lineItemId: id } of body.lines) {
        await api.aTransaction(id, { type: TransactionType.shipment, quantity: line.Quantity });
        await db.update(orderLineItems).set({ status: OrderLineItemStatus.complete }).where(eq(orderLineItems.id, id));
        items.push({ id, taxClass });
      }
    },
    async adjusts(now) {
      const item = chosen(items, now);
      const cents = Math.ceil(now.cents / 20);
      if (item)
        await api.call(admin, orders.addLineItemAdjustment, {
          ...adjustment(item.id),
          PurchaseAmountExTaxAdjustment: -cents / 100,
          PurchaseAmountTaxAdjustment: item.taxClass === "taxable" ? -Math.round(cents / 10) / 100 : 0,
          CommissionAmountExTaxAdjustment: now.which % 2 ? -Math.round(cents / 5) / 100 : 0,
          Comment: "Damaged.",
        });
    },
    "decides commissions": (now) =>
      api.call(admin, commissionRules.add, {
        ...aCommissionRule(),
        MarketplaceId: now.which % 2 ? shopOf(now) : null,
        SupplierId: supplier,
        Rate: (now.which % 40) / 100,
        FixedAmount: Math.floor(now.cents / 1_000) / 100,
        FixedPer: now.which % 3 ? "line" : "piece",
        Minimum: now.which % 5 ? null : 2.5,
        Maximum: now.which % 4 ? null : 400,
        OnShipping: now.which % 2 === 0,
        PriceFrom: null,
        PriceTo: null,
        ProductTypeId: null,
        FromDay: null,
        UntilDay: null,
      }),
    charges: (now) => charge(now, { Kind: "fee", AmountIncTax: Math.ceil(now.cents / 10) / 100 }),
    credits: (now) => charge(now, { Kind: "fee", AmountIncTax: Math.ceil(now.cents / 10) / -100 }),
    "brings in": (now) =>
      charge(now, { Kind: "openingBalance", AmountIncTax: (now.which % 2 ? -1 : 1) * (now.cents / 100) }),
    async withdraws(now) {
      const { items: all } = await api.ok(finance, charges.list, { supplierId: supplier, pageSize: 200 });
      const withdrawn = chosen(all, now);
      if (!withdrawn) return;
      const command = { ChargeId: withdrawn.id, Reason: "Entered twice." };
      if ((await api.call(finance, charges.withdraw, command)).status !== 200) return;
      const place = expected.findIndex(({ kind, id }) => kind === "openingBalance" && id === withdrawn.id);
      if (place >= 0) expected.splice(place, 1);
    },
    async "registers for GST"({ which, ago }) {
      const registered = (["yes", "yes", "no", "unknown"] as const)[which % 4] ?? "yes";
      const from = registered === "yes" && which % 3 ? daysFromNow(-ago) : null;
      const until = registered === "yes" && which % 5 === 0 ? daysFromNow(10 - ago) : null;
      const command = { SupplierId: supplier, Registered: registered, RegisteredFrom: from, RegisteredUntil: until };
      const { status } = await api.call(admin, operations.suppliers.checkGst, command);
      if (status === 200) Object.assign(facts, { registered, from, until });
    },
    async "quotes an ABN"({ which }) {
      const ABN = which % 3 ? abn : "";
      const { status } = await api.call(admin, operations.suppliers.updateFinancialDetails, {
        SupplierId: supplier,
        ABN,
        BSB: bankDetails.bsb,
        AccountNumber: bankDetails.accountNumber,
        AccountName: bankDetails.accountName,
        BillingContactEmails: "books@acacia.example",
      });
      if (status !== 200 || facts.abn === ABN) return;
      // A registration belongs to the ABN for which somebody has checked it.
      Object.assign(facts, { registered: "unknown", from: null, until: null, abn: ABN });
    },
    async "becomes agent"(now) {
      const MarketplaceId = shopOf(now);
      const AgentFrom = now.which % 4 ? daysFromNow(-now.ago) : null;
      const { status } = await api.call(admin, marketplaces.updateBasis, { MarketplaceId, AgentFrom });
      if (status === 200) agentFrom.set(MarketplaceId, AgentFrom);
    },
    generates: () =>
      api.call(finance, invoices.generate, {
        Only: shops.map((MarketplaceId) => ({ SupplierId: supplier, MarketplaceId })),
      }),
    async regenerates(now) {
      const InvoiceId = await oneOf("draft", now);
      if (InvoiceId) await api.call(finance, invoices.generate, { InvoiceId });
    },
    async voids(now) {
      const InvoiceId = await oneOf("draft", now);
      if (InvoiceId) await api.call(finance, invoices.void, { InvoiceId });
    },
    async issues() {
      const InvoiceIds = (await having("draft")).map(({ id }) => id);
      if (InvoiceIds.length === 0) return;
      await api.call(finance, invoices.notifySuppliers, { InvoiceIds, ExpectedPaymentDate: daysFromNow(9) });
      const drafts = (await having("draft")).map(({ id }) => id);
      for (const id of InvoiceIds.filter((each) => !drafts.includes(each))) {
        const document = await api.ok(finance, invoices.get, { id });
        issued.push({ document, facts: { ...facts }, agentFrom: new Map(agentFrom) });
        expected.push({ kind: "document", id, amount: statedAs(document) });
      }
    },
    async holds(now) {
      const InvoiceId = await oneOf("notified", now);
      if (InvoiceId) await api.call(finance, invoices.holdPayment, { InvoiceId, Reason: "Disputed." });
    },
    async "ends holds"(now) {
      const InvoiceId = await oneOf("notified", now);
      if (InvoiceId) await api.call(finance, invoices.endHold, { InvoiceId });
    },
    async "holds a row"(now) {
      const item = chosen(items, now);
      if (item) await api.call(finance, invoices.holdLineItem, { LineItemId: item.id, Reason: "Not delivered." });
    },
    async "ends a row's hold"(now) {
      const item = chosen(items, now);
      if (item) await api.call(finance, invoices.endHoldOfLineItem, { LineItemId: item.id });
    },
    async pays({ which, days }) {
      const all = (await having("notified")).map(({ id }) => id);
      const InvoiceIds = which % 2 ? all : all.slice(0, 1);
      await confirmAccount();
      const payment = { InvoiceIds, BankDate: daysFromNow(days) };
      const { status, body } = await api.call(finance, invoices.makePayment, payment);
      if (status === 200) waiting.push(body);
    },
    async cancels(now) {
      const PaymentRunId = chosen(waiting, now);
      if (PaymentRunId) await api.call(finance, invoices.cancelPayment, { PaymentRunId, Reason: "Too early." });
    },
    async releases(now) {
      const PaymentRunId = chosen(waiting, now);
      if (!PaymentRunId) return;
      const release = { PaymentRunId, BankDate: daysFromNow(now.days) };
      if ((await api.call(admin, invoices.releasePayment, release)).status !== 200) return;
      const { payments } = await api.ok(finance, invoices.paymentRun, { id: PaymentRunId });
      const settled = add(...payments.flatMap(({ amount, withheld }) => [amount, withheld]));
      released.push(PaymentRunId);
      expected.push({ kind: "payment", id: PaymentRunId, amount: -settled });
    },
    async returns(now) {
      const payment = chosen(
        expected.filter(({ kind }) => kind === "payment"),
        now,
      );
      if (!payment) return;
      const credit = { PaymentRunId: payment.id, SupplierId: supplier, ReturnedOn: today, Reason: "Closed." };
      const { status } = await api.call(finance, invoices.returnPayment, credit);
      if (status === 200) expected.push({ kind: "returnedPayment", id: payment.id, amount: -payment.amount });
    },
  };
  return {
    supplier,
    shops,
    expected,
    issued,
    released,
    play: async (now) => {
      await plays[now.does](now);
    },
  };
}

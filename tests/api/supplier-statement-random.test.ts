/** Random sequences of sales, adjustments, charges, documents, payments and returns, entered as the back office enters them. */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { suppliers } from "#api/core/database/schema/index.ts";
import type { Invoice } from "#contract/invoices/schema.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { add } from "#contract/rules/money.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment } from "#tests/support/forms.ts";
import { bankDetails } from "#tests/support/world.ts";

const api = await startApi({ RATE_LIMIT: "off" });
const { books, charges, invoices, orders } = operations;
const daysFromNow = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000).toISOString(), "Australia/Sydney");
const today = daysFromNow(0);

const does = [
  "sells",
  "adjusts",
  "charges",
  "credits",
  "brings in",
  "withdraws",
  "generates",
  "regenerates",
  "voids",
  "issues",
  "pays",
  "cancels",
  "releases",
  "returns",
] as const;
const step = fc.record({
  does: fc.constantFrom(...does),
  /** Chooses one of the records that the step may be about. */
  which: fc.nat({ max: 99 }),
  cents: fc.integer({ min: 1, max: 1_000_000 }),
  /** Days from today to the bank date; a payment of today can be returned. */
  days: fc.constantFrom(0, 0, 0, 5),
});
/** Every kind of entry, so that none is left to chance. */
const always = [
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
] as const;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The statement has opening balances as entries of their own. */
const statedAs = ({ total, charges: charged }: Invoice) =>
  add(total, ...charged.filter(({ kind }) => kind === "openingBalance").map(({ amountIncTax }) => amountIncTax));

test("any statement is the sum of what was issued, less what was paid, and what came back, to the cent, as are the books", async () => {
  const finance = await api.aUser({ roles: ["Finance"] });
  const admin = await api.aUser({ roles: ["Administrator"] });
  const shops = [await api.aMarketplace(), await api.aMarketplace()];
  const seen = new Set<string>();
  const played = fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
    const supplier = await api.aSupplier({ billingContactEmails: "books@acacia.example", ...bankDetails });
    for (const marketplaceId of shops) await api.anAgreement({ supplierId: supplier, marketplaceId });
    const items: number[] = [];
    const expected: { kind: string; id: number; amount: number }[] = [];
    /** Payments that were made, some of which are released or cancelled by now. */
    const waiting: number[] = [];
    const having = async (state: "draft" | "notified") => {
      const { items: found } = await api.ok(finance, invoices.list, { supplierId: supplier, state });
      return found.map(({ id }) => id);
    };
    const charge = async (now: Step, more: { Kind: "fee" | "openingBalance"; AmountIncTax: number }) => {
      const id = await api.ok(finance, charges.add, {
        SupplierId: supplier,
        MarketplaceId: chosen(shops, now) ?? 0,
        Description: "Photos",
        Day: today,
        TaxClass: more.Kind === "fee" && now.which % 3 ? "taxable" : "gstFree",
        ...more,
      });
      if (more.Kind === "openingBalance")
        expected.push({ kind: "openingBalance", id: id ?? 0, amount: 0 - more.AmountIncTax });
    };
    const chargesNow = async () => (await api.ok(finance, charges.list, { supplierId: supplier, pageSize: 200 })).items;
    const chosen = <T>(from: readonly T[], { which }: Step) => from[which % Math.max(from.length, 1)];
    const plays: Record<(typeof does)[number], (now: Step) => Promise<unknown>> = {
      async sells(now) {
        const order = await api.anOrder(supplier, { marketplaceId: chosen(shops, now) ?? 0 });
        items.push(await api.aSentItem(order, { price: now.cents / 100, quantity: 1, commissionRate: 0.175 }));
      },
      async adjusts(now) {
        const item = chosen(items, now);
        if (item)
          await api.call(admin, orders.addLineItemAdjustment, {
            ...adjustment(item),
            PurchaseAmountExTaxAdjustment: -now.cents / 100,
            Comment: "Damaged.",
          });
      },
      charges: (now) => charge(now, { Kind: "fee", AmountIncTax: Math.ceil(now.cents / 10) / 100 }),
      credits: (now) => charge(now, { Kind: "fee", AmountIncTax: Math.ceil(now.cents / 10) / -100 }),
      "brings in": (now) =>
        charge(now, { Kind: "openingBalance", AmountIncTax: (now.which % 2 ? -1 : 1) * (now.cents / 100) }),
      async withdraws(now) {
        const withdrawn = chosen(await chargesNow(), now);
        if (!withdrawn) return;
        const command = { ChargeId: withdrawn.id, Reason: "Entered twice." };
        if ((await api.call(finance, charges.withdraw, command)).status !== 200) return;
        const place = expected.findIndex(({ kind, id }) => kind === "openingBalance" && id === withdrawn.id);
        if (place >= 0) expected.splice(place, 1);
      },
      generates: () =>
        api.call(finance, invoices.generate, {
          Only: shops.map((MarketplaceId) => ({ SupplierId: supplier, MarketplaceId })),
        }),
      async regenerates(now) {
        const InvoiceId = chosen(await having("draft"), now);
        if (InvoiceId) await api.call(finance, invoices.generate, { InvoiceId });
      },
      async voids(now) {
        const InvoiceId = chosen(await having("draft"), now);
        if (InvoiceId) await api.call(finance, invoices.void, { InvoiceId });
      },
      async issues() {
        const InvoiceIds = await having("draft");
        if (InvoiceIds.length === 0) return;
        await api.call(finance, invoices.notifySuppliers, { InvoiceIds, ExpectedPaymentDate: daysFromNow(9) });
        const drafts = await having("draft");
        for (const id of InvoiceIds.filter((each) => !drafts.includes(each)))
          expected.push({ kind: "document", id, amount: statedAs(await api.ok(finance, invoices.get, { id })) });
      },
      async pays({ which, days }) {
        const all = await having("notified");
        const InvoiceIds = which % 2 ? all : all.slice(0, 1);
        await api.database.db
          .update(suppliers)
          .set({ bankDetailsVerifiedAt: new Date() })
          .where(eq(suppliers.id, supplier));
        const { status, body } = await api.call(finance, invoices.makePayment, {
          InvoiceIds,
          BankDate: daysFromNow(days),
        });
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
        const { total } = await api.ok(finance, invoices.paymentRun, { id: PaymentRunId });
        expected.push({ kind: "payment", id: PaymentRunId, amount: -total });
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
    const first = { which: 1, cents: 12_345, days: 0 } as const;
    for (const does of always) await plays[does]({ does, ...first });
    for (const now of steps) await plays[now.does](now);
    for (const { kind, amount } of expected) seen.add(kind === "document" && amount < 0 ? "negative document" : kind);

    const { items: entries } = await api.ok(finance, invoices.statement, { id: supplier, pageSize: 200 });
    const inOrder = (all: typeof expected) => all.map(({ kind, id, amount }) => `${kind} ${id} ${amount + 0}`).sort();
    expect(inOrder(entries)).toEqual(inOrder(expected));
    const sums = entries.map((_, i) => add(...entries.slice(0, i + 1).map(({ amount }) => amount)));
    expect(entries.map(({ balance }) => balance)).toEqual(sums);
    const sum = add(...expected.map(({ amount }) => amount));
    for (const fromDate of [today, daysFromNow(1), daysFromNow(9)]) {
      const days = { id: supplier, fromDate, toDate: daysFromNow(9) };
      const { openingBalance, openingBalances, documents, payments, returnedPayments, closingBalance } = await api.ok(
        finance,
        invoices.statementBalances,
        days,
      );
      expect(add(openingBalance, openingBalances, documents, payments, returnedPayments)).toBe(closingBalance);
      expect(closingBalance).toBe(sum);
    }
    const { items: accounts } = await api.ok(finance, books.trialBalance, { supplierId: supplier });
    expect(add(...accounts.map(({ closing }) => closing))).toBe(0);
    expect(accounts.find(({ account }) => account === "payable")?.closing).toBe(0 - sum);
    const [earned] = (await api.ok(finance, invoices.earnings, { supplierId: supplier })).suppliers;
    const open = [
      ...(earned?.expected ?? []).map(({ total }) => total),
      ...(earned?.scheduled ?? []).map(({ amount }) => amount),
    ];
    const broughtIn = (await chargesNow())
      .filter(({ kind, state }) => kind === "openingBalance" && (state === "waiting" || state === "inDraft"))
      .map(({ amountIncTax }) => -amountIncTax);
    expect(add(...open, ...broughtIn)).toBe(earned?.balance);
  });
  await fc.assert(played, { numRuns: 25 });
  expect([...seen].sort()).toEqual(["document", "negative document", "openingBalance", "payment", "returnedPayment"]);
}, 300_000);

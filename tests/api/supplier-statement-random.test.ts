/**
 * Random sequences of sales, registrations, charges, documents, payments and returns: what suppliers are told, what banks
 * are told and what the books say is one sum, and no document claims what the law forbids.
 */
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commissionRules } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { documentTitle, statesGst } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import {
  type Account,
  anAccount,
  daysFromNow,
  type People,
  someSteps,
  type TaxFacts,
  timeZone,
} from "#tests/support/supplier-account.ts";

const api = await startApi({ RATE_LIMIT: "off" });
const { books, charges, invoices } = operations;
/** `SEQUENCES=1000` plays more of them by hand. */
const sequences = Number(process.env.SEQUENCES ?? 12);

type Issued = Account["issued"][number];

test("statements, ledger, bank and books are one sum to the cent, and no document has a title that the law forbids", async () => {
  const people = {
    finance: await api.aUser({ roles: ["Finance"] }),
    admin: await api.aUser({ roles: ["Administrator"] }),
  };
  const seen = new Set<string>();
  const played = fc.asyncProperty(someSteps, async (steps) => {
    const account = await anAccount(api, people);
    for (const step of steps) await account.play(step);
    for (const { kind, amount } of account.expected)
      seen.add(kind === "document" && amount < 0 ? "negative document" : kind);
    for (const { document } of account.issued) seen.add(document.documentKind);
    await expectStatement(account, people);
    await expectLedger(account, people);
    await expectBank(account, people);
    for (const issued of account.issued) await expectLawful(issued, account, people);
    await api.database.db.delete(commissionRules);
  });
  await fc.assert(played, { numRuns: sequences, endOnFailure: true });
  const kinds = ["document", "negative document", "openingBalance", "payment", "returnedPayment", "taxInvoice"];
  expect([...seen]).toEqual(expect.arrayContaining(kinds));
}, 3_600_000);

/** The statement lists what was issued, less what was paid, and what came back. The books and the earnings agree. */
async function expectStatement({ supplier, expected }: Account, { finance }: People) {
  const { items: entries } = await api.ok(finance, invoices.statement, { id: supplier, pageSize: 200 });
  const inOrder = (all: typeof expected) => all.map(({ kind, id, amount }) => `${kind} ${id} ${amount + 0}`).sort();
  expect(inOrder(entries)).toEqual(inOrder(expected));
  const sums = entries.map((_, i) => add(...entries.slice(0, i + 1).map(({ amount }) => amount)));
  expect(entries.map(({ balance }) => balance)).toEqual(sums);
  const sum = add(...expected.map(({ amount }) => amount));
  for (const fromDate of [daysFromNow(0), daysFromNow(1), daysFromNow(9)]) {
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
  expect(accounts.find(({ account }) => account === "payable")?.closing ?? 0).toBe(0 - sum);
  const [earned] = (await api.ok(finance, invoices.earnings, { supplierId: supplier })).suppliers;
  const open = [
    ...(earned?.expected ?? []).map(({ total }) => total),
    ...(earned?.scheduled ?? []).map(({ amount, withheld }) => add(amount, withheld)),
  ];
  const { items: charged } = await api.ok(finance, charges.list, { supplierId: supplier, pageSize: 200 });
  const broughtIn = charged
    .filter(({ kind, state }) => kind === "openingBalance" && (state === "waiting" || state === "inDraft"))
    .map(({ amountIncTax }) => -amountIncTax);
  expect(add(...open, ...broughtIn)).toBe(earned?.balance);
}

/**
 * All documents, and what waits for one, are the sum of all entries of items, less the charges. A change of an item in a
 * draft waits until the draft is generated again, and is in no list until then.
 */
async function expectLedger({ supplier }: Account, { finance }: People) {
  const { items: documents } = await api.ok(finance, invoices.list, { supplierId: supplier, pageSize: 200 });
  const waiting = (await api.ok(finance, invoices.readiness, {})).filter(({ supplierId }) => supplierId === supplier);
  const { rows } = await api.database.db.execute<{ entered: string; left: string }>(sql`
    with entries as (
      select invoice_id, purchase_ex_tax + purchase_tax + shipping_ex_tax + shipping_tax - commission_ex_tax - commission_tax as amount,
        line_item_id in (select line_item_id from invoice_rows join invoices on invoices.id = invoice_id where notified_at is null) as is_in_draft
      from order_transactions join order_line_items on order_line_items.id = line_item_id join orders on orders.id = order_id
      where orders.supplier_id = ${supplier} and type <> 4)
    select coalesce(sum(amount), 0) - (select coalesce(sum(ex_tax + tax), 0) from charges where supplier_id = ${supplier} and withdrawn_at is null) as entered,
      coalesce(sum(amount) filter (where invoice_id is null and is_in_draft), 0) as left from entries`);
  const totals = [...documents, ...waiting, ...waiting.map(({ held }) => held)].map(({ total }) => total);
  expect(add(...totals, Number(rows[0]?.left))).toBe(Number(rows[0]?.entered));
}

/** The credits in the files for the bank are the payments; the books have those that did not come back. */
async function expectBank({ supplier, released }: Account, { finance }: People) {
  const paid: number[] = [];
  for (const id of released) {
    const { body } = await api.send(finance, requestFor(invoices.paymentFile, { id }));
    const credits = body.split("\r\n").filter((record) => record.startsWith("1"));
    paid.push(...credits.map((record) => Number(record.slice(20, 30)) / 100));
  }
  const runs = await Promise.all(released.map((id) => api.ok(finance, invoices.paymentRun, { id })));
  const payments = runs.flatMap((run) => run.payments);
  expect(add(...payments.map(({ amount }) => amount))).toBe(add(...paid));
  const kept = payments.filter(({ returned }) => !returned);
  const { items: accounts } = await api.ok(finance, books.trialBalance, { supplierId: supplier });
  const closing = (name: string) => accounts.find(({ account }) => account === name)?.closing ?? 0;
  expect(closing("bank")).toBe(0 - add(...kept.map(({ amount }) => amount)));
  expect(closing("withheld")).toBe(0 - add(...kept.map(({ withheld }) => withheld)));
}

/** An issued document is a sum of its rows, stays as it was, and is what the facts of its day allow. */
async function expectLawful(issued: Issued, account: Account, { finance }: People) {
  const { document } = issued;
  const { supplierABN, transactions, charges: charged } = document;
  const now = await api.ok(finance, invoices.get, { id: document.id });
  const frozen = ({ total, documentKind, transactions: rows, supplierABN: abn }: typeof document) => ({
    total,
    documentKind,
    abn,
    rows: rows.map(({ supplierPaymentIncTax, supplierPaymentTax }) => [supplierPaymentIncTax, supplierPaymentTax]),
  });
  expect(frozen(now)).toEqual(frozen(document));
  const rows = transactions.map(({ supplierPaymentIncTax }) => supplierPaymentIncTax);
  expect(add(...rows, ...charged.map(({ amountIncTax }) => -amountIncTax))).toBe(document.total);
  if (!statesGst(document.documentKind)) expect(add(document.purchaseAmountTax, document.shippingAmountTax)).toBe(0);
  if (document.isAdjustment) return expectKindOfOriginals(issued, account);
  if (transactions.length === 0) return expect(document.documentKind).toBe("charges");
  expect(document.documentKind).toBe(kindByLaw(issued));
  if (/tax invoice/i.test(documentTitle(document))) expect(supplierABN).not.toBe("");
}

function expectKindOfOriginals({ document }: Issued, { issued }: Account) {
  const ids = document.transactions.flatMap(({ originals }) => originals.map(({ id }) => id));
  const kinds = issued.filter((each) => ids.includes(each.document.id)).map((each) => each.document.documentKind);
  expect(new Set(kinds)).toEqual(new Set([document.documentKind]));
}

/** Of a document of sales, by the days of its orders. What is not one kind is no document. */
function kindByLaw({ document, facts, agentFrom }: Issued): string {
  const days = document.transactions.map(({ orderDate }) => dayOf(orderDate, timeZone));
  const begins = agentFrom.get(document.marketplaceId ?? 0) ?? null;
  const ofAgent = new Set(days.map((day) => begins !== null && day >= begins));
  const registered = days.map((day) => isRegistered(facts, day));
  if (ofAgent.size > 1) return "divided by basis";
  if (ofAgent.has(true)) return registered.every(Boolean) ? "agent" : "agentWithoutGst";
  if (registered.every(Boolean)) return "taxInvoice";
  return registered.some((each) => each !== false) ? "undecided" : "statement";
}

/** Null if nobody has checked it. */
function isRegistered({ registered, from, until }: TaxFacts, day: string): boolean | null {
  if (registered === "unknown") return null;
  return registered === "yes" && (from === null || day >= from) && (until === null || day <= until);
}

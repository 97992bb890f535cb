/** Documents and bank files, read by programs of others, and by a reader that was written from the published format. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roles } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { statesGst } from "#contract/rules/invoice.ts";
import { startApi } from "#tests/support/api.ts";
import { withDemo } from "#tests/support/outside/demo.ts";
import { readDirectEntry } from "#tests/support/outside/direct-entry-reader.ts";
import { program } from "#tests/support/outside/partners.ts";
import { aReleasedPayment } from "#tests/support/released-payment.ts";
import type { TestUser } from "#tests/support/world.ts";

const run = promisify(execFile);
const qpdf = program("qpdf", "the syntax of PDF documents was not checked.");
const pdftotext = program("pdftotext", "the figures of PDF documents were not read.");
const pdftoppm = program("pdftoppm", "barcodes were not read from pictures of slips.");
const zbarimg = program("zbarimg", "barcodes were not read from pictures of slips.");

const api = await startApi({}, withDemo());
const folder = mkdtempSync(join(tmpdir(), "countinghouse-documents-"));
const { invoices, marketplaces, shipments } = operations;
let user: TestUser;
const documents: Record<string, string> = {};
const invoiceIds: number[] = [];
const slips: string[] = [];

async function keep(name: string, content: Promise<Buffer>): Promise<void> {
  documents[name] = join(folder, `${name}.pdf`);
  writeFileSync(documents[name], await content);
}

beforeAll(async () => {
  user = await api.aUser({ roles: roles.filter((role) => role !== "Supplier" && role !== "Read Only") });
  const listed = await api.ok(user, invoices.list, { pageSize: 200 });
  // The longest one, an adjustment note and drafts among them.
  for (const { id } of listed.items.filter((_, i) => i % 12 === 0).slice(0, 10)) {
    invoiceIds.push(id);
    await keep(`invoice-${id}`, api.download(user, invoices.document, { id }));
  }
  await keep("agreement", api.download(user, marketplaces.previewAgreement, { id: 1 }));
  const { items } = await api.ok(user, shipments.list, { pageSize: 100 });
  const labelled = items.filter(({ trackingNumber }) => trackingNumber).slice(0, 12);
  slips.push(...labelled.map(({ trackingNumber }) => String(trackingNumber)));
  await keep("slips", api.download(user, shipments.packagingSlips, { ids: labelled.map(({ id }) => id).join() }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textOf = async (name: string) =>
  (await run(pdftotext as string, ["-layout", documents[name] as string, "-"])).stdout;

test.skipIf(!qpdf)("no document has an error that qpdf finds", async () => {
  const found: Record<string, string> = {};
  for (const [name, path] of Object.entries(documents)) {
    const { stdout } = await run(qpdf as string, ["--check", path]).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    );
    if (!stdout.includes("No syntax or stream encoding errors found")) found[name] = stdout;
  }
  expect(found).toEqual({});
  expect(Object.keys(documents).length).toBeGreaterThan(10);
});

describe.skipIf(!pdftotext)("the text that pdftotext finds", () => {
  const dollars = new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });
  const cents = (...amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
  const figure = (...amounts: number[]) => dollars.format(cents(...amounts));

  test("has the order and every amount of each row of an invoice, and its totals", async () => {
    const lacking: string[] = [];
    let figures = 0;
    for (const id of invoiceIds) {
      const text = (await textOf(`invoice-${id}`)).replaceAll("\u2212", "-");
      const invoice = await api.ok(user, invoices.get, { id });
      // An amount that the supplier owes is called that, and has no sign.
      const expected = [
        ...invoice.transactions.flatMap((row) => [
          row.marketplaceOrderId,
          figure(row.purchaseAmountIncTax),
          figure(row.shippingAmountIncTax),
          // Without a registration there is no column for GST.
          ...(statesGst(invoice.documentKind) ? [figure(row.purchaseAmountTax, row.shippingAmountTax)] : []),
          figure(row.purchaseAmountIncTax, row.shippingAmountIncTax),
        ]),
        figure(invoice.purchaseAmountExTax, invoice.purchaseAmountTax),
        figure(invoice.shippingAmountExTax, invoice.shippingAmountTax),
        figure(invoice.commissionAmountExTax, invoice.commissionAmountTax),
        figure(Math.abs(invoice.total)),
      ];
      figures += expected.length;
      lacking.push(...expected.filter((one) => !text.includes(one)).map((one) => `invoice ${id}: ${one}`));
    }
    expect(lacking).toEqual([]);
    expect(figures).toBeGreaterThan(100);
  });

  test("has the clauses of an agreement, and the tracking number of each slip", async () => {
    const { clauses, legalName } = await api.ok(user, marketplaces.get, { id: 1 });
    const agreement = (await textOf("agreement")).replace(/\s+/g, " ");
    expect([legalName, ...clauses.split("\n").filter(Boolean)].filter((one) => !agreement.includes(one))).toEqual([]);
    const text = await textOf("slips");
    expect(slips.filter((one) => !text.includes(one))).toEqual([]);
  });
});

test.skipIf(!pdftoppm || !zbarimg)("zbar reads the tracking number of each slip from its picture", async () => {
  await run(pdftoppm as string, ["-r", "200", "-gray", documents.slips as string, join(folder, "slip")]);
  const pages = readdirSync(folder).filter((name) => name.startsWith("slip-"));
  const found = await Promise.all(
    pages.map((page) =>
      run(zbarimg as string, ["--quiet", "--raw", join(folder, page)]).then(
        ({ stdout }) => stdout.trim().split("\n"),
        () => [],
      ),
    ),
  );
  expect(found.flat().sort()).toEqual([...slips].sort());
  expect(slips.length).toBeGreaterThan(5);
});

test("a bank would take every bank file, which pays what its payment says", async () => {
  const payable = await api.ok(user, invoices.payable, {});
  const open = payable.suppliers.filter(({ problems }) => problems.length === 0);
  const ids = open.flatMap((supplier) => supplier.invoices.map(({ id }) => id));
  const bankDate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await aReleasedPayment(api, user, { InvoiceIds: ids, BankDate: bankDate });
  const { items } = await api.ok(user, invoices.paymentRuns, {});
  expect(items.length).toBeGreaterThan(1);
  for (const { id } of items) {
    const made = await api.ok(user, invoices.paymentRun, { id });
    const file = readDirectEntry(await api.download(user, invoices.paymentFile, { id }));
    expect({ date: file.date, totalCents: file.totalCents }).toEqual({
      date: made.bankDate,
      totalCents: Math.round(made.total * 100),
    });
    const plain = (text: string) => text.replace(/\D/g, "");
    expect(
      file.details.map(({ bsb, account, amount, code }) => [plain(bsb), plain(account), Number(amount), code]),
    ).toEqual(
      made.payments.map(({ bsb, accountNumber, amount }) => [
        plain(bsb),
        plain(accountNumber),
        Math.round(amount * 100),
        "50",
      ]),
    );
    expect(file.details.map(({ reference }) => reference)).toEqual(made.payments.map(({ reference }) => reference));
  }
});

test("the reader of bank files refuses one whose total is a cent off, or whose fields have moved", async () => {
  const file = await api.download(user, invoices.paymentFile, { id: 1 });
  const text = file.toString("latin1");
  const lines = text.split("\r\n");
  const changed = (line: number, change: (text: string) => string) =>
    Buffer.from(lines.map((one, i) => (i === line ? change(one) : one)).join("\r\n"), "latin1");
  const last = lines.length - 2;
  expect(() => readDirectEntry(file)).not.toThrow();
  const other = (one: string) => `${one.slice(0, 29)}${(Number(one[29]) + 1) % 10}${one.slice(30)}`;
  expect(() => readDirectEntry(changed(last, other))).toThrow("the totals are");
  expect(() => readDirectEntry(changed(1, (one) => ` ${one.slice(0, -1)}`))).toThrow('record 2, type: " "');
  expect(() => readDirectEntry(changed(1, (one) => one.slice(1)))).toThrow("120 plain characters");
});

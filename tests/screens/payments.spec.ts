import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { PayableSupplier } from "#contract/invoices/payments.ts";
import { dayOf, formatDay } from "#contract/rules/dates.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import { signedInState } from "#tests/support/browser/accounts.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { aPayee, moveAccount, releasePayment } from "#tests/support/browser/payments.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { test as withFaultyApi } from "#tests/support/browser/test-with-faulty-api.ts";
import { pagesOf } from "#tests/support/pdf.ts";

test.use({ account: "finance" });

const newPayment = "/invoices/payments/new";
const daysFromNow = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000).toISOString(), "Australia/Sydney");
const tomorrow = daysFromNow(1);
const shownDay = (day: string) => formatDay(day, "UTC");
const numberOf = (id: number) => `INV-${String(id).padStart(7, "0")}`;
const box = (page: Page, id: number) => field(page, numberOf(id));
const seesChosen = (page: Page, words: string) =>
  expect(page.getByText(`Chosen: ${words}`, { exact: true })).toBeVisible();
const sumOf = ({ invoices }: PayableSupplier) =>
  formatDollars(invoices.reduce((sum, { total }) => sum + Math.round(total * 100), 0) / 100);
const countOf = (payees: PayableSupplier[]) => {
  const count = payees.reduce((sum, { invoices }) => sum + invoices.length, 0);
  return `${count} invoice${count === 1 ? "" : "s"}`;
};

/** Selects all invoices of these suppliers and no others. */
async function choose(page: Page, payees: PayableSupplier[]): Promise<void> {
  await visit(page, newPayment);
  await button(page, "Choose none").click();
  await seesChosen(page, "no invoices of no suppliers, $0.00");
  await isReady(page);
  for (const { invoices } of payees) for (const { id } of invoices) await box(page, id).check();
}

async function pay(page: Page): Promise<void> {
  await button(page, "Make Payment").click();
  await seesToast(page, "Payment made. Its file for the bank is created when it is released.");
  await expect(heading(page)).toHaveText(/^Payment PAY-\d{7}$/);
}

/** Releases the shown payment as somebody else. */
async function release(page: Page, bankDate: string): Promise<void> {
  await releasePayment(new URL(page.url()).pathname.split("/").at(-1) ?? "", bankDate);
  await visit(page, new URL(page.url()).pathname);
}

const paidRow = (page: Page, name: string) => card(page, "Suppliers").getByRole("row").filter({ hasText: name });

async function downloaded(page: Page) {
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download file").click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test("the list leads from the invoices to a payment with its exact bank file, and back", async ({ page }) => {
  await visit(page, "/invoices?sort=id");
  await link(page, "Payments").click();
  await expect(heading(page)).toHaveText("Payments");
  const row = page.locator("tbody tr").filter({ hasText: "PAY-0000001" });
  await expect(row.getByRole("cell")).toHaveText([
    "PAY-0000001",
    /^13 \w{3} \d{4}$/,
    "Tom Abbott",
    /^15 \w{3} \d{4}$/,
    "Released",
    /^\d+$/,
    /^\d+$/,
    /^\$[\d,]+\.\d\d$/,
  ]);
  const total = await row.getByRole("cell").last().textContent();
  await link(page, "PAY-0000001").click();
  await expect(heading(page)).toHaveText("Payment PAY-0000001");
  await isReady(page);
  const details = card(page, "Details");
  await expect(detail(details, "Total")).toHaveText(total ?? "");
  await expect(detail(details, "By")).toHaveText("Tom Abbott");
  await expect(detail(details, "State")).toHaveText(/^Released 13 \w{3} \d{4}, .+ by /);
  const { name, content } = await downloaded(page);
  expect(name).toBe("PAY-0000001.aba");
  const records = content.toString("ascii").split("\r\n");
  expect(records.pop()).toBe("");
  expect(new Set(records.map((record) => record.length))).toEqual(new Set([120]));
  expect(records).toHaveLength((await card(page, "Suppliers").getByRole("row").count()) - 1 + 2);
  await expect(detail(details, "SHA-256 of the file")).toHaveText(createHash("sha256").update(content).digest("hex"));
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await crumbs.getByRole("link").click();
  await expect(heading(page)).toHaveText("Payments");
  await link(page, "Back to the invoices").click();
  await expect(page).toHaveURL(/\/invoices\?sort=id/);
});

test("a payment is printed with all columns and without buttons @javascript", async ({ page }) => {
  await visit(page, "/invoices/payments/1");
  const amounts = await card(page, "Suppliers").locator("tr td:last-child").allTextContents();
  const paper = (await pagesOf(await page.pdf({ preferCSSPageSize: true }))).join();
  expect(amounts.length).toBeGreaterThan(10);
  for (const amount of amounts) expect(paper).toContain(amount);
  expect(paper).not.toContain("Download file");
});

test("due invoices are selected by default, and the buttons for other selections keep the entered date", async ({
  page,
}) => {
  const payee = await aPayee();
  await visit(page, newPayment);
  await expect(page.getByText("From Countinghouse Demo Only, 980-000 · 123456789")).toBeVisible();
  for (const { id } of payee.invoices) await expect(box(page, id)).toBeChecked();
  await field(page, "Bank date").fill(tomorrow);
  await button(page, "Choose none").click();
  await seesChosen(page, "no invoices of no suppliers, $0.00");
  for (const { id } of payee.invoices) await expect(box(page, id)).not.toBeChecked();
  await button(page, "Choose all").click();
  for (const { id } of payee.invoices) await expect(box(page, id)).toBeChecked();
  await expect(field(page, "Bank date")).toHaveValue(tomorrow);
});

test("a payment that the bank returns is recorded with its reason, and its invoices can be paid again", async ({
  page,
}) => {
  const payee = await aPayee();
  const { supplierName, invoices } = payee;
  await choose(page, [payee]);
  await field(page, "Bank date").fill(daysFromNow(0));
  await pay(page);
  await release(page, daysFromNow(0));
  const payment = new URL(page.url()).pathname;
  await link(paidRow(page, supplierName), `Record return (of the payment to ${supplierName})`).click();
  const dialog = page.getByRole("dialog");
  await isReady(page);
  await field(dialog, "Day on which it came back").fill(tomorrow);
  await field(dialog, "Reason").fill("Account closed.");
  await button(dialog, "Record").click();
  await seesFieldError(page, "Day on which it came back", "This day is in the future.");
  await expect(field(dialog, "Reason")).toHaveValue("Account closed.");
  if (hasScripts()) await hasNoAxeViolations(page);
  await field(dialog, "Day on which it came back").fill(daysFromNow(0));
  await button(dialog, "Record").click();
  await seesToast(page, "The returned credit has been recorded. Its invoices can be paid again.");
  await expect(paidRow(page, supplierName)).toContainText(`Came back ${shownDay(daysFromNow(0))}: Account closed.`);
  await expect(paidRow(page, supplierName)).toContainText("by Tom Abbott");
  await link(paidRow(page, supplierName), numberOf(invoices[0]?.id ?? 0)).click();
  await expect(detail(card(page, "Notification"), "Payment")).toHaveText("Not paid yet");
  await expect(detail(card(page, "Notification"), "Returned payment")).toContainText("Account closed.");
  await visit(page, newPayment);
  await expect(card(page, "Cannot be paid yet")).toContainText(supplierName);
  await visit(page, `${payment}/returned/${payee.supplierId}`);
  await expect(page.getByText("Record", { exact: true })).toHaveCount(0);
});

test("totals follow the selection, including all invoices of a supplier at once", { tag: "@javascript" }, async ({
  page,
}) => {
  const payee = await aPayee();
  await choose(page, [payee]);
  await seesChosen(page, `${countOf([payee])} of 1 supplier, ${sumOf(payee)}`);
  const [first] = payee.invoices;
  await box(page, first?.id ?? 0).uncheck();
  if (payee.invoices.length > 1) await field(page, `All of ${payee.supplierName}`).check();
  else await box(page, first?.id ?? 0).check();
  await seesChosen(page, `${countOf([payee])} of 1 supplier, ${sumOf(payee)}`);
});

test("a payment is released by somebody else, and shown on each invoice, in the list and in the payment", {
  tag: "@core",
}, async ({ page, browser }) => {
  const payee = await aPayee();
  const { adviceTo } = payee;
  if (!adviceTo?.length) throw new Error("The supplier has no billing contact.");
  await choose(page, [payee]);
  const advice = `Remittance advice to ${adviceTo.join(", ")}`;
  await expect(page.getByRole("row").filter({ hasText: payee.supplierName }).first()).toContainText(advice);
  await field(page, "Bank date").fill(tomorrow);
  await pay(page);
  await expect(heading(page)).toBeInViewport();
  await expect(detail(card(page, "Details"), "Bank date")).toHaveText(shownDay(tomorrow));
  await expect(detail(card(page, "Details"), "Total")).toHaveText(sumOf(payee));
  await expect(paidRow(page, payee.supplierName)).toContainText(payee.accountNumber);
  await expect(paidRow(page, payee.supplierName)).toContainText(advice);
  const payment = (await heading(page).textContent())?.replace("Payment ", "") ?? "";
  await expect(detail(card(page, "Details"), "State")).toContainText(
    "You made this payment, so somebody else has to release it.",
  );
  await expect(button(page, "Download file")).toHaveCount(0);
  await expect(link(page, "Release")).toHaveCount(0);
  const admin = await (await browser.newContext({ storageState: await signedInState("admin") })).newPage();
  await visit(admin, "/dashboard");
  await admin.getByRole("link", { name: /payments? to release$/ }).click();
  await link(admin, payment).click();
  await link(admin, "Release").click();
  await isReady(admin);
  const dialog = admin.getByRole("dialog");
  await expect(field(dialog, "Bank date")).toHaveValue(tomorrow);
  if (hasScripts()) await hasNoAxeViolations(admin);
  await button(dialog, "Release").click();
  await seesToast(admin, "Payment released. Its file can be downloaded now.");
  await expect(button(admin, "Download file")).toBeVisible();
  await visit(page, new URL(page.url()).pathname);
  await expect(detail(card(page, "Details"), "State")).toContainText(/^Released .+ by /);
  await isReady(page);
  const { content } = await downloaded(page);
  expect(content.toString("ascii").split("\r\n")[0]).toContain(
    `Countinghouse Demo Only   000000${payment} ${tomorrow.slice(8)}${tomorrow.slice(5, 7)}${tomorrow.slice(2, 4)}`,
  );
  const [first] = payee.invoices;
  await link(page, numberOf(first?.id ?? 0)).click();
  await expect(detail(card(page, "Notification"), "Payment")).toHaveText(
    `To be paid on ${shownDay(tomorrow)}, payment ${payment}`,
  );
  await expect(link(page, payment)).toBeVisible();
  await visit(page, `/invoices?marketplaceOrderId=${numberOf(first?.id ?? 0)}`);
  await expect(page.locator("tbody tr.row-link td").last()).toHaveText(`Payment scheduled${shownDay(tomorrow)}`);
});

test("a payment is cancelled with a reason, and the dialog to release it says so", async ({ page }) => {
  const payee = await aPayee();
  await choose(page, [payee]);
  await field(page, "Bank date").fill(tomorrow);
  await pay(page);
  const path = new URL(page.url()).pathname;
  await link(page, "Cancel Payment").click();
  await isReady(page);
  const dialog = page.getByRole("dialog");
  await button(dialog, "Cancel Payment").click();
  await seesFieldError(page, "Reason", "Please enter a reason.");
  await field(dialog, "Reason").fill("The wrong day.");
  await button(dialog, "Cancel Payment").click();
  await seesToast(page, "Payment cancelled. Its invoices can be paid again.");
  await expect(detail(card(page, "Details"), "State")).toContainText(/^Cancelled .+ by Tom Abbott: The wrong day\./);
  await visit(page, `${path}/release`);
  await expect(page.getByRole("dialog")).toContainText("This payment has been cancelled.");
  await visit(page, newPayment);
  for (const { id } of payee.invoices) await expect(box(page, id)).toHaveCount(1);
});

test("a document is held with a reason, is not paid meanwhile, and can be paid again", async ({ page }) => {
  const payee = await aPayee();
  const id = payee.invoices[0]?.id ?? 0;
  await visit(page, `/invoices/${id}`);
  await link(page, "Hold Payment").click();
  await isReady(page);
  const dialog = page.getByRole("dialog");
  await field(dialog, "Reason").fill("Goods were damaged.");
  await button(dialog, "Hold Payment").click();
  await seesToast(page, "The payment is held. The supplier sees the reason.");
  await expect(detail(card(page, "Notification"), "Payment")).toHaveText(
    /^Held since .+ by Tom Abbott: Goods were damaged\.$/,
  );
  await visit(page, newPayment);
  await expect(box(page, id)).toHaveCount(0);
  await expect(
    card(page, "Cannot be paid yet")
      .getByRole("row")
      .filter({ hasText: numberOf(id) }),
  ).toContainText("Goods were damaged.");
  await visit(page, `/invoices/${id}/hold/end`);
  await button(page.getByRole("dialog"), "End Hold").click();
  await seesToast(page, "The document can be paid again.");
  await expect(detail(card(page, "Notification"), "Payment")).toHaveText("Not paid yet");
});

test("a changed account is not paid until another person confirms it, and stays marked", async ({ page }) => {
  const payee = await aPayee();
  await moveAccount(payee, "98765432");
  await visit(page, newPayment);
  const blocked = card(page, "Cannot be paid yet").getByRole("row").filter({ hasText: payee.supplierName });
  await expect(blocked).toContainText(/Bank details changed \d\d \w{3} \d{4}, \d+:\d\d [ap]m/);
  await expect(box(page, payee.invoices[0]?.id ?? 0)).toHaveCount(0);
  await link(
    blocked,
    "The bank details have not been confirmed since they were changed, or since a payment came back.",
  ).click();
  await expect(heading(page)).toHaveText(payee.supplierName);
  const financial = card(page, "Financial Details");
  await expect(detail(financial, "Verification")).toContainText(
    /Bank details changed .+Not confirmed yet\. No payments are made until they are\./,
  );
  await link(page, "Confirm bank details").click();
  await isReady(page);
  const dialog = page.getByRole("dialog");
  await expect(detail(dialog, "Account number")).toHaveText("98765432");
  await button(dialog, "Confirm").click();
  await seesToast(page, "Bank details confirmed successfully.");
  await expect(detail(financial, "Verification")).toContainText(/Confirmed .+ by Tom Abbott$/);
  await expect(link(page, "Confirm bank details")).toHaveCount(0);
  await visit(page, `/invoices/${payee.invoices[0]?.id}`);
  await expect(card(page, "Supplier")).toContainText("Bank details changed");
  await choose(page, [payee]);
  await expect(page.getByRole("row").filter({ has: box(page, payee.invoices[0]?.id ?? 0) })).toContainText(
    "Account number differs from the invoice",
  );
  await pay(page);
  await expect(paidRow(page, payee.supplierName)).toContainText(/98765432.*Bank details changed/);
});

test("an account that changes before it is confirmed is shown again", async ({ page }) => {
  const payee = await aPayee();
  await moveAccount(payee, "11111111");
  await visit(page, `/suppliers/${payee.supplierId}/bank-details/confirm`);
  const dialog = page.getByRole("dialog");
  await expect(detail(dialog, "Account number")).toHaveText("11111111");
  await moveAccount(payee, "22222222");
  await button(dialog, "Confirm").click();
  await expect(page.getByRole("alert")).toContainText("The bank details have changed since you opened this page.");
  await expect(detail(dialog, "Account number")).toHaveText("22222222");
  await button(dialog, "Confirm").click();
  await seesToast(page, "Bank details confirmed successfully.");
});

test("an invoice paid in another tab is reported, and the remaining selection can still be paid", async ({
  page,
  context,
}) => {
  const [payee, other] = [await aPayee(), await aPayee()];
  const second = await context.newPage();
  await choose(page, [payee, other]);
  await field(page, "Bank date").fill(tomorrow);
  await choose(second, [payee]);
  await pay(second);
  await button(page, "Make Payment").click();
  await seesSummary(page, `${numberOf(payee.invoices[0]?.id ?? 0)} is already in the payment PAY-`);
  await expect(box(page, payee.invoices[0]?.id ?? 0)).toHaveCount(0);
  for (const { id } of other.invoices) await expect(box(page, id)).toBeChecked();
  await expect(field(page, "Bank date")).toHaveValue(tomorrow);
  await seesChosen(page, `${countOf([other])} of 1 supplier, ${sumOf(other)}`);
  await pay(page);
  await expect(detail(card(page, "Details"), "Total")).toHaveText(sumOf(other));
});

test("a date that the bank cannot process shows a message and keeps the input", async ({ page }) => {
  const payee = await aPayee();
  await choose(page, []);
  await button(page, "Make Payment").click();
  await seesSummary(page, "Invoices: Please select at least one invoice.");
  await isReady(page);
  for (const { id } of payee.invoices) await box(page, id).check();
  const yesterday = daysFromNow(-1);
  await field(page, "Bank date").fill(yesterday);
  await button(page, "Make Payment").click();
  await seesSummary(page, "Bank date: The bank can't pay before today.");
  await seesFieldError(page, "Bank date", "The bank can't pay before today.");
  await expect(field(page, "Bank date")).toHaveValue(yesterday);
  for (const { id } of payee.invoices) await expect(box(page, id)).toBeChecked();
  await seesChosen(page, `${countOf([payee])} of 1 supplier, ${sumOf(payee)}`);
});

test.describe("the person who changed the account", () => {
  test.use({ account: "admin" });

  test("cannot confirm it", async ({ page }) => {
    const payee = await aPayee();
    await moveAccount(payee, "33333333");
    await visit(page, `/suppliers/${payee.supplierId}`);
    await expect(detail(card(page, "Financial Details"), "Verification")).toContainText("Not confirmed yet.");
    await expect(link(page, "Confirm bank details")).toHaveCount(0);
    expect((await visit(page, `/suppliers/${payee.supplierId}/bank-details/confirm`))?.status()).toBe(404);
  });
});

test.describe("staff of a supplier", () => {
  test.use({ account: "acaciaBooks" });

  test("see that an invoice is paid, but cannot see payments", async ({ page }) => {
    await visit(page, "/invoices/1");
    await expect(detail(card(page, "Notification"), "Payment")).toHaveText(
      /^Paid on 15 \w{3} \d{4}, payment PAY-0000001$/,
    );
    await expect(link(page, "PAY-0000001")).toHaveCount(0);
    await expect(detail(card(page, "Notification"), "Reference on the bank statement")).toHaveText(
      /^INV-\d{7}( \+\d+)?$/,
    );
    await visit(page, "/invoices");
    await expect(heading(page)).toHaveText("Invoices");
    await expect(link(page, "Payments")).toHaveCount(0);
    for (const path of ["/invoices/payments", newPayment, "/invoices/payments/1"])
      expect((await visit(page, path))?.status()).toBe(403);
  });
});

withFaultyApi.describe("without an account to pay from", () => {
  withFaultyApi("the page explains how to configure one", async ({ page, api }) => {
    api.answers("/invoices/payable", 200, { payer: null, suppliers: [] });
    await visit(page, newPayment);
    await expect(card(page, "No account to pay from")).toContainText(
      "An administrator enters it in the settings, or whoever installs Countinghouse as PAYER_ACCOUNT",
    );
    await expect(card(page, "Nothing to pay")).toContainText(
      "Every invoice that has been sent to its supplier is paid.",
    );
    await expect(button(page, "Make Payment")).toHaveCount(0);
  });
});

withFaultyApi.describe("a form with thousands of invoices", { tag: "@plain-html" }, () => {
  const supplier = (id: number) => ({
    supplierId: id,
    supplierName: `Supplier ${id}`,
    bsb: "980123",
    accountNumber: "12345678",
    accountName: "Somebody",
    problems: [],
    invoices: Array.from({ length: 50 }, (_, i) => ({
      id: id * 100 + i,
      invoiceDate: "2026-03-02T00:00:00Z",
      marketplaceName: "Harbour & Co",
      total: 0.1,
      otherBankDetails: [],
    })),
  });
  const tickedIn = (html: string) =>
    [...html.matchAll(/<input type="checkbox"[^>]*checked=""[^>]*value="(\d+)"/g)].map(([, id]) => id);

  // Sends plain requests: browsers handle that many checkboxes, but test locators are too slow.
  withFaultyApi("submits all of them and comes back with the same selection", async ({ page: { request }, api }) => {
    api.answers("/invoices/payable", 200, {
      payer: { userName: "Countinghouse", bsb: "980000", accountNumber: "123456789" },
      suppliers: Array.from({ length: 100 }, (_, i) => supplier(i + 1)),
    });
    const html = await (await request.get(newPayment)).text();
    const [first, ...others] = tickedIn(html);
    expect(others).toHaveLength(4_999);
    expect(html).toContain("Chosen: 5,000 invoices of 100 suppliers, $500.00");
    const form = new FormData();
    form.append("intent", "pay");
    form.append("BankDate", "");
    for (const id of others) form.append("InvoiceIds[]", id ?? "");
    const answer = await request.post(newPayment, {
      headers: { origin: new URL((await request.get("/healthz")).url()).origin },
      multipart: form,
    });
    expect(answer.status()).toBe(422);
    const again = await answer.text();
    expect(again).toContain("Please enter the date on which the bank pays.");
    expect(tickedIn(again)).toEqual(others);
    expect(first).toBe("100");
  });
});

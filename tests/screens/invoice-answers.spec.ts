import type { Browser, Page } from "@playwright/test";
import { type Account, accounts, signedInState } from "#tests/support/browser/accounts.ts";
import { aName, notifiedInvoices, type TestInvoice } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { linkInMailTo } from "#tests/support/browser/mail.ts";
import {
  button,
  card,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { pagesOf } from "#tests/support/pdf.ts";

/** Demo suppliers, one for each project: notifying a supplier of one invoice affects all of its invoices. */
const suppliers = {
  withScripts: { id: 1, account: "acaciaOwner", userName: "Ana Silva" },
  without: { id: 2, account: "banksiaOwner", userName: "Ruth Pemberton" },
} as const;
const ours = () => (hasScripts() ? suppliers.withScripts : suppliers.without);

test.use({
  account: ({ javaScriptEnabled }, use) =>
    use(javaScriptEnabled === false ? suppliers.without.account : suppliers.withScripts.account),
});

const dialog = (page: Page) => page.getByRole("dialog");
const queries = (page: Page) => card(page, "Queries");
const path = ({ id }: TestInvoice) => `/invoices/${id}`;

/** Returns a row of an earlier invoice with enough of them. Each test uses a different row. */
async function aRow(place: number) {
  const earlier = (await notifiedInvoices(ours().id)).slice(0, -1);
  const invoice = earlier.findLast(({ transactions }) => transactions.length > place);
  const row = invoice?.transactions[place];
  if (!invoice || !row) throw new Error("The demo data have no such row.");
  return { invoice, place, ...row, name: `${row.productName}, order ${row.marketplaceOrderId}` };
}

/** The row with the status and the notes, which follows each item's row. */
const band = (page: Page, { place }: { place: number }) =>
  card(page, "Items")
    .getByRole("row")
    .nth(2 * place + 2);

async function somebodyElse(browser: Browser, account: Account): Promise<Page> {
  return (await browser.newContext({ storageState: await signedInState(account) })).newPage();
}

async function query(page: Page, note: string): Promise<void> {
  await field(dialog(page), "What is not right?").fill(note);
  await button(dialog(page), "Send Query").click();
}

test("a row is confirmed with one click, and shows by whom and when", { tag: "@core" }, async ({ page }) => {
  const row = await aRow(2);
  await visit(page, path(row.invoice));
  await expect(band(page, row)).toContainText("Open");
  await button(band(page, row), `Confirm ${row.name}`).click();
  await seesToast(page, "Row confirmed successfully.");
  await expect(band(page, row)).toContainText("Confirmed");
  await expect(band(page, row)).toContainText(new RegExp(`${ours().userName}, \\d\\d \\w{3} \\d{4}`));
  await expect(band(page, row).getByRole("button")).toHaveCount(0);
});

test("a query is emailed to Finance, and the answer is emailed to the person who asked", async ({ page, browser }) => {
  const row = await aRow(3);
  const [note, answer] = [aName("Three were sent,\nnot two:"), aName("One came back:")];
  await visit(page, path(row.invoice));
  await link(band(page, row), `Query ${row.name}`).click();
  await isReady(page);
  if (hasScripts()) await hasNoAxeViolations(page);
  await button(dialog(page), "Send Query").click();
  await seesFieldError(dialog(page), "What is not right?", "Please say what is not right.");
  await query(page, note);
  await seesToast(page, "Query sent successfully.");
  await expect(band(page, row)).toContainText("Queried");
  await expect(queries(page)).toContainText(note.split("\n")[1] ?? "");

  const finance = await somebodyElse(browser, "finance");
  await visit(finance, `/invoices?supplierId=${ours().id}`);
  await finance.getByLabel("Queried only").check();
  await button(finance, "Search").click();
  await expect(
    finance.getByRole("row").filter({ has: finance.locator(`a[href^="${path(row.invoice)}"]`) }),
  ).toContainText(/\d queried/);
  await visit(finance, await linkInMailTo(accounts.finance, note.split("\n")[1] ?? ""));
  await link(finance, `Answer ${row.name}`).click();
  await isReady(finance);
  await expect(dialog(finance)).toContainText(note.split("\n")[1] ?? "");
  await field(dialog(finance), "Answer").fill(answer);
  await button(dialog(finance), "Send Answer").click();
  await seesToast(finance, "Answer sent successfully.");
  await expect(link(finance, `Answer ${row.name}`)).toHaveCount(0);
  if (hasScripts()) await hasNoAxeViolations(finance);

  const mailed = await linkInMailTo(accounts[ours().account], answer);
  await visit(page, "/invoices");
  await visit(page, mailed);
  await expect(queries(page)).toContainText(`Answered by Tom Abbott`);
  await expect(queries(page)).toContainText(answer);
  await button(band(page, row), `Confirm ${row.name}`).click();
  await expect(band(page, row)).toContainText("Confirmed");
});

test("a concurrent answer is rejected; the form shows the other answer and keeps the input", async ({
  page,
  browser,
}) => {
  const row = await aRow(4);
  const [first, second] = [aName("First"), aName("Second")];
  await visit(page, `${path(row.invoice)}/rows/${row.lineItemId}/query`);
  const colleague = await somebodyElse(browser, ours().account);
  await visit(colleague, `${path(row.invoice)}/rows/${row.lineItemId}/query`);
  await query(colleague, first);
  await seesToast(colleague, "Query sent successfully.");
  await query(page, second);
  await expect(page.getByText("Somebody else has added something to this row.").first()).toBeVisible();
  await isReady(page);
  await expect(dialog(page)).toContainText(first);
  await expect(field(dialog(page), "What is not right?")).toHaveValue(second);
  await button(dialog(page), "Send Query").click();
  await seesToast(page, "Query sent successfully.");
  for (const note of [first, second]) await expect(queries(page)).toContainText(note);
});

test("all rows without a query are confirmed at once, and Finance sees the queries before paying", async ({
  page,
  browser,
}) => {
  const invoice = (await notifiedInvoices(ours().id)).at(-1);
  const [row] = invoice?.transactions ?? [];
  if (!invoice || !row) throw new Error("The demo data have no such invoice.");
  await visit(page, `${path(invoice)}/rows/${row.lineItemId}/query`);
  await query(page, "One is missing.");
  await seesToast(page, "Query sent successfully.");
  await link(page, "Confirm All Rows").click();
  await isReady(page);
  await expect(dialog(page)).toContainText(
    `Confirm ${invoice.transactions.length + invoice.charges.length - 1} rows totalling`,
  );
  await button(dialog(page), "Confirm All Rows").click();
  await seesToast(page, "Rows confirmed successfully.");
  await expect(band(page, { place: 0 })).toContainText("Queried");
  for (let place = 1; place < invoice.transactions.length; place++)
    await expect(band(page, { place })).toContainText("Confirmed");
  await expect(link(page, "Confirm All Rows")).toHaveCount(0);

  const finance = await somebodyElse(browser, "finance");
  await visit(finance, "/invoices/payments/new");
  await expect(finance.getByRole("row").filter({ has: finance.locator(`a[href="${path(invoice)}"]`) })).toContainText(
    "1 queried",
  );
});

test("queries and answers are not printed @javascript", async ({ page }) => {
  await visit(page, "/invoices/1");
  await expect(queries(page)).toBeVisible();
  const paper = (await pagesOf(await page.pdf({ preferCSSPageSize: true }))).join();
  expect(paper).toContain("INV-0000001");
  for (const part of ["Queries", "Confirmed", "Query"]) expect(paper).not.toContain(part);
});

test.describe("a read-only user", () => {
  test.use({ account: "readonly" });

  test("sees queries and answers without buttons or dialogs", async ({ page }) => {
    const row = await aRow(5);
    await visit(page, "/invoices/1");
    await expect(queries(page)).toContainText("Answered by Tom Abbott");
    for (const name of [/^Confirm /, /^Query /, /^Answer /])
      await expect(page.locator("a.button, button").filter({ hasText: name })).toHaveCount(0);
    await visit(page, `${path(row.invoice)}/rows/${row.lineItemId}/query`);
    await expect(heading(page)).toHaveText("Not found");
  });
});

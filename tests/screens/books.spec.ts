import { readFile } from "node:fs/promises";
import { formatMonth, monthsLater } from "#contract/rules/books.ts";
import { button, card, field, heading, isReady, link, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";

test.use({ account: "finance" });

test("the trial balance adds up to nothing, and leads to the journal and to a document @core", async ({ page }) => {
  await visit(page, "/books?fromDate=&toDate=");
  await expect(page.getByRole("region", { name: "Trial balance" }).getByRole("definition")).toHaveText([
    "$0.00",
    /^\$[\d,]+\.\d\d$/,
    /^\$[\d,]+\.\d\d$/,
    "$0.00",
  ]);
  await expect(card(page, "GST of documents issued on these days")).toContainText("part of 1B");
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Export").click()]);
  const saved = rowsOf(sheetNamed(await opened(await readFile(await file.path())), "Trial balance"));
  expect(saved.at(-1)).toMatchObject({ Account: "Total", "Closing balance": 0 });
  await link(page, "Purchases from suppliers").click();
  await expect(heading(page)).toHaveText("Journal");
  const first = page.locator("tbody tr.row-link").first();
  await expect(first).toContainText("Purchases from suppliers");
  await first.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/invoices\/\d+/);
  await expect(heading(page)).not.toHaveText("Journal");
});

// A month of long before the demo data, and once: all tests have the same books.
test("a month is closed after what is to be looked at, and reopened with a reason @javascript", async ({ page }) => {
  const month = monthsLater(new Date().toISOString().slice(0, 7), -20);
  const name = formatMonth(month);
  await visit(page, "/books");
  await link(page, "Months").click();
  await isReady(page);
  await field(page, "Month").selectOption(month);
  await button(page, "Show").click();
  await expect(card(page, `Close ${name}`)).toContainText("Drafts dated up to its end");
  await isReady(page);
  await button(page, `Close ${name}`).click();
  await seesToast(page, "Month closed successfully.");
  await expect(page.getByText(`${name} and all months before it are closed`)).toBeVisible();
  await link(page, `Reopen ${name}`).click();
  await isReady(page);
  const dialog = page.getByRole("dialog");
  await field(dialog, "Reason").fill("A bill was missing.");
  await button(dialog, "Reopen").click();
  await seesToast(page, "Month reopened successfully.");
  await expect(page.getByRole("row").filter({ hasText: "A bill was missing." })).toContainText(name);
});

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { button, card, field, heading, isReady, link, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";

/** Of the demo data: a payment came back. */
const returnedTo = 2;
const rows = (page: Page) => page.locator("tbody tr.row-link");
const cell = (page: Page, kind: string) => rows(page).filter({ hasText: kind }).first().locator("td");
const aBalance = /^-?\$[\d,]+\.\d\d$/;

test.describe("Finance", () => {
  test.use({ account: "finance" });

  test("reads a supplier's statement of account, chooses other days, and saves it @core", async ({ page }) => {
    await visit(page, `/suppliers/${returnedTo}`);
    await link(card(page, "Earnings"), "Statement of account").click();
    await expect(heading(page)).toHaveText(/^Statement of /);
    await isReady(page);
    await field(page, "From").fill("");
    await field(page, "To").fill("");
    await button(page, "Search").click();
    await expect(cell(page, "Returned payment")).toHaveText([
      /^\d\d \w{3} \d{4}$/,
      /^Returned payment PAY-0000001Reference INV-.*: Account closed\.$/,
      aBalance,
      aBalance,
    ]);
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Export").click()]);
    const saved = rowsOf(sheetNamed(await opened(await readFile(await file.path())), "Statement"));
    expect(saved.map(({ Entry }) => Entry)).toEqual(
      expect.arrayContaining(["Opening balance", "Invoice", "Payment", "Returned payment", "Closing balance"]),
    );
    await link(page, "PAY-0000001").first().click();
    await expect(heading(page)).toHaveText("Payment PAY-0000001");
  });
});

test.describe("supplier staff", () => {
  test.use({ account: "banksiaOwner" });

  test("see their earnings on the home page, their own statement, and their invoice behind a payment", async ({
    page,
  }) => {
    await visit(page, "/dashboard");
    await expect(card(page, "Earnings")).toContainText("came back");
    await link(card(page, "Earnings"), "Statement of account").click();
    await expect(heading(page)).toHaveText(/^Statement of /);
    await visit(page, `/suppliers/${returnedTo}/statement?fromDate=&toDate=`);
    await expect(page.getByText("drafts")).toHaveCount(0);
    await cell(page, "Returned payment").getByRole("link").click();
    await expect(heading(page)).toHaveText(/Invoice INV-|Recipient Created Tax Invoice/);
    expect((await visit(page, "/suppliers/1/statement"))?.status()).toBe(404);
  });
});

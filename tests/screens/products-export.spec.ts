import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { referralDays } from "#contract/rules/referral-days.ts";
import type { Account } from "#tests/support/browser/accounts.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import { button, field, heading, link, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";
import { headings, opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";

/** A user can run only one export at a time, so these accounts differ from those of the other export tests. */
test.use({
  account: (
    { javaScriptEnabled }: { javaScriptEnabled: boolean | undefined },
    use: (account: Account) => Promise<void>,
  ) => use(javaScriptEnabled === false ? "acaciaOwner" : "catalogue"),
});
test.describe.configure({ mode: "default" });

async function download(page: Page, name: string): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
  return file;
}
const sheetOf = async (file: Download, name: string) =>
  sheetNamed(await opened(await readFile(await file.path())), name);
const openMenu = (page: Page) => page.getByText("Export", { exact: false }).and(page.locator("summary")).click();

test("Stock Levels & Prices downloads the products of the filtered type and supplier as Products.xlsx", async ({
  page,
}) => {
  const { name } = await aProduct({ supplierId: 1 });
  await visit(page, "/products?supplierId=1&showActiveOnly=true");
  await openMenu(page);
  const file = await download(page, "Stock Levels & Prices");
  expect(file.suggestedFilename()).toBe("Products.xlsx");
  const rows = rowsOf(await sheetOf(file, "Products"));
  expect(rows.find(({ Name }) => Name === name)).toMatchObject({ VariantId: null, Supplier: "Acacia Homewares" });
  expect(new Set(rows.map(({ Supplier }) => Supplier))).toEqual(new Set(["Acacia Homewares"]));
  await expect(heading(page)).toHaveText("Products");
});

test("Export Referrals asks for dates, offers last and this month, and downloads Product-Referrals.xlsx", async ({
  page,
}) => {
  await visit(page, "/products?supplierId=1");
  await openMenu(page);
  await link(page, "Export Referrals").click();
  const dialog = page.getByRole("dialog", { name: "Export Referrals" });
  const { fromDate, toDate } = referralDays(new Date());
  await expect(field(dialog, "From")).toHaveValue(fromDate);
  await expect(field(dialog, "To")).toHaveValue(toDate);
  await expect(dialog.getByRole("combobox", { name: "Supplier", exact: true })).toHaveValue("1");
  const [file] = await Promise.all([page.waitForEvent("download"), button(dialog, "Export").click()]);
  expect(file.suggestedFilename()).toBe("Product-Referrals.xlsx");
  expect(headings(await sheetOf(file, "Referrals"))).toContain("Cost per click");
});

test("invalid dates show a message and keep the input", async ({ page }) => {
  await visit(page, "/products/referrals?supplierId=1");
  const dialog = page.getByRole("dialog", { name: "Export Referrals" });
  await field(dialog, "From").fill("2026-03-02");
  await field(dialog, "To").fill("2026-03-01");
  await button(dialog, "Export").click();
  await expect(field(dialog, "To")).toHaveAccessibleDescription("Invalid to date.");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(field(dialog, "From")).toHaveValue("2026-03-02");
  await expect(field(dialog, "To")).toHaveValue("2026-03-01");
});

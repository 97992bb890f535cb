import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import type { Account } from "#tests/support/browser/accounts.ts";
import { aName } from "#tests/support/browser/api.ts";
import { aLineItem, anOrder } from "#tests/support/browser/orders.ts";
import { button, field, heading, isAt, link, visit } from "#tests/support/browser/page.ts";
import { letSessionExpire } from "#tests/support/browser/session.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { test as withFaultyApi } from "#tests/support/browser/test-with-faulty-api.ts";
import { headings, opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";

/** A user can run only one export at a time, so groups that run in parallel use different accounts. */
const exportedBy = (withScripts: Account, without: Account) => ({
  account: (
    { javaScriptEnabled }: { javaScriptEnabled: boolean | undefined },
    use: (account: Account) => Promise<void>,
  ) => use(javaScriptEnabled === false ? without : withScripts),
});
test.describe.configure({ mode: "default" });
test.use(exportedBy("admin", "operator"));

const found = (search: Record<string, string>) => `/orders?${new URLSearchParams(search)}`;

async function download(page: Page): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Export").click()]);
  return file;
}

const sheetOf = async (file: Download) => sheetNamed(await opened(await readFile(await file.path())), "Orders");
const alert = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });

test("Export downloads the filtered orders with their items as Orders.xlsx", { tag: "@core" }, async ({ page }) => {
  const surname = aName("Lee");
  const order = await anOrder({ customer: { surname }, orderedAt: "2026-03-01T13:30:00Z" });
  await aLineItem(order, { name: "=Basket", options: [{ Name: "Colour", Value: "Red" }] });
  await aLineItem(order, { name: "Tray" });
  await anOrder({ customer: { surname }, orderedAt: "2026-03-02T13:30:00Z" });
  await visit(
    page,
    found({ searchText: surname, fromDate: "2026-03-02", toDate: "2026-03-02", page: "1", sort: "supplierName" }),
  );
  const file = await download(page);
  expect(file.suggestedFilename()).toBe("Orders.xlsx");
  expect(rowsOf(await sheetOf(file))).toMatchObject([
    {
      "Order number": order.name,
      Product: "=Basket",
      Options: "Colour: Red",
      "Order date": new Date("2026-03-02T00:30:00Z"),
      Purchase: 19.9,
    },
    { "Order number": order.name, Product: "Tray", Email: "ana@test.example" },
  ]);
  await expect(heading(page)).toHaveText("Orders");
  await expect(button(page, "Export")).toBeEnabled();
});

test("Export (CSV) downloads the filtered orders as Orders.csv", async ({ page }) => {
  const surname = aName("Lee");
  await aLineItem(await anOrder({ customer: { surname } }), { name: "=Basket" });
  await visit(page, found({ searchText: surname }));
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Export (CSV)").click()]);
  expect(file.suggestedFilename()).toBe("Orders.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("\ufeffOrderId,");
  expect(text).toContain("'=Basket");
});

test("Exporting... is shown until the file arrives, and the page stays usable @javascript", async ({ page }) => {
  const order = await anOrder();
  await visit(page, found({ searchText: order.name }));
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/orders/export*", async (route) => {
    await held;
    await route.continue();
  });
  const coming = page.waitForEvent("download");
  await button(page, "Export").click();
  await expect(button(page, "Exporting...")).toBeDisabled();
  await link(page, "Today").click();
  await expect(link(page, "Today")).toHaveAttribute("aria-current", "true");
  await expect(button(page, "Exporting...")).toBeVisible();
  goOn();
  expect(rowsOf(await sheetOf(await coming))).toMatchObject([{ "Order number": order.name }]);
  await expect(button(page, "Export")).toBeEnabled();
});

test("a dropped connection shows an error, and no file is saved @javascript", async ({ page }) => {
  await visit(page, "/orders");
  await page.route("**/orders/export*", (route) => route.abort());
  await button(page, "Export").click();
  await expect(alert(page, "this could not be exported")).toBeVisible();
  await expect(button(page, "Export")).toBeEnabled();
});

test("an export after the session has ended shows that it has ended", async ({ page, context }) => {
  await visit(page, "/orders?searchText=ana");
  await letSessionExpire(context);
  await button(page, "Export").click();
  await expect(page.getByRole("dialog", { name: "You have been logged out" })).toBeVisible();
});

test.describe("staff of a supplier", () => {
  test.use({ account: "acaciaOrders" });

  test("export only their own orders, without the customers' email addresses", async ({ page }) => {
    const order = await anOrder();
    await aLineItem(order);
    await visit(page, found({ searchText: order.name }));
    const sheet = await sheetOf(await download(page));
    expect(rowsOf(sheet)).toMatchObject([{ "Order number": order.name, Supplier: "Acacia Homewares" }]);
    expect(headings(sheet)).not.toContain("Email");
  });
});

withFaultyApi.describe("an export that the API refuses", () => {
  withFaultyApi.use(exportedBy("finance", "readonly"));
  const search = "/orders?searchText=ana&outstandingOrdersOnly=false&page=1";
  const asked = "/orders/ExcelExport?searchText=ana&outstandingOrdersOnly=false";

  withFaultyApi(
    "because another export is running shows the API's message and keeps the filters",
    async ({ page, api }) => {
      await visit(page, search);
      api.answers(asked, 409, { status: 409, message: "Another export or import of yours is still running." });
      await button(page, "Export").click();
      await expect(alert(page, "Another export or import of yours is still running.")).toBeVisible();
      await isAt(page, search);
      await expect(field(page, "Order or customer")).toHaveValue("ana");
      api.comesBack();
      if (hasScripts()) await button(page, "Dismiss").click();
      await download(page);
    },
  );

  withFaultyApi("because of an internal error shows a message", async ({ page, api }) => {
    await visit(page, search);
    api.answers(asked, 500, { message: "stack trace" });
    await button(page, "Export").click();
    await expect(alert(page, "this could not be exported")).toBeVisible();
    await isAt(page, search);
  });

  withFaultyApi(
    "because the API is down shows a message, also on the page that could not be loaded",
    async ({ page, api }) => {
      await visit(page, search);
      api.goesAway();
      await button(page, "Export").click();
      await expect(alert(page, "this could not be exported")).toBeVisible();
      // Without scripts the page is loaded again: the list is missing, or everything if the permissions are not cached.
      if (!hasScripts())
        await expect(
          page.getByText(/This list could not be loaded\.|The service behind this page did not answer\./),
        ).toBeVisible();
      await isAt(page, search);
    },
  );
});

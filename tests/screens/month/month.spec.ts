import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { type Account, accounts, signedInState } from "#tests/support/browser/accounts.ts";
import { acceptInvitation, aName } from "#tests/support/browser/api.ts";
import { linkInMailTo } from "#tests/support/browser/mail.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  heading,
  isReady,
  link,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { writes } from "#tests/support/browser/rich-text.ts";
import { expect, test } from "#tests/support/browser/test.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";

const harbour = { id: "1", name: "Harbour & Co" };
const dialog = (page: Page) => page.getByRole("dialog");
const found = (page: Page) => page.locator("tbody tr.row-link");
const billingContact = "accounts@wattle.example";
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Each user has a separate browser context. */
async function as(browser: Browser, account: Account): Promise<Page> {
  const context = await browser.newContext({ storageState: await signedInState(account) });
  return context.newPage();
}

async function fill(within: Page | ReturnType<typeof card>, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await field(within, label).fill(value);
}

async function save(page: Page, title: string, words: string): Promise<void> {
  await button(card(page, title), "Save").click();
  await seesToast(page, words);
}

async function open(page: Page, name: string): Promise<void> {
  await link(page, name).click();
  await expect(dialog(page)).toBeVisible();
  await isReady(page);
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFile(await file.path());
}

test("a supplier is added, sells, ships, is invoiced and paid", async ({ browser }) => {
  const [admin, owner, finance] = [
    await as(browser, "admin"),
    await as(browser, "acaciaOwner"),
    await as(browser, "finance"),
  ];
  const supplier = { name: aName("Wattle"), path: "" };
  const product = aName("Wattle wreath");
  let order = "";
  let orderNumber = "";
  let invoice = "";

  await test.step("a supplier is added, with all that is to be known about it", async () => {
    await visit(admin, "/suppliers");
    await open(admin, "Add Supplier");
    await fill(dialog(admin), { Name: supplier.name, Email: "orders@wattle.example" });
    await button(dialog(admin), "Add").click();
    await expect(heading(admin)).toHaveText(supplier.name);
    supplier.path = new URL(admin.url()).pathname;

    await isReady(admin);
    await fill(await edit(admin, "General"), {
      "Legal name": `${supplier.name} Pty Ltd`,
      "Business phone": "08 5550 1234",
    });
    await writes(admin, "Wreaths of wattle.");
    await save(admin, "General", "Supplier updated successfully.");

    const address = await edit(admin, "Business Address");
    await fill(address, { "Street address": "7 Mill Road", City: "Hobart", "Post code": "7000" });
    await field(address, "State").selectOption({ label: "Tasmania" });
    await save(admin, "Business Address", "Address updated successfully.");

    const account = { BSB: "062-000", "Account name": "Wattle", "Account number": "12345678" };
    await fill(await edit(admin, "Financial Details"), {
      ABN: "51 824 753 556",
      ...account,
      "Billing contact emails": billingContact,
    });
    await save(admin, "Financial Details", "Supplier financial details updated successfully.");
    await open(admin, "Check GST registration");
    await field(dialog(admin), "Registered for GST").selectOption("Yes");
    await button(dialog(admin), "Save").click();
    await seesToast(admin, "GST registration updated successfully.");
  });

  await test.step("its owner gets an account, and agrees to sell on a marketplace", async () => {
    await open(admin, "Add User");
    await field(dialog(admin), "Email").fill(accounts.acaciaOwner);
    for (const permission of await dialog(admin).getByRole("checkbox").all()) await permission.check();
    await button(dialog(admin), "Add").click();
    await seesToast(admin, "User updated successfully.");
    await acceptInvitation(accounts.acaciaOwner, supplier.name);
    await open(admin, "Add Marketplace");
    await field(admin, "Marketplace").selectOption({ label: harbour.name });
    await field(admin, "Commission rate").fill("20");
    await button(dialog(admin), "Add").click();
    await seesToast(admin, "Marketplace updated successfully.");

    await visit(owner, supplier.path);
    await link(owner, `Review Agreement with ${harbour.name}`).click();
    await isReady(owner);
    await button(owner, "Agree").click();
    await seesToast(owner, "Marketplace updated successfully.");
  });

  await test.step("the owner adds a product, and the marketplace approves it", async () => {
    await visit(owner, "/products");
    await open(owner, "Add Product");
    await field(dialog(owner), "Supplier").selectOption({ label: supplier.name });
    await field(dialog(owner), "Product type").selectOption({ index: 1 });
    await fill(dialog(owner), { Name: product, SKU: "WREATH-1", "Recommended retail price": "50" });
    await button(owner, "Add").click();
    await expect(heading(owner)).toHaveText(product);

    await visit(
      admin,
      `/product-approvals?${new URLSearchParams({ productName: product, marketplaceId: harbour.id })}`,
    );
    await link(admin, `Show details of ${product} on ${harbour.name}`).click();
    await isReady(admin);
    const details = card(admin, "Details");
    await button(details, "Approve").click();
    await seesToast(
      admin,
      "Product has been approved and will be synchronized with the marketplace in the background.",
    );
  });

  await test.step("a customer orders two of it", async () => {
    await visit(admin, "/orders");
    await open(admin, "Add Order");
    await field(dialog(admin), "Supplier").selectOption({ label: supplier.name });
    await field(dialog(admin), "Marketplace").selectOption({ label: harbour.name });
    await fill(dialog(admin), {
      "Customer Email": "ana@customer.example",
      "First Name": "Ana",
      Surname: "Lee",
      "Phone Number": "08 5550 4321",
    });
    await button(admin, "Add").click();
    await expect(heading(admin)).toHaveText(/^[A-Z]{1,5}-\d{8}-\d+$/);
    orderNumber = (await heading(admin).textContent()) ?? "";
    order = new URL(admin.url()).pathname;
    await isReady(admin);
    const details = card(admin, "Order Details");
    await fill(details, { "Street address": "12 Wharf Road", City: "Fremantle", "Post code": "6160" });
    await field(details, "State").selectOption("WA");
    await save(admin, "Order Details", "Order details updated successfully.");

    await link(card(admin, "Ordered Products"), "Add").click();
    await isReady(admin);
    await field(admin, "Name or SKU").fill(product);
    await button(admin, "Search the catalogue").click();
    await link(admin, product).click();
    await expect(field(admin, "Item price")).toHaveValue("50.00");
    await isReady(admin);
    await fill(admin, { Quantity: "2", "Shipping amount": "10" });
    await button(admin, "Add").click();
    await seesToast(admin, "Order details updated successfully.");
    await open(admin, "Notify Supplier");
    await button(dialog(admin), "Notify Supplier").click();
    await seesToast(admin, "The supplier will be notified by email.");
    await linkInMailTo("orders@wattle.example", product);
  });

  await test.step("the owner ships them", async () => {
    await visit(owner, order);
    await owner.getByRole("checkbox", { name: `Choose ${product}` }).check();
    await button(owner, "Ship Selected").click();
    await isReady(owner);
    await button(dialog(owner), "OK").click();
    await seesToast(owner, "Shipment updated successfully.");
    await visit(owner, "/shipments");
    await owner.getByPlaceholder("Search by order number").fill(orderNumber);
    await button(owner, "Search").click();
    await expect(found(owner)).toHaveCount(1);
    await found(owner).getByRole("link").first().click();
    await isReady(owner);
    await field(owner, "Courier").selectOption("Australia Post");
    await field(owner, "Tracking number").fill("33XYZ0001");
    await field(owner, "Status").selectOption("Dispatched");
    await save(owner, "Tracking Details", "Shipment updated successfully.");
    await visit(admin, order);
    await expect(card(admin, "Ordered Products")).toContainText("Complete");
  });

  await test.step("what it sold is invoiced, and it is told", async () => {
    await visit(finance, "/invoices");
    await link(finance, "Generate Invoices").click();
    await isReady(finance);
    const row = finance.getByRole("row").filter({ hasText: supplier.name });
    await expect(row.getByRole("checkbox")).toBeChecked();
    await expect(row).toContainText("$90.00");
    await button(finance, "Generate Invoices").click();
    await seesToast(finance, "Request successfully processed.");
    await finance.getByPlaceholder("Search by order or invoice number").fill(orderNumber);
    await button(finance, "Search").click();
    await expect(found(finance)).toHaveCount(1);
    await found(finance).getByRole("link").first().click();
    await expect(heading(finance)).toHaveText("Recipient Created Tax Invoice");
    const summary = card(finance, "Summary");
    for (const [term, amount] of [
      ["Sub total inc GST", "$100.00"],
      ["Shipping inc GST", "$10.00"],
      ["Less commission inc GST", "-$20.00"],
    ] as const)
      await expect(detail(summary, term)).toHaveText(amount);
    await expect(summary.getByRole("definition").last()).toHaveText("$90.00");
    invoice = new URL(finance.url()).pathname;

    await visit(finance, "/invoices");
    await open(finance, "Notify Suppliers");
    await field(dialog(finance), "Expected payment date").fill(dayFromNow(1));
    await button(dialog(finance), "Notify Suppliers").click();
    await seesToast(finance, "Request successfully processed.");
    await expect(async () => {
      await visit(finance, invoice);
      await expect(detail(card(finance, "Notification"), "Mail")).toHaveText(new RegExp(`^${billingContact}: Sent `), {
        timeout: 1_000,
      });
    }).toPass({ timeout: 120_000 });
  });

  await test.step("the owner finds it right", async () => {
    await visit(owner, invoice);
    await expect(heading(owner)).toHaveText("Recipient Created Tax Invoice");
    await owner.getByRole("button", { name: `Confirm ${product}, order` }).click();
    await seesToast(owner, "Row confirmed successfully.");
    await expect(owner.getByRole("row").filter({ hasText: "Confirmed" })).toBeVisible();
  });

  await test.step("somebody else confirms the account, and it is paid when a second person has released it", async () => {
    await visit(finance, supplier.path);
    await open(finance, "Confirm bank details");
    await button(dialog(finance), "Confirm").click();
    await seesToast(finance, "Bank details confirmed successfully.");
    await visit(finance, "/invoices/payments/new");
    await button(finance, "Choose none").click();
    await expect(finance.getByRole("status").filter({ hasText: "Chosen: no invoices" })).toBeVisible();
    await isReady(finance);
    await field(finance, `INV-${(invoice.split("/").at(-1) ?? "").padStart(7, "0")}`).check();
    await field(finance, "Bank date").fill(dayFromNow(2));
    await button(finance, "Make Payment").click();
    await seesToast(finance, "Payment made. Its file for the bank is created when it is released.");
    const payment = new URL(finance.url()).pathname;
    await visit(admin, payment);
    await open(admin, "Release");
    await button(dialog(admin), "Release").click();
    await seesToast(admin, "Payment released. Its file can be downloaded now.");
    await visit(finance, payment);
    await isReady(finance);
    const records = (await downloaded(finance, () => button(finance, "Download file").click()))
      .toString("ascii")
      .split("\r\n");
    expect(records[0]).toContain("Harbour Trading Pty Ltd");
    expect(records[1]).toMatch(/^1062-000 12345678 500000009000Wattle {26}/);
    expect(records[2]).toMatch(/^7999-999/);
    await visit(finance, invoice);
    await expect(card(finance, "Notification")).toContainText(/To be paid on .+, payment PAY-\d{7}/);
  });

  await test.step("and everything adds up", async () => {
    await visit(finance, `/invoices/reconciliation?marketplaceId=${harbour.id}`);
    await isReady(finance);
    await fill(dialog(finance), { From: dayFromNow(-1), To: dayFromNow(1) });
    const content = await downloaded(finance, () => button(dialog(finance), "Export").click());
    const ours = rowsOf(sheetNamed(await opened(content), "Reconciliation")).filter(
      (row) => row["Order number"] === orderNumber,
    );
    expect(ours.reduce((sum, row) => sum + Number(row.Owed ?? 0), 0)).toBeCloseTo(90, 2);
    expect(ours.filter((row) => row.Type === "Payment").map((row) => row.Invoiced)).toEqual([90]);
  });
});

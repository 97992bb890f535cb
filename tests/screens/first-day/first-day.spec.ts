import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Locator, Page } from "@playwright/test";
import { codeOf } from "#tests/support/authenticator.ts";
import { type EmptyProduct, startEmptyProduct } from "#tests/support/browser/empty-product.ts";
import { linkInMailTo } from "#tests/support/browser/mail.ts";
import { button, card, field, heading, isReady, link, seesFieldError, seesToast } from "#tests/support/browser/page.ts";
import { writes } from "#tests/support/browser/rich-text.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const marketplaceSaved = "Marketplace details updated successfully.";
const approved = "Product has been approved and will be synchronized with the marketplace in the background.";
const supplierEmail = "owner@wattle.example";
const password = "seven quiet harbour lamps";
const mostClicks = 60;

/** A shop that accepts every listing. */
interface Shop {
  address: string;
  listings: Record<string, unknown>[];
  close(): void;
}

let product: EmptyProduct;
let shop: Shop;
let clicks = 0;

test.beforeAll(async () => {
  shop = await openShop();
  product = await startEmptyProduct({ ALLOW_PRIVATE_WEBHOOKS: "on" });
});

test.afterAll(async () => {
  shop?.close();
  await product?.stop();
});

async function openShop(): Promise<Shop> {
  const listings: Record<string, unknown>[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    listings.push(JSON.parse(body));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/listings`,
    listings,
    close: () => void server.close(),
  };
}

/** An action that needs a mouse: a click, a box, or a choice from a list. */
async function click(target: Locator): Promise<void> {
  clicks += 1;
  await target.click();
}

async function select(target: Locator, label: string): Promise<void> {
  clicks += 1;
  await target.selectOption({ label });
}

async function fill(within: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await field(within, label).fill(value);
}

async function open(page: Page, name: string): Promise<void> {
  await isReady(page);
  await click(link(page, name));
  await isReady(page);
}

async function openFromMenu(page: Page, name: string): Promise<void> {
  await isReady(page);
  await click(link(page.getByRole("navigation", { name: "Main" }), name));
  await expect(heading(page)).toHaveText(name);
  await isReady(page);
}

async function save(within: Page | Locator, page: Page, name: string, words: string): Promise<void> {
  await click(button(within, name));
  await seesToast(page, words);
  await isReady(page);
}

async function newPerson(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: product.url })).newPage();
}

async function editCard(page: Page, title: string): Promise<void> {
  await open(page, `Edit ${title}`);
  await expect(button(card(page, title), "Save")).toBeVisible();
}

const dialog = (page: Page) => page.getByRole("dialog");

test("from an empty folder to a product that a shop has received, in at most 60 clicks", async ({ browser }) => {
  const admin = await newPerson(browser);
  const owner = await newPerson(browser);

  await test.step("the first administrator opens the address that was printed, and is led to the set-up", async () => {
    const address = product.lines.find((line) => line.includes("/identity/administrator/"))?.trim() ?? "";
    await admin.goto(`${address}x`);
    await expect(heading(admin)).toHaveText("This address no longer works");
    await admin.goto(address);
    await fill(admin, { "Given name": "Ada", Surname: "Nguyen", Email: "ada@harbour.example" });
    await fill(admin, { "New password": password, "New password again": password });
    await click(button(admin, "Continue"));
    const secret = (await admin.locator("li code").innerText()).replaceAll(" ", "");
    await field(admin, "Code that the app shows").fill(codeOf(secret));
    await click(button(admin, "Turn on"));
    await click(link(admin, "I have kept them"));
    await expect(heading(admin)).toHaveText("Set-up");
    await owner.goto(address);
    await expect(heading(owner)).toHaveText("This address no longer works");
  });

  await test.step("a marketplace gets its address, clauses, webhook and categories", async () => {
    await open(admin, "A marketplace");
    await open(admin, "Add Marketplace");
    await fill(dialog(admin), { Name: "Harbour Market", "Legal name": "Harbour Market Pty Ltd" });
    await field(dialog(admin), "ABN").fill("51 824 753 5567");
    await click(button(dialog(admin), "Add"));
    await seesFieldError(dialog(admin), "ABN", "An ABN has 11 digits, for example 51 824 753 556.");
    await field(dialog(admin), "ABN").fill("51 824 753 556");
    await save(dialog(admin), admin, "Add", "Marketplace added.");
    await expect(heading(admin)).toHaveText("Harbour Market");

    await editCard(admin, "Business Address");
    await fill(admin, { "Street address": "1 Quay Street", City: "Sydney", "Post code": "2000" });
    await select(field(admin, "State"), "New South Wales");
    await save(card(admin, "Business Address"), admin, "Save", marketplaceSaved);

    await editCard(admin, "Clauses of the Agreement");
    await field(admin, "Clauses").fill("Parcels carry our slip.\nReturns are accepted.");
    await save(card(admin, "Clauses of the Agreement"), admin, "Save", marketplaceSaved);

    await editCard(admin, "Channel");
    await select(field(card(admin, "Channel"), "Channel"), "Webhook");
    await fill(admin, { "Webhook address": shop.address, "Webhook secret": "a secret that the shop knows" });
    await save(card(admin, "Channel"), admin, "Save", marketplaceSaved);

    await open(admin, "Categories");
    await open(admin, "Add Category");
    await fill(dialog(admin), { Name: "Lamps" });
    await save(dialog(admin), admin, "Save", "The category was saved.");
  });

  await test.step("a product type is added", async () => {
    await openFromMenu(admin, "Product Types");
    await open(admin, "Add Product Type");
    await field(dialog(admin), "Name").fill("Lamp");
    await save(dialog(admin), admin, "Add", "Product type details updated successfully.");
  });

  await test.step("a supplier is added, with what its agreement and its invoices need", async () => {
    await openFromMenu(admin, "Suppliers");
    await open(admin, "Add Supplier");
    await fill(dialog(admin), { Name: "Wattle", Email: "orders@wattle.example" });
    await click(button(dialog(admin), "Add"));
    await expect(heading(admin)).toHaveText("Wattle");
    await editCard(admin, "General");
    await fill(card(admin, "General"), { "Legal name": "Wattle Pty Ltd", "Business phone": "08 5550 1234" });
    await writes(admin, "Lamps that stand storms.");
    await save(card(admin, "General"), admin, "Save", "Supplier updated successfully.");
    await editCard(admin, "Financial Details");
    await fill(card(admin, "Financial Details"), { ABN: "53 004 085 616" });
    await save(card(admin, "Financial Details"), admin, "Save", "Supplier financial details updated successfully.");
    await open(admin, "Add User");
    await field(dialog(admin), "Email").fill(supplierEmail);
    await click(field(dialog(admin), "Manage Products"));
    await click(field(dialog(admin), "Update General Details"));
    await save(dialog(admin), admin, "Add", "User updated successfully.");
    await open(admin, "Add Marketplace");
    await select(field(dialog(admin), "Marketplace"), "Harbour Market");
    await save(dialog(admin), admin, "Add", "Marketplace updated successfully.");
  });

  await test.step("somebody of the supplier signs the agreement, and adds a product", async () => {
    await owner.goto(await linkInMailTo(supplierEmail, "“Wattle”"));
    await click(button(owner, "Accept"));
    await fill(owner, { "Given name": "Bea", Surname: "Lim" });
    await fill(owner, { "New password": password, "New password again": password });
    await click(button(owner, "Set password"));
    await click(link(owner, "Sign in"));
    await fill(owner, { Email: supplierEmail, Password: password });
    await click(button(owner, "Sign in"));
    await open(owner, "Wattle");
    await open(owner, "Review Agreement with Harbour Market");
    await save(owner, owner, "Agree", "Marketplace updated successfully.");
    await openFromMenu(owner, "Products");
    await open(owner, "Add Product");
    await select(field(dialog(owner), "Product type"), "Lamp");
    await fill(dialog(owner), { Name: "Storm lamp", SKU: "LAMP-1", "Recommended retail price": "129.95" });
    await click(button(dialog(owner), "Add"));
    await expect(heading(owner)).toHaveText("Storm lamp");
  });

  await test.step("the marketplace approves the product, and the shop receives it", async () => {
    await openFromMenu(admin, "Approvals");
    await open(admin, "Show details of Storm lamp on Harbour Market");
    await click(field(card(admin, "Details"), "Lamps"));
    await save(card(admin, "Details"), admin, "Approve", approved);
    // Approved products are synchronised within half a minute.
    const events = () => shop.listings.map(({ event }) => event);
    await expect.poll(events, { timeout: 90_000 }).toContain("publish");
    expect(JSON.stringify(shop.listings)).toContain("Storm lamp");
  });

  await test.step("the set-up has only the mail server and the paying account left", async () => {
    await openFromMenu(admin, "Settings");
    await open(admin, "Set-up");
    await expect(admin.getByRole("listitem").filter({ hasText: "To do" }).getByRole("link")).toHaveText([
      "Emails",
      "The paying account",
    ]);
  });
  expect(clicks).toBeLessThanOrEqual(mostClicks);
});

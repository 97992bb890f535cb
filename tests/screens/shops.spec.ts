import type { Page } from "@playwright/test";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  button,
  card,
  edit,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts } from "#tests/support/browser/test.ts";
import { test } from "#tests/support/browser/test-with-faulty-api.ts";

const path = "/marketplaces/1/shop-orders";
const order = {
  id: "gid://shopify/Order/7001",
  number: "#1001",
  state: "refused",
  problem: "It has no delivery address.",
  problemDate: "2026-03-02T04:05:00.000Z",
};
const answer = (...items: object[]): [string, number, object] => [
  "/api/v1/marketplaces/1/ShopOrders",
  200,
  { items, totalCount: items.length },
];
const dialog = (page: Page) => page.getByRole("dialog");

test("an order that cannot be taken is shown with its reason, and read again", { tag: "@core" }, async ({
  page,
  api,
}) => {
  api.answers(...answer(order, { ...order, id: "7002", number: "", state: "taken", problem: "Goods have left." }));
  api.answers("/api/v1/marketplaces/ReadShopOrder", 200, null);
  await visit(page, path);
  await expect(heading(page)).toHaveText("Orders of the Shop to Look At");
  const row = page.getByRole("row").filter({ hasText: "#1001" });
  await expect(row).toContainText("It has no delivery address.");
  await expect(row).toContainText("It has not become an order here.");
  await expect(page.getByRole("row").filter({ hasText: "7002" })).not.toContainText("It has not become an order here.");
  if (hasScripts()) await hasNoAxeViolations(page);
  await staysWithin(page, path);
  await isReady(page);
  await link(row, "Read order #1001 again").click();
  await expect(dialog(page)).toContainText("Order #1001: It has no delivery address.");
  await isReady(page);
  await button(dialog(page), "Read Again").click();
  await seesToast(page, "The order is being read again.");
});

test("leaving out an order asks first, and says why it is refused", async ({ page, api }) => {
  api.answers(...answer(order));
  api.answers("/api/v1/marketplaces/LeaveOutShopOrder", 404, {
    status: 404,
    title: "Not found",
    message: "This order does not exist.",
  });
  await visit(page, path);
  await isReady(page);
  await link(page, "Leave out order #1001").click();
  await isReady(page);
  await button(dialog(page), "Leave Out").click();
  await expect(dialog(page)).toContainText("This order does not exist.");
  await link(dialog(page), "Cancel").click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test("all orders of the shop can be read at once", async ({ page, api }) => {
  api.answers(...answer());
  api.answers("/api/v1/marketplaces/ReadShopOrders", 200, null);
  await visit(page, path);
  await expect(page.getByText("There are no orders to look at yet.")).toBeVisible();
  await isReady(page);
  await button(page, "Read All Orders Now").click();
  await seesToast(page, "The orders of the shop are being read.");
});

test("a shop without its keys is refused, and what was typed stays", async ({ page }) => {
  await visit(page, "/marketplaces/2");
  await edit(page, "Channel");
  const form = card(page, "Channel");
  await field(form, "Channel").selectOption("Shopify");
  await field(form, "Shop address").fill("lamps.myshopify.com");
  await button(form, "Save").click();
  await seesFieldError(form, "Client secret of the app (Shopify)", "Please enter the client secret of the app.");
  await expect(field(form, "Shop address")).toHaveValue("lamps.myshopify.com");
  await expect(field(form, "Channel")).toHaveValue("shopify");
});

const connected = {
  id: 1,
  name: "Lamps & Linen",
  legalName: "Lamps Pty Ltd",
  abn: "60617450928",
  orderNumberPrefix: "LL",
  isDisabled: false,
  channel: "shopify",
  supplierCount: 0,
  clauses: "",
  agreedCount: 0,
  productCount: 0,
  hasWebhookSecret: false,
  isChannelConfigured: false,
};
const shop = {
  url: "https://lamps.myshopify.com",
  key: "",
  secretSetDate: "2026-03-02T04:05:00.000Z",
  provenWith: null,
  webhookAddress: "https://api.example/shops/1/orders",
  callsResumedDate: "2026-03-03T04:05:00.000Z",
  problem: "",
  problemOrders: 0,
};

test("a shop that had stopped calling, and a kind that no live shop has proven, are named on the card", async ({
  page,
  api,
}) => {
  const answers = (traits: object) =>
    api.answers("/api/v1/marketplaces/1", 200, { ...connected, shop: { ...shop, ...traits } });
  answers({});
  await visit(page, "/marketplaces/1");
  await expect(card(page, "Channel")).toContainText("Not yet proven with a live shop");
  await expect(card(page, "Channel")).toContainText("the shop had stopped calling");
  if (hasScripts()) await hasNoAxeViolations(page);
  answers({ provenWith: "WooCommerce 10.0.2", callsResumedDate: null });
  await visit(page, "/marketplaces/1");
  await expect(card(page, "Channel")).toContainText("WooCommerce 10.0.2");
  await expect(card(page, "Channel")).not.toContainText("the shop had stopped calling");
});

/** Two users have the same form open: neither overwrites unseen what the other saved. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { signedInState } from "#tests/support/browser/accounts.ts";
import { aSupplier, aUser, command, storedProduct, storedSupplier } from "#tests/support/browser/api.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import { aLineItem, anOrder } from "#tests/support/browser/orders.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  isReady,
  seesFieldError,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** Opens the page in another user's browser. */
async function another(browser: Browser, path: string): Promise<Page> {
  const javaScriptEnabled = test.info().project.use.javaScriptEnabled ?? true;
  const context = await browser.newContext({
    storageState: await signedInState("admin"),
    javaScriptEnabled,
    baseURL: process.env.PUBLIC_URL,
  });
  contexts.push(context);
  const other = await context.newPage();
  await visit(other, path);
  return other;
}

const save = (page: Page, title: string) => button(card(page, title), "Save").click();
const saved = "Product details updated successfully.";

async function aStockedProduct() {
  const product = await aProduct();
  await command("products/UpdateProductDetails", {
    ProductId: product.id,
    Name: product.name,
    Description: "<p>Made by hand</p><ul><li>Small</li></ul>",
    DefaultImageId: null,
    ExternalSku: "TWO-1",
    ProductTypeId: (await storedProduct(product.id)).productTypeId,
    HasVariants: false,
    RecommendedRetailPrice: 10,
    ManageStock: true,
    StockQuantity: 10,
  });
  return product;
}

test("saving a product's name keeps concurrent sales and concurrent changes to other fields", async ({
  page,
  browser,
}) => {
  const product = await aStockedProduct();
  await visit(page, product.path);
  const mine = await edit(page, "General");
  const other = await another(browser, product.path);
  const theirs = await edit(other, "General");
  await field(theirs, "SKU").fill(`TWO-2-${product.id}`);
  await field(theirs, "Recommended retail price").fill("33");
  await save(other, "General");
  await seesToast(other, saved);
  await aLineItem(await anOrder(), { productId: product.id, quantity: 4 });

  await field(mine, "Name").fill(`${product.name} again`);
  await save(page, "General");
  await seesToast(page, saved);
  const general = card(page, "General");
  for (const [term, words] of [
    ["Name", `${product.name} again`],
    ["SKU", `TWO-2-${product.id}`],
    ["RRP", "$33.00"],
    ["Sale price", "$33.00"],
    ["Available stock", "6"],
  ] as const) {
    await expect(detail(general, term)).toHaveText(words);
  }
});

test("stock changes by the difference between the entered and the displayed value", async ({ page }) => {
  const product = await aStockedProduct();
  await visit(page, product.path);
  const form = await edit(page, "General");
  await aLineItem(await anOrder(), { productId: product.id, quantity: 4 });
  await field(form, "Available stock").fill("15");
  await save(page, "General");
  await seesToast(page, saved);
  await expect(detail(card(page, "General"), "Available stock")).toHaveText("11");
});

test("a conflict on one field shows both values, and saving again overwrites", {
  tag: "@core",
}, async ({ page, browser }) => {
  const product = await aStockedProduct();
  await visit(page, product.path);
  const mine = await edit(page, "General");
  const other = await another(browser, product.path);
  const theirs = await edit(other, "General");
  await field(theirs, "Recommended retail price").fill("33");
  await field(theirs, "Name").fill("Their name");
  await save(other, "General");
  await seesToast(other, saved);

  await field(mine, "Recommended retail price").fill("44");
  await field(mine, "SKU").fill(`TWO-3-${product.id}`);
  await save(page, "General");
  const words =
    /Mia Kerr changed this \(form, .* [ap]m\) while you had the form open\. Yours: \$44\.00\. Theirs: \$33\.00\. Save again to keep what is here now\./;
  await seesFieldError(card(page, "General"), "Recommended retail price", words);
  await expect(field(card(page, "General"), "Recommended retail price")).toHaveValue("44");
  expect(await storedProduct(product.id)).toMatchObject({
    name: "Their name",
    externalSku: "TWO-1",
    recommendedRetailPrice: 30,
  });
  await save(page, "General");
  await seesToast(page, saved);
  expect(await storedProduct(product.id)).toMatchObject({
    name: "Their name",
    externalSku: `TWO-3-${product.id}`,
    recommendedRetailPrice: 40,
  });
});

test("saving a surname does not restore a role that was removed concurrently", async ({ page, browser }) => {
  const { id } = await aUser(["Finance", "Operator"]);
  await visit(page, `/users/${id}`);
  const mine = await edit(page, "Details");
  const other = await another(browser, `/users/${id}`);
  const theirs = await edit(other, "Details");
  await field(theirs, "Finance").uncheck();
  await save(other, "Details");
  await seesToast(other, "User details updated successfully.");

  await field(mine, "Surname").fill("Dow");
  await save(page, "Details");
  await seesToast(page, "User details updated successfully.");
  await expect(detail(card(page, "Details"), "Surname")).toHaveText("Dow");
  await expect(detail(card(page, "Details"), "Roles")).toHaveText("Operator");

  const again = await edit(page, "Details");
  await edit(other, "Details");
  await field(card(other, "Details"), "Read Only").check();
  await save(other, "Details");
  await seesToast(other, "User details updated successfully.");
  await field(again, "Catalogue Manager").check();
  await save(page, "Details");
  await expect(again.getByRole("group", { name: "Roles" })).toContainText(
    "Yours: Operator, Catalogue Manager. Theirs: Operator, Read Only.",
  );
  await expect(field(again, "Catalogue Manager")).toBeChecked();
  await expect(field(again, "Read Only")).not.toBeChecked();
});

test("saving billing contacts does not restore an old bank account, and conflicting accounts are both shown", async ({
  page,
  browser,
}) => {
  const supplier = await aSupplier();
  const title = "Financial Details";
  await visit(page, supplier.path);
  const mine = await edit(page, title);
  const other = await another(browser, supplier.path);
  await edit(other, title);
  await field(card(other, title), "Account number").fill("99999999");
  await save(other, title);
  await seesToast(other, "Supplier financial details updated successfully.");

  await field(mine, "Billing contact emails").fill("bills@test.example");
  await save(page, title);
  await seesToast(page, "Supplier financial details updated successfully.");
  expect(await storedSupplier(supplier.id)).toMatchObject({
    accountNumber: "99999999",
    billingContactEmails: "bills@test.example",
  });

  await edit(page, title);
  await edit(other, title);
  await field(card(other, title), "Account number").fill("11111111");
  await save(other, title);
  await seesToast(other, "Supplier financial details updated successfully.");
  await field(mine, "Account number").fill("22222222");
  await save(page, title);
  await seesFieldError(
    card(page, title),
    "Account number",
    /Mia Kerr changed this \(form, .*\) while you had the form open\. Yours: 22222222\. Theirs: 11111111\./,
  );
  expect(await storedSupplier(supplier.id)).toMatchObject({ accountNumber: "11111111" });
});

test("a GST registration that somebody else has changed is looked at again", async ({ page }) => {
  const supplier = await aSupplier();
  const check = (Registered: string, RegisteredFrom = "") =>
    command("suppliers/CheckSupplierGst", { SupplierId: supplier.id, Registered, RegisteredFrom });
  await check("yes", "2013-07-01");
  await visit(page, `${supplier.path}/gst`);
  await isReady(page);
  await check("no");
  await field(page, "Registered since").fill("2014-07-01");
  await button(page.getByRole("dialog"), "Save").click();
  await seesFieldError(page, "Registered for GST", /while you had the form open\. Yours: Yes\. Theirs: No\./);
  expect(await storedSupplier(supplier.id)).toMatchObject({ gstRegistered: false });
  await button(page.getByRole("dialog"), "Save").click();
  await seesToast(page, "GST registration updated successfully.");
  expect(await storedSupplier(supplier.id)).toMatchObject({ gstRegistered: true, gstRegisteredFrom: "2014-07-01" });
});

test("unticked checkboxes stay unticked when the form is refused", async ({ page }) => {
  const { id } = await aUser(["Finance"]);
  await visit(page, `/users/${id}`);
  const form = await edit(page, "Details");
  await field(form, "Finance").uncheck();
  await save(page, "Details");
  await expect(form.getByRole("group", { name: "Roles" })).toContainText("Please select at least one user role");
  await expect(field(form, "Finance")).not.toBeChecked();
  await field(form, "Read Only").check();
  await save(page, "Details");
  await seesToast(page, "User details updated successfully.");
  await expect(detail(card(page, "Details"), "Roles")).toHaveText("Read Only");
});

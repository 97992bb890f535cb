import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Account } from "#tests/support/browser/accounts.ts";
import { aName, aSupplier, command, get } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aLineItem, anInvoice, anOrder, aSentOrder, aShipment, deliverTo } from "#tests/support/browser/orders.ts";
import { button, card, detail, field, heading, isReady, link, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import { filesIn } from "#tests/support/unzip.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";

/** Market Lane of the demo data. */
const agentMarketplace = 4;

const rows = (page: Page) => page.locator("tbody tr.row-link");
const dialog = (page: Page) => page.getByRole("dialog");
const numberOf = (id: number) => `INV-${String(id).padStart(7, "0")}`;
const saved = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
};

/** A user can run only one export at a time, so tests with and without scripts use different accounts. */
const exportedBy = (withScripts: Account, without: Account) => ({
  account: (
    { javaScriptEnabled }: { javaScriptEnabled: boolean | undefined },
    use: (account: Account) => Promise<void>,
  ) => use(javaScriptEnabled === false ? without : withScripts),
});

/** Returns a date such as `2026-03-02`; a negative number of days gives a future date. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const seesTotals = (page: Page, words: string | RegExp) =>
  expect(page.getByRole("status").filter({ hasText: "Chosen: " })).toHaveText(words);

/** Creates a supplier with an invoice of $18.93, dated today. */
async function anInvoicedSupplier() {
  const supplier = await aSupplier();
  const order = await aSentOrder({ supplierId: supplier.id, name: aName("ORDER") });
  return { supplier, order, id: await anInvoice(supplier.id) };
}

test.describe("the list", () => {
  test("shows its columns, is searched by order, and leads to an invoice and back", async ({ page }) => {
    const { supplier, order, id } = await anInvoicedSupplier();
    await visit(page, "/invoices");
    await expect(heading(page)).toHaveText("Invoices");
    await page.getByPlaceholder("Search by order or invoice number...").fill(order.name);
    await button(page, "Search").click();
    await expect(rows(page).locator("td")).toHaveText([
      numberOf(id),
      /^\d\d \w{3} \d{4}$/,
      supplier.name,
      /\w/,
      "$18.09+ $1.81 GST",
      "$5.43+ $0.54 GST",
      "$4.55+ $0.45 GST",
      "$18.93",
      "Draft",
    ]);
    await rows(page).getByRole("link").click();
    await expect(heading(page)).toHaveText("Recipient Created Tax Invoice");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
    await expect(rows(page)).toHaveCount(1);
  });
});

test.describe("a draft", () => {
  test("is marked as a draft, and found by its state", async ({ page }) => {
    const { supplier, id } = await anInvoicedSupplier();
    await visit(page, `/invoices/${id}`);
    await expect(page.getByText("This is a draft.")).toBeVisible();
    await expect(page.getByText("DRAFT", { exact: true })).toBeVisible();
    await visit(page, `/invoices?supplierId=${supplier.id}&state=draft`);
    await expect(rows(page)).toHaveCount(1);
    await visit(page, `/invoices?supplierId=${supplier.id}&state=notified`);
    await expect(rows(page)).toHaveCount(0);
  });

  test.describe("for the staff of its supplier", () => {
    test.use({ account: "acaciaOwner" });

    test("is neither in the list nor at its URL", async ({ page }) => {
      const { items } = await get<{ items: { id: number }[] }>("invoices?supplierId=1&state=draft");
      const draft = items[0]?.id ?? 0;
      expect(draft).toBeGreaterThan(0);
      await visit(page, "/invoices?state=draft");
      await expect(rows(page)).toHaveCount(0);
      await visit(page, "/invoices");
      await expect(rows(page).filter({ hasText: "Draft" })).toHaveCount(0);
      expect(await rows(page).count()).toBeGreaterThan(0);
      expect((await page.goto(`/invoices/${draft}`))?.status()).toBe(404);
    });
  });

  test("is voided and keeps its number once it is empty", async ({ page }) => {
    const supplier = await aSupplier();
    const order = await anOrder({ supplierId: supplier.id });
    await deliverTo(order);
    const shipment = await aShipment(order, [[await aLineItem(order), 2]]);
    const id = await anInvoice(supplier.id);
    await visit(page, `/invoices/${id}`);
    await expect(link(page, "Void")).toHaveCount(0);
    await command("shipments/CancelShipment", { ShipmentId: shipment });
    await link(page, "Re-Generate").click();
    await button(dialog(page), "Re-Generate").click();
    await expect(page.getByText("Nothing is owed any longer for the items in this invoice.")).toBeVisible();
    await link(page, "Void").click();
    await button(dialog(page), "Void").click();
    await seesToast(page, "Invoice voided successfully.");
    await expect(page.getByText("VOID", { exact: true })).toBeVisible();
    await expect(page.getByText(new RegExp(`^${numberOf(id)} · `))).toBeVisible();
    await expect(link(page, "Re-Generate")).toHaveCount(0);
    await visit(page, `/invoices?supplierId=${supplier.id}`);
    await expect(rows(page).locator("td").last()).toHaveText("Void");
  });
});

test.describe("an invoice", () => {
  test("shows both parties, its items, the summary and the particulars that the law requires", {
    tag: "@core",
  }, async ({ page }) => {
    const { supplier, order, id } = await anInvoicedSupplier();
    await visit(page, `/invoices/${id}`);
    await expect(page.getByText(new RegExp(`^${numberOf(id)} · \\d\\d \\w{3} \\d{4}$`))).toBeVisible();
    const period = /^Orders of \d\d \w{3} \d{4}, with all amounts up to \d\d \w{3} \d{4}$/;
    await expect(page.getByText(period)).toBeVisible();
    await expect(detail(card(page, "Supplier"), "Name")).toHaveText(`${supplier.name} Pty Ltd`);
    await expect(detail(card(page, "Supplier"), "ABN")).toHaveText("51 824 753 556");
    await expect(detail(card(page, "Supplier"), "BSB")).toHaveText("980-123");
    await expect(detail(card(page, "Supplier"), "Account number")).toHaveText("12345678");
    await expect(detail(card(page, "Supply To"), "Name")).toHaveText(/\w/);
    await expect(card(page, "Items").getByRole("row").last().getByRole("cell")).toHaveText([
      String(order.id),
      order.name,
      /^\d\d \w{3} \d{4}$/,
      "Woven basketQuantity 2Hold",
      "$19.90",
      "$5.00",
      "$1.72",
      "$5.97",
      "$18.93",
    ]);
    const summary = card(page, "Summary");
    for (const [term, amount] of [
      ["Sub total inc GST", "$19.90"],
      ["Shipping inc GST", "$5.00"],
      ["Less commission inc GST", "-$5.97"],
    ] as const)
      await expect(detail(summary, term)).toHaveText(amount);
    await expect(summary.getByRole("definition").last()).toHaveText("$18.93");
    await expect(summary).toContainText("GST payable (net)$2.26 on the supplies, less $0.54 on the commission$1.72");
    await expect(detail(card(page, "Commission"), "Commission inc GST")).toHaveText("$5.97");
    await expect(page.getByText("GST shown on these supplies is payable by the supplier.")).toBeVisible();
    if (hasScripts()) await hasNoAxeViolations(page);
  });

  test("is printed on A4 with all columns and without buttons @javascript", async ({ page }) => {
    const { id } = await anInvoicedSupplier();
    await visit(page, `/invoices/${id}`);
    const [paper, ...more] = await pagesOf(await page.pdf({ preferCSSPageSize: true }));
    expect(more).toEqual([]);
    for (const part of [numberOf(id), "51 824 753 556", "$19.90", "$5.97", "$18.93", "payable by the supplier"])
      expect(paper).toContain(part);
    for (const part of ["Export", "Re-Generate"]) expect(paper).not.toContain(part);
  });

  test("can be regenerated from the current balance until a newer invoice exists", async ({ page }) => {
    const { supplier, id } = await anInvoicedSupplier();
    await aSentOrder({ supplierId: supplier.id });
    await visit(page, `/invoices/${id}`);
    await link(page, "Re-Generate").click();
    await button(dialog(page), "Re-Generate").click();
    await seesToast(page, "Invoice updated successfully.");
    await expect(card(page, "Summary").getByRole("definition").last()).toHaveText("$37.86");
    await aSentOrder({ supplierId: supplier.id });
    await anInvoice(supplier.id);
    await visit(page, `/invoices/${id}`);
    await expect(heading(page)).toBeVisible();
    await expect(link(page, "Re-Generate")).toHaveCount(0);
  });
});

test("an item of a draft is held with a reason, and can be invoiced again once that ends", async ({ page }) => {
  const { supplier, order, id } = await anInvoicedSupplier();
  await visit(page, `/invoices/${id}`);
  await card(page, "Items")
    .getByRole("link", { name: /^Hold / })
    .click();
  await isReady(page);
  await field(dialog(page), "Reason").fill("The customer disputes it.");
  await button(dialog(page), "Hold Item").click();
  await seesToast(page, "The item is held. The supplier sees the reason.");
  await expect(card(page, "Items")).toContainText("Nothing is owed any longer");
  await visit(page, "/invoices/generate");
  await card(page, "Held from being invoiced")
    .getByRole("link", { name: `1 row held, $18.93: ${supplier.name}` })
    .click();
  await expect(rows(page)).toHaveCount(1);
  await visit(page, `/orders/${order.id}`);
  await expect(card(page, "Ordered Products")).toContainText(/Held since .+ by .+: The customer disputes it\./);
  await page.getByRole("link", { name: /^End Hold of / }).click();
  await button(dialog(page), "End Hold").click();
  await seesToast(page, "The item can be invoiced again.");
  await expect(page.getByRole("link", { name: /^Hold / })).toHaveCount(1);
});

test("an adjustment note of a supplier shows which invoice it adjusts, why, and who pays", async ({ page }) => {
  const note = await anAdjustmentNote();
  await visit(page, `/invoices/${note.id}`);
  await expect(heading(page)).toHaveText("Recipient Created Adjustment Note");
  const row = card(page, "Items").getByRole("row").last();
  await expect(row).toContainText(`Adjusts ${numberOf(note.original)} of `);
  await expect(row).toContainText("-$9.95: One was broken.");
  await expect(card(page, "Summary")).toContainText("Amount payable by the supplier");
  await expect(card(page, "Summary")).toContainText("This amount is deducted from the next payment to the supplier.");
  if (hasScripts()) await hasNoAxeViolations(page);
  await visit(page, `/invoices?marketplaceOrderId=${numberOf(note.id)}`);
  await expect(rows(page).locator("td").first()).toHaveText(`${numberOf(note.id)}Adjustment note`);
});

test("a supplier without a GST registration gets a statement of supplies without GST", async ({ page }) => {
  const { supplier, id } = await anInvoicedSupplier();
  await visit(page, `/invoices/${id}`);
  await expect(heading(page)).toHaveText("Recipient Created Tax Invoice");
  await command("suppliers/CheckSupplierGst", { SupplierId: supplier.id, Registered: "no" });
  await visit(page, `/invoices/${id}`);
  await expect(heading(page)).toHaveText("Statement of Supplies");
  const summary = card(page, "Summary");
  await expect(summary).toContainText("Sub total$19.90");
  await expect(summary).toContainText("$0.00 on the supplies, less $0.54 on the commission");
  await expect(page.getByRole("main")).toContainText("there is no GST on them, and this is not a tax invoice.");
  if (hasScripts()) await hasNoAxeViolations(page);
  await command("suppliers/CheckSupplierGst", { SupplierId: supplier.id, Registered: "unknown" });
  await visit(page, `/invoices/${id}`);
  await expect(page.getByRole("main")).toContainText("nobody has checked whether the supplier is registered for GST");
  await visit(page, `/invoices?marketplaceOrderId=${numberOf(id)}`);
  await expect(rows(page)).toContainText("Kind not decided");
  await expect(rows(page)).toContainText("Not to be issued");
});

test("a marketplace that is an agent remits the proceeds, with a tax invoice for its commission", async ({ page }) => {
  const supplier = await aSupplier();
  const orderedAt = new Date().toISOString();
  await aSentOrder({ supplierId: supplier.id, marketplaceId: agentMarketplace, orderedAt });
  const id = await anInvoice(supplier.id, agentMarketplace);
  await command("suppliers/CheckSupplierGst", { SupplierId: supplier.id, Registered: "unknown" });
  await visit(page, `/invoices/${id}`);
  await expect(heading(page)).toHaveText("Remittance of Proceeds");
  await expect(card(page, "Commission")).toContainText(`tax invoice ${numberOf(id)}-C`);
  await expect(card(page, "Agent of the Supplier")).toContainText("Market Lane Traders Limited");
  await expect(page.getByRole("main")).toContainText("this remits the proceeds, and is not a tax invoice");
  if (hasScripts()) await hasNoAxeViolations(page);
  await visit(page, `/invoices?marketplaceOrderId=${numberOf(id)}`);
  await expect(rows(page)).toContainText("Remittance without GST");
});

test.describe("Generate Invoices", () => {
  test("previews the invoices and the suppliers that are not ready, and creates the selected invoices", {
    tag: "@core",
  }, async ({ page }) => {
    const ready = await aSupplier({ name: aName("Ready") });
    const unready = await aSupplier({ name: aName("Unready") });
    for (const { id } of [ready, unready]) await aSentOrder({ supplierId: id });
    await command("suppliers/CheckSupplierGst", { SupplierId: unready.id, Registered: "unknown" });
    const open = await anOrder({ supplierId: unready.id });
    await aLineItem(open);
    await visit(page, "/invoices");
    await link(page, "Generate Invoices").click();
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await isReady(page);
    await expect(row(unready.name).getByRole("cell")).toHaveText([
      unready.name,
      /\w/,
      "1",
      "$18.93",
      "The GST registration has not been checked: the documents wait as drafts until it is recorded.No active marketplace agreement.",
    ]);
    await expect(row(unready.name).getByRole("checkbox")).not.toBeChecked();
    await button(page, "Choose none").click();
    await seesTotals(page, /^Chosen: 0 of \d+ invoices?, no line items, \$0\.00$/);
    await isReady(page);
    await button(page, "Generate Invoices").click();
    await expect(page.getByText("Select at least one supplier.").first()).toBeVisible();
    await isReady(page);
    await expect(page.locator("input[type=checkbox]:checked")).toHaveCount(0);
    await row(unready.name).getByRole("checkbox").check();
    if (!hasScripts()) await button(page, "Update totals").click();
    await seesTotals(page, /^Chosen: 1 of \d+ invoices?, 1 line item, \$18\.93$/);
    await button(page, "Generate Invoices").click();
    await seesToast(page, "Request successfully processed.");
    await expect(heading(page)).toHaveText("Invoices");
    await expect(rows(page).filter({ hasText: unready.name })).toHaveCount(1);
    await link(page, "Generate Invoices").click();
    await expect(row(ready.name)).toHaveCount(1);
    await expect(row(unready.name)).toHaveCount(0);
  });
});

test.describe("the cut-off date of Generate Invoices", () => {
  test("excludes later transactions, and is part of the URL", async ({ page }) => {
    const { id, name } = await aSupplier({ name: aName("Punctual") });
    await aSentOrder({ supplierId: id });
    await visit(page, "/invoices/generate?supplierId=1");
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toHaveCount(1);
    await isReady(page);
    await field(page, "Cut-off date").fill(daysAgo(1));
    await button(page, "Show").click();
    await expect(page).toHaveURL(`/invoices/generate?supplierId=1&cutOff=${daysAgo(1)}`);
    await expect(row).toHaveCount(0);
    await isReady(page);
    await field(page, "Cut-off date").fill("");
    await button(page, "Show").click();
    await expect(row).toHaveCount(1);
    await expect(link(page, "Cancel")).toHaveAttribute("href", "/invoices?supplierId=1");
  });

  test("is refused if it is in the future or not a date", async ({ page }) => {
    await visit(page, `/invoices/generate?cutOff=${daysAgo(-2)}`);
    await expect(page.getByText("The cut-off date must not be later than today.")).toBeVisible();
    await expect(field(page, "Cut-off date")).toHaveValue(daysAgo(-2));
    await visit(page, "/invoices/generate?cutOff=soon");
    await expect(page.getByText("Please enter a valid cut-off date.")).toBeVisible();
  });
});

test.describe("Notify Suppliers", () => {
  // The form is not submitted, because that would change the invoices of all other tests.
  test("lists unsent invoices, totals the selection, and asks for the expected payment date", async ({ page }) => {
    const invoiced = await anInvoicedSupplier();
    await visit(page, "/invoices");
    await link(page, "Notify Suppliers").click();
    await isReady(page);
    const box = dialog(page).getByRole("checkbox", { name: numberOf(invoiced.id) });
    await expect(box).toBeChecked();
    await button(dialog(page), "Choose none").click();
    await seesTotals(page, "Chosen: no invoices, $0.00");
    await isReady(page);
    await button(dialog(page), "Notify Suppliers").click();
    await expect(dialog(page).getByText("Select at least one invoice.").first()).toBeVisible();
    await expect(dialog(page).getByText("Please enter the expected payment date.").first()).toBeVisible();
    await isReady(page);
    await box.check();
    if (!hasScripts()) await button(dialog(page), "Update totals").click();
    await seesTotals(page, "Chosen: 1 invoice, $18.93");
    await expect(box).toBeChecked();
  });

  test("shows on the invoice when the supplier was notified, by whom, and when to expect payment", async ({ page }) => {
    await visit(page, "/invoices/1");
    const notification = card(page, "Notification");
    await expect(detail(notification, "Supplier notified")).toHaveText(/^01 \w{3} \d{4}/);
    await expect(detail(notification, "By")).toHaveText("Tom Abbott");
    await expect(detail(notification, "Expected payment")).toHaveText(/^15 \w{3} \d{4}$/);
    await expect(link(page, "Re-Generate")).toHaveCount(0);
  });
});

test.describe("exports", () => {
  test.describe.configure({ mode: "default" });
  test.use(exportedBy("finance", "readonly"));

  test.describe("by staff of a supplier", () => {
    test.use(exportedBy("acaciaOwner", "acaciaBooks"));

    test("of a marketplace ask which one, and contain only the invoices of the supplier", async ({ page }) => {
      await visit(page, "/invoices");
      await link(page, "Export").click();
      await isReady(page);
      const [ofExport, ofCancel] = await Promise.all([
        button(dialog(page), "Export").boundingBox(),
        link(dialog(page), "Cancel").boundingBox(),
      ]);
      expect(ofCancel?.y, "the buttons stand beside each other").toBe(ofExport?.y);
      await button(dialog(page), "Export").click();
      await expect(dialog(page).getByRole("combobox")).toBeFocused();
      if (hasScripts()) await expect(dialog(page).getByText("Please select a marketplace.")).toBeVisible();
      await dialog(page).getByRole("combobox").selectOption("1");
      const { name, content } = await saved(page, () => button(dialog(page), "Export").click());
      expect(name).toBe("InvoicesExport.zip");
      const names = (await filesIn(content)).map((file) => file.name);
      expect(names.length).toBeGreaterThan(2);
      expect(names.map((each) => each.replace(/\d+/, ""))).toEqual(
        names.map((_, i) => (i % 2 === 0 ? "Invoice-.pdf" : "Invoice-.xlsx")),
      );
    });
  });

  test("of an invoice are a workbook and a PDF", async ({ page }) => {
    const { id } = await anInvoicedSupplier();
    await visit(page, `/invoices/${id}`);
    const { name, content } = await saved(page, () => button(page, "Export").click());
    expect(name).toBe(`Invoice-${id}.xlsx`);
    expect(rowsOf(sheetNamed(await opened(content), "Invoice")).at(-1)).toMatchObject({
      Product: "Total",
      Total: 18.93,
    });
    const pdf = await page.request.get((await link(page, "Open as PDF (opens in new tab)").getAttribute("href")) ?? "");
    expect((await pagesOf(await pdf.body())).join()).toContain(`Recipient created tax invoice ${numberOf(id)}`);
  });

  test("of the reconciliation ask for a marketplace and two days in order", async ({ page }) => {
    const { order } = await anInvoicedSupplier();
    await visit(page, "/invoices/reconciliation?marketplaceId=1");
    await isReady(page);
    const attempt = async (from: string, to: string) => {
      await field(dialog(page), "From").fill(from);
      await field(dialog(page), "To").fill(to);
      await button(dialog(page), "Export").click();
    };
    await attempt("", "2026-03-31");
    await expect(field(dialog(page), "From")).toBeFocused();
    if (hasScripts()) await expect(dialog(page).getByText("Invalid from date.")).toBeVisible();
    await visit(page, "/invoices/reconciliation?marketplaceId=1");
    await isReady(page);
    await attempt("2026-04-01", "2026-03-31");
    await expect(field(dialog(page), "To")).toHaveAccessibleDescription("Invalid to date.");
    await visit(page, "/invoices/reconciliation?marketplaceId=1");
    await isReady(page);
    const { name, content } = await saved(page, () => attempt(dayFromNow(-1), dayFromNow(1)));
    expect(name).toBe("ReconciliationExport.xlsx");
    const found = rowsOf(sheetNamed(await opened(content), "Reconciliation")).filter(
      (row) => row["Order number"] === order.name,
    );
    expect(found.map((row) => [row.Type, row.Owed, row.Invoiced])).toEqual([
      ["Purchase", 18.93, null],
      ["Shipment", 0, null],
      ["Payment", null, 18.93],
    ]);
  });
});

/** Creates an adjustment note for a paid demo invoice: notifying a supplier here would change other tests' invoices. */
async function anAdjustmentNote(): Promise<{ id: number; original: number }> {
  const { items: paid } = await get<{
    items: { id: number; documentKind: string; supplierId: number; marketplaceId: number }[];
  }>("invoices?state=paid&sortFieldName=id&pageSize=200");
  const items = paid.filter(({ documentKind }) => documentKind === "taxInvoice");
  // Tests with and without scripts use different invoices.
  const at = hasScripts() ? 20 : 40;
  const { id: original, supplierId, marketplaceId } = items[at] ?? { id: 0, supplierId: 0, marketplaceId: 0 };
  const { transactions } = await get<{
    transactions: { lineItemId: number; quantity: number; purchaseAmountIncTax: number }[];
  }>(`invoices/${original}`);
  const sold = transactions.find(({ quantity, purchaseAmountIncTax }) => quantity > 0 && purchaseAmountIncTax > 9.95);
  await command("orders/AddLineItemAdjustment", {
    LineItemId: sold?.lineItemId,
    QuantityAdjustment: 0,
    PurchaseAmountExTaxAdjustment: -9.05,
    PurchaseAmountTaxAdjustment: -0.9,
    CommissionAmountExTaxAdjustment: 0,
    CommissionAmountTaxAdjustment: 0,
    ShippingAmountExTaxAdjustment: 0,
    ShippingAmountTaxAdjustment: 0,
    Comment: "One was broken.",
  });
  const { invoiceIds } = await command<{ invoiceIds: number[] }>("invoices/GenerateInvoices", {
    Only: [{ SupplierId: supplierId, MarketplaceId: marketplaceId }],
  });
  return { id: invoiceIds.at(-1) ?? 0, original };
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

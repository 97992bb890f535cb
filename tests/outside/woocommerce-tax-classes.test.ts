/** Products with and without GST in a real WooCommerce, their orders, refunds and documents. */
import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderLineItems } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { type TaxClass, taxClasses } from "#contract/rules/tax-class.ts";
import { requestFor } from "#tests/support/api.ts";
import { cents, connectedShop } from "#tests/support/outside/connected-shop.ts";
import { given } from "#tests/support/outside/partners.ts";
import { pagesOf } from "#tests/support/pdf.ts";

const named = given(
  ["OUTSIDE_WOOCOMMERCE_URL", "OUTSIDE_WOOCOMMERCE_KEY", "OUTSIDE_WOOCOMMERCE_SECRET"],
  "tax classes were not tried with a real WooCommerce.",
);

describe.skipIf(!named)("a real WooCommerce", { timeout: 300_000 }, async () => {
  const connected = await connectedShop({
    url: named?.OUTSIDE_WOOCOMMERCE_URL ?? "",
    key: named?.OUTSIDE_WOOCOMMERCE_KEY ?? "",
    secret: named?.OUTSIDE_WOOCOMMERCE_SECRET ?? "",
  });
  const { api, db, shop, run, made, sold, ids, aListedProduct, publish, readAll, shopOrder, itemsHere } = connected;
  const { invoices, marketplaces, productTypes } = operations;
  const skuOf = (taxClass: TaxClass) => `CLASS-${run}-${taxClass}`;
  let before: Record<string, string> = {};
  let type = 0;

  beforeAll(async () => {
    before = await shop.set("tax", { woocommerce_prices_include_tax: "yes", woocommerce_tax_round_at_subtotal: "no" });
    await shop.staff("PUT", "/payment_gateways/cod", { enabled: true });
    const zone = Number((await shop.staff("POST", "/shipping/zones", { name: `Australia ${run}`, order: 0 })).id);
    made.push({ path: `/shipping/zones/${zone}` });
    await shop.staff("PUT", `/shipping/zones/${zone}/locations`, [{ code: "AU", type: "country" }]);
    await shop.staff("POST", `/shipping/zones/${zone}/methods`, { method_id: "flat_rate", settings: { cost: "9.05" } });
    await connected.connect();
    type = await api.ok(connected.admin, productTypes.add, { Name: `Type ${run}`, ParentProductTypeId: null });
    for (const [index, taxClass] of taxClasses.entries()) {
      const own = { taxClass, appliedTaxClass: taxClass, externalSku: skuOf(taxClass), salePrice: 9.0818 + index };
      const id = await aListedProduct(index, { ...own, recommendedRetailPrice: 14 });
      sold.push({ id, shopId: await publish(id) });
    }
    const id = await aListedProduct(3, { productTypeId: type, recommendedRetailPrice: 14, salePrice: 9.0818 });
    sold.push({ id, shopId: await publish(id) });
  });
  afterAll(async () => {
    if (!named) return;
    await shop.set("tax", before);
    await connected.close();
  }, 300_000);

  async function enterPrices(incTax: string): Promise<void> {
    await shop.set("tax", { woocommerce_prices_include_tax: incTax });
    // Reads the settings again.
    await api.ok(connected.admin, marketplaces.testWebhook, { MarketplaceId: ids.marketplace });
    for (const { id } of sold) await publish(id);
  }
  /** What a customer sees, in cents. */
  const shownPrice = async (shopId: number) => {
    const seen = await fetch(`${named?.OUTSIDE_WOOCOMMERCE_URL}/wp-json/wc/store/v1/products/${shopId}`);
    return ((await seen.json()) as { prices: { price: string } }).prices.price;
  };
  async function buy(taxed: readonly TaxClass[]) {
    const lines = taxed.map((taxClass, index) => ({
      id: sold[taxClasses.indexOf(taxClass)]?.shopId ?? 0,
      quantity: 3 - index,
    }));
    const id = await shop.checkOut({ lines, shipping: "Flat rate" });
    made.push({ path: `/orders/${id}` });
    await readAll();
    return shopOrder(id);
  }
  /** The class, and cents of GST of the goods and of their delivery, by the SKU. */
  async function taxedHere(number: string) {
    const items = (await itemsHere(number)) ?? [];
    return items.map(({ productSku, taxClass, transactions }) => [
      productSku,
      taxClass,
      cents(transactions.reduce((sum, { purchaseAmountTax }) => sum + purchaseAmountTax, 0)),
      transactions.some(({ shippingAmountTax }) => shippingAmountTax > 0),
    ]);
  }

  test.each([
    ["inc GST", "yes"],
    ["ex GST", "no"],
  ])("that enters prices %s sells each class as it is, and a change of class keeps its price", async (_, incTax) => {
    await enterPrices(incTax);
    const order = await buy(taxClasses);
    const charged = order.line_items.map(({ total_tax }) => cents(Number(total_tax)));
    expect(charged).toEqual([272, 0, 0]);
    expect(await taxedHere(order.number)).toEqual([
      [skuOf("taxable"), "taxable", 272, true],
      [skuOf("gstFree"), "gstFree", 0, false],
      [skuOf("inputTaxed"), "inputTaxed", 0, false],
    ]);
    expect(await connected.orderHere(order.number)).toBe(cents(Number(order.total)));

    const { id = 0, shopId = 0 } = sold[3] ?? {};
    for (const TaxClass of ["gstFree", null] as const) {
      const details = { ProductTypeId: type, Name: `Type ${run}`, ParentProductTypeId: null, TaxClass };
      await api.ok(connected.admin, productTypes.updateDetails, details);
      await publish(id);
      const status = TaxClass ? "none" : "taxable";
      expect(await shop.staff("GET", `/products/${shopId}`)).toMatchObject({ tax_status: status });
      expect(await shownPrice(shopId)).toBe("999");
    }
  });

  test("has sales that were taxed otherwise than here, which stay as the shop charged them", async () => {
    await enterPrices("yes");
    const [taxable, free] = sold;
    await shop.staff("PUT", `/products/${taxable?.shopId}`, { tax_class: "zero-rate" });
    await shop.staff("PUT", `/products/${free?.shopId}`, { tax_status: "taxable" });
    const order = await buy(["taxable", "gstFree"]);
    await shop.staff("PUT", `/products/${taxable?.shopId}`, { tax_class: "" });
    await publish(free?.id ?? 0);
    expect(await taxedHere(order.number)).toEqual([
      [skuOf("taxable"), "gstFree", 0, false],
      [skuOf("gstFree"), "taxable", cents(Number(order.line_items[1]?.total_tax)), true],
    ]);
    expect(await connected.orderHere(order.number)).toBe(cents(Number(order.total)));
  });

  test("has orders whose tax invoice marks what was sold without GST", async () => {
    const order = await buy(["taxable", "gstFree"]);
    const items = (await itemsHere(order.number)) ?? [];
    const itemIds = items.map(({ id }) => id);
    await db.update(orderLineItems).set({ status: 3 }).where(inArray(orderLineItems.id, itemIds));
    const invoice = await api.anInvoice({ supplierId: ids.supplier, marketplaceId: ids.marketplace });
    const finance = await api.aUser({ roles: ["Finance"] });
    const { transactions } = await api.ok(finance, invoices.get, { id: invoice });
    const [first, second] = transactions.map(({ taxClass, purchaseAmountTax }) => [taxClass, purchaseAmountTax]);
    expect([first, second]).toEqual([
      ["taxable", 2.72],
      ["gstFree", 0],
    ]);
    const text = (
      await pagesOf((await api.send(finance, requestFor(invoices.document, { id: invoice }))).rawPayload)
    ).join(" ");
    expect(text.split("(GST-free)")).toHaveLength(2);
  });
});

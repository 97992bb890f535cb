/**
 * Products and orders with a real WooCommerce, which must reach this machine's loopback address for pictures and calls,
 * and run WP-Cron. OUTSIDE_THOROUGH=1 takes 500 orders and 200 products.
 */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { products } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { cents, connectedShop, type ShopOrder } from "#tests/support/outside/connected-shop.ts";
import { given } from "#tests/support/outside/partners.ts";
import { customer } from "#tests/support/outside/woocommerce.ts";
import { aVaryingProduct } from "#tests/support/varying-product.ts";

const named = given(
  ["OUTSIDE_WOOCOMMERCE_URL", "OUTSIDE_WOOCOMMERCE_KEY", "OUTSIDE_WOOCOMMERCE_SECRET"],
  "products and orders were not tried with a real WooCommerce.",
);
const isThorough = process.env.OUTSIDE_THOROUGH === "1";
const ordersPerMode = isThorough ? 100 : 6;
const simpleProducts = isThorough ? 200 : 6;
/** Of which orders are made. */
const ordered = 6;
/** The shop makes its calls one after another: those of 500 orders take minutes. */
const patience = { timeout: isThorough ? 900_000 : 90_000, interval: 500 };

/** The shop's own charges have no place here, so they are not compared. */
const feesOf = (order: ShopOrder) =>
  Math.round(order.fee_lines.reduce((sum, fee) => sum + Number(fee.total) + Number(fee.total_tax), 0) * 100);

describe.skipIf(!named)("a real WooCommerce", { timeout: isThorough ? 3_600_000 : 300_000 }, async () => {
  const connection = {
    url: named?.OUTSIDE_WOOCOMMERCE_URL ?? "",
    key: named?.OUTSIDE_WOOCOMMERCE_KEY ?? "",
    secret: named?.OUTSIDE_WOOCOMMERCE_SECRET ?? "",
  };
  const connected = await connectedShop(connection);
  const { api, db, shop, run, made, sold, calls, address, ids } = connected;
  const { anImage, aListedProduct, publish, snapshot, read, readAll, shopOrder, orderHere, problems } = connected;
  const { marketplaces } = operations;
  let isGlobalTax: Record<string, string> = {};
  let zone = 0;
  let hasBrands = true;
  beforeAll(async () => {
    isGlobalTax = await shop.set("tax", {
      woocommerce_prices_include_tax: "yes",
      woocommerce_tax_round_at_subtotal: "no",
    });
    const { environment } = await shop.staff<{ environment: { version: string } }>("GET", "/system_status");
    hasBrands = Number.parseFloat(environment.version) >= 9.6;
    for (const gateway of ["cod", "bacs"]) await shop.staff("PUT", `/payment_gateways/${gateway}`, { enabled: true });
    zone = Number((await shop.staff("POST", "/shipping/zones", { name: `Australia ${run}`, order: 0 })).id);
    made.push({ path: `/shipping/zones/${zone}` });
    await shop.staff("PUT", `/shipping/zones/${zone}/locations`, [{ code: "AU", type: "country" }]);
    const methods = `/shipping/zones/${zone}/methods`;
    await shop.staff("POST", methods, { method_id: "flat_rate", settings: { cost: "9.05" } });
    await shop.staff("POST", methods, { method_id: "free_shipping" });
    for (const [type, amount] of Object.entries({ percent: "15", fixed_cart: "7.77", fixed_product: "1.11" })) {
      const { id } = await shop.staff("POST", "/coupons", { code: `${type}-${run}`, discount_type: type, amount });
      made.push({ path: `/coupons/${id}` });
    }
    const reduced = { country: "AU", rate: "5.0000", name: "Reduced", class: "reduced-rate", shipping: false };
    made.push({ path: `/taxes/${(await shop.staff("POST", "/taxes", reduced)).id}` });
    await connected.connect();
  });

  afterAll(async () => {
    if (!named) return;
    await shop.set("tax", isGlobalTax);
    await connected.close();
  }, 900_000);

  test("passes the test of the connection", async () => {
    const tested = await api.ok(connected.admin, marketplaces.testWebhook, { MarketplaceId: ids.marketplace });
    expect(tested).toMatchObject({ isAccepted: true, reason: "" });
  });

  test("shows what was published, and publishing it again changes nothing", async () => {
    for (let index = 0; index < simpleProducts; index += 1) {
      const id = await aListedProduct(index);
      sold.push({ id, shopId: await publish(id) });
    }
    const listed = { supplierId: ids.supplier, on: [{ marketplaceId: ids.marketplace, status: 2 }] };
    const varying = await aVaryingProduct(api, {
      ...listed,
      name: `Varying ${run}`,
      description: "<p>Two colours.</p>",
      defaultImageFileId: await anImage("#123456"),
      shippingMethod: 0,
      domesticFlatRate: 5,
    });
    for (const [index, [colour, size]] of (
      [
        ["Red", "Small"],
        ["Red", "Large"],
        ["Blue", "Small"],
      ] as const
    ).entries())
      await api.aVariant(varying.product, {
        name: `Varying ${colour} ${size}`,
        options: [varying.options[colour], varying.options[size]],
        externalSku: `OUT-${run}-V${index}`,
        recommendedRetailPrice: 20.3,
        salePrice: 17.7713,
        manageStock: true,
        stockQuantity: 100_000,
      });
    const shopId = await publish(varying.product);
    expect(await shop.staff<unknown[]>("GET", `/products/${shopId}/variations`)).toHaveLength(3);
    sold.push({ id: varying.product, shopId });
    for (const [index, { id, shopId: key }] of sold.entries()) {
      const before = await snapshot(key);
      if (index < simpleProducts)
        expect(before).toMatchObject([{ status: "publish", ...(hasBrands && { brands: [{}] }) }, []]);
      expect(await publish(id)).toBe(key);
      expect(await snapshot(key)).toEqual(before);
    }
  });

  const bought = fc.record({
    lines: fc.uniqueArray(fc.record({ product: fc.nat(ordered - 1), quantity: fc.integer({ min: 1, max: 7 }) }), {
      minLength: 1,
      maxLength: 6,
      selector: ({ product }) => product,
    }),
    coupons: fc.subarray(["percent", "fixed_cart", "fixed_product"]),
    shipping: fc.constantFrom("Flat rate", "Flat rate", "Free shipping"),
    /** Fees are entered by the shop's staff; a customer's checkout has none. */
    fee: fc.option(fc.integer({ min: 1, max: 2_000 }), { freq: 3 }),
  });

  test.each([
    ["inc GST, and rounds the tax of each line", "yes", "no", 0],
    ["inc GST, and rounds the tax at the subtotal", "yes", "yes", 1],
    ["ex GST, and rounds the tax of each line", "no", "no", 2],
    ["ex GST, and rounds the tax at the subtotal", "no", "yes", 3],
    ["ex GST, with several rates of tax", "no", "no", 4],
  ])("that enters prices %s has orders that come here to the cent", async (title, incTax, atSubtotal, mode) => {
    await shop.set("tax", { woocommerce_prices_include_tax: incTax, woocommerce_tax_round_at_subtotal: atSubtotal });
    // Reads the settings again.
    await api.ok(connected.admin, marketplaces.testWebhook, { MarketplaceId: ids.marketplace });
    for (const { id } of sold.slice(0, ordered)) await publish(id);
    if (title.includes("several"))
      for (const [index, { shopId }] of sold.slice(0, ordered).entries())
        await shop.staff("PUT", `/products/${shopId}`, { tax_class: ["", "reduced-rate", "zero-rate"][index % 3] });
    const placed: number[] = [];
    for (const { lines, coupons, shipping, fee } of fc.sample(bought, { numRuns: ordersPerMode, seed: mode + 1 })) {
      const items = lines.map(({ product, quantity }) => ({ id: sold[product]?.shopId ?? 0, quantity }));
      const codes = coupons.map((coupon) => `${coupon}-${run}`);
      if (fee === null) placed.push(await shop.checkOut({ lines: items, coupons: codes, shipping }));
      else {
        const order = await shop.staff("POST", "/orders", {
          set_paid: true,
          billing: { ...customer, email: "zoe@example.com" },
          shipping: customer,
          line_items: items.map(({ id, quantity }) => ({ product_id: id, quantity })),
          fee_lines: [{ name: "Wrapping", total: (fee / 100).toFixed(2), tax_status: "taxable" }],
          shipping_lines: [{ method_id: "flat_rate", method_title: "Flat rate", total: "9.05" }],
          coupon_lines: codes.map((code) => ({ code })),
        });
        placed.push(Number(order.id));
      }
    }
    await readAll();
    const wrong = [];
    for (const id of placed) {
      const order = await shopOrder(id);
      made.push({ path: `/orders/${id}` });
      const expected = cents(Number(order.total)) - feesOf(order);
      const here = await orderHere(order.number);
      if (here !== expected) wrong.push({ number: order.number, expected, here });
    }
    expect({ wrong, problems: await problems() }).toEqual({ wrong: [], problems: [] });
  });

  const two = (quantity = 3) => ({
    lines: [
      { id: sold[0]?.shopId ?? 0, quantity },
      { id: sold[1]?.shopId ?? 0, quantity: 2 },
    ],
    shipping: "Flat rate",
  });
  async function placed(payment = "cod"): Promise<ShopOrder> {
    const id = await shop.checkOut({ ...two(), payment });
    made.push({ path: `/orders/${id}` });
    return shopOrder(id);
  }
  const change = (id: number, body: object) => shop.staff("PUT", `/orders/${id}`, body);
  const stocks = async () => {
    const [here] = await db
      .select()
      .from(products)
      .where(eq(products.id, sold[0]?.id ?? 0));
    const there = await shop.staff("GET", `/products/${sold[0]?.shopId}`);
    return [here?.stockQuantity, there.stock_quantity];
  };

  test("has an order that waits for its payment, which comes here once it is paid", async () => {
    const order = await placed("bacs");
    expect(order.status).toBe("on-hold");
    await readAll();
    expect(await orderHere(order.number)).toBeUndefined();
    await change(order.id, { status: "processing" });
    await readAll();
    expect(await orderHere(order.number)).toBe(cents(Number(order.total)));
  });

  test("has refunds of pieces and of amounts, which are followed to the cent, and both sides count the same stock", async () => {
    await publish(sold[0]?.id ?? 0);
    const order = await placed();
    await readAll();
    expect((await stocks())[0]).toBe((await stocks())[1]);
    const [line] = order.line_items;
    const share = (amount: string) => (Number(amount) / 3).toFixed(2);
    const piece = await shop.staff("POST", `/orders/${order.id}/refunds`, {
      amount: (Number(share(line?.total ?? "")) + Number(share(line?.taxes[0]?.total ?? ""))).toFixed(2),
      api_refund: false,
      api_restock: true,
      line_items: [
        {
          id: line?.id,
          quantity: 1,
          refund_total: Number(share(line?.total ?? "")),
          refund_tax: [{ id: line?.taxes[0]?.id, refund_total: Number(share(line?.taxes[0]?.total ?? "")) }],
        },
      ],
    });
    await readAll();
    const afterPiece = cents(Number(order.total)) - cents(Number(piece.amount));
    expect(await orderHere(order.number)).toBe(afterPiece);
    expect((await stocks())[0]).toBe((await stocks())[1]);
    await shop.staff("POST", `/orders/${order.id}/refunds`, { amount: "4.37", api_refund: false, api_restock: false });
    await readAll();
    expect(await orderHere(order.number)).toBe(afterPiece - 437);
    expect(await problems()).toEqual([]);
  });

  test("has orders that are cancelled, moved to the trash and refunded as a whole, and then come to nothing here", async () => {
    const [cancelled, discarded, refunded] = [await placed(), await placed(), await placed()];
    await readAll();
    await change(cancelled.id, { status: "cancelled" });
    await shop.staff("DELETE", `/orders/${discarded.id}`);
    await shop.staff("POST", `/orders/${refunded.id}/refunds`, { amount: refunded.total, api_refund: false });
    await readAll();
    for (const { number } of [cancelled, discarded, refunded]) expect(await orderHere(number)).toBe(0);
    expect(await problems()).toEqual([]);
    await change(discarded.id, { status: "processing" });
    await readAll();
    expect(await problems()).toMatchObject([
      { number: discarded.number, problem: expect.stringContaining("taken up again in the shop") },
    ]);
  });

  test("has orders that come here once each, although every fifth of its calls is lost", async () => {
    await readAll();
    calls.become = (count) => (count % 5 === 0 ? "are lost" : "arrive");
    const all: ShopOrder[] = [];
    for (let index = 0; index < 10; index += 1) all.push(await placed());
    const arrived = async () => {
      await read();
      const here = await Promise.all(all.map(({ number }) => orderHere(number)));
      return here.filter((total) => total !== undefined).length;
    };
    await expect.poll(arrived, patience).toBeGreaterThan(4);
    calls.become = () => "arrive";
    await readAll();
    for (const { number, total } of all) expect(await orderHere(number)).toBe(cents(Number(total)));
  });

  test("disables a webhook after failed calls, which is noticed, shown and put right", async () => {
    const hooks = async () =>
      (await shop.staff<{ status: string; delivery_url: string; topic: string }[]>("GET", "/webhooks?per_page=100"))
        .filter(({ delivery_url }) => delivery_url.startsWith(address))
        .map(({ topic, status }) => `${topic} ${status}`)
        .sort();
    const order = await placed();
    await readAll();
    calls.become = () => "fail";
    let note = 0;
    const hooksAfterAChange = async () => {
      note += 1;
      await change(order.id, { customer_note: `Note ${note}` });
      return hooks();
    };
    await expect.poll(hooksAfterAChange, { ...patience, interval: 2_000 }).toContain("order.updated disabled");
    const tested = await api.ok(connected.admin, marketplaces.testWebhook, { MarketplaceId: ids.marketplace });
    expect(tested.reason).toContain("The shop has stopped calling");
    calls.become = () => "arrive";
    await readAll();
    expect(await hooks()).toEqual(
      ["created", "deleted", "restored", "updated"].map((event) => `order.${event} active`),
    );
    expect(
      (await api.ok(connected.admin, marketplaces.get, { id: ids.marketplace })).shop?.callsResumedDate,
    ).toBeTruthy();
    calls.count = 0;
    await change(order.id, { customer_note: "Afterwards" });
    await expect.poll(() => calls.count, patience).toBeGreaterThan(0);
  });
});

/** GTINs and brands of the products in a WooCommerce shop. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { divided, listing, openedShop, variantOf } from "#tests/support/shops/woocommerce/opened.ts";
import { type WooShop, wooShop } from "#tests/support/shops/woocommerce.ts";

let woo: WooShop;
beforeEach(async () => {
  woo = await wooShop();
});
afterEach(() => woo.close());

const start = "2027-02-01T10:00:00.000Z";
const later = "2027-02-01T11:00:00.000Z";
const [gtin, otherGtin] = ["9300601000012", "9300601000029"];
const lamp = { ...listing, gtin, brand: "Harbour & Co" };
const other = { ...lamp, productId: 8, sku: "LAMP-2", name: "Other lamp" };
const brandsOf = (sku: string) => woo.product(sku)?.brands?.map(({ id }) => woo.products.brands.get(id)?.name);
const gtinOf = (sku: string) => woo.product(sku)?.global_unique_id;

describe("the GTIN of a product", () => {
  test("is sent to the shop, also when it changes, and removed when it is gone", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(lamp, start);
    expect(gtinOf("LAMP-1")).toBe(gtin);
    await shop.publish({ ...lamp, gtin: otherGtin }, later);
    expect(gtinOf("LAMP-1")).toBe(otherGtin);
    await shop.publish({ ...lamp, gtin: "" }, later);
    expect(gtinOf("LAMP-1")).toBe("");
  });

  test("that the shop's staff has entered stays where there is none here", async () => {
    const { shop } = openedShop(woo);
    await shop.publish({ ...lamp, gtin: "" }, start);
    Object.assign(woo.product("LAMP-1") ?? {}, { global_unique_id: otherGtin });
    await shop.publish({ ...lamp, gtin: "" }, later);
    expect(gtinOf("LAMP-1")).toBe(otherGtin);
  });

  test("that another product of the shop has leaves the product without one, and publishes it all the same", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(lamp, start);
    expect(await shop.publish(other, start)).toMatchObject({ isAccepted: true });
    expect([gtinOf("LAMP-1"), gtinOf("LAMP-2")]).toEqual([gtin, ""]);
    await shop.publish({ ...lamp, gtin: otherGtin }, later);
    await shop.publish(other, later);
    expect([gtinOf("LAMP-1"), gtinOf("LAMP-2")]).toEqual([otherGtin, gtin]);
  });

  test("is sent with each variant, and the product itself has none", async () => {
    const variants = [
      variantOf(21, "Red", { gtin }),
      variantOf(22, "Green", { gtin: otherGtin }),
      variantOf(23, "Blue"),
    ];
    await openedShop(woo).shop.publish({ ...divided, gtin, variants }, start);
    expect(["RED", "GREEN", "BLUE"].map((colour) => gtinOf(`LAMP-1-${colour}`))).toEqual([gtin, otherGtin, undefined]);
    expect(gtinOf("LAMP-1")).toBeUndefined();
  });

  test("that two variants share is given to the first, and the others are published without", async () => {
    const { shop } = openedShop(woo);
    const variants = ["Red", "Green", "Blue"].map((colour, index) => variantOf(21 + index, colour, { gtin }));
    expect(await shop.publish({ ...divided, variants }, start)).toMatchObject({ isAccepted: true });
    expect(["RED", "GREEN", "BLUE"].map((colour) => gtinOf(`LAMP-1-${colour}`))).toEqual([gtin, "", ""]);
  });
});

describe("the brand of a product", () => {
  test("is made once, and changed with the product, beside those that the shop's staff added", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(lamp, start);
    await shop.publish(other, start);
    expect([...woo.products.brands.values()].map(({ name }) => name)).toEqual(["Harbour &amp; Co"]);
    const own = { id: woo.products.keys.next(), name: "House brand", parent: 0 };
    woo.products.brands.set(own.id, own);
    woo.product("LAMP-1")?.brands?.push({ id: own.id });
    await shop.publish({ ...lamp, brand: "Lumen" }, later);
    expect(brandsOf("LAMP-1")).toEqual(["Lumen", "House brand"]);
    await shop.publish({ ...lamp, brand: "" }, later);
    expect([brandsOf("LAMP-1"), brandsOf("LAMP-2")]).toEqual([["House brand"], ["Harbour &amp; Co"]]);
  });

  test("that somebody deleted in the shop is made again", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(lamp, start);
    woo.products.brands.clear();
    await shop.publish(lamp, later);
    expect(brandsOf("LAMP-1")).toEqual(["Harbour &amp; Co"]);
  });
});

test.each([
  ["9.1.4", [undefined, undefined]],
  ["9.2.0", [gtin, undefined]],
  ["9.6.2", [gtin, ["Harbour &amp; Co"]]],
  ["11.0.1", [gtin, ["Harbour &amp; Co"]]],
])("a shop with WooCommerce %s gets what its version has", async (version, expected) => {
  woo.settings.version = version;
  expect(await openedShop(woo).shop.publish(lamp, start)).toMatchObject({ isAccepted: true });
  expect([gtinOf("LAMP-1"), brandsOf("LAMP-1")]).toEqual(expected);
  expect(woo.calls.filter((call) => call.includes("/products/brands"))).toHaveLength(expected[1] ? 1 : 0);
});

test("a shop that does not tell its version gets the product without GTIN and brand", async () => {
  woo.fail("broken", /system_status/);
  const { shop } = openedShop(woo);
  expect(await shop.publish(lamp, start)).toMatchObject({ isAccepted: true });
  expect([gtinOf("LAMP-1"), brandsOf("LAMP-1")]).toEqual([undefined, undefined]);
});

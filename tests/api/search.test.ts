import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { roles, SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { abnFrom } from "#contract/rules/abn.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { type SearchKind, searchKinds } from "#contract/search/schema.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { find } = operations.search;

/** A word that no other record has, and digits likewise. */
const unique = () => randomUUID().replaceAll("-", "").slice(0, 12);

let administrator: TestUser;
beforeAll(async () => {
  administrator = await api.aUser({ roles: ["Administrator"] });
});

const search = (q: string, user = administrator) => api.ok(user, find, { q });
const only = async (q: string, user = administrator) => (await search(q, user)).only;
async function idsOf(kind: SearchKind, q: string, user = administrator): Promise<number[] | undefined> {
  return (await search(q, user))[kind]?.items.map(({ id }) => id);
}

async function aParcel(trackingNumber: string, supplier: number | null = null, traits: { cancelledAt?: Date } = {}) {
  const order = await api.anOrder(supplier, { marketplaceOrderId: `MK-${unique()}` });
  const item = await api.aLineItem(order, {});
  return api.aShipment(order, [{ item, quantity: 1 }], { courierId: 1, trackingNumber, ...traits });
}

describe("one exact match is named alone", () => {
  test("an order by the marketplace's number or by its own name, whatever their case", async () => {
    const [number, name] = [`KD-${unique()}`, `M-${unique()}`];
    const order = await api.anOrder(null, { marketplaceOrderId: number, name });
    await api.anOrder(null, { marketplaceOrderId: `${number}-2` });
    expect(await only(`  ${number.toUpperCase()} `)).toEqual({ kind: "orders", id: order });
    expect(await only(name.toLowerCase())).toEqual({ kind: "orders", id: order });
  });

  test("a shipment by the tracking number in the barcode of its slip", async () => {
    const number = `33${unique()}`;
    const shipment = await aParcel(number);
    await aParcel(`${number}9`);
    // Scanners end a barcode with a new line.
    expect(await only(`${number.toUpperCase()}\r\n`)).toEqual({ kind: "shipments", id: shipment });
  });

  test("the shipment that was sent, although a cancelled one has the same tracking number", async () => {
    const number = `34${unique()}`;
    const cancelled = await aParcel(number, null, { cancelledAt: new Date() });
    expect(await only(number)).toEqual({ kind: "shipments", id: cancelled });
    const sent = await aParcel(number);
    expect(await only(number)).toEqual({ kind: "shipments", id: sent });
  });

  test("a shipment by the name at the foot of its slip", async () => {
    const order = await api.anOrder(null, { marketplaceOrderId: `MK-${unique()}` });
    const shipment = await api.aShipment(order, [{ item: await api.aLineItem(order, {}), quantity: 1 }]);
    const { marketplaceOrderId } = await api.ok(administrator, operations.orders.get, { id: order });
    expect(await only(`${marketplaceOrderId}-${shipment}`)).toEqual({ kind: "shipments", id: shipment });
    expect(await only(`Another-${shipment}`)).toBeNull();
  });

  test("a product by its SKU, a variant's, or a marketplace's, and by its name", async () => {
    const supplier = await api.aSupplier();
    const [name, sku, variantSku, marketplaceSku] = [unique(), unique(), unique(), unique()];
    const product = await api.aProduct(supplier, {
      name: `Vase ${name}`,
      externalSku: sku,
      on: [{ marketplaceId: await api.aMarketplace(), status: 3, marketplaceSku }],
    });
    await api.aVariant(product, { externalSku: variantSku });
    await api.aProduct(supplier, { name: `Vase ${name} of glass`, externalSku: `${sku}-2` });
    for (const text of [sku, variantSku, marketplaceSku, `vase ${name}`])
      expect(await only(text.toUpperCase())).toEqual({ kind: "products", id: product });
  });

  test("a supplier by name, and by ABN with or without spaces", async () => {
    const abn = abnFrom(String(Math.floor(Math.random() * 1e9)).padStart(9, "0"));
    const name = `Acacia ${unique()}`;
    const supplier = await api.aSupplier({ name, abn });
    const spaced = abn.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4");
    for (const text of [name.toLowerCase(), abn, spaced])
      expect(await only(text)).toEqual({ kind: "suppliers", id: supplier });
  });

  test("an invoice and a payment by their numbers", async () => {
    const marketplaceId = await api.aMarketplace();
    const supplierId = await api.aSupplier();
    await api.aSentItem(await api.anOrder(supplierId, { marketplaceId }));
    const invoice = await api.anInvoice({ supplierId, marketplaceId });
    const payment = await api.aPaymentRun("2026-03-02");
    expect(await only(invoiceNumber(invoice).toLowerCase())).toEqual({ kind: "invoices", id: invoice });
    expect(await only(`inv${invoice}`)).toEqual({ kind: "invoices", id: invoice });
    expect(await only(paymentNumber(payment))).toEqual({ kind: "payments", id: payment });
    // A number alone could be that of anything.
    expect(await only(String(invoice))).toBeNull();
    expect(await idsOf("invoices", String(invoice))).toEqual([invoice]);
  });

  test("a customer with one order, and one of several orders never", async () => {
    const customerSurname = unique();
    const first = await api.anOrder(null, { customerFirstName: "Ana", customerSurname });
    expect(await only(`ana ${customerSurname}`)).toEqual({ kind: "orders", id: first });
    const second = await api.anOrder(null, { customerFirstName: "Ana", customerSurname });
    expect(await only(`ana ${customerSurname}`)).toBeNull();
    expect(await idsOf("orders", `ana ${customerSurname}`)).toEqual([second, first]);
  });

  test("the same text of two kinds is no one match", async () => {
    const text = unique();
    const order = await api.anOrder(null, { marketplaceOrderId: text });
    const shipment = await aParcel(text);
    const found = await search(text);
    expect(found.only).toBeNull();
    expect(found.orders?.items.map(({ id }) => id)).toEqual([order]);
    expect(found.shipments?.items.map(({ id }) => id)).toEqual([shipment]);
  });
});

describe("other matches", () => {
  test("parts of numbers and names are found, exact ones first", async () => {
    const word = unique();
    const supplier = await api.aSupplier({ name: `The ${word} Trading Company` });
    const exact = await api.aProduct(supplier, { name: "Zebra", externalSku: word });
    const twin = await api.aProduct(supplier, { name: `Oak ${word}` });
    const order = await api.anOrder(supplier, { customerSurname: `van ${word}` });
    await api.aProduct(supplier, { name: "Yak", externalSku: word });
    const found = await search(word);
    expect(found.only).toBeNull();
    expect(found.suppliers?.items).toEqual([{ id: supplier, name: `The ${word} Trading Company`, abn: "53004085616" }]);
    expect(found.products?.items.map(({ name }) => name)).toEqual(["Yak", "Zebra", `Oak ${word}`]);
    expect(found.products?.items.map(({ id }) => id)).toEqual(expect.arrayContaining([exact, twin]));
    expect(found.orders?.items.map(({ id }) => id)).toEqual([order]);
    expect(found.payments).toEqual({ items: [], isMore: false });
  });

  test("at most ten of a kind are answered, and whether there are more", async () => {
    const word = unique();
    const supplier = await api.aSupplier();
    for (let n = 0; n < 10; n++) await api.aProduct(supplier, { name: `${word} ${n}` });
    expect((await search(word)).products).toMatchObject({ items: { length: 10 }, isMore: false });
    await api.aProduct(supplier, { name: `${word} 10` });
    expect((await search(word)).products).toMatchObject({ items: { length: 10 }, isMore: true });
  });

  test.each([
    "%",
    "_",
    "%%%%",
    "\\",
    "'; drop table orders; --",
    "“”",
    "🦘",
    "(((",
    "٣",
    "-",
    "inv",
    "PAY-99999999999",
  ])("%s is only text", async (q) => {
    const marker = unique();
    await api.anOrder(null, { marketplaceOrderId: marker, customerSurname: "Lee" });
    const found = await search(q);
    expect(found.orders?.items.map(({ marketplaceOrderId }) => marketplaceOrderId)).not.toContain(marker);
  });

  test("nothing is searched for without a text, and a text of more than 100 characters is refused", async () => {
    const nothing = await api.ok(administrator, find, {});
    expect(nothing).toEqual({
      only: null,
      ...Object.fromEntries(searchKinds.map((kind) => [kind, { items: [], isMore: false }])),
    });
    const { status } = await api.call(administrator, find, { q: "x".repeat(101) });
    expect(status).toBe(422);
    expect((await api.call(administrator, find, { q: "a\u0000b" })).status).toBe(422);
  });
});

describe("nobody finds what they may not see", () => {
  test("roles find the kinds of records that they may view", async () => {
    const kinds: Record<string, SearchKind[]> = {
      Administrator: [...searchKinds],
      Operator: ["orders", "shipments", "products", "suppliers", "invoices"],
      "Catalogue Manager": ["products", "suppliers"],
      Finance: ["orders", "shipments", "suppliers", "invoices", "payments"],
      "Read Only": ["orders", "shipments", "products", "suppliers", "invoices"],
      Supplier: ["orders", "shipments", "products", "suppliers", "invoices"],
    };
    for (const role of roles) {
      const links = role === "Supplier" ? [{ supplier: await api.aSupplier() }] : [];
      const { only: _, ...found } = await search("anything", await api.aUser({ roles: [role], links }));
      expect([role, Object.keys(found).sort()]).toEqual([role, [...(kinds[role] ?? [])].sort()]);
    }
  });

  test("supplier staff find their own records, and neither those of others nor that there are some", async () => {
    const word = unique();
    const abn = abnFrom(String(Math.floor(Math.random() * 1e9)).padStart(9, "0"));
    const make = async (which: string) => {
      const supplier = await api.aSupplier({ name: `${word} ${which}`, legalName: `${word} Pty Ltd`, abn });
      const marketplaceId = await api.aMarketplace();
      const product = await api.aProduct(supplier, { name: `Vase ${word}`, externalSku: `S${word}` });
      await api.aVariant(product, { externalSku: `V${word}` });
      const order = await api.anOrder(supplier, {
        marketplaceId,
        marketplaceOrderId: `N${word}`,
        name: `O${word}`,
        customerFirstName: "Ana",
        customerSurname: word,
      });
      const shipment = await api.aShipment(order, [{ item: await api.aLineItem(order, {}), quantity: 1 }], {
        courierId: 1,
        trackingNumber: `T${word}`,
      });
      const invoice = await api.anInvoiceToPay({ supplierId: supplier, marketplaceId });
      return { supplier, product, order, shipment, invoice };
    };
    const [ours, theirs] = [await make("ours"), await make("theirs")];
    const staff = await api.aUser({ links: [{ supplier: ours.supplier }] });
    // With theirs there would be two exact matches.
    for (const text of [`N${word}`, `O${word}`, `Ana ${word}`])
      expect(await only(text, staff)).toEqual({ kind: "orders", id: ours.order });
    expect(await only(`T${word}`, staff)).toEqual({ kind: "shipments", id: ours.shipment });
    for (const text of [`S${word}`, `V${word}`, `Vase ${word}`])
      expect(await only(text, staff)).toEqual({ kind: "products", id: ours.product });
    for (const text of [abn, `${word} Pty Ltd`])
      expect(await only(text, staff)).toEqual({ kind: "suppliers", id: ours.supplier });
    expect(await only(invoiceNumber(ours.invoice), staff)).toEqual({ kind: "invoices", id: ours.invoice });
    // Nor are parts of theirs found, or counted.
    const found = await search(word, staff);
    for (const kind of ["orders", "products", "suppliers"] as const)
      expect([kind, found[kind]?.items.length, found[kind]?.isMore]).toEqual([kind, 1, false]);
    for (const text of [
      `${word} theirs`,
      invoiceNumber(theirs.invoice),
      String(theirs.invoice),
      String(theirs.product),
      `N${word}-${theirs.shipment}`,
    ]) {
      const { only: one, ...answer } = await search(text, staff);
      expect(one).toBeNull();
      const ids = { suppliers: theirs.supplier, invoices: theirs.invoice, products: theirs.product } as const;
      for (const [kind, id] of Object.entries(ids))
        expect(answer[kind as keyof typeof ids]?.items.map((each) => each.id)).not.toContain(id);
      expect(answer.shipments?.items).toEqual([]);
    }
  });

  test("staff find no drafts, and no invoices without the permission for them", async () => {
    const supplierId = await api.aSupplier();
    const marketplaceId = await api.aMarketplace();
    const staff = await api.aUser({ links: [{ supplier: supplierId }] });
    const packers = await api.aUser({ links: [{ supplier: supplierId, bits: SupplierPermission.orders }] });
    await api.aSentItem(await api.anOrder(supplierId, { marketplaceId }));
    const draft = await api.anInvoice({ supplierId, marketplaceId });
    const issued = await api.anInvoiceToPay({ supplierId, marketplaceId });
    expect(await idsOf("invoices", invoiceNumber(draft), staff)).toEqual([]);
    expect(await idsOf("invoices", invoiceNumber(issued), staff)).toEqual([issued]);
    expect(await idsOf("invoices", invoiceNumber(issued), packers)).toBeUndefined();
  });

  test("only operators find orders by the customer's email address, which only they see", async () => {
    const supplier = await api.aSupplier();
    const customerEmail = `${unique()}@example.com`;
    const order = await api.anOrder(supplier, { customerEmail });
    const operator = await api.aUser({ roles: ["Operator"] });
    expect(await only(customerEmail.toUpperCase(), operator)).toEqual({ kind: "orders", id: order });
    for (const user of [await api.aUser({ links: [{ supplier }] }), await api.aUser({ roles: ["Read Only"] })])
      expect(await search(customerEmail, user)).toMatchObject({ only: null, orders: { items: [] } });
  });
});

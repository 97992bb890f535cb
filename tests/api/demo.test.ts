import { createHash } from "node:crypto";
import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { issueProblem } from "#api/areas/shared/invoice-issue.ts";
// Decides which image formats can be opened, as in the API process.
import "#api/core/files/images.ts";
import { cleanHtml } from "#api/areas/shared/rich-text.ts";
import { demoAccounts, demoPassword } from "#api/core/access/demo-accounts.ts";
import type { Database } from "#api/core/database/connection.ts";
import {
  addresses,
  attributeOptions,
  attributes,
  categories,
  categoryGroups,
  files,
  invoiceAnswers,
  invoices,
  listingCategories,
  marketplaceProducts,
  marketplaces,
  orderLineItems,
  orders,
  orderTransactions,
  paymentRuns,
  productAttributes,
  productImages,
  products,
  productTypeAttributes,
  productTypes,
  productVariants,
  shipmentItems,
  shipments,
  shippingRates,
  shippingRules,
  signInLocks,
  supplierMarketplaces,
  suppliers,
  supplierUsers,
  users,
} from "#api/core/database/schema/index.ts";
import { verifyPassword } from "#api/modules/identity/passwords.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { isAbn } from "#contract/rules/abn.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { invalidEmailIn } from "#contract/rules/emails.ts";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { type Entry, ledgerOf, orderStatusOf, statusOf, subTotal } from "#contract/rules/order-line.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { upsertShippingRuleRates } from "#contract/shipping-rules/schema.ts";
import { seedDemo } from "#demo/seed.ts";
import { connectFresh } from "#tests/support/database.ts";
import { strayParts } from "#tests/support/order-parties.ts";

const [seeded, again] = [await connectFresh(), await connectFresh()];
const before = process.cpuUsage();
const lines: string[] = [];
const settingsSecrets = ["a secret for settings of tests"];
await seedDemo(seeded, { progress: (line) => lines.push(line), settingsSecrets });
const { user, system } = process.cpuUsage(before);
/** CPU time including the database; elapsed time would depend on tests that run in parallel. */
const seconds = (user + system) / 1e6;
await seedDemo(again, { progress: () => {}, settingsSecrets });
const { db } = seeded;

afterAll(async () => {
  await seeded.close();
  await again.close();
});

/** Suppliers with their address and logo, without generated ids. */
async function suppliersOf({ db: of }: Database) {
  const rows = await of
    .select()
    .from(suppliers)
    .leftJoin(addresses, eq(addresses.id, suppliers.billingAddressId))
    .leftJoin(files, eq(files.id, suppliers.logoId))
    .orderBy(asc(suppliers.id));
  return rows.map(
    ({
      suppliers: {
        carrierKeySealed: _sealed,
        logoId: _logo,
        billingAddressId: _address,
        createdAt: _created,
        ...supplier
      },
      addresses: address,
      files: logo,
    }) => ({
      ...supplier,
      address: address?.digest,
      logo: logo && createHash("sha256").update(logo.content).digest("hex"),
    }),
  );
}

test("SVG images are still refused after the demo data was created", async () => {
  await expect(
    sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')).metadata(),
  ).rejects.toThrow(/unsupported image format/);
});

test("the demo data is created within 20 seconds of CPU time", () => {
  expect(seconds).toBeLessThan(20);
  expect(lines).toEqual([
    "Making the demo data …",
    "Demo data: 60 suppliers with 1,200 products and 3,000 orders, and 12 accounts.",
  ]);
});

test("the demo data is the same on every database", async () => {
  expect(await suppliersOf(again)).toEqual(await suppliersOf(seeded));
  const agreements = async (of: Database) => {
    const rows = await of.db
      .select()
      .from(supplierMarketplaces)
      .orderBy(asc(supplierMarketplaces.supplierId), asc(supplierMarketplaces.marketplaceId));
    return rows.map(({ agreementFileId, ...row }) => ({ ...row, isDocumented: agreementFileId !== null }));
  };
  expect(await agreements(again)).toEqual(await agreements(seeded));
  const rates = (of: Database) => of.db.select().from(shippingRates).orderBy(asc(shippingRates.id));
  expect(await rates(again)).toEqual(await rates(seeded));
});

describe("the demo suppliers", () => {
  test("are 60, starting with the two whose staff sign in", async () => {
    const names = (await suppliersOf(seeded)).map((supplier) => supplier.name);
    expect(names).toHaveLength(60);
    expect(new Set(names).size).toBe(60);
    expect(names.slice(0, 2)).toEqual(["Acacia Homewares", "Banksia Outdoors"]);
  });

  test("are in every state and territory, with matching post codes", async () => {
    const first: Record<string, RegExp> = {
      NSW: /^2/,
      ACT: /^2[69]/,
      VIC: /^3/,
      QLD: /^4/,
      SA: /^5/,
      WA: /^6/,
      TAS: /^7/,
      NT: /^08/,
    };
    const rows = await db
      .select({ state: addresses.state, postCode: addresses.postCode })
      .from(suppliers)
      .innerJoin(addresses, eq(addresses.id, suppliers.billingAddressId));
    expect(new Set(rows.map((row) => row.state))).toEqual(new Set(Object.keys(first)));
    expect(rows.filter((row) => !first[row.state]?.test(row.postCode))).toEqual([]);
  });

  test("have ABNs with valid check digits, and phone numbers and domains reserved for examples", async () => {
    for (const supplier of await db.select().from(suppliers)) {
      if (supplier.abn !== "") expect(isAbn(supplier.abn), supplier.name).toBe(true);
      if (supplier.businessPhoneNumber !== "")
        expect(supplier.businessPhoneNumber).toMatch(/^\(0[2378]\) 5550 \d{4}$|^0491 570 \d{3}$/);
      for (const list of [supplier.orderContactEmails, supplier.billingContactEmails]) {
        expect(invalidEmailIn(list)).toBeUndefined();
        expect(list).toMatch(/\.example$/);
      }
    }
    for (const { abn } of await db.select().from(marketplaces)) expect(isAbn(abn)).toBe(true);
  });

  test("have descriptions that the editor can produce, some of them long", async () => {
    const descriptions = (await db.select({ html: suppliers.description }).from(suppliers)).map((row) => row.html);
    expect(descriptions.map(cleanHtml)).toEqual(descriptions);
    expect(Math.max(...descriptions.map((html) => html.length))).toBeGreaterThan(700);
    expect(descriptions.join("")).toMatch(/<ul>.*<ol>/);
  });

  test("have a logo in about half of the cases, and are not all complete", async () => {
    const rows = await suppliersOf(seeded);
    const share = (has: (row: (typeof rows)[number]) => boolean) => rows.filter(has).length / rows.length;
    expect(Math.abs(share((row) => row.logo !== null) - 0.5)).toBeLessThan(0.15);
    for (const part of ["abn", "bsb", "description", "notes"] as const)
      expect(share((row) => row[part] === "")).toBeGreaterThan(0);
    expect(rows.slice(0, 2).every((row) => row.logo && row.address && row.abn && row.bsb && row.description)).toBe(
      true,
    );
  });

  test("trade on four marketplaces, with agreements in every status", async () => {
    const rows = await db.select().from(supplierMarketplaces);
    expect(new Set(rows.map((row) => row.marketplaceId))).toEqual(new Set([1, 2, 3, 4]));
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set([1, 2, 4]));
    for (const { commissionRate } of rows) expect(commissionRate).toBeGreaterThanOrEqual(0.15);
    for (const { commissionRate } of rows) expect(commissionRate).toBeLessThanOrEqual(0.35);
  });
});

describe("the demo shipping rules", () => {
  test("are 20, several of them for the two suppliers that sign in, and one is disabled", async () => {
    const rules = await db.select().from(shippingRules).orderBy(asc(shippingRules.id));
    expect(rules).toHaveLength(20);
    expect([1, 2].map((supplier) => rules.filter((rule) => rule.supplierId === supplier).length)).toEqual([3, 2]);
    expect(rules.filter((rule) => rule.isDisabled)).toHaveLength(1);
    expect(rules.slice(0, 2).map((rule) => inclusive(rule.defaultDomesticRate, 0.1))).toEqual([9.95, 12]);
    expect(new Set(rules.map((rule) => rule.sellAnywhereInternationally))).toEqual(new Set([true, false]));
  });

  test("have valid tiers for states, countries and any country", async () => {
    const rates = await db.select().from(shippingRates);
    for (const { id } of await db.select().from(shippingRules)) {
      const sent = rates.filter((rate) => rate.shippingRuleId === id).map(asSent);
      expect(
        upsertShippingRuleRates.safeParse({ ShippingRuleId: id, ShippingRates: sent }).error?.issues,
        `rule ${id}`,
      ).toBeUndefined();
    }
    expect(rates.some((rate) => rate.countryCode === null)).toBe(true);
    expect(rates.some((rate) => rate.state === "NSW")).toBe(true);
    expect(rates.some((rate) => rate.countryCode === "NZ" && rate.state === null)).toBe(true);
  });
  const asSent = (rate: typeof shippingRates.$inferSelect) => ({
    CountryCode: rate.countryCode,
    State: rate.state,
    QuantityFrom: rate.quantityFrom,
    QuantityTo: rate.quantityTo,
    ShippingRatePerItem: rate.ratePerItem,
  });
});

describe("the demo users", () => {
  test("are the accounts on the sign-in page, with the demo password", async () => {
    const rows = await db.select().from(users).orderBy(asc(users.id));
    expect(rows.map(({ email, roles }) => ({ email, roles }))).toEqual(
      demoAccounts.map(({ email, role }) => ({ email, roles: [role] })),
    );
    const hashes = [...new Set(rows.map((row) => row.passwordHash))];
    for (const hash of hashes) expect(await verifyPassword(demoPassword, hash)).toBe(true);
    expect((await db.select().from(signInLocks)).map(({ userName }) => userName)).toEqual([
      "locked@countinghouse.example",
    ]);
  });

  test("are linked to their suppliers with the announced permissions", async () => {
    const rows = await db
      .select({ email: users.email, supplier: supplierUsers.supplierId, bits: supplierUsers.permissions })
      .from(supplierUsers)
      .innerJoin(users, eq(users.id, supplierUsers.userId))
      .orderBy(asc(users.id), asc(supplierUsers.supplierId));
    expect(rows.map(({ email, supplier, bits }) => `${email} ${supplier} ${bits}`)).toEqual([
      "owner@acacia.example 1 63",
      "products@acacia.example 1 4",
      "orders@acacia.example 1 8",
      "books@acacia.example 1 18",
      "owner@banksia.example 2 63",
      "both@example.com 1 12",
      "both@example.com 2 12",
    ]);
  });
});

describe("the demo catalogue", () => {
  test("has 13 product types on three levels with valid paths, some of them disabled", async () => {
    const rows = await db.select().from(productTypes).orderBy(asc(productTypes.id));
    expect(rows).toHaveLength(13);
    for (const { name, parentId, path } of rows) {
      const parent = rows.find(({ id }) => id === parentId);
      expect(path).toBe(parent ? `${parent.path} > ${name}` : name);
    }
    expect(new Set(rows.map(({ path }) => path.split(" > ").length))).toEqual(new Set([1, 2, 3]));
    expect(rows.filter(({ isDisabled }) => isDisabled)).toHaveLength(1);
  });

  test("has 15 attributes of every kind with coded options, some disabled, attached to product types", async () => {
    const rows = await db.select().from(attributes).where(isNull(attributes.productId));
    expect(rows).toHaveLength(15);
    expect(new Set(rows.map(({ selectionType }) => selectionType))).toEqual(new Set([0, 1, 2, 3]));
    expect(new Set(rows.map(({ optionDataType }) => optionDataType))).toEqual(new Set([0, 1]));
    expect(rows.filter(({ isDisabled }) => isDisabled).length).toBeGreaterThan(0);
    const options = await db.select().from(attributeOptions);
    expect(options.filter(({ code }) => code === "")).toEqual([]);
    const withOptions = new Set(options.map(({ attributeId }) => attributeId));
    for (const { id, selectionType, internalName } of rows)
      expect(withOptions.has(id), internalName).toBe(selectionType === 1 || selectionType === 2);
    const used = new Set((await db.select().from(productTypeAttributes)).map(({ attributeId }) => attributeId));
    expect(used).toEqual(new Set(rows.map(({ id }) => id)));
  });

  test("is the same on every database", async () => {
    const all = async ({ db: of }: Database) => [
      await of.select().from(productTypes),
      await of.select().from(attributes),
      await of.select().from(attributeOptions),
    ];
    expect(await all(again)).toEqual(await all(seeded));
  });
});

describe("the demo products", () => {
  test("are 1,200 of every supplier and type, a third with variants", async () => {
    const rows = await db.select().from(products);
    expect(rows).toHaveLength(1_200);
    expect(new Set(rows.map(({ supplierId }) => supplierId)).size).toBe(60);
    // Types on the upper levels have no products of their own.
    expect(new Set(rows.map(({ productTypeId }) => productTypeId)).size).toBeGreaterThanOrEqual(10);
    expect(rows.filter(({ hasVariants }) => hasVariants).length / rows.length).toBeCloseTo(1 / 3, 1);
    expect(new Set(rows.map(({ shippingMethod }) => shippingMethod))).toEqual(new Set([0, 1, 2, null]));
    expect(rows.filter(({ isDisabled }) => isDisabled).length).toBeGreaterThan(20);
    expect(rows.filter(({ isReferralProduct }) => isReferralProduct).length).toBeGreaterThan(5);
    expect(rows.map(({ description }) => cleanHtml(description))).toEqual(rows.map(({ description }) => description));
  });

  test("have prices in whole cents inc GST, with no sale price above the recommended price", async () => {
    const rows = [...(await db.select().from(products)), ...(await db.select().from(productVariants))];
    for (const { recommendedRetailPrice: price, salePrice, appliedTaxClass } of rows) {
      const rate = rateOf(appliedTaxClass, 0.1);
      for (const one of [price, salePrice]) if (one !== null) expect(exclusive(inclusive(one, rate), rate)).toBe(one);
      expect(salePrice ?? 0).toBeLessThanOrEqual(price ?? Number.POSITIVE_INFINITY);
    }
  });

  test("have two to twelve variants, each with one option of every attribute that distinguishes them", async () => {
    const combinations = await db
      .select({
        productId: productVariants.productId,
        combination: productVariants.combination,
        sku: productVariants.externalSku,
      })
      .from(productVariants);
    const making = await db.select().from(productAttributes).where(eq(productAttributes.useForVariations, true));
    const count = (of: number) => combinations.filter(({ productId }) => productId === of).length;
    for (const { id } of await db.select().from(products).where(eq(products.hasVariants, true))) {
      expect(count(id), `product ${id}`).toBeGreaterThanOrEqual(2);
      expect(count(id), `product ${id}`).toBeLessThanOrEqual(12);
    }
    for (const { productId, combination } of combinations) {
      expect(combination.split(",").length).toBe(
        making.filter((attribute) => attribute.productId === productId).length,
      );
    }
    const skus = combinations.map(({ sku }) => sku).filter((sku) => sku !== "");
    expect(new Set(skus).size).toBe(skus.length);
  });

  test("have options of their type's attributes, or of their own", async () => {
    const strays = await db.execute(sql`
      with recursive line as (
        select id, id as type_id from product_types
        union all
        select above.parent_id, line.type_id from product_types above join line on above.id = line.id where above.parent_id is not null
      )
      select product.id from product_attribute_options used
      join attribute_options option on option.id = used.option_id
      join attributes attribute on attribute.id = option.attribute_id
      join products product on product.id = used.product_id
      where attribute.product_id is distinct from product.id
        and (attribute.is_disabled or not exists (
          select 1 from line join product_type_attributes link on link.product_type_id = line.id
          where line.type_id = product.product_type_id and link.attribute_id = attribute.id))`);
    expect(strays.rows).toEqual([]);
  });

  test("have images that exist, a few dozen different ones", async () => {
    const pictures = new Set(
      (await db.select({ id: files.id }).from(files).where(eq(files.location, FileLocation.productImage))).map(
        ({ id }) => id,
      ),
    );
    expect(pictures.size).toBeGreaterThan(40);
    for (const { imageId } of await db.select().from(productImages)) expect(pictures.has(imageId)).toBe(true);
    for (const { defaultImageFileId: id } of await db.select().from(productVariants))
      expect(id === null || pictures.has(id)).toBe(true);
  });

  test("are on marketplaces where an agreement was made, in every status", async () => {
    const rows = await db.select().from(marketplaceProducts);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(new Set(rows.map(({ syncStatus }) => syncStatus))).toEqual(new Set([0, 1, 2, 3]));
    expect(rows.filter(({ syncStatus, syncError }) => (syncStatus === 3) !== (syncError !== null))).toEqual([]);
    expect(rows.filter(({ syncStatus, syncStartedAt }) => (syncStatus === 2) !== (syncStartedAt !== null))).toEqual([]);
  });

  test("are the same on every database", async () => {
    const all = async ({ db: of }: Database) => [
      (await of.select().from(products)).map(({ defaultImageFileId: _, ...row }) => row),
      (await of.select().from(productVariants)).map(({ defaultImageFileId: _, ...row }) => row),
      (await of.select().from(marketplaceProducts)).map(({ syncStartedAt: _, ...row }) => row),
      await of.select().from(productAttributes),
    ];
    expect(await all(again)).toEqual(await all(seeded));
  });
});

describe("the demo orders", () => {
  test("are 3,000 from the last twelve months, with one to four line items", async () => {
    const rows = await db.select().from(orders).orderBy(asc(orders.id));
    expect(rows).toHaveLength(3_000);
    const days = (at: Date) => (Date.now() - at.getTime()) / (24 * 60 * 60 * 1000);
    for (const { orderedAt } of rows) expect(days(orderedAt)).toBeLessThan(367);
    for (const { orderedAt } of rows) expect(days(orderedAt)).toBeGreaterThan(0);
    expect(new Set(rows.map(({ marketplaceOrderId }) => marketplaceOrderId)).size).toBe(3_000);
    expect(rows.filter(({ supplierId }) => supplierId === 1).length).toBeGreaterThan(20);
    const nobodys = rows.filter(({ supplierId }) => supplierId === null).length;
    expect(nobodys).toBeGreaterThan(3);
    expect(nobodys).toBeLessThan(60);
    const counts = new Map<number, number>();
    for (const { orderId } of await db.select({ orderId: orderLineItems.orderId }).from(orderLineItems))
      counts.set(orderId, (counts.get(orderId) ?? 0) + 1);
    expect(counts.size).toBe(3_000);
    expect(new Set(counts.values())).toEqual(new Set([1, 2, 3, 4]));
  });

  test("have line items in every status, each consistent with its transactions", async () => {
    const items = await db.select().from(orderLineItems);
    const entries = new Map<number, Entry[]>();
    for (const { lineItemId, ...row } of await db.select().from(orderTransactions).orderBy(asc(orderTransactions.id))) {
      const entry = {
        type: row.type,
        quantity: row.quantity,
        purchase: { exTax: row.purchaseExTax, tax: row.purchaseTax },
        commission: { exTax: row.commissionExTax, tax: row.commissionTax },
        shipping: { exTax: row.shippingExTax, tax: row.shippingTax },
      };
      entries.set(lineItemId, [...(entries.get(lineItemId) ?? []), entry]);
    }
    for (const { id, status } of items) {
      const ledger = ledgerOf(entries.get(id) ?? []);
      expect(statusOf(ledger, status), `line ${id}`).toBe(status);
      expect(ledger.owed.quantity, `line ${id}`).toBeGreaterThanOrEqual(0);
      expect(subTotal(ledger.adjusted), `line ${id}`).toBeGreaterThanOrEqual(0);
    }
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(
      items.filter(({ status, expectedInStockDate }) => (status === 1) !== (expectedInStockDate !== null)),
    ).toEqual([]);
  });

  test("are outstanding if something is still to be shipped, as about one in ten is", async () => {
    const wrong = await db.execute(sql`
      select orders.id from orders
      where is_outstanding <> exists (select 1 from order_line_items item where item.order_id = orders.id and item.status < 3)`);
    expect(wrong.rows).toEqual([]);
    const outstanding = await db.$count(orders, eq(orders.isOutstanding, true));
    expect(outstanding).toBeGreaterThan(100);
    expect(outstanding).toBeLessThan(600);
  });

  test("have the status of their items", async () => {
    const items = await db
      .select({ orderId: orderLineItems.orderId, status: orderLineItems.status })
      .from(orderLineItems);
    const statuses = new Map<number, number[]>();
    for (const { orderId, status } of items) statuses.set(orderId, [...(statuses.get(orderId) ?? []), status]);
    const wrong = (await db.select().from(orders)).filter(
      ({ id, status }) => status !== orderStatusOf(statuses.get(id) ?? []),
    );
    expect(wrong).toEqual([]);
  });

  test("share their supplier, marketplace and date with their items, transactions and shipments", async () => {
    expect(await strayParts(db)).toEqual([]);
    expect(await db.$count(orderTransactions, isNull(orderTransactions.marketplaceId))).toBe(0);
  });

  test("that are outstanding have a ship-by day: some are late, some due today, some later", async () => {
    const today = dayOf(new Date().toISOString(), "Australia/Sydney");
    const days = await db.select({ day: orders.shipBy }).from(orders).where(eq(orders.isOutstanding, true));
    expect(days.filter(({ day }) => day === null)).toEqual([]);
    expect(days.filter(({ day }) => day !== null && day < today).length).toBeGreaterThan(20);
    expect(days.filter(({ day }) => day === today)).not.toEqual([]);
    expect(days.filter(({ day }) => day !== null && day > today)).not.toEqual([]);
  });

  test("have products of their supplier, sold under an earlier agreement", async () => {
    const strays = await db.execute(sql`
      select item.id from order_line_items item
      join orders on orders.id = item.order_id
      left join products product on product.id = item.product_id and product.supplier_id = orders.supplier_id
      left join supplier_marketplaces agreement
        on agreement.supplier_id = orders.supplier_id and agreement.marketplace_id = orders.marketplace_id and agreement.agreed_at < orders.ordered_at
      where orders.supplier_id is not null and (product.id is null or agreement.supplier_id is null)`);
    expect(strays.rows).toEqual([]);
  });

  test("are the same on every database", async () => {
    const all = async ({ db: of }: Database) => [
      (await of.select().from(orders).orderBy(asc(orders.id))).map(({ shippingAddressId: _, ...row }) => row),
      (await of.select().from(orderLineItems).orderBy(asc(orderLineItems.id))).map(
        ({ productImageId: _, ...row }) => row,
      ),
      await of.select().from(orderTransactions).orderBy(asc(orderTransactions.id)),
    ];
    expect(await all(again)).toEqual(await all(seeded));
  });
});

describe("the demo shipments", () => {
  test("contain everything that was shipped, grouped as it was shipped, and nothing else", async () => {
    const wrong = await db.execute(sql`
      select item.id from order_line_items item
      left join (select line_item_id, sum(quantity) as quantity from order_transactions where type = 3 group by 1) shipped on shipped.line_item_id = item.id
      left join (select line_item_id, sum(quantity) as quantity from shipment_items group by 1) parcels on parcels.line_item_id = item.id
      where shipped.quantity is distinct from parcels.quantity`);
    expect(wrong.rows).toEqual([]);
    const strays = await db.execute(sql`
      select shipment.id from shipments shipment
      left join shipment_items parcel on parcel.shipment_id = shipment.id
      left join order_line_items item on item.id = parcel.line_item_id and item.order_id = shipment.order_id
      left join order_transactions entry on entry.line_item_id = item.id and entry.type = 3 and entry.at = shipment.created_at
      join orders on orders.id = shipment.order_id
      where entry.id is null
        or (orders.supplier_id, orders.marketplace_id) is distinct from (shipment.supplier_id, shipment.marketplace_id)`);
    expect(strays.rows).toEqual([]);
    const rows = await db.select().from(shipments);
    expect(rows.length).toBeGreaterThan(2_500);
    expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(rows.length);
  });

  test("are in every status, and have a courier once dispatched", async () => {
    const rows = await db.select().from(shipments);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3]));
    expect(new Set(rows.map(({ courierId }) => courierId))).toEqual(new Set([null, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(rows.filter(({ courierId, trackingNumber }) => (courierId === null) !== (trackingNumber === ""))).toEqual(
      [],
    );
    expect(rows.filter(({ status, courierId }) => status > 0 && courierId === null)).toEqual([]);
    const toSend = rows.filter(({ status }) => status === 0).length;
    expect(toSend).toBeGreaterThan(3);
    expect(toSend).toBeLessThan(100);
  });

  test("are the same on every database", async () => {
    const all = async ({ db: of }: Database) => [
      await of.select().from(shipments).orderBy(asc(shipments.id)),
      await of.select().from(shipmentItems).orderBy(asc(shipmentItems.shipmentId), asc(shipmentItems.lineItemId)),
    ];
    expect(await all(again)).toEqual(await all(seeded));
  });
});

describe("the demo invoices", () => {
  test("pay what was completed by each of the last month ends, and the newest can still be changed", async () => {
    const made = await db.select().from(invoices).orderBy(asc(invoices.id));
    expect(made.length).toBeGreaterThan(150);
    expect(new Set(made.map(({ invoicedAt }) => invoicedAt.getTime())).size).toBe(3);
    const newest = Math.max(...made.map(({ invoicedAt }) => invoicedAt.getTime()));
    const stopped = await db
      .select({ id: invoices.id })
      .from(invoices)
      .where(isNotNull(issueProblem("Australia/Sydney")));
    const mayBeIssued = made.filter(({ id }) => !stopped.some((each) => each.id === id));
    expect(
      mayBeIssued
        .filter(({ notifiedAt }) => notifiedAt === null)
        .every(({ invoicedAt }) => invoicedAt.getTime() === newest),
    ).toBe(true);
    // Of suppliers that are not registered for GST, or have no ABN.
    expect(stopped.length).toBeGreaterThan(0);
    expect(made.filter(({ id }) => stopped.some((each) => each.id === id)).map(({ notifiedAt }) => notifiedAt)).toEqual(
      stopped.map(() => null),
    );
    expect(made.some(({ notifiedAt }) => notifiedAt === null)).toBe(true);
    expect(
      made.every(({ supplierLegalName, marketplaceAbn }) => supplierLegalName !== "" && isAbn(marketplaceAbn)),
    ).toBe(true);
    const { rows } = await db.execute(sql`
      select invoice_id, line_item_id from order_transactions where invoice_id is not null group by invoice_id, line_item_id
      having sum(case when type = 4 then -purchase_ex_tax else purchase_ex_tax end) <> 0`);
    expect(rows).toEqual([]);
  });

  test("are partly paid, to accounts that two different users verified, and some are still unpaid", async () => {
    const made = await db.select().from(invoices).orderBy(asc(invoices.id));
    const [run, ...more] = await db.select().from(paymentRuns);
    expect(more).toEqual([]);
    const payees = await db.select().from(suppliers);
    const trusted = payees.filter(({ bankDetailsVerifiedAt }) => bankDetailsVerifiedAt);
    expect(new Set(trusted.map(({ bankDetailsVerifiedBy }) => bankDetailsVerifiedBy))).toEqual(new Set([1, 4]));
    expect(payees.some(({ bsb, bankDetailsVerifiedAt }) => bsb !== "" && !bankDetailsVerifiedAt)).toBe(true);
    const paid = made.filter(({ paymentRunId }) => paymentRunId === run?.id);
    expect(paid.length).toBeGreaterThan(20);
    expect(paid.every(({ expectedPaymentDate }) => expectedPaymentDate === run?.bankDate)).toBe(true);
    expect(made.some(({ notifiedAt, paymentRunId }) => notifiedAt && !paymentRunId)).toBe(true);
  });

  test("are confirmed by suppliers, with some rows queried and one or two answered by Finance", async () => {
    const stand = (kind: "confirmed" | "queried" | "answered") =>
      db.$count(invoiceAnswers, and(invoiceAnswers.isLatest, eq(invoiceAnswers.kind, kind)));
    expect([await stand("queried"), await stand("answered")]).toEqual([3, 1]);
    expect(await stand("confirmed")).toBeGreaterThan(20);
  });

  test("are the same on every database", async () => {
    const of = async (database: Database) => {
      const rows = await database.db.select().from(invoices).orderBy(asc(invoices.id));
      return rows.map(({ supplierAddressId: _, marketplaceAddressId: __, ...row }) => row);
    };
    expect(await of(again)).toEqual(await of(seeded));
  });
});

test("a new record gets the next id after the demo data", async () => {
  const next = await Promise.all(
    ["suppliers", "users", "marketplaces", "shipping_rules", "product_types"].map((table) =>
      db.execute(sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::int as next`),
    ),
  );
  expect(next.map(({ rows }) => rows[0])).toEqual([
    { next: 61 },
    { next: 16 },
    { next: 5 },
    { next: 21 },
    { next: 14 },
  ]);
  for (const table of [
    "products",
    "product_variants",
    "orders",
    "order_line_items",
    "order_transactions",
    "shipments",
    "attributes",
    "attribute_options",
  ]) {
    const { rows } = await db.execute(
      sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::int - max(id) as step from ${sql.identifier(table)}`,
    );
    expect(rows, table).toEqual([{ step: 1 }]);
  }
});

test("every marketplace has a tree of categories and departments, with approved products in them", async () => {
  const groups = await db.select().from(categoryGroups).orderBy(asc(categoryGroups.id));
  const known = await db.select().from(categories);
  const ofGroup = (id: number) => known.filter(({ groupId }) => groupId === id);
  expect(groups.map(({ name }) => name)).toEqual(Array.from({ length: 4 }, () => ["Categories", "Departments"]).flat());
  for (const { id, name } of groups) {
    const paths = new Set(ofGroup(id).map((category) => category.name));
    expect(paths.size).toBe(ofGroup(id).length);
    if (name === "Departments") expect(paths.size).toBe(12);
    else expect(paths.size).toBeGreaterThan(130);
    for (const path of paths)
      expect(!path.includes(" > ") || paths.has(path.slice(0, path.lastIndexOf(" > "))), path).toBe(true);
  }
  const chosen = await db
    .select({
      listing: marketplaceProducts.id,
      of: marketplaceProducts.marketplaceId,
      category: categoryGroups.marketplaceId,
      group: categoryGroups.name,
    })
    .from(listingCategories)
    .innerJoin(marketplaceProducts, eq(marketplaceProducts.id, listingCategories.listingId))
    .innerJoin(categories, eq(categories.id, listingCategories.categoryId))
    .innerJoin(categoryGroups, eq(categoryGroups.id, categories.groupId));
  expect(chosen.filter(({ of, category }) => of !== category)).toEqual([]);
  const approved = await db.$count(marketplaceProducts, inArray(marketplaceProducts.status, [2, 3]));
  expect(chosen.filter(({ group }) => group === "Categories")).toHaveLength(approved);
});

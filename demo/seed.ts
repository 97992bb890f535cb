/** Fills an empty database with the demo data. It is the same in every run, except that dates are relative to today. */
import { sql } from "drizzle-orm";
import type { Database, Db } from "#api/core/database/connection.ts";
import { addresses, settings, suppliers } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { withoutHistory } from "#api/core/history/author.ts";
import { storedCarrierKey } from "#api/core/secrets/carrier-keys.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { seedAgreements } from "./agreements.ts";
import { seedApplications } from "./applications.ts";
import { seedAttributes } from "./attributes.ts";
import { seedCategories } from "./categories.ts";
import { seedCharges } from "./charges.ts";
import { seedCommissionRules } from "./commission-rules.ts";
import { seedDeliveries } from "./deliveries.ts";
import { seedDiscussion } from "./discussion.ts";
import { seedHistory } from "./history.ts";
import { insertMany } from "./insert-many.ts";
import { seedInvoiceAnswers } from "./invoice-answers.ts";
import { seedInvoices } from "./invoices.ts";
import { seedKeys } from "./keys.ts";
import { seedMarketplaces } from "./marketplaces.ts";
import { type Materials, makeMaterials } from "./materials.ts";
import { slug } from "./names.ts";
import { seedOrders } from "./orders.ts";
import { seedPeople, signersOf } from "./people.ts";
import { seedProductTypes } from "./product-types.ts";
import { seedProducts } from "./products.ts";
import { randomFrom } from "./random.ts";
import { seedReferrals } from "./referrals.ts";
import { seedShipments } from "./shipments.ts";
import { seedShippingRules } from "./shipping-rules.ts";
import { seedStockFeeds } from "./stock-feeds.ts";
import type { DemoSupplier } from "./suppliers.ts";
import { seedViews } from "./views.ts";

interface Options {
  /** Receives progress messages. */
  progress(line: string): void;
  /** If the preparation has begun already. */
  materials?: Promise<Materials> | undefined;
  /** Encrypt the keys of carriers, as those of the API's configuration do. */
  settingsSecrets: readonly string[];
  /** Of the organisation. */
  timeZone?: string;
}

export async function seedDemo(
  database: Database,
  { progress, materials = makeMaterials(), settingsSecrets, timeZone = "Australia/Sydney" }: Options,
): Promise<void> {
  progress("Making the demo data …");
  const { today, random, people, suppliers: made, images } = await materials;
  const firstUser = people[0]?.id;

  let productCount = 0;
  let orderCount = 0;
  await database.transaction(async (db) => {
    await withoutHistory(db);
    const marketplaceIds = await seedMarketplaces(db, randomFrom(20_260_707), today);
    await seedSuppliers(db, made, { createdBy: firstUser, settingsSecrets });
    await seedPeople(db, people);
    await seedAttributes(db);
    await seedProductTypes(db);
    // Before the agreements, which state that there are rules.
    await seedCommissionRules(db);
    const supplierIds = made.map(({ row }) => row.id);
    await seedAgreements(db, { supplierIds, marketplaceIds, signers: signersOf(people), today }, random);
    await seedShippingRules(db, randomFrom(20_260_702));
    productCount = await seedProducts(db, { today, images }, randomFrom(20_260_703));
    await seedCategories(db, marketplaceIds, randomFrom(20_260_704));
    orderCount = await seedOrders(db, { today, timeZone }, randomFrom(20_260_705));
    await seedShipments(db, today, randomFrom(20_260_706));
    await seedCharges(db, today);
    await seedInvoices(db, today);
    await seedInvoiceAnswers(db);
    await seedReferrals(db, today, randomFrom(20_260_708));
    await seedViews(db);
    await seedDiscussion(db, today);
    await seedApplications(db, today);
    await seedDeliveries(db, today);
    await seedHistory(db, people);
    await withoutHistory(db);
    // There is no mail server, and a reminder of it on every page would only be in the way.
    await db.insert(settings).values({ setupDismissedAt: today });
    const tables = [
      "marketplaces",
      "suppliers",
      "users",
      "shipping_rules",
      "commission_rules",
      "attributes",
      "attribute_options",
      "product_types",
      "products",
      "product_variants",
      "orders",
      "order_line_items",
      "shipments",
    ];
    for (const table of tables) await continueNumbers(db, table);
    await seedKeys(db, today);
    await seedStockFeeds(db, today);
  });
  progress(
    `Demo data: ${made.length} suppliers with ${productCount.toLocaleString("en-AU")} products and ${orderCount.toLocaleString("en-AU")} orders, and ${people.length} accounts.`,
  );
}

async function seedSuppliers(
  db: Db,
  made: DemoSupplier[],
  { createdBy, settingsSecrets }: { createdBy: number | undefined; settingsSecrets: readonly string[] },
): Promise<void> {
  const stated = made.flatMap(({ address }) => address ?? []);
  const stored = await db.insert(addresses).values(stated).returning({ id: addresses.id, digest: addresses.digest });
  const addressIds = new Map(stored.map(({ id, digest }) => [digest, id]));
  const rows = [];
  for (const supplier of made) {
    const billingAddressId = supplier.address && addressIds.get(supplier.address.digest);
    rows.push({
      ...supplier.row,
      ...(supplier.carrierKey !== undefined && {
        ...(await storedCarrierKey(settingsSecrets, supplier.row.id, supplier.carrierKey)),
        carrierKeySetAt: new Date("2025-07-03T01:30:00Z"),
        carrierKeySetBy: createdBy,
      }),
      billingAddressId,
      logoId: await storeLogo(db, supplier, createdBy),
    });
  }
  await insertMany(db, suppliers, rows);
}

async function storeLogo(
  db: Db,
  { row, logo }: DemoSupplier,
  createdBy: number | undefined,
): Promise<string | undefined> {
  if (!logo) return undefined;
  const name = `${slug(row.name)}.${logo.contentType.replace("image/", "")}`;
  return databaseFiles.put(db, {
    ...logo,
    location: FileLocation.supplierLogo,
    name,
    size: logo.content.length,
    createdBy,
  });
}

/** Rows were inserted with fixed ids, so the sequence must continue after them. */
async function continueNumbers(db: Db, table: string): Promise<void> {
  await db.execute(
    sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
  );
}

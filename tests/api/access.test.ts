import { randomUUID } from "node:crypto";
import { and, eq, getTableColumns, getTableName, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, test } from "vitest";
import { currentTerms } from "#api/areas/suppliers/agreement-file.ts";
import { agreementStatements } from "#api/areas/suppliers/agreement-statements.ts";
import { tokenOf } from "#api/areas/suppliers/applications/link.ts";
import {
  addresses,
  agreementDocuments,
  applicationDocuments,
  applicationMarketplaces,
  applications,
  attributeOptions,
  attributes,
  categories,
  deliveries,
  files,
  invoiceAnswers,
  invoiceEmails,
  invoiceRows,
  invoices,
  keys,
  marketplaceProducts,
  marketplaces,
  orderLineItems,
  orders,
  orderTransactions,
  pictureUploads,
  processes,
  processMessages,
  processRows,
  productImages,
  products,
  productTypeAttributes,
  productVariants,
  settings,
  shipmentItems,
  shipments,
  shippingRates,
  shippingRules,
  shopOrders,
  shops,
  sourceFiles,
  stockFeeds,
  supplierMarketplaces,
  suppliers,
  supplierUsers,
  users,
} from "#api/database/schema/index.ts";
import { databaseFiles } from "#api/files/store.ts";
import { categoriesSheet } from "#contract/categories/workbook.ts";
import { FileLocation, OrderLineItemStatus, roles, TransactionType } from "#contract/enumerations.ts";
import { type KeyScope, keyScopes, marketplaceScopes, supplierScopes } from "#contract/keys/scopes.ts";
import type { Operation, Upload } from "#contract/operation.ts";
import { allOperations, operations } from "#contract/operations.ts";
import { allSupplierColumns, suppliersSheet } from "#contract/suppliers/workbook.ts";
import { accessTable, bitSets, type Possessions } from "#tests/support/access-table.ts";
import { multipart, requestFor, startApi } from "#tests/support/api.ts";
import { sampleImageFile } from "#tests/support/images.ts";
import { productsWorkbook } from "#tests/support/products-workbook.ts";
import { shipmentsWorkbook, workbookFile, workbookOf } from "#tests/support/workbook.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

// Without limits on requests, because one caller makes the attempts of many tests.
const api = await startApi({ PAYER_ACCOUNT: "", APPLICATIONS_PER_ADDRESS_DAY: "100000", RATE_LIMIT: "off" });
const { db } = api.database;

/** Part of every text of the other supplier; it must not occur in any response to our staff. */
const canary = "canary";

let ours: Possessions;
let theirs: Possessions;
let theirOwner: TestUser;
beforeAll(async () => {
  ours = await possessions("Ours");
  theirs = await possessions(`${canary} name`);
  theirOwner = await api.aUser({ links: [{ supplier: theirs.supplier }] });
  theirs.staff = theirOwner.id;
  await fillTexts(suppliers, eq(suppliers.id, theirs.supplier));
  await fillTexts(addresses, eq(addresses.id, theirs.address));
  await fillTexts(shippingRules, eq(shippingRules.id, theirs.shippingRule));
  await fillTexts(products, eq(products.supplierId, theirs.supplier), ["searchable"]);
  await fillTexts(productVariants, eq(productVariants.productId, theirs.product), ["combination", "searchable"]);
  await fillTexts(productImages, eq(productImages.productId, theirs.product));
  await fillTexts(marketplaceProducts, eq(marketplaceProducts.productId, theirs.product));
  await fillTexts(orders, eq(orders.id, theirs.order), ["searchable", "shipByTimeZone"]);
  await fillTexts(orderLineItems, eq(orderLineItems.id, theirs.lineItem));
  await fillTexts(orderLineItems, eq(orderLineItems.id, theirs.shippedItem));
  await fillTexts(orderTransactions, inArray(orderTransactions.lineItemId, [theirs.lineItem, theirs.shippedItem]));
  await fillTexts(shipments, eq(shipments.id, theirs.shipment));
  await fillTexts(invoices, inArray(invoices.id, [theirs.invoice, theirs.invoiceToPay]));
  await fillTexts(invoiceRows, inArray(invoiceRows.invoiceId, [theirs.invoice, theirs.invoiceToPay]));
  await fillTexts(invoiceAnswers, eq(invoiceAnswers.id, theirs.query), ["kind"]);
  await db.insert(processMessages).values({ processId: theirs.process, id: 1, type: 1, text: canary });
  await fillTexts(attributes, eq(attributes.id, theirs.ownAttribute));
  await fillTexts(users, eq(users.id, theirOwner.id), ["roles"]);
  await fillTexts(keys, eq(keys.id, theirs.key));
  await fillTexts(stockFeeds, eq(stockFeeds.id, theirs.stockFeed));
  await fillTexts(files, inArray(files.id, [theirs.agreement, theirs.logo, theirs.image]), ["contentType"]);
  await db
    .update(files)
    .set({ createdBy: theirOwner.id })
    .where(inArray(files.id, [theirs.agreement, theirs.logo, theirs.image]));
});

/** A shipment with tracking has a packaging slip. */
const tracking = { courierId: 1, trackingNumber: "33XYZ" };

const feedNonce = "0f8fad5b-d9cb-469f-a165-70867728950e";

async function secretOfFeed(id: number): Promise<string> {
  const administrator = await api.aUser({ roles: ["Administrator"] });
  const { feed } = await api.ok(administrator, operations.marketplaces.get, { id });
  return feed?.url?.match(/([^/]+)\.xml$/)?.[1] ?? "";
}

async function possessions(name: string): Promise<Possessions> {
  const content = Buffer.from(await (await sampleImageFile("logo.png")).arrayBuffer());
  const logo = await api.aFile({
    location: FileLocation.supplierLogo,
    name: "logo.png",
    contentType: "image/png",
    content,
    size: content.length,
  });
  const supplier = await api.aSupplier({
    name,
    logoId: logo,
    address: {},
    orderContactEmails: "orders@supplier.example",
    billingContactEmails: "books@supplier.example",
  });
  const agreement = await api.aFile({ supplierId: supplier, content: Buffer.from(`${name}: an agreement`) });
  const marketplace = await api.aMarketplace();
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, agreementFileId: agreement, status: 1 });
  const [row] = await db
    .select({ address: suppliers.billingAddressId })
    .from(suppliers)
    .where(eq(suppliers.id, supplier));
  const staff = await api.aUser({ links: [{ supplier }] });
  const shippingRule = await api.aShippingRule({ supplierId: supplier }, [{ countryCode: "AU", state: "NSW" }]);
  const address = row?.address ?? "";
  const catalogue = { shippingRule, ...(await productOf(supplier, name)) };
  const orderNumber = `X-${name}`;
  const order = await api.anOrder(supplier, {
    marketplaceId: marketplace,
    marketplaceOrderId: orderNumber,
    shippingAddressId: address,
  });
  const lineItem = await api.aLineItem(order, { productId: catalogue.product, variantId: catalogue.variant });
  const shippedItem = await api.aLineItem(order, { quantity: 1_000 });
  const shipment = await api.aShipment(order, [{ item: shippedItem, quantity: 1 }], tracking);
  const queriedItem = await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }));
  const invoiceToPay = await api.anInvoiceToPay({ supplierId: supplier, marketplaceId: marketplace });
  const query = await api.anAnswer({
    invoiceId: invoiceToPay,
    lineItemId: queriedItem,
    kind: "queried",
    userId: staff.id,
  });
  const payment = await api.aPaymentRun("2026-03-02");
  await api.aSentItem(order);
  const invoice = await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
  const [empty] = await db
    .insert(invoices)
    // An adjustment, so that it is not the newest draft of the kind that is regenerated.
    .values({ supplierId: supplier, marketplaceId: marketplace, invoicedAt: new Date(), isAdjustment: true })
    .returning({ id: invoices.id });
  const emptyMarketplace = await api.aMarketplace(undefined, {
    webhookUrl: "https://127.0.0.1/",
    webhookSecret: "sealed",
    feedNonce,
  });
  const shopMarketplace = await api.aMarketplace();
  await db.insert(shops).values({
    marketplaceId: shopMarketplace,
    kind: "wooCommerce",
    url: "https://127.0.0.1",
    secrets: "sealed",
    secretsSetAt: new Date(),
    secretsSetBy: staff.id,
    callerId: staff.id,
    connectedAt: new Date(),
    readUntil: new Date(),
    nextReadAt: new Date(),
  });
  await db.insert(shopOrders).values({ marketplaceId: shopMarketplace, shopId: "7001", problem: "It has no address." });
  const [delivery] = await db
    .insert(deliveries)
    .values({
      eventId: randomUUID(),
      marketplaceId: emptyMarketplace,
      productId: catalogue.product,
      subject: `product ${catalogue.product}`,
      event: "stockChanged",
      body: "{}",
      nextAttemptAt: new Date(),
      giveUpAt: new Date(),
    })
    .returning({ id: deliveries.id });
  const [application] = await db
    .insert(applications)
    .values({ ...applicant, commandId: randomUUID() })
    .returning();
  const applicationId = application?.id ?? 0;
  await db.insert(applicationMarketplaces).values({ applicationId, marketplaceId: catalogue.shop });
  const applicationDocument = await api.aFile({ location: FileLocation.applicationDocument });
  await db
    .insert(applicationDocuments)
    .values({ id: applicationDocument, draftId: randomUUID(), applicationId, name: "register.pdf", size: 4 });
  const asked = { kind: "approvals", askedBy: staff.id, input: {}, total: 1 };
  const [process] = await db.insert(processes).values(asked).returning({ id: processes.id });
  return {
    supplier,
    emptyMarketplace,
    connectedShop: { marketplace: shopMarketplace, order: "7001" },
    feedSecret: await secretOfFeed(emptyMarketplace),
    delivery: delivery?.id ?? 0,
    categoryGroup: (await api.aCategoryGroup(emptyMarketplace, ["Ours"])).group,
    name,
    logo,
    agreement,
    marketplace,
    address,
    staff: staff.id,
    ...catalogue,
    order,
    orderNumber,
    lineItem,
    oldOrder: await api.anOrder(supplier, {
      marketplaceId: marketplace,
      orderedAt: new Date("2010-03-02"),
      isOutstanding: false,
    }),
    unassignedOrder: await api.anOrder(null, { marketplaceId: marketplace }),
    shipment,
    shippedItem,
    invoice,
    invoiceToPay,
    emptyInvoice: empty?.id ?? 0,
    queriedItem,
    query,
    payment,
    process: process?.id ?? "",
    importCheck: await api.anImportCheck(await api.aUser({})),
    productCheck: await api.anImportCheck(await api.aUser({}), "products"),
    sourceFile: await aSourceFile(),
    shipmentImport: await api.anImport(await api.aUser({}), { kind: "shipments", isCheck: false }, { rows: [] }, [
      { outcome: "changed", rows: [2], orderId: null, problems: [] },
    ]),
    deactivation: await aDeactivation(supplier),
    pictureUpload: await aPictureUpload(supplier),
    stockFeed: await aStockFeed(supplier),
    productImport: await api.anImport(await api.aUser({}), { kind: "products", isCheck: false }, { rows: [] }, [
      { outcome: "changed", row: 2, changes: [], problems: [] },
    ]),
    supplierCheck: await api.anImportCheck(await api.aUser({}), "suppliers"),
    supplierImport: await api.anImport(
      await api.aUser({}),
      { kind: "suppliers", isCheck: false },
      { rows: [] },
      {
        outcome: "changed",
        rows: [2],
        changes: [],
        problems: [],
      },
    ),
    key: (await api.aKey({ scopes: ["orders.read"], supplierId: supplier })).id,
    application: applicationId,
    applicationToken: tokenOf(settingsSecrets, application?.linkNonce ?? ""),
    applicationDocument,
    categoryCheck: await api.anImport(
      await api.aUser({}),
      { kind: "categories", isCheck: true, marketplaceId: emptyMarketplace },
      { rows: [] },
    ),
  };
}

/** Returns the id of the command. */
async function aDeactivation(supplier: number): Promise<string> {
  const Id = randomUUID();
  const operator = await api.aUser({ roles: ["Operator"] });
  const marketplaceId = await api.aMarketplace();
  await api.anAgreement({ supplierId: supplier, marketplaceId });
  const link = { SupplierId: supplier, MarketplaceId: marketplaceId };
  await api.ok(operator, operations.suppliers.disableMarketplace, { ...link, Id });
  return Id;
}

const settingsSecrets = { settingsSecrets: ["a secret for tests alone"] };
const applicant = {
  status: "asked",
  companyName: "Any",
  legalName: "Any Pty Ltd",
  abn: "51824753556",
  givenName: "Kim",
  surname: "Lee",
  email: "kim@applicant.example",
  phone: "(08) 5550 1234",
  about: "",
} as const;

async function productOf(supplier: number, name: string) {
  const [productType, attribute] = [await api.aProductType(), await api.anAttribute()];
  const [shop, newShop] = [await api.aMarketplace(), await api.aMarketplace()];
  for (const marketplaceId of [shop, newShop])
    await api.anAgreement({ supplierId: supplier, marketplaceId, referralCostPerClick: 1 });
  const on = [
    { marketplaceId: shop, status: 2 },
    { marketplaceId: newShop, status: 1 },
  ];
  const product = await api.aProduct(supplier, { productTypeId: productType, hasVariants: true, on });
  const image = await api.aFile({ location: FileLocation.productImage });
  const [variant, productImage] = [
    await api.aVariant(product, { name }),
    await api.aProductImage(product, { label: name, imageId: image }),
  ];
  const ownAttribute = await api.anAttribute({ productId: product, options: ["Round"] });
  const [option] = await db.select().from(attributeOptions).where(eq(attributeOptions.attributeId, ownAttribute));
  const [listing] = await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.marketplaceId, newShop));
  return {
    productType,
    attribute,
    shop,
    newShop,
    listing: listing?.id ?? 0,
    product,
    image,
    variant,
    productImage,
    ownAttribute,
    ownOption: option?.id ?? 0,
  };
}

/** Fills every text column, including columns added later. */
async function fillTexts(table: PgTable, where: SQL, except: string[] = []): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name, { columnType }]) => columnType === "PgText" && !except.includes(name),
  );
  if (columns.length === 0) throw new Error(`${getTableName(table)} has no text.`);
  await db
    .update(table)
    .set(Object.fromEntries(columns.map(([name]) => [name, `${canary} ${name} ${randomUUID()}`])))
    .where(where);
}

/** The rows of the other supplier as they were last seen, unless an attempt may have changed them lawfully since. */
let theirKnownRows: unknown[] | undefined;

/** Makes attempts that must not change any row of the other supplier. */
async function changingNothingOfTheirs(attempts: () => Promise<void>): Promise<void> {
  const before = theirKnownRows ?? (await theirRows());
  theirKnownRows = undefined;
  await attempts();
  const after = await theirRows();
  theirKnownRows = after;
  expect(after).toEqual(before);
}

/** All stored rows of the other supplier. */
async function theirRows(): Promise<unknown[]> {
  const tables: unknown[][] = await Promise.all([
    db.select().from(suppliers).where(eq(suppliers.id, theirs.supplier)),
    db.select().from(addresses).where(eq(addresses.id, theirs.address)),
    db
      .select()
      .from(files)
      .where(inArray(files.id, [theirs.agreement, theirs.logo, theirs.image])),
    db.select().from(users).where(eq(users.id, theirOwner.id)),
    db.select().from(products).where(eq(products.supplierId, theirs.supplier)),
    db.select().from(productVariants).where(eq(productVariants.productId, theirs.product)),
    db.select().from(productImages).where(eq(productImages.productId, theirs.product)),
    db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, theirs.product)),
    db.select().from(attributes).where(eq(attributes.id, theirs.ownAttribute)),
    db.select().from(supplierUsers).where(eq(supplierUsers.supplierId, theirs.supplier)),
    db.select().from(shippingRules).where(eq(shippingRules.supplierId, theirs.supplier)),
    db.select().from(shippingRates).where(eq(shippingRates.shippingRuleId, theirs.shippingRule)),
    db.select().from(supplierMarketplaces).where(eq(supplierMarketplaces.supplierId, theirs.supplier)),
    db.select().from(orders).where(eq(orders.supplierId, theirs.supplier)),
    db.select().from(orderLineItems).where(eq(orderLineItems.orderId, theirs.order)),
    db
      .select()
      .from(orderTransactions)
      .where(inArray(orderTransactions.lineItemId, [theirs.lineItem, theirs.shippedItem])),
    db.select().from(shipments).where(eq(shipments.orderId, theirs.order)),
    db.select().from(shipmentItems).where(eq(shipmentItems.lineItemId, theirs.shippedItem)),
    db.select().from(invoices).where(eq(invoices.supplierId, theirs.supplier)),
    db
      .select()
      .from(invoiceRows)
      .where(inArray(invoiceRows.invoiceId, [theirs.invoice, theirs.invoiceToPay])),
    db.select().from(invoiceAnswers).where(eq(invoiceAnswers.invoiceId, theirs.invoiceToPay)),
    db.select().from(processes).where(eq(processes.id, theirs.process)),
    db.select().from(keys).where(eq(keys.supplierId, theirs.supplier)),
    db.select().from(stockFeeds).where(eq(stockFeeds.supplierId, theirs.supplier)),
  ]);
  // The database returns rows in no fixed order.
  return tables.map((rows) => rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)));
}

/**
 * A digest of all rows of each table, including the job queue, but not the history, which grows with each change of
 * another table.
 */
async function everyTable(): Promise<Record<string, unknown>[]> {
  const tables = await db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE' and table_name not in ('version', 'queue', 'schedule')
        and table_name not like 'changes%' order by 1`,
  );
  const each = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from ${name} t`,
  );
  return (await db.execute(sql.raw(each.join(" union all ")))).rows;
}

/** Whether an attempt has changed our records since they were last restored. */
let isChanged = true;

/** Who makes attempts: callers of one kind may do the same. */
interface Caller {
  kind: string;
  create: () => Promise<TestUser>;
}
const aUser = (traits: Parameters<typeof api.aUser>[0]): Caller => ({
  kind: `user ${JSON.stringify(traits)}`,
  create: () => api.aUser(traits),
});
const aKey = (traits: Parameters<typeof api.aKey>[0]): Caller => ({
  kind: `key ${JSON.stringify(traits)}`,
  create: () => api.aKey(traits),
});

/** The caller of each kind, until an attempt has changed something, which may be the caller. */
const callers = new Map<string, TestUser>();

async function callerOf({ kind, create }: Caller): Promise<TestUser> {
  const caller = callers.get(kind) ?? (await create());
  callers.set(kind, caller);
  return caller;
}

async function attempt(caller: Caller, operation: Operation, input: Record<string, unknown>) {
  if (isChanged) {
    await restore();
    callers.clear();
  }
  const user = await callerOf(caller);
  await handOverProcesses(user, input);
  const answer = await send(user, operation, input);
  // Other attempts change nothing, and restoring takes longer than everything else.
  isChanged = ["command", "upload"].includes(operation.kind) && answer.status < 400;
  if (isChanged) theirKnownRows = undefined;
  return answer;
}

/** A feed that is never due, and the columns of its file. */
async function aStockFeed(supplierId: number, id?: number): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('users', 'id'))::int as id`,
  );
  const callerId = rows[0]?.id ?? 0;
  await aSourceFile(callerId);
  const [feed] = await db
    .insert(stockFeeds)
    .values({
      id,
      supplierId,
      callerId,
      name: "Warehouse",
      address: "https://warehouse.example/stock.csv",
      every: 60,
      createdBy: 0,
    })
    .returning();
  return feed?.id ?? 0;
}

async function restoreOurFeed(): Promise<void> {
  const { supplier, stockFeed } = ours;
  await db.delete(stockFeeds).where(and(eq(stockFeeds.supplierId, supplier), ne(stockFeeds.id, stockFeed)));
  if ((await db.$count(stockFeeds, eq(stockFeeds.id, stockFeed))) === 0) await aStockFeed(supplier, stockFeed);
}

/** A received table that nobody of this test has sent. */
async function aSourceFile(userId = 0): Promise<string> {
  const [file] = await db
    .insert(sourceFiles)
    .values({
      userId,
      fileName: "prices.csv",
      content: Buffer.from("Code\nA-1"),
      headRow: 1,
      rows: 1,
      titles: ["Code"],
      examples: [["A-1"]],
    })
    .returning();
  return file?.id ?? "";
}

/** A zip file with pictures that nobody of this test has sent. */
async function aPictureUpload(supplierId: number, userId = 0): Promise<string> {
  const [upload] = await db.insert(pictureUploads).values({ userId, supplierId, fileName: "pictures.zip" }).returning();
  return upload?.id ?? "";
}

/** Only whoever has started a process, or sent a file, may see or continue it. Gives the caller those in the input. */
async function handOverProcesses({ id }: TestUser, input: Record<string, unknown>): Promise<void> {
  const { process, importCheck, shipmentImport, productCheck, productImport } = ours;
  const { categoryCheck, supplierCheck, supplierImport } = ours;
  const ofOurs = [process, importCheck, shipmentImport, productCheck, productImport];
  ofOurs.push(categoryCheck, supplierCheck, supplierImport);
  const named = JSON.stringify(input);
  if (named.includes(ours.sourceFile))
    await db.update(sourceFiles).set({ userId: id }).where(eq(sourceFiles.id, ours.sourceFile));
  if (named.includes(ours.pictureUpload))
    await db.update(pictureUploads).set({ userId: id }).where(eq(pictureUploads.id, ours.pictureUpload));
  const handedOver = ofOurs.filter((each) => named.includes(each));
  if (handedOver.length > 0) await db.update(processes).set({ askedBy: id }).where(inArray(processes.id, handedOver));
}

/** Makes the pending agreement state the current terms. */
async function offerAgreement(): Promise<void> {
  const maker = { db, files: databaseFiles, config: { gstRate: 0.1, timeZone: "Australia/Sydney" }, now: new Date() };
  const statements = agreementStatements(
    await currentTerms(maker, { supplierId: ours.supplier, marketplaceId: ours.marketplace }),
  );
  await db
    .insert(agreementDocuments)
    .values({ fileId: ours.agreement, supplierId: ours.supplier, statements })
    .onConflictDoUpdate({ target: agreementDocuments.fileId, set: { statements } });
}

const payer = {
  bankCode: "WBC",
  userName: "Harbour Trading",
  userId: "301500",
  bsb: "032001",
  accountNumber: "123456",
};
/** Suppliers are paid from an account that waits for confirmation at the same time. */
const payerSettings = { payer, proposedPayer: payer, payerProposedAt: new Date(), payerProposedBy: 0 };

/** Undoes what an attempt has changed: it may have removed the link, signed the agreement or deleted the rule. */
async function restore(): Promise<void> {
  await db
    .insert(supplierUsers)
    .values({ supplierId: ours.supplier, userId: ours.staff, permissions: 0 })
    .onConflictDoNothing();
  const waiting = and(
    eq(supplierMarketplaces.supplierId, ours.supplier),
    eq(supplierMarketplaces.marketplaceId, ours.marketplace),
  );
  await db.update(supplierMarketplaces).set({ status: 1, agreementFileId: ours.agreement }).where(waiting);
  await offerAgreement();
  await db
    .insert(shippingRules)
    .values({ id: ours.shippingRule, supplierId: ours.supplier, name: "Ours" })
    .onConflictDoNothing();
  await db
    .insert(productTypeAttributes)
    .values({ productTypeId: ours.productType, attributeId: ours.attribute, position: 1 })
    .onConflictDoNothing();
  await db
    .update(applications)
    .set({ status: "asked", supplierId: null })
    .where(inArray(applications.id, [ours.application, theirs.application]));
  await db.update(marketplaces).set({ feedNonce }).where(eq(marketplaces.id, ours.emptyMarketplace));
  await db.update(orders).set({ supplierId: null }).where(eq(orders.id, ours.unassignedOrder));
  await restoreOurProduct();
  await db.update(keys).set({ revokedAt: null }).where(eq(keys.id, ours.key));
  await db.update(orders).set({ marketplaceOrderId: ours.orderNumber }).where(eq(orders.id, ours.order));
  await db
    .update(orderLineItems)
    .set({ deletedAt: null, status: OrderLineItemStatus.processing })
    .where(eq(orderLineItems.id, ours.lineItem));
  const adjustments = and(
    eq(orderTransactions.lineItemId, ours.lineItem),
    inArray(orderTransactions.type, [TransactionType.refund, TransactionType.adjustment]),
  );
  await db.delete(orderTransactions).where(adjustments);
  await db
    .update(shipments)
    .set({ cancelledAt: null, ...tracking })
    .where(eq(shipments.id, ours.shipment));
  await restoreOurQuery();
  await db
    .insert(settings)
    .values({ id: 1, ...payerSettings })
    .onConflictDoUpdate({ target: settings.id, set: payerSettings });
  await api.refreshSettings();
  const isOurs = and(eq(categories.groupId, ours.categoryGroup), eq(categories.name, "Ours"));
  if ((await db.$count(categories, isOurs)) === 0)
    await db.insert(categories).values({ groupId: ours.categoryGroup, name: "Ours" });
  await db.delete(invoiceEmails).where(eq(invoiceEmails.invoiceId, ours.invoice));
  await db.update(invoices).set({ notifiedAt: null }).where(eq(invoices.id, ours.invoice));
  await db.update(invoices).set({ voidedAt: null }).where(eq(invoices.id, ours.emptyInvoice));
  await db.update(invoices).set({ paymentRunId: null }).where(eq(invoices.id, ours.invoiceToPay));
  await db
    .update(suppliers)
    .set({ ...bankDetails, bankDetailsChangedBy: null, bankDetailsVerifiedAt: new Date() })
    .where(eq(suppliers.id, ours.supplier));
  // No earlier process is running or applied.
  await db.update(processes).set({ finishedAt: new Date() }).where(eq(processes.isImport, true));
  await restoreOurImports();
  await restoreOurFeed();
}

async function send(user: TestUser, operation: Operation, input: Record<string, unknown>) {
  const request = operation.kind === "upload" ? await uploadTo(operation, input) : requestFor(operation, input);
  const response = await api.send(user, request);
  return {
    status: response.statusCode,
    leaks: response.rawPayload.includes(canary) || JSON.stringify(response.headers).includes(canary),
  };
}

/** Removes answers that earlier attempts added to the rows. */
async function restoreOurQuery(): Promise<void> {
  const { invoiceToPay, query } = ours;
  await db.delete(invoiceAnswers).where(and(eq(invoiceAnswers.invoiceId, invoiceToPay), ne(invoiceAnswers.id, query)));
  await db.update(invoiceAnswers).set({ isLatest: true }).where(eq(invoiceAnswers.id, query));
}

async function restoreOurImports(): Promise<void> {
  const { importCheck, shipmentImport, productCheck, productImport } = ours;
  const { categoryCheck, supplierCheck, supplierImport } = ours;
  await db
    .update(processes)
    .set({ input: sql`${processes.input} - 'isUndone'` })
    .where(inArray(processes.id, [shipmentImport, productImport, supplierImport]));
  const rows = [importCheck, productCheck, categoryCheck, supplierCheck].map((processId) => ({
    processId,
    position: 1,
    row: { rows: [] },
  }));
  await db.insert(processRows).values(rows).onConflictDoNothing();
  await db.update(orders).set({ erasedAt: null }).where(eq(orders.id, ours.oldOrder));
}

async function uploadTo({ path, fileField }: Upload, input: Record<string, unknown>) {
  const workbook = () => {
    if (path.startsWith("categories")) return workbookOf([["Category"], ["Ours"]], categoriesSheet);
    if (path.startsWith("suppliers")) return workbookOf([[...allSupplierColumns]], suppliersSheet);
    return path.startsWith("products") ? productsWorkbook([]) : shipmentsWorkbook([]);
  };
  const fields = Object.entries(input).map(([name, value]) => [name, String(value)]);
  if (path.startsWith("applications")) {
    const documents = await multipart([new File(["%PDF-1.7"], "register.pdf")], { DraftId: String(input.DraftId) });
    return { method: "POST" as const, url: `/api/v1/${path}`, ...documents };
  }
  const file = path.startsWith("files") ? await sampleImageFile("logo.png") : workbookFile(await workbook());
  return {
    method: "POST" as const,
    url: `/api/v1/${path}`,
    ...(await multipart([file], { fileLocation: "1", ...Object.fromEntries(fields) }, fileField)),
  };
}

async function restoreOurProduct(): Promise<void> {
  const { product: productId, image: imageId } = ours;
  await db.update(products).set({ isDisabled: false }).where(eq(products.id, productId));
  await db
    .insert(productVariants)
    .values({ id: ours.variant, productId, externalSku: "OURS", combination: "" })
    .onConflictDoNothing();
  await db
    .insert(productImages)
    .values({ id: ours.productImage, productId, imageId, label: "Ours", position: 1 })
    .onConflictDoNothing();
  const name = "Ours";
  await db
    .insert(attributes)
    .values({
      id: ours.ownAttribute,
      productId,
      internalName: name,
      displayName: name,
      selectionType: 1,
      optionDataType: 0,
    })
    .onConflictDoNothing();
  const listingOn = (shop: number) =>
    and(eq(marketplaceProducts.productId, productId), eq(marketplaceProducts.marketplaceId, shop));
  await db
    .update(marketplaceProducts)
    .set({ status: 2, syncStatus: 1, syncStartedAt: null })
    .where(listingOn(ours.shop));
  await db.update(marketplaceProducts).set({ status: 1 }).where(listingOn(ours.newShop));
}

const listed = allOperations().map(([name, operation]) => ({
  name,
  operation,
  row: accessTable[name as keyof typeof accessTable],
}));

test("the access table has a row for every operation", () => {
  expect(Object.keys(accessTable).sort()).toEqual(listed.map(({ name }) => name).sort());
});

describe("the operator's staff", () => {
  test.each(listed)("$name is allowed only to the roles in its row", async ({ operation, row }) => {
    for (const role of roles.filter((name) => name !== "Supplier")) {
      const { status } = await attempt(aUser({ roles: [role] }), operation, row.input(ours));
      expect(status, role).toBe(row.roles.includes(role) ? 200 : 403);
    }
  });

  test.each(listed)("$name reveals and changes nothing for an account without a role", async ({ operation, row }) => {
    await changingNothingOfTheirs(async () => {
      const { status, leaks } = await attempt(aUser({ roles: [] }), operation, row.input(theirs));
      const isForEverybody = operation.permission === "anyone" || operation.permission === "signedIn";
      expect({ status, leaks }).toEqual({
        status: isForEverybody && row.foreign !== 404 ? 200 : expect.toBeOneOf([403, 404]),
        leaks: false,
      });
    });
  });
});

describe("a read-only user", () => {
  // These end the user's own session, keep what the user has read and wants to be told of, or are open to everybody.
  const ofTheirOwn = [
    "applications.uploadDocuments",
    "applications.submit",
    "applications.answer",
    "users.signOut",
    "notifications.open",
    "notifications.markAllRead",
    "notifications.updateMailSettings",
    "notifications.unsubscribe",
  ];
  let reader: TestUser;
  let before: Record<string, unknown>[];
  beforeAll(async () => {
    reader = await api.aUser({ roles: ["Read Only"] });
    await restore();
    await handOverProcesses(reader, { ...ours });
    before = await everyTable();
  });
  test.each(listed.filter(({ name }) => !ofTheirOwn.includes(name)))(
    "$name changes no row of any table",
    async ({ operation, row }) => {
      await send(reader, operation, row.input(ours));
      const after = await everyTable();
      // Only the operation that changed something fails, not those after it.
      const expected = before;
      before = after;
      expect(after).toEqual(expected);
    },
  );
});

describe("supplier staff", () => {
  const ourStaff = (bits: number) => aUser({ links: [{ supplier: ours.supplier, bits }] });

  test.each(listed)("$name for their own supplier requires the permissions in its row", async ({ operation, row }) => {
    for (const bits of bitSets) {
      const { status, leaks } = await attempt(ourStaff(bits), operation, row.input(ours));
      const isAllowed = row.staff === "anybody" || (bits & row.staff) !== 0;
      expect({ status, leaks }, `bits ${bits}`).toEqual({ status: isAllowed ? 200 : 403, leaks: false });
    }
  });

  test.each(listed.filter(({ row }) => row.foreign !== undefined))(
    "$name for another supplier is refused without any output or change",
    async ({ operation, row }) => {
      await changingNothingOfTheirs(async () => {
        for (const bits of bitSets) {
          const isSeen = row.seenWith === undefined || (bits & row.seenWith) !== 0;
          const answer = await attempt(ourStaff(bits), operation, row.input(theirs));
          expect(answer, `bits ${bits}`).toEqual({ status: isSeen ? row.foreign : 403, leaks: false });
        }
      });
    },
  );

  test.each(listed.filter(({ row }) => row.mixed !== undefined))(
    "$name for their own supplier is refused if it refers to another supplier's records",
    async ({ operation, row }) => {
      await changingNothingOfTheirs(async () => {
        for (const bits of bitSets) {
          const staff = ourStaff(bits);
          for (const input of [row.mixed?.(ours, theirs) ?? []].flat())
            expect(await attempt(staff, operation, input), `bits ${bits}`).toEqual({
              status: expect.toBeOneOf([403, 404, 409, 422]),
              leaks: false,
            });
          expect(await attempt(staff, shown, { id: ours.supplier })).toEqual({ status: 200, leaks: false });
        }
      });
    },
  );
  const shown = operationNamed("suppliers.get");

  test("and their own users can read what is hidden from others: the canary is found", async () => {
    const owner: Caller = { kind: "their owner", create: async () => theirOwner };
    expect(await attempt(owner, shown, { id: theirs.supplier })).toEqual({ status: 200, leaks: true });
    expect(await attempt(owner, operationNamed("files.get"), { fileId: theirs.agreement })).toEqual({
      status: 200,
      leaks: true,
    });
  });
});

/** A key may call what is open to everybody, and the operations of its scopes. */
describe("keys", () => {
  const own = [...supplierScopes];
  const scopesOf = ({ scope }: Operation) => (scope === undefined || scope === "any" ? [] : [scope].flat());
  const isForAll = ({ permission, scope }: Operation) => permission === "anyone" || scope === "any";
  const ofSupplier = (scopes: KeyScope[]) => aKey({ scopes, supplierId: ours.supplier });
  const ofMarketplace = (scopes: KeyScope[]) => aKey({ scopes, marketplaceId: ours.marketplace });

  test.each(listed)("$name needs one of its scopes, whoever the key belongs to", async ({ operation, row }) => {
    const needed = scopesOf(operation);
    const without = (scopes: readonly KeyScope[]) => scopes.filter((scope) => !needed.includes(scope));
    const kinds: [kind: string, key: Caller, has: readonly KeyScope[]][] = [
      ["organisation", aKey({ scopes: [...keyScopes] }), keyScopes],
      ["organisation without the scope", aKey({ scopes: without(keyScopes) }), without(keyScopes)],
      ["supplier", ofSupplier(own), own],
      ["supplier without the scope", ofSupplier(without(own)), without(own)],
      ["marketplace", ofMarketplace([...marketplaceScopes]), marketplaceScopes],
      ["marketplace without the scope", ofMarketplace(without(marketplaceScopes)), without(marketplaceScopes)],
    ];
    for (const [kind, key, has] of kinds) {
      const { status, leaks } = await attempt(key, operation, row.input(ours));
      const isAllowed = isForAll(operation) || needed.some((scope) => has.includes(scope));
      expect({ status, leaks }, kind).toEqual({ status: isAllowed ? 200 : 403, leaks: false });
    }
  });

  test.each(listed)(
    "$name of another supplier or marketplace is refused without any output or change",
    async ({ operation, row }) => {
      await changingNothingOfTheirs(async () => {
        for (const scopes of [...own.map((scope) => [scope]), own]) {
          const { status, leaks } = await attempt(ofSupplier(scopes), operation, row.input(theirs));
          const isCalled = isForAll(operation) || scopesOf(operation).some((scope) => scopes.includes(scope));
          expect({ status, leaks }, `supplier, ${scopes}`).toEqual({
            status: isCalled ? (row.foreign ?? expect.toBeOneOf([200, 404])) : 403,
            leaks: false,
          });
        }
        for (const scopes of [...marketplaceScopes.map((scope) => [scope]), [...marketplaceScopes]]) {
          const { status, leaks } = await attempt(ofMarketplace(scopes), operation, row.input(theirs));
          const isCalled = isForAll(operation) || scopesOf(operation).some((scope) => scopes.includes(scope));
          expect({ status, leaks }, `marketplace, ${scopes}`).toEqual({
            status: isCalled ? expect.toBeOneOf([200, 403, 404]) : 403,
            leaks: false,
          });
        }
      });
    },
  );

  test.each(listed.filter(({ row }) => row.mixed !== undefined))(
    "$name is refused if it also refers to another supplier's records",
    async ({ operation, row }) => {
      await changingNothingOfTheirs(async () => {
        for (const input of [row.mixed?.(ours, theirs) ?? []].flat())
          expect(await attempt(ofSupplier(own), operation, input)).toEqual({
            status: expect.toBeOneOf([403, 404, 409, 422]),
            leaks: false,
          });
      });
    },
  );

  test("that were revoked or have ended may call nothing", async () => {
    const dead = [
      aKey({ scopes: [...keyScopes], revokedAt: new Date() }),
      aKey({ scopes: [...keyScopes], endsAt: new Date(Date.now() - 1_000) }),
    ];
    for (const { name, operation, row } of listed.filter((entry) => scopesOf(entry.operation).length > 0))
      for (const key of dead)
        expect(await attempt(key, operation, row.input(ours)), name).toEqual({ status: 401, leaks: false });
  });
});

function operationNamed(name: string): Operation {
  const found = listed.find((entry) => entry.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found.operation;
}

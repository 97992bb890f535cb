/** Suppliers with records that every operation can be tried on, for the tests of permissions. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { tokenOf } from "#api/areas/suppliers/applications/link.ts";
import {
  applicationDocuments,
  applicationMarketplaces,
  applications,
  attributeOptions,
  billExports,
  charges,
  closings,
  commissionRules,
  deliveries,
  invoices,
  lineItemHolds,
  marketplaceProducts,
  monthlyCharges,
  paymentRuns,
  pictureUploads,
  processes,
  productAttributes,
  shopOrders,
  shops,
  sourceFiles,
  stockFeeds,
  supplierPayments,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import type { Possessions } from "./access-table.ts";
import type { Api } from "./api.ts";
import { sampleImageFile } from "./images.ts";
import { bankDetails } from "./world.ts";

/** A shipment with tracking has a packaging slip. */
export const tracking = { courierId: 1, trackingNumber: "33XYZ" };

/** A hold from being invoiced. */
export const holdOf = (lineItemId: number, heldBy: number) => ({
  lineItemId,
  heldAt: new Date(),
  heldBy,
  reason: "The customer disputes it.",
});

export const feedNonce = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Creates a supplier with at least one record for every operation of the contract. */
export async function createPossessions(api: Api, name: string): Promise<Possessions> {
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
  const marketplace = await api.aMarketplace(undefined, { businessAddressId: await api.anAddress() });
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, agreementFileId: agreement, status: 1 });
  const [row] = await api.database.db
    .select({ address: suppliers.billingAddressId })
    .from(suppliers)
    .where(eq(suppliers.id, supplier));
  const staff = await api.aUser({ links: [{ supplier }] });
  const shippingRule = await api.aShippingRule({ supplierId: supplier }, [{ countryCode: "AU", state: "NSW" }]);
  const address = row?.address ?? "";
  const catalogue = { shippingRule, ...(await productOf(api, supplier, name)) };
  const orderNumber = `X-${name}`;
  const order = await api.anOrder(supplier, {
    marketplaceId: marketplace,
    marketplaceOrderId: orderNumber,
    shippingAddressId: address,
  });
  const lineItem = await api.aLineItem(order, { productId: catalogue.product, variantId: catalogue.variant });
  const shippedItem = await api.aLineItem(order, { quantity: 1_000 });
  const shipment = await api.aShipment(order, [{ item: shippedItem, quantity: 1 }], tracking);
  await api.database.db.insert(lineItemHolds).values(holdOf(shippedItem, staff.id));
  const queriedItem = await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }));
  const invoiceToPay = await api.anInvoiceToPay({ supplierId: supplier, marketplaceId: marketplace });
  const query = await api.anAnswer({
    invoiceId: invoiceToPay,
    lineItemId: queriedItem,
    kind: "queried",
    userId: staff.id,
  });
  const heldInvoice = await api.anInvoiceToPay({ supplierId: supplier, marketplaceId: marketplace });
  await api.database.db
    .update(invoices)
    .set({ heldAt: new Date(), holdReason: "Goods were damaged." })
    .where(eq(invoices.id, heldInvoice));
  const payment = await api.aPaymentRun("2026-03-02");
  const waitingPayment = await api.aPaymentRun("2026-03-02");
  await api.database.db
    .update(paymentRuns)
    .set({ releasedAt: null, releasedBy: null, content: null, sha256: null })
    .where(eq(paymentRuns.id, waitingPayment));
  const credit = { supplierId: supplier, position: 1, amount: 11, reference: "INV-0000001" };
  await api.database.db.insert(supplierPayments).values({ paymentRunId: waitingPayment, ...credit, ...bankDetails });
  await api.database.db.insert(supplierPayments).values({
    paymentRunId: payment,
    ...credit,
    // Not the supplier's account, which stays confirmed when the payment comes back.
    bsb: "066999",
    accountNumber: "999",
    accountName: "Acacia",
  });
  await api.aSentItem(order);
  const invoice = await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
  const [empty] = await api.database.db
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
  await api.database.db.insert(shops).values({
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
  await api.database.db
    .insert(shopOrders)
    .values({ marketplaceId: shopMarketplace, shopId: "7001", problem: "It has no address." });
  const [delivery] = await api.database.db
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
  const [application] = await api.database.db
    .insert(applications)
    .values({ ...applicant, commandId: randomUUID() })
    .returning();
  const applicationId = application?.id ?? 0;
  await api.database.db.insert(applicationMarketplaces).values({ applicationId, marketplaceId: catalogue.shop });
  const applicationDocument = await api.aFile({ location: FileLocation.applicationDocument });
  await api.database.db
    .insert(applicationDocuments)
    .values({ id: applicationDocument, draftId: randomUUID(), applicationId, name: "register.pdf", size: 4 });
  const asked = { kind: "approvals", askedBy: staff.id, input: {}, total: 1 };
  const [process] = await api.database.db.insert(processes).values(asked).returning({ id: processes.id });
  const [rule] = await api.database.db
    .insert(commissionRules)
    .values({ name: "Ours", position: 1, rate: 0.3 })
    .returning({ id: commissionRules.id });
  return {
    supplier,
    commissionRule: rule?.id ?? 0,
    emptyMarketplace,
    connectedShop: { marketplace: shopMarketplace, order: "7001" },
    feedSecret: await secretOfFeed(api, emptyMarketplace),
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
    waitingPayment,
    heldInvoice,
    process: process?.id ?? "",
    importCheck: await api.anImportCheck(await api.aUser({})),
    productCheck: await api.anImportCheck(await api.aUser({}), "products"),
    sourceFile: await aSourceFile(api),
    shipmentImport: await api.anImport(await api.aUser({}), { kind: "shipments", isCheck: false }, { rows: [] }, [
      { outcome: "changed", rows: [2], orderId: null, problems: [] },
    ]),
    deactivation: await aDeactivation(api, supplier),
    pictureUpload: await aPictureUpload(api, supplier),
    stockFeed: await aStockFeed(api, supplier),
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
    ...(await chargesOf(api, { supplierId: supplier, marketplaceId: marketplace })),
    chargeCheck: await api.anImport(await api.aUser({}), { kind: "charges", isCheck: true }, { rows: [] }),
    chargeImport: await api.anImport(
      await api.aUser({}),
      { kind: "charges", isCheck: false },
      { rows: [] },
      { outcome: "made", rows: [2], problems: [] },
    ),
    ...(await booksOf(api)),
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

/** A charge that waits for a document, and one of every month. */
async function chargesOf(api: Api, parties: { supplierId: number; marketplaceId: number }) {
  const { db } = api.database;
  const { id: enteredBy } = await api.aUser({ roles: ["Finance"] });
  const values = {
    ...parties,
    kind: "fee",
    description: "Photos",
    taxClass: "taxable",
    exTax: 10,
    tax: 1,
    enteredAt: new Date(),
    enteredBy,
  } as const;
  const [charge] = await db
    .insert(charges)
    // In no document of other tests.
    .values({ ...values, day: "2999-12-31" })
    .returning({ id: charges.id });
  const [monthly] = await db
    .insert(monthlyCharges)
    .values({ ...values, firstDay: "2999-12-01", nextDay: "2999-12-01" })
    .returning({ id: monthlyCharges.id });
  return { charge: charge?.id ?? 0, monthlyCharge: monthly?.id ?? 0 };
}

/** A closed month of long ago, the same for all, and an export of bills. */
async function booksOf(api: Api) {
  const { db } = api.database;
  const { id: madeBy } = await api.aUser({ roles: ["Finance"] });
  const madeAt = new Date();
  await db.insert(closings).values({ month: "2000-01", closedAt: madeAt, closedBy: madeBy }).onConflictDoNothing();
  const [closing] = await db.select({ id: closings.id }).from(closings);
  const file = { fileName: "Bills.csv", content: Buffer.from("0"), sha256: "0" };
  const [made] = await db
    .insert(billExports)
    .values({ fromDay: "2000-01-01", toDay: "2000-01-31", documents: 1, total: 11, madeAt, madeBy, ...file })
    .returning({ id: billExports.id });
  return { closing: closing?.id ?? 0, billExport: made?.id ?? 0 };
}

async function secretOfFeed(api: Api, id: number): Promise<string> {
  const administrator = await api.aUser({ roles: ["Administrator"] });
  const { feed } = await api.ok(administrator, operations.marketplaces.get, { id });
  return feed?.url?.match(/([^/]+)\.xml$/)?.[1] ?? "";
}

/** Returns the id of the command. */
async function aDeactivation(api: Api, supplier: number): Promise<string> {
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

async function productOf(api: Api, supplier: number, name: string) {
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
  const [option] = await api.database.db
    .select()
    .from(attributeOptions)
    .where(eq(attributeOptions.attributeId, ownAttribute));
  const combinedProduct = await api.aProduct(supplier, { productTypeId: productType, hasVariants: true });
  const combined = await api.anAttribute({ productId: combinedProduct, options: ["Red"] });
  await api.database.db
    .insert(productAttributes)
    .values({ productId: combinedProduct, attributeId: combined, useForVariations: true });
  const [combinedOption] = await api.database.db
    .select()
    .from(attributeOptions)
    .where(eq(attributeOptions.attributeId, combined));
  const [listing] = await api.database.db
    .select()
    .from(marketplaceProducts)
    .where(eq(marketplaceProducts.marketplaceId, newShop));
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
    combinedProduct,
    combinedOption: combinedOption?.id ?? 0,
  };
}

/** A feed that is never due, and the columns of its file. */
export async function aStockFeed(api: Api, supplierId: number, id?: number): Promise<number> {
  const { rows } = await api.database.db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('users', 'id'))::int as id`,
  );
  const callerId = rows[0]?.id ?? 0;
  await aSourceFile(api, callerId);
  const [feed] = await api.database.db
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

/** An uploaded table. @param userId who has sent it: nobody, unless it is given */
async function aSourceFile(api: Api, userId = 0): Promise<string> {
  const [file] = await api.database.db
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

/** An uploaded zip file with pictures. @param userId who has sent it: nobody, unless it is given */
async function aPictureUpload(api: Api, supplierId: number, userId = 0): Promise<string> {
  const [upload] = await api.database.db
    .insert(pictureUploads)
    .values({ userId, supplierId, fileName: "pictures.zip" })
    .returning();
  return upload?.id ?? "";
}

/** Undoes what callers have changed in the records of a supplier. */
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { currentTerms } from "#api/areas/suppliers/agreement-file.ts";
import { agreementStatements } from "#api/areas/suppliers/agreement-statements.ts";
import {
  agreementDocuments,
  applications,
  attributes,
  categories,
  charges,
  closings,
  commissionRules,
  exportedBills,
  invoiceAnswers,
  invoiceEmails,
  invoices,
  keys,
  lineItemHolds,
  marketplaceProducts,
  marketplaces,
  monthlyCharges,
  orderLineItems,
  orders,
  orderTransactions,
  paymentRuns,
  processes,
  processRows,
  productImages,
  products,
  productTypeAttributes,
  productVariants,
  settings,
  shipments,
  shippingRules,
  stockFeeds,
  supplierMarketplaces,
  supplierPayments,
  suppliers,
  supplierUsers,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { type BillCode, billCodes } from "#contract/rules/bill-codes.ts";
import type { Possessions } from "./access-table.ts";
import type { Api } from "./api.ts";
import { aStockFeed, feedNonce, holdOf, tracking } from "./possessions.ts";
import { bankDetails } from "./world.ts";

type Db = Api["database"]["db"];
interface Statement {
  prepare(name: string): { execute(): Promise<unknown> };
}

const payer = {
  bankCode: "WBC",
  userName: "Harbour Trading",
  userId: "301500",
  bsb: "032001",
  accountNumber: "123456",
};
/** Suppliers are paid from an account that waits for confirmation at the same time, and bills have all their codes. */
const known = {
  payer,
  proposedPayer: payer,
  payerProposedAt: new Date(),
  payerProposedBy: 0,
  billCodes: Object.fromEntries(billCodes.map((code) => [code, "200"])) as Record<BillCode, string>,
};

/**
 * Returns a function that restores our records: a caller may have removed the link, signed the agreement or deleted the
 * rule. It runs after each accepted command, so its statements are prepared once.
 */
export function restorer(api: Api, ours: Possessions, theirs: Possessions): () => Promise<void> {
  const { db } = api.database;
  const statements = [
    ...statementsForSupplier(db, ours),
    // Theirs as well: the operator's staff are allowed to answer both.
    db
      .update(applications)
      .set({ status: "asked", supplierId: null })
      .where(inArray(applications.id, [ours.application, theirs.application])),
    ...statementsForProduct(db, ours),
    ...statementsForOrders(db, ours),
    ...statementsForInvoices(db, ours),
    ...statementsForImports(db, ours),
  ].map((statement, i) => statement.prepare(`restore_${i}`));
  return async () => {
    for (const statement of statements) await statement.execute();
    await api.refreshSettings();
    await offerAgreement(db, ours);
    await restoreCategory(db, ours);
    await restoreStockFeed(api, ours);
  };
}

function statementsForSupplier(db: Db, ours: Possessions): Statement[] {
  const waiting = and(
    eq(supplierMarketplaces.supplierId, ours.supplier),
    eq(supplierMarketplaces.marketplaceId, ours.marketplace),
  );
  return [
    db
      .insert(supplierUsers)
      .values({ supplierId: ours.supplier, userId: ours.staff, permissions: 0 })
      .onConflictDoNothing(),
    db.update(supplierMarketplaces).set({ status: 1, agreementFileId: ours.agreement }).where(waiting),
    db.delete(commissionRules).where(ne(commissionRules.id, ours.commissionRule)),
    db
      .insert(commissionRules)
      .values({ id: ours.commissionRule, name: "Ours", position: 1, rate: 0.3 })
      .onConflictDoNothing(),
    db
      .insert(shippingRules)
      .values({ id: ours.shippingRule, supplierId: ours.supplier, name: "Ours" })
      .onConflictDoNothing(),
    db
      .update(suppliers)
      .set({ ...bankDetails, bankDetailsChangedBy: null, bankDetailsVerifiedAt: new Date() })
      .where(eq(suppliers.id, ours.supplier)),
    db.update(marketplaces).set({ feedNonce }).where(eq(marketplaces.id, ours.emptyMarketplace)),
    db.update(keys).set({ revokedAt: null }).where(eq(keys.id, ours.key)),
    db
      .insert(settings)
      .values({ id: 1, ...known })
      .onConflictDoUpdate({ target: settings.id, set: known }),
  ];
}

function statementsForProduct(db: Db, ours: Possessions): Statement[] {
  const { product: productId, image: imageId } = ours;
  const name = "Ours";
  const ownAttribute = {
    id: ours.ownAttribute,
    productId,
    internalName: name,
    displayName: name,
    selectionType: 1,
    optionDataType: 0,
  };
  const listingOn = (shop: number) =>
    and(eq(marketplaceProducts.productId, productId), eq(marketplaceProducts.marketplaceId, shop));
  return [
    db
      .insert(productTypeAttributes)
      .values({ productTypeId: ours.productType, attributeId: ours.attribute, position: 1 })
      .onConflictDoNothing(),
    db.update(products).set({ isDisabled: false }).where(eq(products.id, productId)),
    db
      .insert(productVariants)
      .values({ id: ours.variant, productId, externalSku: "OURS", combination: "" })
      .onConflictDoNothing(),
    db.delete(productVariants).where(eq(productVariants.productId, ours.combinedProduct)),
    db
      .insert(productImages)
      .values({ id: ours.productImage, productId, imageId, label: "Ours", position: 1 })
      .onConflictDoNothing(),
    db.insert(attributes).values(ownAttribute).onConflictDoNothing(),
    db.update(marketplaceProducts).set({ status: 2, syncStatus: 1, syncStartedAt: null }).where(listingOn(ours.shop)),
    db.update(marketplaceProducts).set({ status: 1 }).where(listingOn(ours.newShop)),
  ];
}

function statementsForOrders(db: Db, ours: Possessions): Statement[] {
  const adjustments = and(
    eq(orderTransactions.lineItemId, ours.lineItem),
    inArray(orderTransactions.type, [TransactionType.refund, TransactionType.adjustment]),
  );
  return [
    db.update(orders).set({ supplierId: null }).where(eq(orders.id, ours.unassignedOrder)),
    db.update(orders).set({ marketplaceOrderId: ours.orderNumber }).where(eq(orders.id, ours.order)),
    db.update(orders).set({ erasedAt: null }).where(eq(orders.id, ours.oldOrder)),
    db
      .update(orderLineItems)
      .set({ deletedAt: null, status: OrderLineItemStatus.processing })
      .where(eq(orderLineItems.id, ours.lineItem)),
    db.delete(orderTransactions).where(adjustments),
    db.delete(lineItemHolds).where(eq(lineItemHolds.lineItemId, ours.lineItem)),
    db.insert(lineItemHolds).values(holdOf(ours.shippedItem, ours.staff)).onConflictDoNothing(),
    db
      .update(shipments)
      .set({ cancelledAt: null, ...tracking })
      .where(eq(shipments.id, ours.shipment)),
  ];
}

function statementsForInvoices(db: Db, ours: Possessions): Statement[] {
  const { invoiceToPay, query } = ours;
  const laterAnswers = and(eq(invoiceAnswers.invoiceId, invoiceToPay), ne(invoiceAnswers.id, query));
  return [
    db.delete(invoiceAnswers).where(laterAnswers),
    db.update(invoiceAnswers).set({ isLatest: true }).where(eq(invoiceAnswers.id, query)),
    db.delete(invoiceEmails).where(eq(invoiceEmails.invoiceId, ours.invoice)),
    db.update(invoices).set({ notifiedAt: null }).where(eq(invoices.id, ours.invoice)),
    db.update(invoices).set({ voidedAt: null }).where(eq(invoices.id, ours.emptyInvoice)),
    db.update(invoices).set({ paymentRunId: null, heldAt: null }).where(eq(invoices.id, invoiceToPay)),
    db.update(invoices).set({ heldAt: new Date() }).where(eq(invoices.id, ours.heldInvoice)),
    db
      .update(paymentRuns)
      .set({ releasedAt: null, cancelledAt: null, content: null })
      .where(eq(paymentRuns.id, ours.waitingPayment)),
    db.update(charges).set({ withdrawnAt: null }).where(eq(charges.id, ours.charge)),
    db.update(monthlyCharges).set({ endedAt: null }).where(eq(monthlyCharges.id, ours.monthlyCharge)),
    db.delete(exportedBills),
    db.delete(closings).where(ne(closings.id, ours.closing)),
    db.update(closings).set({ reopenedAt: null }).where(eq(closings.id, ours.closing)),
    db.update(supplierPayments).set({ returnedOn: null }).where(eq(supplierPayments.paymentRunId, ours.payment)),
  ];
}

function statementsForImports(db: Db, ours: Possessions): Statement[] {
  const { shipmentImport, productImport, supplierImport, chargeImport } = ours;
  const { importCheck, productCheck, categoryCheck, supplierCheck, chargeCheck } = ours;
  const isRunning = and(eq(processes.isImport, true), isNull(processes.finishedAt));
  const rows = [importCheck, productCheck, categoryCheck, supplierCheck, chargeCheck].map((processId) => ({
    processId,
    position: 1,
    row: { rows: [] },
  }));
  return [
    db.update(processes).set({ finishedAt: new Date() }).where(isRunning),
    db
      .update(processes)
      .set({ input: sql`${processes.input} - 'isUndone'` })
      .where(inArray(processes.id, [shipmentImport, productImport, supplierImport, chargeImport])),
    db.insert(processRows).values(rows).onConflictDoNothing(),
  ];
}

/** Makes the pending agreement state the current terms. */
async function offerAgreement(db: Db, ours: Possessions): Promise<void> {
  const maker = { db, files: databaseFiles, config: { gstRate: 0.1, timeZone: "Australia/Sydney" }, now: new Date() };
  const statements = agreementStatements(
    await currentTerms(maker, { supplierId: ours.supplier, marketplaceId: ours.marketplace }),
  );
  await db
    .insert(agreementDocuments)
    .values({ fileId: ours.agreement, supplierId: ours.supplier, statements })
    .onConflictDoUpdate({ target: agreementDocuments.fileId, set: { statements } });
}

async function restoreCategory(db: Db, ours: Possessions): Promise<void> {
  const isOurs = and(eq(categories.groupId, ours.categoryGroup), eq(categories.name, "Ours"));
  if ((await db.$count(categories, isOurs)) === 0)
    await db.insert(categories).values({ groupId: ours.categoryGroup, name: "Ours" });
}

async function restoreStockFeed(api: Api, ours: Possessions): Promise<void> {
  const { db } = api.database;
  const { supplier, stockFeed } = ours;
  await db.delete(stockFeeds).where(and(eq(stockFeeds.supplierId, supplier), ne(stockFeeds.id, stockFeed)));
  if ((await db.$count(stockFeeds, eq(stockFeeds.id, stockFeed))) === 0) await aStockFeed(api, supplier, stockFeed);
}

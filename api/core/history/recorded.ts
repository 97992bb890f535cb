/** Which tables and columns the history records. The triggers are made of this list, see `triggers.ts`. */
import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import * as schema from "#api/core/database/schema/index.ts";
import type { HistoryRecord } from "#contract/areas.ts";

type ColumnOf<T extends PgTable> = Extract<keyof T["_"]["columns"], string>;

interface Recording<T extends PgTable> {
  /** The kind of record that the rows belong to. */
  record: HistoryRecord;
  /** The column with the id of that record: of the table itself, or of the table that `through` refers to. */
  id: PgColumn;
  /** The column that refers to the row with `id`, by that table's column `id`. */
  through?: ColumnOf<T>;
  /** True if the history shows to which row `through` refers. */
  recordsThrough?: true;
  /** A column beside `id`: where it is set, the row belongs to the record with its value instead. */
  unless?: { record: HistoryRecord; id: PgColumn };
  /** Columns that are not recorded, by the reason. */
  omits?: Readonly<Record<string, readonly ColumnOf<T>[]>>;
  /** Recorded columns whose names look like those of secrets, by the reason why they are none. */
  isNoSecret?: Readonly<Record<string, readonly ColumnOf<T>[]>>;
  /** Removed rows can be put back, so all of their columns are stored. */
  canBeAddedAgain?: true;
}

/** A table with a history. The names are those of the database. */
export interface RecordedTable extends Pick<Recording<PgTable>, "record" | "canBeAddedAgain"> {
  table: string;
  /** The columns of the primary key. */
  key: readonly string[];
  columns: readonly string[];
  id: string;
  through?: { column: string; table: string };
  unless?: { record: HistoryRecord; id: string };
  /** Of `columns`: said to be no secrets. */
  isNoSecret: readonly string[];
}

/**
 * Records every column but the key, the one that leads to the record, the time of creation, those that the database
 * computes, and those in `omits`.
 */
function recorded<T extends PgTable>(table: T, about: Recording<T>): RecordedTable {
  const { record, id, through, recordsThrough, unless, omits = {}, isNoSecret = {}, canBeAddedAgain } = about;
  const config = getTableConfig(table);
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const named = (names: Readonly<Record<string, readonly string[]>>) =>
    Object.values(names)
      .flat()
      .map((name) => columnNamed(name).name);
  const columnNamed = (name: string): PgColumn => {
    const column = columns[name];
    if (!column) throw new Error(`${config.name} has no column ${name}.`);
    return column;
  };
  const link = through && columnNamed(through).name;
  const key = [
    ...config.columns.filter(({ primary }) => primary),
    ...config.primaryKeys.flatMap((each) => each.columns),
  ].map(({ name }) => name);
  const left = new Set([...key, link ?? id.name, "created_at", ...named(omits)]);
  return {
    table: config.name,
    record,
    key,
    columns: config.columns
      .filter(({ name, generated }) => !generated && (!left.has(name) || (recordsThrough && name === link)))
      .map(({ name }) => name),
    id: id.name,
    ...(link && { through: { column: link, table: getTableConfig(id.table as PgTable).name } }),
    ...(unless && { unless: { record: unless.record, id: unless.id.name } }),
    isNoSecret: named(isNoSecret),
    ...(canBeAddedAgain && { canBeAddedAgain }),
  };
}

type Schema = typeof schema;
type Tables = { [K in keyof Schema as Schema[K] extends PgTable ? K : never]: RecordedTable | string };

/** Attributes of a single product are parts of it. */
const ofAttribute = {
  record: "attribute",
  id: schema.attributes.id,
  unless: { record: "product", id: schema.attributes.productId },
} as const;

/** Every table of the schema: what of it is recorded, or why it has no history. */
export const historyOf: Tables = {
  suppliers: recorded(schema.suppliers, {
    record: "supplier",
    id: schema.suppliers.id,
    omits: {
      "are secrets": ["carrierKeySealed", "unsealedCarrierKey"],
      "say when and by whom recorded columns were changed": [
        "bankDetailsChangedAt",
        "bankDetailsChangedBy",
        "carrierKeySetAt",
        "carrierKeySetBy",
      ],
    },
    isNoSecret: { "is four characters of a key, which the page shows": ["carrierKeyEnding"] },
  }),
  supplierMarketplaces: recorded(schema.supplierMarketplaces, {
    record: "supplier",
    id: schema.supplierMarketplaces.supplierId,
  }),
  supplierUsers: recorded(schema.supplierUsers, { record: "supplier", id: schema.supplierUsers.supplierId }),
  supplierInvitations: recorded(schema.supplierInvitations, {
    record: "supplier",
    id: schema.supplierInvitations.supplierId,
    omits: { "is a secret": ["tokenDigest"], "follows from when it was sent": ["expiresAt"] },
  }),
  stockFeeds: recorded(schema.stockFeeds, {
    record: "supplier",
    id: schema.stockFeeds.supplierId,
    omits: {
      "is a secret": ["password"],
      "never change": ["callerId", "createdBy"],
      "say how files are read, which the imports show": ["source", "titles"],
      "are states of background work": [
        "digest",
        "etag",
        "lastModified",
        "rows",
        "readAt",
        "nextReadAt",
        "claimedUntil",
        "problem",
        "failures",
      ],
    },
    isNoSecret: { "is the fingerprint of a public key": ["hostKey"] },
  }),
  supplierPayments: recorded(schema.supplierPayments, {
    record: "supplier",
    id: schema.supplierPayments.supplierId,
    omits: {
      "are copies of the bank details and addresses at that time, and never change": [
        "bsb",
        "accountNumber",
        "accountName",
        "bankDetailsChangedAt",
        "adviceTo",
      ],
      "is the place in a file": ["position"],
    },
  }),
  keys: recorded(schema.keys, {
    record: "key",
    id: schema.keys.id,
    omits: {
      "are parts of the secret": ["secretDigest", "secretStart"],
      "say by whom recorded columns were changed": ["createdBy", "revokedBy"],
      "change with every call": ["lastUsedAt", "minuteAt", "calls"],
    },
  }),
  products: recorded(schema.products, { record: "product", id: schema.products.id }),
  productAttributes: recorded(schema.productAttributes, {
    record: "product",
    id: schema.productAttributes.productId,
  }),
  productAttributeOptions: recorded(schema.productAttributeOptions, {
    record: "product",
    id: schema.productAttributeOptions.productId,
  }),
  productVariants: recorded(schema.productVariants, {
    record: "product",
    id: schema.productVariants.productId,
    omits: { "says what the options say": ["combination"] },
    canBeAddedAgain: true,
  }),
  productVariantOptions: recorded(schema.productVariantOptions, {
    record: "product",
    id: schema.productVariants.productId,
    through: "variantId",
    recordsThrough: true,
  }),
  productImages: recorded(schema.productImages, {
    record: "product",
    id: schema.productImages.productId,
    canBeAddedAgain: true,
  }),
  marketplaceProducts: recorded(schema.marketplaceProducts, {
    record: "product",
    id: schema.marketplaceProducts.productId,
    omits: {
      "are states of background work": ["syncStatus", "syncStartedAt", "syncError", "toldFigures", "isPublished"],
    },
  }),
  listingCategories: recorded(schema.listingCategories, {
    record: "product",
    id: schema.marketplaceProducts.productId,
    through: "listingId",
  }),
  productTypes: recorded(schema.productTypes, {
    record: "productType",
    id: schema.productTypes.id,
    omits: { "follows from the names": ["path"] },
  }),
  productTypeAttributes: recorded(schema.productTypeAttributes, {
    record: "productType",
    id: schema.productTypeAttributes.productTypeId,
  }),
  attributes: recorded(schema.attributes, {
    ...ofAttribute,
    omits: { "says whose attribute it is, and never changes": ["productId"] },
  }),
  attributeOptions: recorded(schema.attributeOptions, { ...ofAttribute, through: "attributeId" }),
  orders: recorded(schema.orders, {
    record: "order",
    id: schema.orders.id,
    omits: {
      "follow from other columns and from the line items": ["isOutstanding", "status", "shipByTimeZone"],
      "is a state of background work": ["emailDueAt"],
    },
  }),
  orderLineItems: recorded(schema.orderLineItems, {
    record: "order",
    id: schema.orderLineItems.orderId,
    omits: {
      "never changes": ["productImageId"],
      "follows from status and quantity": ["stockTaken"],
      "are those of the order": ["supplierId", "marketplaceId", "orderedAt"],
    },
  }),
  orderTransactions: recorded(schema.orderTransactions, {
    record: "order",
    id: schema.orderLineItems.orderId,
    through: "lineItemId",
    recordsThrough: true,
    omits: {
      "are the time and the author of the change": ["at", "userId"],
      "follows from the invoice": ["invoiceId"],
      "are those of the order": ["supplierId", "marketplaceId"],
    },
  }),
  shipments: recorded(schema.shipments, {
    record: "shipment",
    id: schema.shipments.id,
    omits: { "are those of the order": ["orderId", "supplierId", "marketplaceId"] },
  }),
  shipmentItems: recorded(schema.shipmentItems, { record: "shipment", id: schema.shipmentItems.shipmentId }),
  invoices: recorded(schema.invoices, {
    record: "invoice",
    id: schema.invoices.id,
    omits: {
      "never change": ["supplierId", "marketplaceId"],
      "are copies of both parties' details": [
        "supplierLegalName",
        "supplierAbn",
        "supplierAddressId",
        "supplierBsb",
        "supplierAccountNumber",
        "supplierAccountName",
        "supplierGstRegistered",
        "marketplaceLegalName",
        "marketplaceAbn",
        "marketplaceAddressId",
        "hasAgreement",
      ],
      "are the totals of the rows": [
        "purchaseExTax",
        "purchaseTax",
        "commissionExTax",
        "commissionTax",
        "shippingExTax",
        "shippingTax",
      ],
    },
  }),
  invoiceAnswers: recorded(schema.invoiceAnswers, {
    record: "invoice",
    id: schema.invoiceAnswers.invoiceId,
    omits: {
      "are the time and the author of the change": ["at", "userId"],
      "follows from later answers": ["isLatest"],
    },
  }),
  shippingRules: recorded(schema.shippingRules, {
    record: "shippingRule",
    id: schema.shippingRules.id,
    canBeAddedAgain: true,
  }),
  shippingRates: recorded(schema.shippingRates, {
    record: "shippingRule",
    id: schema.shippingRates.shippingRuleId,
    canBeAddedAgain: true,
  }),
  users: recorded(schema.users, {
    record: "user",
    id: schema.users.id,
    omits: { "is a secret": ["passwordHash"], "changes with every sign-in": ["lastSignedInAt"] },
  }),
  marketplaces: recorded(schema.marketplaces, {
    record: "marketplace",
    id: schema.marketplaces.id,
    omits: {
      "are secrets": ["webhookSecret", "feedNonce"],
      "says by whom a recorded column was changed": ["webhookSecretSetBy"],
    },
    isNoSecret: { "is a time": ["webhookSecretSetAt"] },
  }),
  shops: recorded(schema.shops, {
    record: "marketplace",
    id: schema.shops.marketplaceId,
    omits: {
      "are secrets": ["key", "secrets"],
      "says by whom a recorded column was changed": ["secretsSetBy"],
      "never changes": ["callerId"],
      "are states of background work": [
        "readUntil",
        "nextReadAt",
        "readAt",
        "callsResumedAt",
        "problem",
        "failingSince",
        "toldAt",
      ],
    },
    isNoSecret: { "is a time": ["secretsSetAt"] },
  }),
  categoryGroups: recorded(schema.categoryGroups, {
    record: "marketplace",
    id: schema.categoryGroups.marketplaceId,
  }),
  categories: recorded(schema.categories, {
    record: "marketplace",
    id: schema.categoryGroups.marketplaceId,
    through: "groupId",
  }),
  settings: recorded(schema.settings, {
    record: "settings",
    id: schema.settings.id,
    omits: {
      "is a secret": ["mailServerSealed"],
      "say when and by whom recorded columns were changed": ["payerConfirmedAt", "payerProposedAt", "payerProposedBy"],
    },
  }),
  changes: "is the history",
  undoneChanges: "says what was undone, which the history shows as changes",
  commands: "has everything that was asked for, and never changes",
  files: "are added and never changed; what refers to them has a history",
  addresses: "are added and never changed; what refers to them has a history",
  agreementDocuments: "are versions of a document, whose file the agreement names",
  secrets: "are keys of the system",
  upgrades: "are corrections by the system",
  unfinishedUpgrades: "are background work",
  identityPayloads: "are sessions and tokens",
  endedSessions: "are sessions",
  failedSignIns: "are attempts, with names that somebody typed",
  signInLocks: "follow from failed attempts",
  passwordLinks: "are secrets that last for hours",
  passwordMails: "are counted for a limit",
  administratorLinks: "are secrets that last for hours",
  authenticatorApps: "are secrets",
  passkeys: "are proofs of identity, which only their owner sees",
  recoveryCodes: "are secrets",
  countedActions: "are counted for limits",
  heldMails: "wait to be sent",
  deliveries: "are a log",
  failingChannels: "follow from deliveries",
  notifications: "are messages of the system to one person",
  notificationSettings: "are one person's own",
  views: "are what people keep of lists for themselves and others",
  messages: "are a discussion, which shows who wrote what",
  applications: "have entries of their own",
  applicationMarketplaces: "are part of applications",
  applicationEntries: "are the history of applications",
  applicationDocuments: "are part of applications",
  placedOrders: "are what marketplaces sent, and never change",
  shopKeys: "pair ids with those of shops",
  shopOrders: "are what shops said last",
  stockFeedRuns: "are a log",
  referralClicks: "are a log",
  referralOverflows: "are counted",
  importedStock: "is what imports remember of exports",
  invoiceEmails: "are emails",
  invoiceRows: "belong to invoices, whose amounts never change",
  paymentRuns: "are never changed; the invoices that they pay have a history",
  processes: "are background work",
  processFiles: "are background work",
  processRows: "are background work",
  processMessages: "are background work",
  jobRuns: "are background work",
  transfers: "are background work",
  sourceFiles: "wait to be imported",
  sourceAssignments: "are what was chosen for a file, and offered the next time",
  fetchedPictures: "wait to be fetched; the images have a history",
  pictureUploads: "wait to be checked; the images have a history",
  sentPictures: "wait to be checked; the images have a history",
};

export const recordedTables: readonly RecordedTable[] = Object.values(historyOf).filter(
  (each) => typeof each !== "string",
);

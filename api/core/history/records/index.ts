/**
 * Which records have a history: each with its tables and columns, or, for the tables without, the reason. The triggers are
 * made of this list, see `triggers.ts`.
 */
import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type * as schema from "#api/core/database/schema/index.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import type { RecordedTable, RecordWithHistory } from "../recorded.ts";
import { attributeHistory } from "./attribute.ts";
import { commissionRuleHistory } from "./commission-rule.ts";
import { invoiceHistory } from "./invoice.ts";
import { keyHistory } from "./key.ts";
import { marketplaceHistory } from "./marketplace.ts";
import { orderHistory } from "./order.ts";
import { productHistory } from "./product.ts";
import { productTypeHistory } from "./product-type.ts";
import { settingsHistory } from "./settings.ts";
import { shipmentHistory } from "./shipment.ts";
import { shippingRuleHistory } from "./shipping-rule.ts";
import { supplierHistory } from "./supplier.ts";
import { userHistory } from "./user.ts";

export const recordsWithHistory: Readonly<Record<HistoryRecord, RecordWithHistory>> = {
  supplier: supplierHistory,
  product: productHistory,
  order: orderHistory,
  shipment: shipmentHistory,
  invoice: invoiceHistory,
  shippingRule: shippingRuleHistory,
  productType: productTypeHistory,
  attribute: attributeHistory,
  user: userHistory,
  marketplace: marketplaceHistory,
  settings: settingsHistory,
  key: keyHistory,
  commissionRule: commissionRuleHistory,
};

type Schema = typeof schema;
type Tables = { [K in keyof Schema as Schema[K] extends PgTable ? K : never]: RecordedTable | string };

/** Every table of the schema: what of it is recorded, or why it has no history. */
export const historyOf: Tables = {
  ...supplierHistory.tables,
  ...productHistory.tables,
  ...orderHistory.tables,
  ...shipmentHistory.tables,
  ...invoiceHistory.tables,
  ...shippingRuleHistory.tables,
  ...productTypeHistory.tables,
  ...attributeHistory.tables,
  ...userHistory.tables,
  ...marketplaceHistory.tables,
  ...settingsHistory.tables,
  ...keyHistory.tables,
  ...commissionRuleHistory.tables,
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
  closings: "say themselves who closed and reopened a month, when and why, and are never deleted",
  billExports: "never change, and say themselves who made them and when",
  exportedBills: "say which documents an export has, and never change",
  paymentRuns: "say themselves who made, released or cancelled them; the invoices that they pay have a history",
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

/** The same by the tables' names in the database. */
export const recordedByName: ReadonlyMap<string, RecordedTable> = new Map(
  recordedTables.map((each) => [each.table, each]),
);

/** The part of such a record that a row of the table is; empty for the record itself. */
export const partOf = (tableName: string, record: HistoryRecord): string =>
  getTableName(recordsWithHistory[record].table) === tableName ? "" : (recordedByName.get(tableName)?.part ?? "");

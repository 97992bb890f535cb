/** Loaders and forms of a supplier's stock feeds. */
import { countOf } from "#app/lib/format.ts";
import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { type ConflictField, priceConflict } from "#app/services/forms/edit-conflicts.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { sourceFilePage, sourceFrom, sourceNames } from "#app/services/products/source-file.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { shippingMethods } from "#contract/enumerations.ts";
import { can } from "#contract/permissions.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { type Assignment, sourceFieldNames } from "#contract/products/source.ts";
import { sourceFileForm } from "#contract/products/source-form.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { nameOrSelf } from "#contract/rules/name-or-self.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { stockFeedColumns, stockFeedDetails } from "#contract/stock-feeds/edits.ts";
import { stockFeeds } from "#contract/stock-feeds/operations.ts";
import {
  addStockFeed,
  type FeedRunOutcome,
  feedSchedules,
  feedSignInNames,
  type StockFeed,
  stockFeedMessages,
  updateStockFeed,
} from "#contract/stock-feeds/schema.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

const supplierIdOf = ({ param }: RequestContext) => param("id");
const feedIdOf = ({ param }: RequestContext) => param("feedId");

const outcomes: Readonly<Record<FeedRunOutcome, string>> = {
  checking: "Being checked",
  applying: "Being imported",
  applied: "Imported",
  held: "Waiting for you",
  failed: "Failed",
};

const outcomeOf = ({ outcome, changed }: StockFeed["runs"][number]): string =>
  outcome === "applied" && changed === 0 ? "Nothing changed" : outcomes[outcome];

function stateOf(feed: StockFeed): string {
  if (feed.problem !== "") return "Problem";
  if (!feed.isAssigned) return feed.canAssign ? "Columns to be assigned" : "Waiting for its first file";
  if (feed.runs[0]?.outcome === "held") return outcomes.held;
  return feed.isPaused ? "Paused" : "On";
}

const scheduleName = (minutes: number): string =>
  feedSchedules.find(({ value }) => value === minutes)?.displayName ?? countOf(minutes, "minute");

/** A feed as the screens show it. */
function shown(feed: StockFeed, zone: string) {
  const moment = (date: string | null) => (date === null ? undefined : formatMoment(date, zone));
  return {
    ...feed,
    state: stateOf(feed),
    schedule: scheduleName(feed.every),
    read: moment(feed.readDate) ?? "Never",
    nextRead: feed.isPaused ? "Paused" : moment(feed.nextReadDate),
    runs: feed.runs.map((run) => ({ ...run, started: moment(run.startedDate), outcomeName: outcomeOf(run) })),
  };
}
export type ShownFeed = ReturnType<typeof shown>;

/** Returns the feeds of a supplier; undefined for users who may not change its products. */
export async function feedsOf(context: RequestContext, supplierId: number): Promise<ShownFeed[] | undefined> {
  const isOffered = (await hasFeature(stockFeeds.list.feature)) && can(await permissionsOf(context), stockFeeds.list);
  if (!isOffered) return undefined;
  const [feeds, zone] = await Promise.all([
    // Staff may manage the products of another supplier, and not of this one.
    context.api(stockFeeds.list, { supplierId }).catch(undefinedIfForbidden),
    operatorZone(),
  ]);
  return feeds?.map((feed) => shown(feed, zone));
}

function undefinedIfForbidden(error: unknown): undefined {
  if (error instanceof ApiRefusal && error.status === 403) return undefined;
  throw error;
}

export async function loadNewFeed(context: RequestContext) {
  const [supplier] = await Promise.all([
    context.api(suppliers.get, { id: supplierIdOf(context) }),
    // Refused for staff who may not change the products of this supplier.
    context.api(stockFeeds.list, { supplierId: supplierIdOf(context) }),
  ]);
  return { supplier: { id: supplier.id, name: supplier.name }, commandId: newCommandId() };
}

export async function loadFeed(context: RequestContext) {
  const [feed, zone] = await Promise.all([context.api(stockFeeds.get, { id: feedIdOf(context) }), operatorZone()]);
  if (String(feed.supplierId) !== supplierIdOf(context)) throw missing();
  return { feed: shown(feed, zone), shown: shownText(stockFeedDetails(feed)), commandId: newCommandId() };
}
export type FeedPage = Awaited<ReturnType<typeof loadFeed>>;

export async function loadFeedColumns(context: RequestContext) {
  const described = context.api(stockFeeds.columns, { id: feedIdOf(context) });
  const [{ feed }, page, file] = await Promise.all([
    loadFeed(context),
    sourceFilePage(context, described, supplierIdOf(context)),
    described,
  ]);
  return {
    ...page,
    fields: page.fields.filter(({ value }) => value !== "Supplier"),
    feed: { id: feed.id, supplierId: feed.supplierId, name: feed.name },
    shown: shownText(stockFeedColumns(file)),
  };
}

const supplierPage = (context: RequestContext) => `${paths.supplier(supplierIdOf(context))}${context.url.search}`;
const feedPage = (context: RequestContext) =>
  `${paths.feed(supplierIdOf(context), feedIdOf(context))}${context.url.search}`;

const feedOf = (context: RequestContext) => ({ FeedId: feedIdOf(context) });
const { notSaved } = stockFeedMessages;

const columnConflicts: Record<string, ConflictField> = {
  ProductTypeId: {
    display: async (id, context) =>
      hierarchyOptions(await context.api(productTypes.hierarchy, {})).find(({ value }) => value === String(id))
        ?.label ?? "none",
  },
  PricesIncludeGst: { display: (include) => (include ? "Include GST" : "Exclude GST") },
  MakesUnknown: { display: (makes) => (makes ? "Create new products" : "Refuse them") },
  ShippingMethod: {
    field: "Shipping",
    display: (method) => shippingMethods.find(({ value }) => value === method)?.displayName ?? "Not yet",
  },
  ShippingRuleId: {
    field: "Shipping",
    display: async (id, context) =>
      typeof id === "number" ? (await context.api(shippingRules.get, { id })).name : "no shipping rule",
  },
  DomesticFlatRate: priceConflict,
  Columns: {
    field: "Columns.0.Field",
    display: (columns) =>
      (columns as Assignment[])
        .map(({ Column, Field }) => `${Column}: ${nameOrSelf(sourceFieldNames, Field)}`)
        .join(", ") || "none assigned",
  },
};

export const feedForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: stockFeeds.add,
    schema: addStockFeed.omit({ SupplierId: true }),
    input: (values, context) => ({ ...values, SupplierId: supplierIdOf(context) }),
    saved: stockFeedMessages.added,
    notSaved,
    next: (context, id) => `${paths.feed(supplierIdOf(context), id)}${context.url.search}`,
  }),
  edit: commandForm({
    operation: stockFeeds.update,
    schema: updateStockFeed.omit({ FeedId: true }),
    input: (values, context) => ({ ...values, ...feedOf(context) }),
    conflictFields: {
      SignIn: { display: (signIn) => nameOrSelf(feedSignInNames, String(signIn)) },
      Every: { display: (every) => scheduleName(Number(every)) },
      IsPaused: { display: (isPaused) => (isPaused ? "Yes" : "No") },
    },
    saved: stockFeedMessages.saved,
    notSaved,
    next: feedPage,
  }),
  remove: commandForm({
    operation: stockFeeds.remove,
    input: (_, context) => feedOf(context),
    saved: stockFeedMessages.removed,
    notSaved,
    next: supplierPage,
  }),
  run: commandForm({
    operation: stockFeeds.run,
    input: (_, context) => feedOf(context),
    saved: stockFeedMessages.started,
    notSaved,
    next: feedPage,
  }),
  columns: commandForm({
    operation: stockFeeds.assignColumns,
    schema: sourceFileForm,
    input: async (typed, context) => ({ ...(await sourceFrom(typed)), ...feedOf(context) }),
    names: sourceNames,
    conflictFields: columnConflicts,
    saved: stockFeedMessages.assigned,
    notSaved,
    next: feedPage,
  }),
};

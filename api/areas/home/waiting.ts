/**
 * Counts what waits for the caller. Each number is that of a list with the same conditions, which both take from
 * `areas/shared`.
 */
import { and, count, eq, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { hasAgreementEndingSoon } from "#api/areas/shared/agreement-term.ts";
import { hasBankDetailsToVerify, verifiesBankDetails } from "#api/areas/shared/bank-details.ts";
import { issueProblem, isUnpaid, mustNotBeIssued } from "#api/areas/shared/invoice-issue.ts";
import { toNotify } from "#api/areas/shared/invoices-to-notify.ts";
import { isToRelease } from "#api/areas/shared/payment-release.ts";
import { hasFailedSync, isActive, isProblem } from "#api/areas/shared/product-filters.ts";
import { isQueried } from "#api/areas/shared/queried.ts";
import { shipByFilter } from "#api/areas/shared/ship-by.ts";
import { hasRole, visibleOrders, visibleTo } from "#api/core/access/caller.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import {
  applications,
  deliveries,
  failingChannels,
  invoices,
  marketplaceProducts,
  marketplaces,
  orders,
  paymentRuns,
  processes,
  products,
  shopOrders,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { longOutageSince } from "#api/core/outbox/outages.ts";
import { MarketplaceProductStatus, ProcessingStatus, SupplierPermission } from "#contract/enumerations.ts";
import { type Waiting, type WaitingKind, waitingKinds } from "#contract/home/schema.ts";
import type { Operations } from "#contract/operations.ts";

/** The list of orders counts no further either. */
const mostCounted = 100_000;

/** Returns the entries of one or more kinds; those of 0 are left out afterwards. */
type Counting = (context: Context) => Promise<Waiting[]>;

interface Counted {
  kind: WaitingKind;
  /** Only people who can do something about it are told. */
  concerns(context: Context): boolean;
  from: PgTable;
  which(context: Context): SQL | undefined;
}

const changesOrders = ({ caller }: Context) => caller.permissions.orders.edit;
const changesProducts = ({ caller }: Context) => caller.permissions.products.edit;
const changesInvoices = ({ caller }: Context) => caller.permissions.invoices.add;

const ofOrders = (filter: (context: Context) => SQL | undefined) => ({
  from: orders,
  which: (context: Context) => and(filter(context), visibleOrders(context.caller)),
});
const ofProducts = (filter: () => SQL | undefined) => ({
  from: products,
  which: ({ caller }: Context) => and(filter(), visibleTo(caller, products.supplierId)),
});
const ofSuppliers = (filter: (context: Context) => SQL | undefined) => ({
  from: suppliers,
  which: (context: Context) => and(filter(context), visibleTo(context.caller, suppliers.id)),
});

/** Imports of the caller that refused rows, as the pages of imports list them. */
const isRefusedImport = ({ caller }: Context, kind: string) =>
  and(
    eq(processes.askedBy, caller.userId),
    eq(processes.kind, kind),
    isNotNull(processes.finishedAt),
    ne(processes.status, ProcessingStatus.done),
  );

const ofImports = (kind: string) => ({
  from: processes,
  which: (context: Context) => isRefusedImport(context, kind),
});

/** Operators manage agreements, and staff with this bit sign those of their suppliers. */
const managesAgreements = ({ caller }: Context) =>
  hasRole(caller, "Administrator", "Operator") ||
  caller.links.some(({ permissions }) => (permissions & SupplierPermission.generalDetails) !== 0);

const counted: Counted[] = [
  {
    kind: "ordersWithoutSupplier",
    concerns: (context) => changesOrders(context) && context.caller.seesAllSuppliers,
    ...ofOrders(() => and(isNull(orders.supplierId), sql`${orders.isOutstanding}`)),
  },
  {
    kind: "ordersLate",
    concerns: changesOrders,
    ...ofOrders(({ now, config }) => shipByFilter("late", now, config)),
  },
  {
    kind: "ordersDueToday",
    concerns: changesOrders,
    ...ofOrders(({ now, config }) => shipByFilter("today", now, config)),
  },
  { kind: "problemProducts", concerns: changesProducts, ...ofProducts(isProblem) },
  { kind: "failedSyncs", concerns: changesProducts, ...ofProducts(() => and(isActive, hasFailedSync)) },
  {
    kind: "applications",
    concerns: ({ caller }) => caller.permissions.suppliers.add,
    from: applications,
    which: () => eq(applications.status, "received"),
  },
  { kind: "agreementsEnding", concerns: managesAgreements, ...ofSuppliers(hasAgreementEndingSoon) },
  {
    kind: "bankDetails",
    concerns: ({ caller }) => verifiesBankDetails(caller),
    ...ofSuppliers(({ caller }) => hasBankDetailsToVerify(caller)),
  },
  {
    kind: "invoicesToNotify",
    concerns: changesInvoices,
    from: invoices,
    which: ({ caller, now, config }) =>
      and(
        toNotify(caller, { date: now }),
        isNull(issueProblem(config.timeZone)),
        sql`exists (select 1 from ${suppliers} where ${suppliers.id} = ${invoices.supplierId} and trim(${suppliers.billingContactEmails}) <> '')`,
      ),
  },
  {
    kind: "queriedInvoices",
    concerns: changesInvoices,
    from: invoices,
    which: ({ caller }) => and(isQueried, visibleInvoices(caller)),
  },
  {
    kind: "invoicesNotIssuable",
    concerns: changesInvoices,
    from: invoices,
    which: ({ caller, config }) => and(mustNotBeIssued(config.timeZone), isUnpaid, visibleInvoices(caller)),
  },
  {
    kind: "paymentsToRelease",
    concerns: changesInvoices,
    from: paymentRuns,
    which: ({ caller }) => isToRelease(caller),
  },
  { kind: "orderImports", concerns: changesOrders, ...ofImports("shipments") },
  { kind: "productImports", concerns: changesProducts, ...ofImports("products") },
];

const countingOf =
  ({ kind, from, which }: Counted): Counting =>
  async (context) => {
    const { rows } = await context.db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from ${from} where ${which(context)} limit ${mostCounted + 1}) as waiting`,
    );
    const total = rows[0]?.total ?? 0;
    return [{ kind, count: Math.min(total, mostCounted), isMoreThanCounted: total > mostCounted || null }];
  };

const approvalKinds = {
  [MarketplaceProductStatus.pendingApproval]: "approvals",
  [MarketplaceProductStatus.pendingReApproval]: "approvalsAgain",
} as const;

/** Active products that wait for approval, or for renewed approval, on each marketplace. */
const approvalsOf: Counting = async ({ db }) => {
  const rows = await db
    .select({
      id: marketplaces.id,
      name: marketplaces.name,
      status: marketplaceProducts.status,
      count: count(),
    })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .innerJoin(marketplaces, eq(marketplaces.id, marketplaceProducts.marketplaceId))
    .where(and(isActive, inArray(marketplaceProducts.status, Object.keys(approvalKinds).map(Number))))
    .groupBy(marketplaces.id, marketplaceProducts.status)
    .orderBy(marketplaceProducts.status, byText(marketplaces.name), marketplaces.id);
  return rows.map(({ id, name, status, count }) => ({
    kind: approvalKinds[status as keyof typeof approvalKinds],
    count,
    marketplace: { id, name },
  }));
};

/** A marketplace has a page of its own for its imports. */
const categoryImportsOf: Counting = async (context) => {
  const rows = await context.db
    .select({ id: marketplaces.id, name: marketplaces.name, count: count() })
    .from(processes)
    .innerJoin(marketplaces, eq(marketplaces.id, sql`(${processes.input} ->> 'marketplaceId')::integer`))
    .where(isRefusedImport(context, "categories"))
    .groupBy(marketplaces.id)
    .orderBy(byText(marketplaces.name), marketplaces.id);
  return rows.map(({ id, name, count }) => ({ kind: "categoryImports", count, marketplace: { id, name } }));
};

/** Undelivered events of marketplaces whose webhook has failed for an hour. */
const failingDeliveriesOf: Counting = async ({ db, now }) => {
  const rows = await db
    .select({ id: marketplaces.id, name: marketplaces.name, count: count() })
    .from(failingChannels)
    .innerJoin(marketplaces, eq(marketplaces.id, failingChannels.marketplaceId))
    .innerJoin(deliveries, eq(deliveries.marketplaceId, failingChannels.marketplaceId))
    .where(and(lte(failingChannels.since, longOutageSince(now)), eq(deliveries.state, "failing")))
    .groupBy(marketplaces.id)
    .orderBy(byText(marketplaces.name), marketplaces.id);
  return rows.map(({ id, name, count }) => ({ kind: "failingDeliveries", count, marketplace: { id, name } }));
};

/** Orders of shops that somebody has to look at. */
const shopOrdersOf: Counting = async ({ db }) => {
  const rows = await db
    .select({ id: marketplaces.id, name: marketplaces.name, count: count() })
    .from(shopOrders)
    .innerJoin(marketplaces, eq(marketplaces.id, shopOrders.marketplaceId))
    .where(ne(shopOrders.problem, ""))
    .groupBy(marketplaces.id)
    .orderBy(byText(marketplaces.name), marketplaces.id);
  return rows.map(({ id, name, count }) => ({ kind: "shopOrders", count, marketplace: { id, name } }));
};

export const waiting: Handler<Operations["home"]["waiting"]> = async (_input, context) => {
  const countings = counted.filter(({ concerns }) => concerns(context)).map(countingOf);
  const { permissions, seesAllSuppliers } = context.caller;
  if (permissions.approvals.edit && seesAllSuppliers) countings.push(approvalsOf);
  if (permissions.categories.edit) countings.push(categoryImportsOf);
  if (permissions.deliveries.edit) countings.push(failingDeliveriesOf, shopOrdersOf);
  const found = await Promise.all(countings.map((counting) => counting(context)));
  const place = ({ kind }: Waiting) => waitingKinds.indexOf(kind);
  return found
    .flat()
    .filter(({ count }) => count > 0)
    .sort((a, b) => place(a) - place(b));
};

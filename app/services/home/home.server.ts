/** The start of a working day: what waits, as links into the lists that show it. */
import { importPaths } from "#app/lib/import-paths.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { ownEarnings } from "#app/services/invoices/earnings.server.ts";
import { startsWithHome } from "#app/services/pages/start-page.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { filtersFor, waitingApprovals } from "#contract/home/lists.ts";
import { home } from "#contract/home/operations.ts";
import type { Movements, Waiting, WaitingKind } from "#contract/home/schema.ts";
import { can } from "#contract/permissions.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { add } from "#contract/rules/money.ts";

/** The names of what is counted, in the singular and in the plural, and the page that shows it. */
const words: Record<WaitingKind, { one: string; many: string; path: string | ((marketplaceId: number) => string) }> = {
  ordersWithoutSupplier: {
    one: "order without a supplier",
    many: "orders without a supplier",
    path: paths.orders(),
  },
  ordersLate: { one: "late order", many: "late orders", path: paths.orders() },
  ordersDueToday: { one: "order due today", many: "orders due today", path: paths.orders() },
  // The parts of the line that `approvalsLine` makes.
  approvals: { one: "new", many: "new", path: paths.approvals() },
  approvalsAgain: { one: "resubmitted", many: "resubmitted", path: paths.approvals() },
  problemProducts: { one: "problem product", many: "problem products", path: paths.products() },
  failedSyncs: {
    one: "product that failed to synchronise",
    many: "products that failed to synchronise",
    path: paths.products(),
  },
  failingDeliveries: {
    one: "message that a marketplace did not take",
    many: "messages that a marketplace did not take",
    path: paths.deliveries(),
  },
  shopOrders: {
    one: "order of the shop to look at",
    many: "orders of the shop to look at",
    path: (marketplaceId) => paths.shopOrders(marketplaceId),
  },
  applications: {
    one: "application to decide",
    many: "applications to decide",
    path: paths.applications(),
  },
  agreementsEnding: {
    one: "supplier with an agreement that ends within 30 days",
    many: "suppliers with an agreement that ends within 30 days",
    path: paths.suppliers(),
  },
  bankDetails: {
    one: "supplier with bank details to confirm",
    many: "suppliers with bank details to confirm",
    path: paths.suppliers(),
  },
  invoicesToNotify: {
    one: "invoice to notify a supplier of",
    many: "invoices to notify suppliers of",
    path: paths.notifySuppliers(),
  },
  queriedInvoices: {
    one: "invoice with queried rows",
    many: "invoices with queried rows",
    path: paths.invoices(),
  },
  invoicesNotIssuable: {
    one: "invoice that is not valid as a tax invoice",
    many: "invoices that are not valid as tax invoices",
    path: paths.invoices(),
  },
  paymentsToRelease: {
    one: "payment to release",
    many: "payments to release",
    path: paths.payments(),
  },
  orderImports: {
    one: "of your imports of shipments that refused rows",
    many: "of your imports of shipments that refused rows",
    path: importPaths.shipmentImports(),
  },
  productImports: {
    one: "of your imports of products that refused rows",
    many: "of your imports of products that refused rows",
    path: importPaths.productImports(),
  },
  categoryImports: {
    one: "of your imports of categories that refused rows",
    many: "of your imports of categories that refused rows",
    path: importPaths.categoryImports,
  },
};

interface WaitingLine {
  count: number;
  /** True if there are more than were counted. */
  isMore: boolean;
  what: string;
  to: string;
  /** Lists of a part of these records. */
  parts: { count: number; what: string; to: string }[];
}

function lineOf(entry: Waiting): WaitingLine {
  const { kind, count, isMoreThanCounted, marketplace } = entry;
  const { one, many, path } = words[kind];
  const what = count === 1 ? one : many;
  return {
    count,
    isMore: isMoreThanCounted === true,
    what: marketplace ? `${what} on ${marketplace.name}` : what,
    to: withParams(typeof path === "function" ? path(marketplace?.id ?? 0) : path, filtersFor(entry)),
    parts: [],
  };
}

const isApproval = ({ kind }: Waiting) => kind === "approvals" || kind === "approvalsAgain";

/** One line for all approvals, with a part for each marketplace and for what was resubmitted there. */
function approvalsLine(entries: Waiting[]): WaitingLine {
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  return {
    count,
    isMore: false,
    what: count === 1 ? "product to approve" : "products to approve",
    to: withParams(paths.approvals(), waitingApprovals),
    parts: entries.map(lineOf).map(({ count, what, to }) => ({ count, what, to })),
  };
}

/** The lines in the order of the entries; that of the approvals stands where the first of them does. */
function linesOf(entries: Waiting[]): WaitingLine[] {
  const approvals = entries.filter(isApproval);
  return entries.flatMap((entry) => {
    if (!isApproval(entry)) return lineOf(entry);
    return entry === approvals[0] ? approvalsLine(approvals) : [];
  });
}

/** The figures of each day, and their sums. Dollars inc GST. */
const shownMovements = ({ days, suppliers, products }: Movements) => ({
  days: days.map(({ day, ...figures }) => ({ day: formatPlainDay(day), ...figures })),
  total: {
    orders: days.reduce((sum, { orders }) => sum + orders, 0),
    sales: add(...days.map(({ sales }) => sales)),
    commission: add(...days.map(({ commission }) => commission)),
    lateShipments: days.reduce((sum, { lateShipments }) => sum + lateShipments, 0),
  },
  suppliers: suppliers.map(({ id, ...supplier }) => ({ ...supplier, to: paths.supplier(id) })),
  products: products.map(({ id, ...product }) => ({ ...product, to: paths.product(id) })),
});

/** Returns null where the API has no such page. */
export async function loadHome(context: RequestContext) {
  if (!(await hasFeature("home"))) return null;
  const seesMovements = can(await permissionsOf(context), home.movements);
  const [waiting, earnings, moved] = await Promise.all([
    context.api(home.waiting, {}),
    ownEarnings(context),
    seesMovements ? context.api(home.movements, {}) : undefined,
  ]);
  return {
    waiting: linesOf(waiting),
    /** Of supplier staff who see the invoices of their suppliers; of others there are none. */
    earnings,
    moved: moved && shownMovements(moved),
    startsHere: startsWithHome(context.request),
  };
}

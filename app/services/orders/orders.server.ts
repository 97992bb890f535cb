/** Loaders of the order list, of its product filter and of its export, and the form for a new order. */

import { notExported, ordersFile } from "#app/lib/export.ts";
import { expandedRow, findRecord, type ListOption, withWayBack } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import {
  chosenOption,
  isOfOneSupplier,
  marketplaceFilter,
  marketplaceOptions,
  recordPicker,
  supplierFilter,
} from "#app/services/forms/pickers.server.ts";
import { choicesOf } from "#app/services/pages/choices.server.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { exportedAs } from "#app/services/pages/exports.server.ts";
import { filtersOf, inputFrom } from "#app/services/pages/filters.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { manyPathOf } from "#app/services/pages/many-path.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { orderStatuses } from "#contract/enumerations.ts";
import { orders } from "#contract/orders/operations.ts";
import { addOrder, type OrderRow, orderMessages, type shipByFilters } from "#contract/orders/schema.ts";
import { pageSize } from "#contract/paging.ts";
import { products } from "#contract/products/operations.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { shownShipBy, statusWord } from "./ship-by.server.ts";

/**
 * How the list and its export parse the query string. A status already says whether orders are outstanding, so the list
 * then has no such checkbox.
 */
export async function orderListRules({ url }: RequestContext) {
  const [hasStatus, hasShipBy, hasHeld] = await Promise.all([
    hasFeature("orderStatus"),
    hasFeature("shipBy"),
    hasFeature("heldRows"),
  ]);
  const byStatus = hasStatus && orders.list.input.shape.status.safeParse(url.searchParams.get("status")).success;
  const absent = [
    ...(hasStatus ? [] : ["status"]),
    ...(hasShipBy ? [] : ["shipBy"]),
    ...(hasHeld ? [] : ["heldOnly"]),
    ...(byStatus ? ["outstandingOrdersOnly"] : []),
  ];
  const defaults: Record<string, string> = byStatus ? {} : { outstandingOrdersOnly: "true" };
  return { has: { status: hasStatus, shipBy: hasShipBy, held: hasHeld }, defaults, days: dayLimits, absent };
}
const dayLimits = { fromDate: "start", toDate: "end" } as const;

const shipByChoices: { value: (typeof shipByFilters)[number]; label: string }[] = [
  { value: "late", label: "Late" },
  { value: "today", label: "Due today" },
  { value: "week", label: "This week" },
];

const statusChoices = orderStatuses.map(({ value, displayName }) => ({ value: String(value), label: displayName }));

/** Loads a page of the list, with the line items of the open row. */
export async function loadOrders(context: RequestContext) {
  const opened = context.url.searchParams.get(expandedRow);
  const { has, ...reading } = await orderListRules(context);
  const [list, days] = await Promise.all([
    loadList(context, orders.list, {
      views: "orders",
      ...reading,
      fixed: { includeLineItems: String(opened !== null) },
      buttons: {
        canAdd: orders.add,
        canExport: orders.excelExport,
        canImport: orders.excelImportCheck,
        canSeeProducts: products.list,
        canChangeMany: orders.changeMany,
      },
      options: {
        supplierId: () => supplierFilter(context, paths.orders()),
        marketplaceId: () => marketplaceFilter(context),
        productId: () => chosenProduct(context),
        onlyShowProductsWithNoSupplier: () => noSupplierFilter(context),
        ...(has.status && { status: async () => statusChoices }),
        ...(has.shipBy && { shipBy: async () => shipByChoices }),
      },
    }),
    daysFor(),
  ]);
  const rows = list.data.rows.map((row) => listed(row, days.timeZone, opened));
  return {
    ...list,
    data: {
      ...list.data,
      rows,
      days,
      has,
      slipsPath: manyPaths.orderSlips(),
      manyPath: await manyPathOf(list.data, manyPaths.orders),
    },
  };
}

/** Closed rows omit their line items, which keeps the page small. */
function listed(row: OrderRow, timeZone: string, opened: string | null) {
  const { id, marketplaceOrderId, supplierName, marketplaceName, lineItems } = row;
  return {
    id,
    marketplaceOrderId,
    customer: `${row.customerFirstName} ${row.customerSurname}`,
    orderDay: formatDay(row.orderDate, timeZone),
    status: statusWord(row.status),
    shipBy: shownShipBy(row, timeZone),
    supplierName,
    marketplaceName,
    hasItems: (row.lineItemCount ?? lineItems.length) > 0,
    ...(String(id) === opened && { lineItems }),
  };
}

/** A row of the list. */
export type ListedOrder = ReturnType<typeof listed>;

/** Returns undefined if the checkbox is not to be shown. */
async function noSupplierFilter(context: RequestContext): Promise<ListOption[] | undefined> {
  const isSet = context.url.searchParams.has("onlyShowProductsWithNoSupplier");
  return !isSet && (await isOfOneSupplier(context)) ? undefined : [];
}

/** Returns the product of the list's filter; none if it cannot be read. */
async function chosenProduct(context: RequestContext): Promise<ListOption[]> {
  const { productId } = filtersOf(context, orders.list, {});
  if (productId === undefined) return [];
  return chosenOption(context.api(products.get, { id: productId }));
}

/** Exports all pages of the list as a file. */
export async function exportOrders(context: RequestContext): Promise<Response> {
  const { has: _, ...reading } = await orderListRules(context);
  const { format, fileName } = exportedAs(context, ordersFile);
  return download(context, {
    operation: orders.excelExport,
    input: { ...(await inputFrom(filtersOf(context, orders.list, reading), reading)), ...format },
    fileName,
    page: `${paths.orders()}${context.url.search}`,
    notDownloaded: notExported,
  });
}

/** Loads the products that the list can be filtered by, restricted to the supplier filter. */
export async function loadProductChoices(context: RequestContext) {
  const { supplierId } = filtersOf(context, orders.list, {});
  const find = products.list.input.shape.name.safeParse(context.url.searchParams.get(findRecord) ?? "").data;
  const { items, totalCount } = await context.api(products.list, { name: find, supplierId, pageSize });
  const about = ({ externalSku, supplierName }: (typeof items)[number]) =>
    [externalSku, supplierName].filter(Boolean).join(" · ");
  const found = { items: items.map((item) => ({ id: item.id, name: item.name, about: about(item) })), totalCount };
  return choicesOf(context, { list: paths.orders(), field: "productId", find, found });
}

/** For the dialog of a new order. */
export async function loadNewOrder(context: RequestContext) {
  const [ofSuppliers, ofMarketplaces] = await Promise.all([
    recordPicker(context, "suppliers"),
    marketplaceOptions(context),
  ]);
  return { suppliers: ofSuppliers, marketplaces: ofMarketplaces, commandId: newCommandId() };
}

export const addForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: orders.add,
    schema: addOrder,
    input: (typed) => typed,
    saved: orderMessages.saved,
    notSaved: orderMessages.notSaved,
    next: (context, id) => withWayBack(paths.order(id), context.url.search),
  }),
};

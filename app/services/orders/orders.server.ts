/** Loaders of the order list, of its product filter and of its export, and the form for a new order. */

import { notExported, ordersFile } from "#app/lib/export.ts";
import { expandedRow, findRecord, fromTheTop, type ListOption, withWayBack } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { chosenOption, marketplaceOptions, supplierOptions } from "#app/services/forms/pickers.server.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { askedBy, filtersOf, loadList } from "#app/services/pages/list.server.ts";
import { type Call, wantedPath } from "#app/services/request/call.server.ts";
import { download } from "#app/services/request/download.server.ts";
import { orders } from "#contract/orders/operations.ts";
import { addOrder, type OrderRow, orderMessages } from "#contract/orders/schema.ts";
import { pageSize } from "#contract/paging.ts";
import { products } from "#contract/products/operations.ts";
import { formatDay } from "#contract/rules/dates.ts";

/** How the list and its export parse the query string. */
const reading = { defaults: { outstandingOrdersOnly: "true" }, days: { fromDate: "start", toDate: "end" } } as const;

/** Loads a page of the list, with the line items of the open row. */
export async function loadOrders(call: Call) {
  const [list, days] = await Promise.all([
    loadList(call, orders.list, {
      ...reading,
      buttons: {
        canAdd: orders.add,
        canExport: orders.excelExport,
        canImport: orders.excelImportCheck,
        canSeeProducts: products.list,
      },
      options: {
        supplierId: () => supplierOptions(call),
        marketplaceId: () => marketplaceOptions(call),
        productId: () => chosenProduct(call),
      },
    }),
    daysFor(call),
  ]);
  const opened = call.url.searchParams.get(expandedRow);
  const rows = list.data.rows.map((row) => listed(row, days.timeZone, opened));
  return { ...list, data: { ...list.data, rows, days } };
}

/** Closed rows omit their line items, which keeps the page small. */
function listed({ lineItems, orderDate, ...row }: OrderRow, timeZone: string, opened: string | null) {
  return {
    ...row,
    orderDay: formatDay(orderDate, timeZone),
    itemCount: lineItems.length,
    lineItems: String(row.id) === opened ? lineItems : undefined,
  };
}

/** A row of the list. */
export type ListedOrder = ReturnType<typeof listed>;

/** Returns the product of the list's filter; none if it cannot be read. */
async function chosenProduct(call: Call): Promise<ListOption[]> {
  const { productId } = filtersOf(call, orders.list, {});
  if (productId === undefined) return [];
  return chosenOption(call.api(products.get, { id: productId }));
}

/** Exports all pages of the list as a file. */
export async function exportOrders(call: Call): Promise<Response> {
  return download(call, {
    operation: orders.excelExport,
    input: askedBy(filtersOf(call, orders.list, reading), reading),
    fileName: ordersFile,
    page: `${paths.orders()}${call.url.search}`,
    notDownloaded: notExported,
  });
}

/** Loads the products that the list can be filtered by, restricted to the supplier filter. */
export async function loadProductChoices(call: Call) {
  const { supplierId } = filtersOf(call, orders.list, {});
  const name = products.list.input.shape.name.safeParse(call.url.searchParams.get(findRecord) ?? "").data;
  const { items, totalCount } = await call.api(products.list, { name, supplierId, pageSize });
  const here = wantedPath(call);
  const back = withParams(`${paths.orders()}${new URL(here, call.url).search}`, { [findRecord]: null });
  return {
    find: name ?? "",
    totalCount: totalCount ?? items.length,
    choices: items.map(({ id, name, externalSku, supplierName }) => ({
      id,
      name,
      externalSku,
      supplierName,
      to: withParams(back, { ...fromTheTop, productId: id }),
    })),
    back,
    /** The other filters of the list, which are preserved. */
    kept: [...new URL(back, call.url).searchParams],
  };
}

/** For the dialog of a new order. */
export async function loadNewOrder(call: Call) {
  const [ofSuppliers, ofMarketplaces] = await Promise.all([supplierOptions(call), marketplaceOptions(call)]);
  return { suppliers: ofSuppliers, marketplaces: ofMarketplaces, commandId: newCommandId() };
}

export const addForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: orders.add,
    schema: addOrder,
    input: (typed) => typed,
    saved: orderMessages.saved,
    notSaved: orderMessages.notSaved,
    next: (call, id) => withWayBack(paths.order(id), call.url.search),
  }),
};

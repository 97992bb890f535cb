/** Changes many orders at once, and prints their packaging slips. */
import { redirect } from "@remix-run/node";
import { tickedRows } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { searchRecords } from "#app/services/forms/pickers.server.ts";
import { choice, type ManyField, type ManyKind, manyKind, manyPage } from "#app/services/pages/many.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { day } from "#contract/fields.ts";
import { mostChosen } from "#contract/many.ts";
import type { OrderChange } from "#contract/orders/many.ts";
import { orders } from "#contract/orders/operations.ts";
import { orderMessages } from "#contract/orders/schema.ts";
import { pickerPageSize } from "#contract/paging.ts";
import { can } from "#contract/permissions.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { maxSlips } from "#contract/shipments/schema.ts";
import { orderListRules } from "./orders.server.ts";

/** Supplier staff never decide who supplies an order. */
const isOperator = async (context: RequestContext) => can(await permissionsOf(context), orders.add);

const everySupplier = async (context: RequestContext) =>
  (await searchRecords.suppliers(context, { pageSize: pickerPageSize, includeTotalCount: false })).options;

const kinds: Record<OrderChange["Kind"], ManyKind<OrderChange>> = {
  assign: manyKind({
    label: "Assign a supplier",
    warning:
      "The supplier ships the orders and is paid for them. Once assigned, it cannot be changed, so this cannot be undone.",
    isOffered: isOperator,
    fields: { toSupplier: choice("Supplier", orderMessages.supplier, everySupplier) },
    change: ({ toSupplier }): OrderChange => ({ Kind: "assign", SupplierId: toSupplier }),
  }),
  notify: manyKind({
    label: "Email the suppliers",
    warning: "Each supplier gets an email about each of its orders. An email that has been sent cannot be undone.",
    isOffered: isOperator,
    fields: {},
    change: (): OrderChange => ({ Kind: "notify" }),
  }),
  processing: manyKind({
    label: "Mark the items as Processing",
    fields: {},
    change: (): OrderChange => ({ Kind: "processing" }),
  }),
  waitingOnStock: manyKind({
    label: "Mark the items as Waiting on Stock",
    fields: {
      inStock: { label: "Expected in stock", kind: "day", schema: day } satisfies ManyField<string>,
    },
    change: ({ inStock }): OrderChange => ({ Kind: "waitingOnStock", ExpectedInStockDate: inStock }),
  }),
};

export const manyOrders = manyPage({
  noun: "order",
  list: { path: paths.orders(), operation: orders.list, rules: orderListRules, without: ["includeLineItems"] },
  progress: manyPaths.orderProgress,
  preview: orders.previewMany,
  operation: orders.changeMany,
  kinds,
  notSaved: orderMessages.notSaved,
});

/** Leads to the packaging slips of all shipments of the chosen orders. */
export async function loadOrderSlips(context: RequestContext): Promise<never> {
  await manyOrders.assertChosen(context);
  const refuse = (message: string) => redirectWithError(manyOrders.listAddress(context), message);
  const orderIds = await chosenOrders(context);
  if (orderIds === undefined)
    throw await refuse(`Please choose at most ${mostChosen} orders, or narrow your search, to print packing slips.`);
  const { items, totalCount } = await context.api(shipments.list, {
    orderIds: orderIds.join(),
    pageSize: maxSlips,
    sortFieldName: "id",
    sortDirection: "Ascending",
  });
  const ids = items.filter(({ cancelledDate }) => !cancelledDate).map(({ id }) => String(id));
  if (ids.length === 0)
    throw await refuse("There are no shipments of these orders yet, so there are no packing slips.");
  if ((totalCount ?? 0) > maxSlips)
    throw await refuse(`These orders have more than ${maxSlips} shipments. Please choose fewer orders.`);
  throw redirect(`${paths.packagingSlips()}?${new URLSearchParams(ids.map((id) => [tickedRows, id]))}`);
}

/** Undefined if they are too many. */
async function chosenOrders(context: RequestContext): Promise<(number | string)[] | undefined> {
  const which = await manyOrders.whichOf(context);
  if (which.Ids) return which.Ids.length > mostChosen ? undefined : which.Ids;
  const input = { ...which.Filter, pageSize: mostChosen, includeLineItems: false };
  const { items, totalCount, isMoreThanCounted } = await context.api(orders.list, input);
  return (totalCount ?? 0) > items.length || isMoreThanCounted ? undefined : items.map(({ id }) => id);
}

/** Changes many orders at once, by the rules of the page for one. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { describeKept } from "#api/areas/history/kept.ts";
import { flagsOf, lockedOrder, type StoredOrder } from "#api/areas/shared/order.ts";
import { updateOutstanding } from "#api/areas/shared/order-ledger.ts";
import { orderTextMatch } from "#api/areas/shared/order-text.ts";
import { visibleOrders, visibleTo } from "#api/core/access/caller.ts";
import { orderLineItems, orders, suppliers } from "#api/core/database/schema/index.ts";
import { sendInTurn } from "#api/core/mail/limited.ts";
import type { ManyArea, ManyWork } from "#api/core/many/area.ts";
import { previewOf } from "#api/core/many/preview.ts";
import { manyChanges } from "#api/core/many/process.ts";
import { conflict, forbidden, notFound, refuse } from "#api/core/refusals/refusal.ts";
import { orderLineItemStatuses, SupplierPermission } from "#contract/enumerations.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { type OrderChange, statusOf } from "#contract/orders/many.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { isChosen } from "#contract/rules/order-line.ts";
import { setSupplier } from "./assign-supplier.ts";
import { sendOrderToSupplier } from "./commands.ts";
import { whyNotExpected } from "./line-items.ts";
import { filtersOf } from "./search.ts";

type Filter = NonNullable<InputOf<Operations["orders"]["changeMany"]>["Filter"]>;

const isStatus = (change: OrderChange) => change.Kind === "processing" || change.Kind === "waitingOnStock";

const area: ManyArea<OrderChange, Filter, StoredOrder> = {
  name: "orderChanges",
  noun: "order",
  path: "/orders/many",
  permission: "orders.edit",
  id: orders.id,
  authorise(work, change) {
    const { caller } = work;
    // Supplier staff never decide who supplies an order.
    if (!isStatus(change) && !flagsOf(caller, { supplierId: null }).canEditDetails) throw forbidden();
  },
  assertPossible(context, change) {
    if (change.Kind === "waitingOnStock")
      refuse({ "Change.ExpectedInStockDate": whyNotExpected(change.ExpectedInStockDate, context) });
  },
  matches: (filter, work) => and(textOf(filter), ...filtersOf(filter, work)),
  find: ({ db, caller }, which, most) =>
    db
      .select({ id: orders.id, name: orders.marketplaceOrderId })
      .from(orders)
      .where(and(visibleOrders(caller), visibleTo(caller, orders.supplierId, SupplierPermission.orders), which))
      .orderBy(asc(orders.sortableNumber), asc(orders.id))
      .limit(most),
  async lock(work, id) {
    const order = await lockedOrder(work, id);
    if (!flagsOf(work.caller, order).canUpdateLineItemStatus) throw notFound("This order");
    return order;
  },
  about: ({ customerFirstName, customerSurname }) => `${customerFirstName} ${customerSurname}`,
  shown: shownFields,
  change: changeOne,
  done: ({ Kind }) => (Kind === "notify" ? "emailed to the supplier" : "changed"),
  undo: {
    can: isStatus,
    record: "order",
    tables: ["order_line_items"],
    describeKept,
    after: ({ db }, { id }) => updateOutstanding(db, id),
  },
};

const textOf = ({ searchText }: Filter) => (searchText === undefined ? undefined : orderTextMatch(searchText).perRow);

const itemsOf = ({ db }: ManyWork, { id }: StoredOrder) =>
  db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orderId, id), isNull(orderLineItems.deletedAt)))
    .orderBy(asc(orderLineItems.id));

async function changeOne(work: ManyWork, order: StoredOrder, change: OrderChange): Promise<boolean> {
  switch (change.Kind) {
    case "assign":
      if (order.supplierId === change.SupplierId) return false;
      await setSupplier(work, order, change.SupplierId);
      return true;
    case "notify":
      await sendOrderToSupplier(work, order, sendInTurn);
      return true;
    default:
      return markItems(work, order, change);
  }
}

/** Marks the items whose status people choose; what has been sent or cancelled stays as it is. */
async function markItems(
  work: ManyWork,
  order: StoredOrder,
  change: Extract<OrderChange, { Kind: keyof typeof statusOf }>,
): Promise<boolean> {
  const open = (await itemsOf(work, order)).filter(({ status }) => isChosen(status));
  if (open.length === 0)
    throw conflict("It has no item whose status can be chosen: all have been sent or cancelled, in full or in part.");
  const status = statusOf[change.Kind];
  const expectedInStockDate = change.Kind === "waitingOnStock" ? change.ExpectedInStockDate : null;
  const others = open.filter((item) => item.status !== status || item.expectedInStockDate !== expectedInStockDate);
  for (const { id } of others)
    await work.db.update(orderLineItems).set({ status, expectedInStockDate }).where(eq(orderLineItems.id, id));
  if (others.length > 0) await updateOutstanding(work.db, order.id);
  return others.length > 0;
}

async function shownFields(
  work: ManyWork,
  order: StoredOrder,
  change: OrderChange,
  isAfter: boolean,
): Promise<Map<string, string>> {
  if (isStatus(change)) return new Map(await statuses(work, order));
  const [supplier] =
    order.supplierId === null ? [] : await work.db.select().from(suppliers).where(eq(suppliers.id, order.supplierId));
  if (change.Kind === "notify") return new Map([["Email to", isAfter ? (supplier?.orderContactEmails ?? "") : ""]]);
  return new Map([["Supplier", supplier?.name ?? "None"]]);
}

async function statuses(work: ManyWork, order: StoredOrder): Promise<[string, string][]> {
  const items = await itemsOf(work, order);
  return items.map(({ productName, status, expectedInStockDate }, i) => {
    const isSameName = items.some((other, j) => i !== j && other.productName === productName);
    const word = orderLineItemStatuses.find(({ value }) => value === status)?.displayName ?? "";
    return [
      isSameName ? `${productName} (${i + 1})` : productName,
      expectedInStockDate ? `${word}, expected ${formatPlainDay(expectedInStockDate)}` : word,
    ];
  });
}

export const orderChanges = manyChanges(area);
export const changeMany = orderChanges.begin;
export const previewMany = previewOf(area);

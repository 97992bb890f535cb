/**
 * Imports the shipments in the rows of one order. Rows with the same tracking number form a new shipment; rows with a
 * ShipmentId change an existing one. A shipment is imported with all of its rows or with none.
 */
import { asc, eq } from "drizzle-orm";
import { flagsOf, lockedOrder, type StoredOrder } from "#api/areas/shared/order.ts";
import { makeShipment, type StoredShipment, trackShipment, whyClosed } from "#api/areas/shared/shipping.ts";
import { shipmentItems, shipments } from "#api/core/database/schema/index.ts";
import { Problems, refuseRows } from "#api/core/excel/cells.ts";
import type { ImportUnit } from "#api/core/processing/import-kind.ts";
import { allRows } from "#api/core/processing/import-results.ts";
import type { Work } from "#api/core/processing/process.ts";
import { orRefusal, Refusal } from "#api/core/refusals/refusal.ts";
import { ShipmentStatus } from "#contract/enumerations.ts";
import type { ImportOutcome } from "#contract/imports.ts";
import type { ShipmentColumn } from "#contract/orders/import.ts";
import { updateShipment } from "#contract/shipments/schema.ts";
import type { Problem, ShipmentRow } from "./import-rows.ts";

/** The result of the rows of one shipment. */
export interface ShipmentResult {
  outcome: ImportOutcome;
  rows: number[];
  orderId: number | null;
  orderNumber: string | null;
  shipmentId: number | null;
  courierId: number | null;
  trackingNumber: string | null;
  quantity: number;
  problems: Problem[];
}

/** The rows of one order. */
export interface OrderRows extends ImportUnit<ShipmentResult> {
  /** Undefined if the rows have no order id. */
  orderId?: number | undefined;
}

/** @param orderId undefined if the rows have no order id */
export async function importOrder(
  work: Work,
  orderId: number | undefined,
  rows: readonly ShipmentRow[],
): Promise<ShipmentResult[]> {
  const order = orderId === undefined ? undefined : await orRefusal(() => lockedOrder(work, orderId));
  const results: ShipmentResult[] = [];
  for (const group of shipmentsIn(rows))
    results.push(await resultOf(work, group, order, () => importShipment(work, group, orderId, order)));
  return results;
}

/** Groups the rows by shipment. */
function shipmentsIn(rows: readonly ShipmentRow[]): ShipmentRow[][] {
  const groups = new Map<string, ShipmentRow[]>();
  for (const row of rows) {
    const { ShipmentId, TrackingNumber } = row.values;
    const key =
      ShipmentId !== undefined
        ? `shipment ${ShipmentId}`
        : TrackingNumber !== undefined
          ? `number ${TrackingNumber}`
          : `row ${row.number}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

type Done = Pick<ShipmentResult, "outcome" | "shipmentId">;

function resultOf(
  { db }: Work,
  rows: ShipmentRow[],
  order: StoredOrder | Refusal | undefined,
  importing: () => Promise<Done>,
): Promise<ShipmentResult> {
  const about = {
    rows: rows.map(({ number }) => number),
    orderId: firstValue(rows, "OrderId") ?? null,
    orderNumber: order && !(order instanceof Refusal) ? order.marketplaceOrderId : null,
    shipmentId: firstValue(rows, "ShipmentId") ?? null,
    courierId: firstValue(rows, "Courier") ?? null,
    trackingNumber: firstValue(rows, "TrackingNumber") ?? null,
    quantity: rows.reduce((sum, { values }) => sum + (values.QuantityShipped ?? 0), 0),
    problems: [],
  };
  return allRows(db, "shipment", about, importing);
}

type Values = ShipmentRow["values"];

function firstValue<C extends ShipmentColumn>(rows: readonly ShipmentRow[], column: C): Values[C] {
  return rows.find(({ values }) => values[column] !== undefined)?.values[column];
}

async function importShipment(
  work: Work,
  rows: ShipmentRow[],
  orderId: number | undefined,
  order: StoredOrder | Refusal | undefined,
): Promise<Done> {
  refuseRows(rows.flatMap(({ problems }) => problems));
  if (order === undefined) throw atEach(rows, "OrderId", "Required: the number of the order.");
  if (order instanceof Refusal) throw atEach(rows, "OrderId", `There is no order ${orderId}, or you may not see it.`);
  if (!flagsOf(work.caller, order).canUpdateLineItemStatus)
    throw atEach(rows, "OrderId", "You can see this order, but not ship it.");
  refuseRows([
    ...contradictions(rows, "Courier"),
    ...contradictions(rows, "ShippingStatus"),
    ...contradictions(rows, "TrackingNumber"),
  ]);
  return firstValue(rows, "ShipmentId") === undefined
    ? createFromRow(work, order, rows)
    : changeFromRow(work, order, rows);
}

const atEach = (rows: readonly ShipmentRow[], column: ShipmentColumn, why: string) =>
  new Problems(rows.map(({ number: row }) => ({ row, column, why })));

/** All rows of a shipment must have the same value in a column of the shipment, or leave it empty. */
function contradictions(rows: readonly ShipmentRow[], column: ShipmentColumn): Problem[] {
  const [first, ...others] = rows.filter(({ values }) => values[column] !== undefined);
  if (!first) return [];
  const different = others.filter(({ values }) => values[column] !== first.values[column]);
  return different.map(({ number: row }) => ({
    row,
    column,
    why: `Row ${first.number} is for the same shipment, but is different.`,
  }));
}

/** A stored shipment with the quantities of its items. */
type KnownShipment = StoredShipment & { items: Map<number, number> };

async function shipmentsOf({ db }: Work, { id }: StoredOrder): Promise<KnownShipment[]> {
  const rows = await db
    .select({ shipment: shipments, item: shipmentItems })
    .from(shipments)
    .innerJoin(shipmentItems, eq(shipmentItems.shipmentId, shipments.id))
    .where(eq(shipments.orderId, id))
    .orderBy(asc(shipments.id));
  const known = new Map<number, KnownShipment>();
  for (const { shipment, item } of rows) {
    const one = known.get(shipment.id) ?? { ...shipment, items: new Map<number, number>() };
    one.items.set(item.lineItemId, item.quantity);
    known.set(shipment.id, one);
  }
  return [...known.values()];
}

const untracked = { courierId: null, trackingNumber: "", status: ShipmentStatus.processing };

async function createFromRow(work: Work, order: StoredOrder, rows: ShipmentRow[]): Promise<Done> {
  refuseRows([...rows.flatMap(incomplete), ...rows.map((row, i) => twice(rows.slice(0, i), row))]);
  const items = rows.map(({ values }) => ({
    LineItemId: values.LineItemId ?? 0,
    QuantityToShip: values.QuantityShipped ?? 0,
  }));
  const tracking = trackingFrom(rows, untracked);
  const sent = (await shipmentsOf(work, order)).filter(
    ({ trackingNumber }) => trackingNumber === tracking.TrackingNumber,
  );
  const [there] = sent;
  if (there) {
    refuseRows(rows.map((row) => otherwiseIn(sent, there, row)));
    return { outcome: "unchanged", shipmentId: there.id };
  }
  const { CourierId: courierId, TrackingNumber: trackingNumber } = tracking;
  const id = await toRows(rows, () => makeShipment(work, order, { items, courierId, trackingNumber }));
  await toRows(rows, () => trackShipment(work, { ...untracked, id, courierId, trackingNumber }, tracking));
  return { outcome: "made", shipmentId: id };
}

function incomplete({ number: row, values }: ShipmentRow): Problem[] {
  const problems: Problem[] = [];
  if (values.LineItemId === undefined)
    problems.push({ row, column: "LineItemId", why: "Required: the number of the item." });
  if (values.QuantityShipped === undefined) {
    problems.push({
      row,
      column: "QuantityShipped",
      why: "Please enter how many are shipped or, to change an existing shipment, its ShipmentId.",
    });
  }
  return problems;
}

function twice(before: readonly ShipmentRow[], { number: row, values }: ShipmentRow): Problem | undefined {
  const other = before.find((each) => each.values.LineItemId === values.LineItemId);
  return other && { row, column: "LineItemId", why: `This item is in row ${other.number} of the same shipment.` };
}

/** Rows with a known tracking number have been imported before, and must match the stored shipment. */
function otherwiseIn(
  sent: readonly KnownShipment[],
  first: KnownShipment,
  { number: row, values }: ShipmentRow,
): Problem | undefined {
  const itemId = values.LineItemId ?? 0;
  const there =
    sent.find(({ items, cancelledAt }) => items.has(itemId) && !cancelledAt) ??
    sent.find(({ items }) => items.has(itemId)) ??
    first;
  const quantity = there.items.get(itemId);
  const known = `Shipment ${there.id} with this number`;
  if (there.cancelledAt)
    return {
      row,
      column: "TrackingNumber",
      why: `${known} was cancelled. To send the item again, please use another number.`,
    };
  if (quantity === undefined)
    return {
      row,
      column: "TrackingNumber",
      why: `${known} was sent without this item. Please use another number for it.`,
    };
  if (quantity !== values.QuantityShipped)
    return {
      row,
      column: "QuantityShipped",
      why: `${known} has ${quantity} of this item, and an import does not change that.`,
    };
  return undefined;
}

async function changeFromRow(work: Work, order: StoredOrder, rows: ShipmentRow[]): Promise<Done> {
  const id = firstValue(rows, "ShipmentId");
  const shipment = (await shipmentsOf(work, order)).find((each) => each.id === id);
  if (!shipment) throw atEach(rows, "ShipmentId", `Order ${order.id} has no shipment ${id}.`);
  refuseRows(rows.map((row) => notInShipment(shipment, row)));
  const tracking = trackingFrom(rows, shipment);
  const isSame =
    tracking.CourierId === shipment.courierId &&
    tracking.TrackingNumber === shipment.trackingNumber &&
    tracking.Status === shipment.status;
  if (isSame) return { outcome: "unchanged", shipmentId: shipment.id };
  const why = whyClosed(shipment);
  if (why) throw atEach(rows, "ShipmentId", why);
  await toRows(rows, () => trackShipment(work, shipment, tracking));
  return { outcome: "changed", shipmentId: shipment.id };
}

function notInShipment({ id, items }: KnownShipment, { number: row, values }: ShipmentRow): Problem | undefined {
  const { LineItemId: itemId, QuantityShipped: quantity } = values;
  if (itemId === undefined)
    return quantity === undefined ? undefined : { row, column: "LineItemId", why: "Required: the number of the item." };
  const shipped = items.get(itemId);
  if (shipped === undefined) return { row, column: "LineItemId", why: `This item is not in shipment ${id}.` };
  if (quantity === undefined || quantity === shipped) return undefined;
  return {
    row,
    column: "QuantityShipped",
    why: `Shipment ${id} has ${shipped} of this item, and an import does not change that.`,
  };
}

const columnOf: Record<string, ShipmentColumn> = {
  CourierId: "Courier",
  TrackingNumber: "TrackingNumber",
  Status: "ShippingStatus",
};
const trackingSchema = updateShipment.omit({ ShipmentId: true });

/** Empty cells keep the stored values. The result must be valid by the rules of the shipment form. */
function trackingFrom(
  rows: readonly ShipmentRow[],
  now: Pick<StoredShipment, "courierId" | "trackingNumber" | "status">,
) {
  const checked = trackingSchema.safeParse({
    CourierId: firstValue(rows, "Courier") ?? now.courierId,
    TrackingNumber: firstValue(rows, "TrackingNumber") ?? now.trackingNumber,
    Status: firstValue(rows, "ShippingStatus") ?? now.status,
  });
  if (checked.success) return checked.data;
  throw new Problems(
    checked.error.issues.map(({ path, message }) => atFirst(rows, columnOf[String(path[0])] ?? null, message)),
  );
}

/** Reports a problem at the first row with a value in the column, or at the first row if there is none. */
function atFirst(rows: readonly ShipmentRow[], column: ShipmentColumn | null, why: string): Problem {
  const source = rows.find(({ values }) => column && values[column] !== undefined) ?? rows[0];
  return { row: source?.number ?? 0, column, why };
}

/** Reports refusals of the shipment at the rows and columns that caused them. */
async function toRows<T>(rows: readonly ShipmentRow[], work: () => Promise<T>): Promise<T> {
  const result = await orRefusal(work);
  if (!(result instanceof Refusal)) return result;
  throw new Problems(
    Object.entries(result.errors ?? {}).flatMap(([field, reasons]) => {
      const [, index, name] = field.match(/^Items\.(\d+)\.(\w+)$/) ?? [];
      const row = rows[Number(index)];
      return reasons.map((why) =>
        row
          ? {
              row: row.number,
              column: name === "LineItemId" ? ("LineItemId" as const) : ("QuantityShipped" as const),
              why,
            }
          : atFirst(rows, columnOf[field] ?? null, why),
      );
    }),
  );
}

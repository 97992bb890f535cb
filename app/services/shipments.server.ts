/** What the list of the shipments and the page of one load, and what its forms send. */
import { shipmentStatuses } from "@contract/enumerations.ts";
import { formatDay, formatMoment } from "@contract/rules/dates.ts";
import { trackingForm } from "@contract/shipments/forms.ts";
import { shipments } from "@contract/shipments/operations.ts";
import { chosenShipmentStatuses, type Shipment, type ShipmentRow, shipmentMessages } from "@contract/shipments/schema.ts";
import { z } from "zod";
import { nothing, paths, withParams } from "~/lib/paths";
import { trackingCard } from "~/lib/shipment-edit";
import { type Call, wantedPath } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";
import { daysFor } from "./days.server";
import { loadList } from "./list.server";
import { marketplaceOptions, supplierOptions } from "./pickers.server";
import { missing } from "./route.server";
import { timeZoneOf } from "./time-zone.server";

export async function loadShipments(call: Call) {
  const [list, days] = await Promise.all([
    loadList(call, shipments.list, {
      buttons: {},
      days: { fromDate: "start", toDate: "end" },
      options: { supplierId: () => supplierOptions(call), marketplaceId: () => marketplaceOptions(call) },
    }),
    daysFor(call),
  ]);
  return { ...list, data: { ...list.data, rows: list.data.rows.map((row) => listed(row, days.timeZone)), days } };
}

const listed = ({ createdDate, cancelledDate, ...row }: ShipmentRow, timeZone: string) => ({
  ...row,
  createdDay: formatDay(createdDate, timeZone),
  isCancelled: Boolean(cancelledDate),
});

/** A row of the list. */
export type ListedShipment = ReturnType<typeof listed>;

export async function loadShipment(call: Call) {
  const [shipment, timeZone] = await Promise.all([getShipment(call), timeZoneOf(call)]);
  return { shipment: shown(shipment, timeZone), timeZone, commandId: newCommandId(), tracking: await trackingOf(call, shipment) };
}

/** The page of a shipment. */
export type ShipmentPage = Awaited<ReturnType<typeof loadShipment>>;

function shown({ createdDate, cancelledDate, status, ...shipment }: Shipment, timeZone: string) {
  return {
    ...shipment,
    name: `${shipment.marketplaceOrderId}-${shipment.id}`,
    createdAt: formatMoment(createdDate, timeZone),
    cancelledAt: cancelledDate ? formatMoment(cancelledDate, timeZone) : undefined,
    statusWord: shipmentStatuses.find(({ value }) => value === status)?.displayName ?? "Unknown",
  };
}

/**
 * What the form of the tracking starts with, when it is open: because somebody opened it, or because the courier or the
 * number is missing, until they say that they want to read.
 */
async function trackingOf(call: Call, { canEdit, courierId, trackingNumber, status }: Shipment) {
  const asked = call.url.searchParams.get("edit");
  const isMissing = !courierId || !trackingNumber;
  if (!canEdit || (asked !== trackingCard && (asked === nothing || !isMissing))) return undefined;
  const couriers = await call.api(shipments.couriers, {});
  const statuses = chosenShipmentStatuses.some(({ value }) => value === status) ? chosenShipmentStatuses : shipmentStatuses;
  return {
    values: { CourierId: String(courierId ?? ""), TrackingNumber: trackingNumber ?? "", Status: String(status) },
    couriers: couriers.map(({ id, name }) => ({ value: String(id), label: name })),
    statuses: statuses.map(({ value, displayName }) => ({ value: String(value), label: displayName })),
  };
}

export async function loadShipmentToCancel(call: Call) {
  const { id, canEdit } = await getShipment(call);
  if (!canEdit) throw missing();
  return { id, commandId: newCommandId() };
}

const shipmentId = ({ params }: Call): string => params.id ?? "";
const getShipment = (call: Call) => call.api(shipments.get, { id: shipmentId(call) });

const { saved, notSaved } = shipmentMessages;

export const shipmentForms: Record<string, CommandForm> = {
  [trackingCard]: commandForm({
    operation: shipments.update,
    schema: trackingForm,
    input: (typed, call) => ({ ...typed, ShipmentId: shipmentId(call) }),
    saved,
    notSaved,
    next: (call) => withParams(wantedPath(call), { edit: null }),
  }),
};

export const cancelForms: Record<string, CommandForm> = {
  cancel: commandForm({
    operation: shipments.cancel,
    schema: z.object({}),
    input: (_, call) => ({ ShipmentId: shipmentId(call) }),
    saved,
    notSaved,
    next: (call) => `${paths.shipment(shipmentId(call))}${call.url.search}`,
  }),
};

/** Loaders of the shipment list and the shipment page, and their forms. */

import { z } from "zod";
import { nothing, paths, withParams } from "#app/lib/paths.ts";
import { trackingCard } from "#app/lib/shipment-edit.ts";
import { choiceTold } from "#app/services/forms/both-versions.server.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { marketplaceOptions, supplierOptions } from "#app/services/forms/pickers.server.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { timeZoneOf } from "#app/services/pages/time-zone.server.ts";
import { type Call, wantedPath } from "#app/services/request/call.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { shipmentStatuses } from "#contract/enumerations.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment, formatZonedMoment } from "#contract/rules/moments.ts";
import { courierOf } from "#contract/shipments/couriers.ts";
import { tracking } from "#contract/shipments/edits.ts";
import { trackingForm } from "#contract/shipments/forms.ts";
import { shipments } from "#contract/shipments/operations.ts";
import {
  chosenShipmentStatuses,
  type Shipment,
  type ShipmentRow,
  shipmentMessages,
} from "#contract/shipments/schema.ts";
import { shipmentName, thenSlip, whyNoSlip } from "#contract/shipments/slip.ts";

export async function loadShipments(call: Call) {
  const [list, days] = await Promise.all([
    loadList(call, shipments.list, {
      buttons: { markDispatched: shipments.markDispatched },
      days: { fromDate: "start", toDate: "end" },
      options: {
        supplierId: () => supplierOptions(call),
        marketplaceId: () => marketplaceOptions(call),
        status: async () =>
          shipmentStatuses.map(({ value, displayName }) => ({ value: String(value), label: displayName })),
      },
      largerPages: [100],
    }),
    daysFor(call),
  ]);
  return {
    ...list,
    data: { ...list.data, rows: list.data.rows.map((row) => listedShipment(row, days.timeZone)), days },
  };
}

export const listedShipment = (
  { createdDate, cancelledDate, slipPrintedDate, status, ...row }: ShipmentRow,
  timeZone: string,
) => ({
  ...row,
  statusWord: cancelledDate ? "Cancelled" : shipmentStatuses.find(({ value }) => value === status)?.displayName,
  courierName: courierOf(row.courierId ?? null)?.name,
  createdDay: formatDay(createdDate, timeZone),
  name: shipmentName(row),
  isCancelled: Boolean(cancelledDate),
  isSlipPrinted: Boolean(slipPrintedDate),
});

/** A row of the list. */
export type ListedShipment = ReturnType<typeof listedShipment>;

export async function loadShipment(call: Call) {
  const [shipment, timeZone] = await Promise.all([getShipment(call), timeZoneOf(call)]);
  const form = await trackingOf(call, shipment);
  return {
    shipment: shown(shipment, timeZone),
    timeZone,
    commandId: newCommandId(),
    tracking: form,
    isSlipNext: asksForSlip(call) && form !== undefined,
  };
}

/** Data of the shipment page. */
export type ShipmentPage = Awaited<ReturnType<typeof loadShipment>>;

function shown({ createdDate, status, ...shipment }: Shipment, timeZone: string) {
  return {
    ...shipment,
    name: shipmentName(shipment),
    hasSlip: whyNoSlip(shipment) === undefined,
    slipPrinted: slipPrintedWords(shipment, timeZone),
    createdAt: formatMoment(createdDate, timeZone),
    cancelledAt: shipment.cancelledDate ? formatMoment(shipment.cancelledDate, timeZone) : undefined,
    statusWord: shipmentStatuses.find(({ value }) => value === status)?.displayName ?? "Unknown",
  };
}

/** Returns `Packaging slip printed 03 Mar 2026, 9:30 am (Australia/Sydney) by Oscar Lindqvist`. */
export function slipPrintedWords(
  { slipPrintedDate, slipPrintedByUserFullName: by }: Pick<Shipment, "slipPrintedDate" | "slipPrintedByUserFullName">,
  timeZone: string,
): string | undefined {
  if (!slipPrintedDate) return undefined;
  return `Packaging slip printed ${formatZonedMoment(slipPrintedDate, timeZone)}${by ? ` by ${by}` : ""}`;
}

/** The user asked for the slip when the shipment was created: it opens as soon as it exists. */
const asksForSlip = ({ url }: Call) => url.searchParams.get("then") === thenSlip;

/**
 * Returns the initial values of the tracking form, or undefined while it is closed. It is open if the user opened it,
 * or if courier or tracking number is missing and the user has not closed it.
 */
async function trackingOf(call: Call, shipment: Shipment) {
  const { canEdit, courierId, trackingNumber, status } = shipment;
  const asked = call.url.searchParams.get("edit");
  const isMissing = !courierId || !trackingNumber;
  if (!canEdit || (asked !== trackingCard && (asked === nothing || !isMissing))) return undefined;
  const couriers = await call.api(shipments.couriers, {});
  const statuses = chosenShipmentStatuses.some(({ value }) => value === status)
    ? chosenShipmentStatuses
    : shipmentStatuses;
  return {
    shown: shownText(tracking(shipment)),
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

export const shipmentId = ({ params }: Call): string => params.id ?? "";
export const getShipment = (call: Call) => call.api(shipments.get, { id: shipmentId(call) });

const { saved, notSaved } = shipmentMessages;

const courierSaid = async (id: unknown, call: Call) =>
  (await call.api(shipments.couriers, {})).find((courier) => courier.id === id)?.name ?? "nothing";

export const shipmentForms: Record<string, CommandForm> = {
  [trackingCard]: commandForm({
    operation: shipments.update,
    schema: trackingForm,
    input: ({ IsFinal: _, ...typed }, call) => ({ ...typed, ShipmentId: shipmentId(call) }),
    told: { Status: choiceTold(shipmentStatuses), CourierId: { say: courierSaid } },
    saved,
    notSaved,
    next: (call) =>
      asksForSlip(call) ? paths.packagingSlip(shipmentId(call)) : withParams(wantedPath(call), { edit: null }),
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

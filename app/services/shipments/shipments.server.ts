/** Loaders of the shipment list and the shipment page, and their forms. */

import { nothing, paths, withParams } from "#app/lib/paths.ts";
import { trackingCard } from "#app/lib/shipment-edit.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { choiceConflict } from "#app/services/forms/edit-conflicts.server.ts";
import { marketplaceFilter, supplierFilter } from "#app/services/forms/pickers.server.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { discussionOf } from "#app/services/pages/discussion.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { shipmentStatuses } from "#contract/enumerations.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";
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

/** How the list reads its query string. */
export const shipmentListRules = { days: { fromDate: "start", toDate: "end" } } as const;

export async function loadShipments(context: RequestContext) {
  const [list, days] = await Promise.all([
    loadList(context, shipments.list, {
      views: "shipments",
      buttons: { markDispatched: shipments.markDispatched },
      ...shipmentListRules,
      options: {
        supplierId: () => supplierFilter(context, paths.shipments()),
        marketplaceId: () => marketplaceFilter(context),
        status: async () =>
          shipmentStatuses.map(({ value, displayName }) => ({ value: String(value), label: displayName })),
      },
      largerPages: [100],
    }),
    daysFor(),
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

export async function loadShipment(context: RequestContext) {
  const [shipment, timeZone] = await Promise.all([getShipment(context), operatorZone()]);
  const [form, discussion] = await Promise.all([
    trackingOf(context, shipment),
    discussionOf(context, "shipment", shipment.id),
  ]);
  return {
    shipment: shown(shipment, timeZone),
    commandId: newCommandId(),
    tracking: form,
    discussion,
    isSlipNext: isSlipRequested(context) && form !== undefined,
  };
}

/** Data of the shipment page. */
export type ShipmentPage = Awaited<ReturnType<typeof loadShipment>>;

function shown({ createdDate, status, ...shipment }: Shipment, timeZone: string) {
  return {
    ...shipment,
    name: shipmentName(shipment),
    hasSlip: whyNoSlip(shipment) === undefined,
    slipPrinted: slipPrintedText(shipment, timeZone),
    createdAt: formatMoment(createdDate, timeZone),
    cancelledAt: shipment.cancelledDate ? formatMoment(shipment.cancelledDate, timeZone) : undefined,
    statusWord: shipmentStatuses.find(({ value }) => value === status)?.displayName ?? "Unknown",
  };
}

/** Returns `Packaging slip printed 03 Mar 2026, 9:30 am by Oscar Lindqvist`. */
export function slipPrintedText(
  { slipPrintedDate, slipPrintedByUserFullName: by }: Pick<Shipment, "slipPrintedDate" | "slipPrintedByUserFullName">,
  timeZone: string,
): string | undefined {
  if (!slipPrintedDate) return undefined;
  return `Packaging slip printed ${formatMoment(slipPrintedDate, timeZone)}${by ? ` by ${by}` : ""}`;
}

/** The user asked for the slip when the shipment was created: it opens as soon as it exists. */
const isSlipRequested = ({ url }: RequestContext) => url.searchParams.get("then") === thenSlip;

/**
 * Returns the initial values of the tracking form, or undefined while it is closed. It is open if the user opened it,
 * or if courier or tracking number is missing and the user has not closed it.
 */
async function trackingOf(context: RequestContext, shipment: Shipment) {
  const { canEdit, courierId, trackingNumber, status } = shipment;
  const asked = context.url.searchParams.get("edit");
  const isMissing = !courierId || !trackingNumber;
  if (!canEdit || (asked !== trackingCard && (asked === nothing || !isMissing))) return undefined;
  const couriers = await context.api(shipments.couriers, {});
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

export async function loadShipmentToCancel(context: RequestContext) {
  const { id, canEdit } = await getShipment(context);
  if (!canEdit) throw missing();
  return { id };
}

export const shipmentId = ({ param }: RequestContext) => param("id");
export const getShipment = (context: RequestContext) => context.api(shipments.get, { id: shipmentId(context) });

const { saved, notSaved } = shipmentMessages;

export const courierText = async (id: unknown, context: RequestContext) =>
  (await context.api(shipments.couriers, {})).find((courier) => courier.id === id)?.name ?? "nothing";

export const shipmentForms: Record<string, CommandForm> = {
  [trackingCard]: commandForm({
    operation: shipments.update,
    schema: trackingForm,
    input: ({ IsFinal: _, ...typed }, context) => ({ ...typed, ShipmentId: shipmentId(context) }),
    conflictFields: { Status: choiceConflict(shipmentStatuses), CourierId: { display: courierText } },
    saved,
    notSaved,
    next: (context) =>
      isSlipRequested(context)
        ? paths.packagingSlip(shipmentId(context))
        : withParams(requestedPath(context), { edit: null }),
  }),
};

export const cancelForms: Record<string, CommandForm> = {
  cancel: commandForm({
    operation: shipments.cancel,
    input: (_, context) => ({ ShipmentId: shipmentId(context) }),
    saved,
    notSaved,
    next: (context) => `${paths.shipment(shipmentId(context))}${context.url.search}`,
  }),
};

/** Packaging slips: the page of one slip, the page of several, their files, and marking them as printed. */

import { z } from "zod";
import { image } from "#app/lib/image.ts";
import { paths } from "#app/lib/paths.ts";
import { shipPaths } from "#app/lib/ship-paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { redirectWithError, takeToast } from "#app/services/request/toast.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { can } from "#contract/permissions.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { maxSlips, shipmentMessages } from "#contract/shipments/schema.ts";
import { shipmentName, slipOf, whyNoSlip } from "#contract/shipments/slip.ts";
import { chosenIds, loadChosenShipments } from "./chosen-shipments.server.ts";
import { getShipment, shipmentId, slipPrintedText } from "./shipments.server.ts";

/** Users without this permission can print as well; the slip is then not marked as printed. */
const canMarkPrinted = async (context: RequestContext) => can(await permissionsOf(context), shipments.markSlipsPrinted);

/** If there is no slip yet, the page of the shipment explains why and asks for what is missing. */
export async function loadSlip(context: RequestContext) {
  const [shipment, { cdnBaseUrl }, timeZone, canMark] = await Promise.all([
    getShipment(context),
    configuration(),
    operatorZone(),
    canMarkPrinted(context),
  ]);
  const why = whyNoSlip(shipment);
  if (why) throw await redirectWithError(shipPaths.thenSlip(shipment.id), `There is no packaging slip. ${why}`);
  const slip = slipOf(shipment, timeZone);
  return {
    id: shipment.id,
    slip,
    logo: slip.marketplaceLogoId ? image(cdnBaseUrl, slip.marketplaceLogoId, 400) : undefined,
    barcode: `${cdnBaseUrl}/api/v1/files/barcode/${encodeURIComponent(slip.trackingNumber)}`,
    printed: slipPrintedText(shipment, timeZone),
    canMark,
    commandId: newCommandId(),
    toast: await takeToast(context.request, context.state),
  };
}

export type SlipPage = Awaited<ReturnType<typeof loadSlip>>;

/** Loads the chosen shipments, separated into those that have a slip and the others. */
export async function loadSlips(context: RequestContext) {
  const { rows: chosen, parent } = await loadChosenShipments(context, shipmentMessages.notPrinted, (list) =>
    redirectWithError(list, `At most ${maxSlips} packaging slips are printed at once. Please narrow your search.`),
  );
  const rows = chosen.map((row) => ({
    id: row.id,
    name: shipmentName(row),
    customer: `${row.customerFirstName} ${row.customerSurname}`,
    isPrinted: Boolean(row.slipPrintedDate),
    whyNot: whyNoSlip(row),
  }));
  const [toPrint, without] = [rows.filter(({ whyNot }) => !whyNot), rows.filter(({ whyNot }) => whyNot)];
  return { toPrint, without, parent, canMark: await canMarkPrinted(context), commandId: newCommandId() };
}

export type SlipsPage = Awaited<ReturnType<typeof loadSlips>>;

export async function downloadSlip(context: RequestContext) {
  const shipment = await getShipment(context);
  return file(context, [shipment.id], `Packaging-slip-${shipmentName(shipment)}.pdf`, paths.shipment(shipment.id));
}

export async function downloadSlips(context: RequestContext) {
  const ids = chosenIds.safeParse(context.url.searchParams.get("ids"));
  if (!ids.success) throw missing();
  return file(context, ids.data, "Packaging-slips.pdf", paths.shipments());
}

function file(context: RequestContext, ids: readonly number[], fileName: string, page: string) {
  return download(context, {
    operation: shipments.packagingSlips,
    input: { ids: ids.join() },
    fileName,
    isShown: true,
    page,
    notDownloaded: shipmentMessages.notPrinted,
  });
}

/** @param next returns the page to show once the slips are marked as printed */
const printing = <S extends z.ZodObject>(
  schema: S,
  idsOf: (values: z.output<S>, context: RequestContext) => (number | string)[],
  next: (context: RequestContext, ids: (number | string)[]) => string,
) =>
  commandForm({
    operation: shipments.markSlipsPrinted,
    schema,
    input: (values, context) => ({ ShipmentIds: idsOf(values, context) }),
    saved: "",
    notSaved: shipmentMessages.notPrinted,
    next: (context, _, values) => next(context, idsOf(values, context)),
  });

const thisOne = (_: unknown, context: RequestContext) => [shipmentId(context)];

/** For slips that are printed from the page by the browser, or as a file. */
export const slipForms: Record<string, CommandForm> = {
  page: printing(z.object({}), thisOne, requestedPath),
  file: printing(z.object({}), thisOne, (context) => paths.packagingSlipFile(shipmentId(context))),
};

export const slipsForms: Record<string, CommandForm> = {
  file: printing(
    z.object({ ShipmentIds: chosenIds }),
    ({ ShipmentIds }) => ShipmentIds,
    (_, ids) => (ids.length === 1 ? paths.packagingSlipFile(ids[0] ?? "") : paths.packagingSlipsFile(ids)),
  ),
};

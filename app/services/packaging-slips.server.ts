/** Packaging slips: the page of one, the page of several, their files, and the mark that they were printed. */
import { recordIds } from "@contract/fields.ts";
import { shipments } from "@contract/shipments/operations.ts";
import { maxSlips, shipmentMessages } from "@contract/shipments/schema.ts";
import { shipmentName, slipOf, whyNoSlip } from "@contract/shipments/slip.ts";
import { z } from "zod";
import { chosenShipment } from "~/lib/chosen-shipments";
import { image } from "~/lib/image";
import { paths, withParams } from "~/lib/paths";
import { type Call, wantedPath } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";
import { download } from "./download.server";
import { configuration } from "./identity.server";
import { missing } from "./route.server";
import { getShipment, shipmentId, slipPrintedWords } from "./shipments.server";
import { timeZoneOf } from "./time-zone.server";
import { redirectWithError, takeToast } from "./toast.server";

/** Where there is no slip yet, the page of the shipment says why, and asks for what is missing. */
export async function loadSlip(call: Call) {
  const [shipment, { cdnBaseUrl, defaultTimeZone }, timeZone] = await Promise.all([getShipment(call), configuration(), timeZoneOf(call)]);
  const why = whyNoSlip(shipment);
  if (why) throw await redirectWithError(paths.shipmentThenSlip(shipment.id), `There is no packaging slip. ${why}`);
  const slip = slipOf(shipment, defaultTimeZone);
  return {
    id: shipment.id,
    slip,
    logo: slip.marketplaceLogoId ? image(cdnBaseUrl, slip.marketplaceLogoId, 400) : undefined,
    barcode: `${cdnBaseUrl}/api/v1/files/barcode/${encodeURIComponent(slip.trackingNumber)}`,
    printed: slipPrintedWords(shipment, timeZone),
    commandId: newCommandId(),
    toast: await takeToast(call.request, call.state),
  };
}

export type SlipPage = Awaited<ReturnType<typeof loadSlip>>;

/** The list's own part of an address that also says what was chosen. */
const listAddress = ({ url }: Call) => withParams(`${paths.shipments()}${url.search}`, { [chosenShipment]: null, _routes: null });

const severalIds = recordIds(maxSlips);

/** The chosen shipments, in the order in which the list had them. */
export async function loadSlips(call: Call) {
  const parent = listAddress(call);
  const chosen = call.url.searchParams.getAll(chosenShipment);
  if (chosen.length === 0) throw await redirectWithError(parent, "Select at least one shipment.");
  const ids = severalIds.safeParse(chosen.join());
  if (!ids.success) throw await redirectWithError(parent, ids.error.issues[0]?.message ?? shipmentMessages.notPrinted);
  const { items } = await call.api(shipments.list, { ids: ids.data.join(), pageSize: maxSlips, includeTotalCount: false });
  const rows = ids.data.map((id) => {
    const row = items.find((each) => each.id === id);
    if (!row) throw missing();
    return {
      id,
      name: shipmentName(row),
      customer: `${row.customerFirstName} ${row.customerSurname}`,
      isPrinted: Boolean(row.slipPrintedDate),
      whyNot: whyNoSlip(row),
    };
  });
  const [toPrint, without] = [rows.filter(({ whyNot }) => !whyNot), rows.filter(({ whyNot }) => whyNot)];
  return { toPrint, without, parent, commandId: newCommandId() };
}

export type SlipsPage = Awaited<ReturnType<typeof loadSlips>>;

export async function downloadSlip(call: Call) {
  const shipment = await getShipment(call);
  return file(call, [shipment.id], `Packaging-slip-${shipmentName(shipment)}.pdf`, paths.shipment(shipment.id));
}

export async function downloadSlips(call: Call) {
  const ids = severalIds.safeParse(call.url.searchParams.get("ids"));
  if (!ids.success) throw missing();
  return file(call, ids.data, "Packaging-slips.pdf", paths.shipments());
}

function file(call: Call, ids: readonly number[], fileName: string, page: string) {
  return download(call, {
    operation: shipments.packagingSlips,
    input: { ids: ids.join() },
    fileName,
    isShown: true,
    page,
    notDownloaded: shipmentMessages.notPrinted,
  });
}

/** @param next where it leads once it is kept that they are printed */
const printing = <S extends z.ZodObject>(
  schema: S,
  idsOf: (values: z.output<S>, call: Call) => (number | string)[],
  next: (call: Call, ids: (number | string)[]) => string,
) =>
  commandForm({
    operation: shipments.markSlipsPrinted,
    schema,
    input: (values, call) => ({ ShipmentIds: idsOf(values, call) }),
    saved: "",
    notSaved: shipmentMessages.notPrinted,
    next: (call, _, values) => next(call, idsOf(values, call)),
  });

const thisOne = (_: unknown, call: Call) => [shipmentId(call)];

/** By the browser's own printing of the page, or as a file. */
export const slipForms: Record<string, CommandForm> = {
  page: printing(z.object({}), thisOne, wantedPath),
  file: printing(z.object({}), thisOne, (call) => paths.packagingSlipFile(shipmentId(call))),
};

export const slipsForms: Record<string, CommandForm> = {
  file: printing(
    z.object({ ShipmentIds: severalIds }),
    ({ ShipmentIds }) => ShipmentIds,
    (_, ids) => (ids.length === 1 ? paths.packagingSlipFile(ids[0] ?? "") : paths.packagingSlipsFile(ids)),
  ),
};

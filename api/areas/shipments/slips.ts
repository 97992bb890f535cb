import { logoOnPaper } from "#api/core/documents/letterhead.ts";
import { makeDocument } from "#api/core/documents/make-document.ts";
import type { Context } from "#api/core/operations/context.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import type { Shipment } from "#contract/shipments/schema.ts";
import { shipmentName, whyNoSlip } from "#contract/shipments/slip.ts";
import { shipmentsWith } from "./shipment-view.ts";
import { packagingSlips } from "./slips-kind.ts";

/**
 * The shipments whose slips are wanted, in the order in which they are named.
 * @throws Refusal 404, or 409 that names the first one that has no slip
 */
export async function shipmentsToPrint(
  context: Pick<Context, "db" | "caller">,
  ids: readonly number[],
): Promise<Shipment[]> {
  const seen = new Map((await shipmentsWith(context, ids)).map((shipment) => [shipment.id, shipment]));
  const wanted = ids.map((id) => {
    const shipment = seen.get(id);
    if (!shipment) throw notFound("This shipment");
    return shipment;
  });
  for (const shipment of wanted) {
    const why = whyNoSlip(shipment);
    if (why) throw conflict(`Shipment ${shipmentName(shipment)} has no packaging slip. ${why}`);
  }
  return wanted;
}

type Making = Pick<Context, "db" | "files" | "config" | "caller">;

/** The packaging slips of these shipments as one PDF file. */
export async function slipsDocument(making: Making, shipments: readonly Shipment[]): Promise<Buffer> {
  const { timeZone } = making.config;
  return makeDocument(
    packagingSlips,
    { shipments, timeZone, logos: await logosOf(making, shipments) },
    making.caller.userId,
  );
}

/** Logos by id; missing files are left out. */
async function logosOf({ db, files }: Making, shipments: readonly Shipment[]): Promise<Map<string, string>> {
  const logos = new Map<string, string>();
  for (const id of new Set(shipments.map(({ marketplaceLogoId }) => marketplaceLogoId))) {
    const logo = id && (await logoOnPaper({ db, files }, id));
    if (logo) logos.set(id, logo);
  }
  return logos;
}

import type { Shipment } from "../../../contract/shipments/schema.ts";
import { shipmentName, whyNoSlip } from "../../../contract/shipments/slip.ts";
import type { Context } from "../../http/context.ts";
import { conflict, notFound } from "../../http/refusal.ts";
import { shipmentsWith } from "./shipment-view.ts";

/**
 * The shipments whose slips are wanted, in the order in which they are named.
 * @throws Refusal 404, or 409 that names the first one that has no slip
 */
export async function shipmentsToPrint(context: Pick<Context, "db" | "caller">, ids: readonly number[]): Promise<Shipment[]> {
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

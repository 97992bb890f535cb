import { thenSlip } from "#contract/shipments/slip.ts";
import { paths } from "./paths.ts";

/** The page of a shipment that opens its packaging slip, apart from the paths that every page loads. */
export const shipPaths = { thenSlip: (id: number | string) => `${paths.shipment(id)}?then=${thenSlip}` };

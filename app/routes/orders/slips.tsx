import { loadOrderSlips } from "#app/services/orders/many.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { shipments } from "#contract/shipments/operations.ts";

/** Leads to the page of the slips, or back to the list with the reason. */
export const loader = screenFor(shipments.packagingSlips, loadOrderSlips);

export default function PackingSlips() {
  return null;
}

import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { shipments } from "#contract/shipments/operations.ts";

/** Returns the courier of the supplier's latest shipments; undefined if none has one. */
export async function lastCourierOf(
  context: RequestContext,
  supplierId: number | undefined,
): Promise<number | undefined> {
  if (supplierId === undefined) return undefined;
  const { items } = await context.api(shipments.list, { supplierId, pageSize: 5, includeTotalCount: false });
  return items.find(({ courierId, cancelledDate }) => courierId && !cancelledDate)?.courierId ?? undefined;
}

/** The discussion that the page of a record shows. */
import { paths, withParams } from "#app/lib/paths.ts";
import type { ShownDiscussion } from "#app/lib/shown-discussion.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { discussion } from "#contract/discussion/operations.ts";
import type { Discussed } from "#contract/discussion/schema.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { operatorZone } from "./time-zone.server.ts";

/** Query parameter: only messages before this one are shown. */
const before = "messagesBefore";

/** Where the discussion is on the page of its record. */
export const discussionAt = "#discussion";

const pathOf: Record<Discussed, (id: number) => string> = {
  order: paths.order,
  product: paths.product,
  supplier: paths.supplier,
  shipment: paths.shipment,
};

/** Returns undefined if the API has no discussions. */
export async function discussionOf(
  context: RequestContext,
  about: Discussed,
  recordId: number,
): Promise<ShownDiscussion | undefined> {
  if (!(await hasFeature(discussion.list.feature))) return undefined;
  const page = requestedPath(context);
  const first = context.url.searchParams.get(before) ?? "";
  const [{ messages, hasEarlier, canWrite }, timeZone] = await Promise.all([
    context.api(discussion.list, { about, recordId, before: /^\d{1,9}$/.test(first) ? first : "" }),
    operatorZone(),
  ]);
  const path = pathOf[about](recordId);
  return {
    path,
    messages: messages.map(({ writtenAt, audience, ...message }) => ({
      ...message,
      isInternal: audience === "operators",
      at: formatMoment(writtenAt, timeZone),
    })),
    earlierTo: hasEarlier ? `${withParams(page, { [before]: messages[0]?.id ?? null })}${discussionAt}` : undefined,
    latestTo: first === "" ? undefined : `${withParams(page, { [before]: null })}${discussionAt}`,
    canWrite,
  };
}

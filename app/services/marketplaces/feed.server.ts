/** Passes a product feed on from the API. */
import { openDownload } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

const passedOn = ["content-type", "etag", "cache-control"];

/** Answers 304 without content to whoever has this version already. */
export async function productFeed({ request, param }: RequestContext): Promise<Response> {
  const { status, body, headers } = await openDownload(
    marketplaces.feed,
    { marketplaceId: param("marketplaceId"), secret: param("file").replace(/\.xml$/, "") },
    { signal: request.signal, knownVersion: request.headers.get("if-none-match") ?? undefined },
  );
  const kept = passedOn.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(body, { status, headers: kept });
}

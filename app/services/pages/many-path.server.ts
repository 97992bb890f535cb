import type { ListData } from "#app/lib/list-state.ts";
import { hasFeature } from "#app/services/session/features.server.ts";

interface Loaded extends Pick<ListData<unknown>, "rows"> {
  may: { canChangeMany?: boolean };
}

/** Where the ticked rows of a list, or all that match, are changed; undefined for callers who may not. */
export async function manyPathOf({ rows, may }: Loaded, path: () => string): Promise<string | undefined> {
  return may.canChangeMany && rows.length > 0 && (await hasFeature("manyAtOnce")) ? path() : undefined;
}

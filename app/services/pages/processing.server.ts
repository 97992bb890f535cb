/** The progress of background processes. */

import { z } from "zod";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { processing } from "#contract/processing/operations.ts";

/** Returns the process id in the route's parameters. */
export function processIn({ param }: RequestContext, name = "id"): string {
  if (!z.guid().safeParse(param(name)).success) throw missing();
  return param(name);
}

/** Returns undefined while the API is unavailable, so that the page polls again later. */
export function unlessUnavailable<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiRefusal && error.status === 503) return undefined;
    throw error;
  });
}

/** Loads the progress of a process. */
export async function loadProgress(context: RequestContext, id = processIn(context)) {
  return { progress: await unlessUnavailable(context.api(processing.get, { id })) };
}

export type ProgressPage = Awaited<ReturnType<typeof loadProgress>>;

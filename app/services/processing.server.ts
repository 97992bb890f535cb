/** Work in the background, as the pages show it that its process has. */
import { processing } from "@contract/processing/operations.ts";
import { z } from "zod";
import { ApiRefusal } from "./api.server";
import type { Call } from "./call.server";
import { missing } from "./route.server";

/** The process that the address names. */
export function processIn({ params }: Call): string {
  if (!z.guid().safeParse(params.id).success) throw missing();
  return params.id ?? "";
}

/** Undefined while the API cannot be asked: the page asks again later. */
export function unlessAway<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiRefusal && error.status === 503) return undefined;
    throw error;
  });
}

/** How far it is. */
export async function loadProgress(call: Call) {
  return { progress: await unlessAway(call.api(processing.get, { id: processIn(call) })) };
}

export type ProgressPage = Awaited<ReturnType<typeof loadProgress>>;

import { useRef } from "react";
import { ProcessingStatus } from "#contract/enumerations.ts";
import type { Processing } from "#contract/processing/schema.ts";

export const isOver = (progress: Processing | undefined): progress is Processing =>
  progress !== undefined && progress.status > ProcessingStatus.running;

/** Returns the last known value, which stays on the page while the API is unavailable. */
export function useKnown<T>(now: T | undefined): T | undefined {
  const known = useRef(now);
  if (now !== undefined) known.current = now;
  return known.current;
}

import { vi } from "vitest";
import type { Answer } from "./stub-server.ts";

/**
 * An answer that never comes. Its time is over as soon as it was asked for, so that no test waits.
 * @param timeouts takes the milliseconds that were given to each call until then
 */
export function tooLate(timeouts: number[] = []): Answer {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    timeouts.push(milliseconds);
    return clock.signal;
  });
  return () => {
    timeout.mockRestore();
    clock.abort(new DOMException("The time is over.", "TimeoutError"));
  };
}

import { vi } from "vitest";
import type { Answer } from "./stub-server.ts";

/**
 * Returns a response that never comes. Its timeout expires as soon as it is requested, so that no test waits.
 * @param timeouts receives the timeout of each request, in milliseconds
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

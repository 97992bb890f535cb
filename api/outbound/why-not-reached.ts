/**
 * Returns why a server could not be reached, as a sentence for the user who entered its address; undefined for an error
 * of another kind.
 */
export function whyNotReached(error: unknown, timeoutMs: number): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError" || name === "AbortError")
    return `There was no complete answer within ${timeoutMs / 1_000} seconds.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "There is no such host.";
  if (code.startsWith("E") || code.startsWith("CERT") || code.startsWith("DEPTH") || code.startsWith("UNABLE"))
    return `The connection failed (${code}).`;
  return undefined;
}

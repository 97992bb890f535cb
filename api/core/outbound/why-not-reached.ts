const certificates: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  CERT_NOT_YET_VALID: "Its certificate is not valid yet.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate belongs to another host.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is not from an authority that this system trusts.",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate is not from an authority that this system trusts.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate is not from an authority that this system trusts.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "Its certificate is not from an authority that this system trusts.",
};

/**
 * Returns why a server could not be reached, as a sentence for the user who entered its address; undefined for an error
 * of another kind.
 */
export function whyNotReached(error: unknown, timeoutMs: number): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError" || name === "AbortError")
    return `There was no complete answer within ${timeoutMs / 1_000} seconds.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "There is no server with this name.";
  if (certificates[code]) return certificates[code];
  if (code.startsWith("E") || code.startsWith("CERT") || code.startsWith("UNABLE"))
    return `The connection failed (${code}).`;
  return undefined;
}

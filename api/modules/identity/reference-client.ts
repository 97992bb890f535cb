/**
 * The client with which people sign in to try operations on the reference page of the API: public, with PKCE, and for
 * access tokens alone.
 */
import type { ClientMetadata } from "oidc-provider";
import { referenceClientId } from "#api/core/access/tokens.ts";
import type { Config } from "#api/core/config.ts";

/** The page on which operations can be tried out. */
export const referencePrefix = "/docs/reference";

export function referenceClient({ apiPublicUrl }: Pick<Config, "apiPublicUrl">): ClientMetadata {
  return {
    client_id: referenceClientId,
    client_name: "Countinghouse API reference",
    redirect_uris: [`${apiPublicUrl}${referencePrefix}/static/oauth2-redirect.html`],
    // Without refresh tokens: whoever wants to go on trying signs in again.
    grant_types: ["authorization_code"],
    response_types: ["code"],
    response_modes: ["query"],
    token_endpoint_auth_method: "none",
  };
}

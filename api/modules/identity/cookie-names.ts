/**
 * The names of the sign-in cookies. Over HTTPS, browsers accept a `__Host-` cookie only from this host, so that no
 * neighbouring subdomain can plant one. The cookies of a sign-in page have their own path, so that several tabs can
 * sign in at once; they get the weaker prefix `__Secure-`.
 */
import type { Config } from "#api/core/config.ts";

interface CookieNames {
  session: string;
  interaction: string;
  resume: string;
  /** Marks a browser that has signed in before. */
  knownBrowser: string;
  /** Signs in whoever has just become an administrator. */
  newAdministrator: string;
  /**
   * Path of the session and known-browser cookies; over HTTP it hides them from the back office, as cookies ignore
   * ports.
   */
  path: string;
}

/** @param path the provider's public path */
export function cookieNames({ apiPublicUrl }: Pick<Config, "apiPublicUrl">, path: string): CookieNames {
  const isHttps = apiPublicUrl.startsWith("https:");
  const [host, secure] = isHttps ? ["__Host-", "__Secure-"] : ["", ""];
  return {
    session: `${host}countinghouse_identity`,
    interaction: `${secure}countinghouse_identity_page`,
    resume: `${secure}countinghouse_identity_resume`,
    knownBrowser: `${host}countinghouse_known`,
    newAdministrator: `${host}countinghouse_administrator`,
    path: isHttps ? "/" : path,
  };
}

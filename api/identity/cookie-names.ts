/**
 * The names of the sign-in's cookies. Over https browsers accept a `__Host-` cookie only from this host itself, so that
 * no neighbouring subdomain can plant one. The cookies of one sign-in page keep their own path, by which several tabs
 * can sign in at once; they get the weaker `__Secure-`.
 */
import type { Config } from "#api/config.ts";

interface CookieNames {
  session: string;
  interaction: string;
  resume: string;
  /** Of a browser that has signed in before. */
  knownBrowser: string;
  /** Of the session and the known browser; over http it keeps them from the back office, as cookies know no ports. */
  path: string;
}

/** @param path under which the provider is seen from outside */
export function cookieNames({ apiPublicUrl }: Pick<Config, "apiPublicUrl">, path: string): CookieNames {
  const isHttps = apiPublicUrl.startsWith("https:");
  const [host, secure] = isHttps ? ["__Host-", "__Secure-"] : ["", ""];
  return {
    session: `${host}countinghouse_identity`,
    interaction: `${secure}countinghouse_identity_page`,
    resume: `${secure}countinghouse_identity_resume`,
    knownBrowser: `${host}countinghouse_known`,
    path: isHttps ? "/" : path,
  };
}

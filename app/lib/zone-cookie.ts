/** The cookie in which a browser says the time zone it is in. */
export const zoneCookie = "tz";

const oneYear = 365 * 24 * 60 * 60;

/** Tells the server, from the next page on, which zone this is. */
export function tellTimeZone(): void {
  const isHttps = location.protocol === "https:";
  // The name that the server reads: browsers accept the prefix over https alone.
  const line = `${isHttps ? "__Host-" : ""}${zoneCookie}=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (document.cookie.split("; ").includes(line)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the only way in browsers without a cookie store
  document.cookie = `${line}; Path=/; SameSite=Lax; Max-Age=${oneYear}${isHttps ? "; Secure" : ""}`;
}

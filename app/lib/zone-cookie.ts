/** Cookie with the browser's time zone. */
export const zoneCookie = "tz";

const oneYear = 365 * 24 * 60 * 60;

/** Sends the browser's time zone to the server, from the next request on. */
export function tellTimeZone(): void {
  const isHttps = location.protocol === "https:";
  // The prefix must match the server's; browsers accept it only over https.
  const line = `${isHttps ? "__Host-" : ""}${zoneCookie}=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (document.cookie.split("; ").includes(line)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the only way in browsers without a cookie store
  document.cookie = `${line}; Path=/; SameSite=Lax; Max-Age=${oneYear}${isHttps ? "; Secure" : ""}`;
}

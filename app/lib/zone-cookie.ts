/** Cookie with the browser's time zone. */
export const zoneCookie = "tz";

const oneYear = 365 * 24 * 60 * 60;

/** Sends the browser's time zone to the server, from the next request on. */
export function tellTimeZone(): void {
  const isHttps = location.protocol === "https:";
  // The prefix must match the server's; browsers accept it only over https.
  const line = `${isHttps ? "__Host-" : ""}${zoneCookie}=${zoneOfBrowser()}`;
  if (document.cookie.split("; ").includes(line)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the only way in browsers without a cookie store
  document.cookie = `${line}; Path=/; SameSite=Lax; Max-Age=${oneYear}${isHttps ? "; Secure" : ""}`;
}

/** `Intl` takes long to start on a slow machine, so newer browsers are asked by `Temporal`. */
function zoneOfBrowser(): string {
  // TypeScript does not know it yet.
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

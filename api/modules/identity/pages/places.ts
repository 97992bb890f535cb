import type { Config } from "#api/core/config.ts";
import { prefix } from "#api/modules/identity/parts.ts";
import type { Places } from "./layout.ts";

export function placesOf(config: Config): Places {
  return {
    // URLs of the API and not of the authority: with another authority, some of these pages are still in use.
    path: new URL(`${config.apiPublicUrl}${prefix}`).pathname,
    publicUrl: config.publicUrl,
    // Can change while the process runs.
    get organisation() {
      const { name, logoId } = config.organisation;
      const logoUrl = logoId
        ? `${new URL(config.apiPublicUrl).pathname.replace(/\/$/, "")}/api/v1/files/image/${logoId}?height=100&width=100`
        : undefined;
      return { name, logoUrl };
    },
  };
}

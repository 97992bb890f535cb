/** Whether the API has what a screen or a button beyond the specification needs. */
import type { Feature } from "#contract/features.ts";
import { configuration } from "./identity.server.ts";

export async function hasFeature(feature: Feature | undefined): Promise<boolean> {
  return feature === undefined || (await configuration()).features.includes(feature);
}

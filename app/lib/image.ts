import type { ImageSide } from "#contract/files/limits.ts";

const noFile = "00000000-0000-0000-0000-000000000000";

/** Returns the address of an image that fits a square of `size` pixels; a placeholder if there is none. */
export function image(cdnBaseUrl: string, id: string | null | undefined, pixels: ImageSide): string {
  return `${cdnBaseUrl}/api/v1/files/image/${id || noFile}?height=${pixels}&width=${pixels}`;
}

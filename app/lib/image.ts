const noFile = "00000000-0000-0000-0000-000000000000";

/** A picture's address, to fit a square of so many pixels; a placeholder when there is none. */
export function image(cdnBaseUrl: string, id: string | null | undefined, pixels: number): string {
  return `${cdnBaseUrl}/api/v1/files/image/${id || noFile}?height=${pixels}&width=${pixels}`;
}

import { maxImageBytes, smallerSide } from "#contract/files/limits.ts";

/**
 * Returns the photo scaled down to the stored size, so that less data is sent over slow connections. Returns the file
 * itself if this browser cannot do that; the server then scales it.
 */
export async function smallerPhoto(file: File): Promise<File> {
  if (file.size <= maxImageBytes) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, smallerSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    // Keep the transparency of other formats, which JPEG does not have.
    const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
    return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}

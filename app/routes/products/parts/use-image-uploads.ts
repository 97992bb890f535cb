import { useRef, useState } from "react";
import { smallerPhoto } from "#app/components/form/smaller-photo.ts";
import { maxPhotoBytes, tooLargeFile, tooManyFiles } from "#contract/files/limits.ts";
import { maxImagesAtOnce } from "#contract/products/image-limits.ts";

export interface ImageUpload {
  key: number;
  file: File;
  /** Part of the file that has been sent, from 0 to 1; undefined while it waits or is made smaller. */
  sent?: number;
  /** Why it was refused. */
  problem?: string;
  /** The same file may be accepted at another time. */
  canRetry?: boolean;
}

/**
 * Sends images to the server as soon as they are chosen, one after the other. Those that are refused stay in the list
 * with the reason.
 * @param stored is called with the id of each stored image
 */
export function useImageUploads(stored: (id: string, fileName: string) => void) {
  const [uploads, setUploads] = useState<ImageUpload[]>([]);
  const last = useRef(Promise.resolve());
  const lastKey = useRef(0);
  const removed = useRef(new Set<number>());

  const change = (key: number, to: Partial<ImageUpload>) =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)));

  function remove(key: number) {
    removed.current.add(key);
    setUploads((now) => now.filter((upload) => upload.key !== key));
  }

  async function send({ key, file }: ImageUpload) {
    if (removed.current.has(key)) return;
    const answer = await post(await smallerPhoto(file), file.name, (sent) => change(key, { sent }));
    if (removed.current.has(key)) return;
    if ("message" in answer)
      return change(key, { sent: undefined, problem: answer.message, canRetry: answer.canRetry });
    stored(answer.id, file.name);
    remove(key);
  }

  function enqueue(upload: ImageUpload) {
    last.current = last.current.then(() => send(upload));
  }

  return {
    uploads,
    remove,
    /** @param count images that the form has already */
    add(files: readonly File[], count: number) {
      const added = files.map((file, i): ImageUpload => {
        lastKey.current += 1;
        const isTooMany = count + i >= maxImagesAtOnce;
        const problem = isTooMany
          ? `${tooManyFiles(maxImagesAtOnce)} Save these first.`
          : file.size > maxPhotoBytes
            ? tooLargeFile(file.name, maxPhotoBytes)
            : undefined;
        return { key: lastKey.current, file, problem };
      });
      setUploads((now) => [...now, ...added]);
      for (const upload of added) if (upload.problem === undefined) enqueue(upload);
    },
    retry(upload: ImageUpload) {
      change(upload.key, { problem: undefined });
      enqueue(upload);
    },
  };
}

type Outcome = { id: string } | { message: string; canRetry: boolean };

/** `fetch` does not tell how much of a file has been sent. */
function post(file: File, name: string, onProgress: (sent: number) => void): Promise<Outcome> {
  const form = new FormData();
  form.set("ImageFiles", file, name);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/files/product-image");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const answer = request.response as { id?: string; message?: string } | null;
      if (answer?.id) return resolve({ id: answer.id });
      resolve({ message: answer?.message ?? "It could not be stored.", canRetry: request.status !== 422 });
    };
    request.onerror = () => resolve({ message: "The server did not answer.", canRetry: true });
    request.send(form);
  });
}

/** Files of the API, passed on while they arrive. */
import type { Download, GivenInput } from "@contract/operation.ts";
import { redirect } from "@remix-run/node";
import { ApiRefusal } from "./api.server";
import type { Call } from "./call.server";
import { redirectWithError } from "./toast.server";

interface Options<T extends Download> {
  operation: T;
  input: GivenInput<T> | Promise<GivenInput<T>>;
  /** What the file is called on the reader's machine. */
  fileName: string;
  /** The API knows a better name, such as that of the file that was imported; `fileName` is for another API, which may have none. */
  keepsName?: boolean;
  /** The browser shows it, and saves it only when it is told to. */
  isShown?: boolean;
  /** The page that offers the file; whoever can't have it comes back there. */
  page: string;
  /** Said when nobody knows why. */
  notDownloaded: string;
}

const passedOn = ["content-type", "content-length"];

/** The file, as an attachment unless it is to be shown. When the API refuses, the page says why. */
export async function download<T extends Download>(
  call: Call,
  { operation, input, fileName, keepsName, isShown, page, notDownloaded }: Options<T>,
): Promise<Response> {
  try {
    const { body, headers } = await call.download(operation, await input);
    const kept = passedOn.flatMap((name) =>
      headers.has(name) ? [[name, headers.get(name) ?? ""] as [string, string]] : [],
    );
    const name = (keepsName && nameIn(headers.get("content-disposition"))) || fileName;
    return new Response(body, {
      headers: [...kept, ["content-disposition", `${isShown ? "inline" : "attachment"}; ${named(name)}`]],
    });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    // The page itself asks to sign in again.
    return error.status === 401 ? redirect(page) : redirectWithError(page, error.words ?? notDownloaded);
  }
}

/** The whole name of RFC 6266, without what could stand for a folder; undefined where there is none that can be read. */
function nameIn(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "") ?? [];
  try {
    return encoded && decodeURIComponent(encoded).replace(/[/\\]/g, "_");
  } catch {
    return undefined;
  }
}

/** The name for all browsers: plain for old ones, whole for the others (RFC 6266). */
function named(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

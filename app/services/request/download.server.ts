/** Streams files from the API to the browser. */

import { redirect } from "@remix-run/node";
import { recentLogin } from "#app/services/session/step-up.server.ts";
import type { Download, SentInput } from "#contract/operation.ts";
import { ApiRefusal } from "./api.server.ts";
import type { RequestContext } from "./request-context.server.ts";
import { redirectWithError } from "./toast.server.ts";

interface Options<T extends Download> {
  operation: T;
  input: SentInput<T> | Promise<SentInput<T>>;
  /** File name for the browser. */
  fileName: string;
  /**
   * Prefers the API's file name, such as that of an imported file; `fileName` is the fallback for APIs that give none.
   */
  keepsName?: boolean;
  /** The browser displays the file instead of saving it. */
  isShown?: boolean;
  /** The page that offers the file; the user returns to it if the download is refused. */
  page: string;
  /** Fallback message for unexpected errors. */
  notDownloaded: string;
}

/** Shown on the page that offers the file: after a sign-in, a download would leave the browser on the sign-in's page. */
const askAgain = "This file asks for a recent sign-in. Please choose Export again.";

const passedOn = ["content-type", "content-length"];

/**
 * Returns the file as an attachment, or inline with `isShown`. If the API refuses, redirects to the page with a
 * message.
 */
export async function download<T extends Download>(
  context: RequestContext,
  { operation, input, fileName, keepsName, isShown, page, notDownloaded }: Options<T>,
): Promise<Response> {
  try {
    const { body, headers } = await context.download(operation, await input);
    const kept = passedOn.flatMap((name): [string, string][] =>
      headers.has(name) ? [[name, headers.get(name) ?? ""]] : [],
    );
    const name = (keepsName && nameIn(headers.get("content-disposition"))) || fileName;
    return new Response(body, {
      headers: [...kept, ["content-disposition", `${isShown ? "inline" : "attachment"}; ${named(name)}`]],
    });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.stepUp) return redirectWithError(recentLogin(page, error.stepUp), askAgain);
    // The page itself asks the user to sign in again.
    return error.status === 401 ? redirect(page) : redirectWithError(page, error.reason ?? notDownloaded);
  }
}

/** Returns the extended file name (RFC 6266) without path separators; undefined if it is missing or malformed. */
function nameIn(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "") ?? [];
  try {
    return encoded && decodeURIComponent(encoded).replace(/[/\\]/g, "_");
  } catch {
    return undefined;
  }
}

/** Returns the file name parameters in both forms: ASCII for old browsers, and UTF-8 (RFC 6266). */
function named(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

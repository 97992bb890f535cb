import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isNoAnswer } from "./keep-typed.ts";

/** A `clientLoader` for pages that poll: while the server is unavailable it returns the fallback. */
export function pollWithFallback<T>(unknown: T) {
  return async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<T> => {
    try {
      return (await serverLoader()) as T;
    } catch (error) {
      if (error instanceof Response || !isNoAnswer(error)) throw error;
      return unknown;
    }
  };
}

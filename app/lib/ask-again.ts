import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isNoAnswer } from "./keep-typed";

/** The `clientLoader` of a page that asks again and again: where nobody answers it shows that nothing is known. */
export function askAgain<T>(unknown: T) {
  return async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<T> => {
    try {
      return (await serverLoader()) as T;
    } catch (error) {
      if (error instanceof Response || !isNoAnswer(error)) throw error;
      return unknown;
    }
  };
}

import { useEffect } from "react";

/** Prefix of the page title while a form has errors. */
export const errorTitle = "Error: ";

/** Prefixes the page title while a form has errors: screen readers announce the title first, and tabs show it. */
export function useErrorTitle(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    document.title = errorTitle + document.title;
    return () => {
      document.title = document.title.replace(errorTitle, "");
    };
  }, [isRefused]);
}

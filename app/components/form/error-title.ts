import { useEffect } from "react";

/** Before the title of a page whose form was refused. */
export const errorTitle = "Error: ";

/** While a form is refused, the title of the page says so: it is what screen readers say first, and what tabs show. */
export function useErrorTitle(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    document.title = errorTitle + document.title;
    return () => {
      document.title = document.title.replace(errorTitle, "");
    };
  }, [isRefused]);
}

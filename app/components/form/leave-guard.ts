import { type BlockerFunction, useBlocker } from "@remix-run/react";
import { useCallback, useEffect } from "react";
import { paths } from "#app/lib/paths.ts";

const question = "You have changes that are not saved. Leave this form and lose them?";

/**
 * Asks for confirmation before the user leaves a form with unsaved changes: by a link, by Back, or by closing the tab.
 * The page that searches for a record takes the changes along.
 */
export function useLeaveGuard(isDirty: boolean): void {
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation, historyAction }) =>
        isDirty &&
        !nextLocation.pathname.startsWith(paths.records("")) &&
        (historyAction === "POP" ||
          currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search),
      [isDirty],
    ),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}

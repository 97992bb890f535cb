import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds between two looks. */
const pause = 2_500;

/** Stands on a page while something runs in the background: the page looks again by itself, with scripts and without. */
export function LookAgain() {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(revalidate, pause);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  return (
    <noscript>
      <meta httpEquiv="refresh" content="3" />
    </noscript>
  );
}

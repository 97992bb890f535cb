import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds between two looks. */
const pause = 2_500;

/** Stands on a page while something runs in the background: the page looks again by itself, with scripts and without. */
export function LookAgain() {
  const { revalidate, state } = useRevalidator();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(revalidate, pause);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  return (
    <noscript>
      {/* The address is said, because with a place in it (`#…`), as after a form, browsers would only go to the place. */}
      <meta httpEquiv="refresh" content={`3;url=${pathname}${search}`} />
    </noscript>
  );
}

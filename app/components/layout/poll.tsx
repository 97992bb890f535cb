import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Poll interval in milliseconds. */
const pause = 2_500;

/** Polls while something runs in the background, with and without scripts. */
export function Poll() {
  const { revalidate, state } = useRevalidator();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(revalidate, pause);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  return (
    <noscript>
      {/* The address is given because browsers would only scroll if the current one has a fragment (`#…`), as after a
          form. */}
      <meta httpEquiv="refresh" content={`3;url=${pathname}${search}`} />
    </noscript>
  );
}

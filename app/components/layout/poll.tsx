import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Pauses in milliseconds: most work ends within seconds, and what takes longer is asked about less often. */
const pauses = [500, 1_000, 1_500];
const longPause = 2_500;

/** Polls while something runs in the background, with and without scripts. */
export function Poll() {
  const { revalidate, state } = useRevalidator();
  const { pathname, search } = useLocation();
  const polls = useRef(0);
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => {
      polls.current++;
      revalidate();
    }, pauses[polls.current] ?? longPause);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  return (
    <noscript>
      {/* The address is given because browsers would only scroll if the current one has a fragment (`#…`), as after a
          form. */}
      <meta httpEquiv="refresh" content={`2;url=${pathname}${search}`} />
    </noscript>
  );
}

import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** The page looks again when its tab is seen again: what was done in another one may have changed it. */
export function useLookWhenBack(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && revalidate();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [revalidate]);
}

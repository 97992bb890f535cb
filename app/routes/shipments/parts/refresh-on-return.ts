import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Reloads the data when the tab becomes visible again: something may have changed in another tab. */
export function useLookWhenBack(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && revalidate();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [revalidate]);
}

import type { ReactNode } from "react";

/** A notice above a tab. */
export function Info({ children }: { children: ReactNode }) {
  return <p className="mb-3 rounded border border-line bg-accent-soft px-4 py-2.5">{children}</p>;
}

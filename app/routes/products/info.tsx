import type { ReactNode } from "react";

/** What has to be known about a tab, above it. */
export function Info({ children }: { children: ReactNode }) {
  return <p className="mb-3 rounded border border-line bg-accent-soft px-4 py-2.5">{children}</p>;
}

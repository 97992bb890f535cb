import type { ReactNode } from "react";

/** A page outside the shell. */
export function PlainPage({ children }: { children: ReactNode }) {
  return <main className="mx-auto mt-16 max-w-md rounded border border-line bg-surface p-6">{children}</main>;
}

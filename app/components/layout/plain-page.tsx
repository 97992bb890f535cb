import type { ReactNode } from "react";

/** A page outside the shell; a wide one has room for a form. */
export function PlainPage({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  const width = isWide ? "my-8 max-w-3xl small:my-0" : "mt-16 max-w-md";
  return <main className={`mx-auto rounded border border-line bg-surface p-6 ${width}`}>{children}</main>;
}

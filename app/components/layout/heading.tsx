import type { ReactNode } from "react";

interface Props {
  title: string;
  /** A muted line below the heading. */
  sub?: ReactNode;
  /** Buttons of the page, primary button last. */
  children?: ReactNode;
}

export function Heading({ title, sub, children }: Props) {
  return (
    <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h1>{title}</h1>
        {sub && <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">{sub}</p>}
      </div>
      <div className="no-print flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

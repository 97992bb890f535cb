import type { ReactNode } from "react";

/** A card's read view: a two-column list of terms and descriptions. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[170px_minmax(0,1fr)_170px_minmax(0,1fr)] gap-x-4 gap-y-2 narrow:grid-cols-[120px_minmax(0,1fr)]">
      {children}
    </dl>
  );
}

interface DetailProps {
  term: string;
  children: ReactNode;
  isWide?: boolean;
}

export function Detail({ term, children, isWide }: DetailProps) {
  const isEmpty = children === null || children === undefined || children === "";
  return (
    <>
      <dt className={`text-muted ${isWide ? "col-start-1" : ""}`}>{term}</dt>
      <dd
        className={`min-w-0 whitespace-pre-line [overflow-wrap:anywhere] ${isWide ? "col-span-3 narrow:col-span-1" : ""}`}
      >
        {isEmpty ? <span className="text-muted">–</span> : children}
      </dd>
    </>
  );
}

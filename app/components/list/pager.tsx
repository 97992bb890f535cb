import { useLocation } from "@remix-run/react";
import { memo } from "react";
import { Link } from "#app/components/layout/link.tsx";
import { integer } from "#app/lib/format.ts";
import { fromTheTop, type ListData } from "#app/lib/list-state.ts";
import { withParams } from "#app/lib/paths.ts";
import { useListPath } from "./list-path.ts";

interface Props {
  state: ListData<unknown>;
  /** Distinguishes the two pagers of a list. */
  label: "above" | "below";
}

export const Pager = memo(function Pager({ state, label }: Props) {
  const { page, pageSize, rows, totalCount, isMoreThanCounted } = state;
  const first = (page - 1) * pageSize + 1;
  // An open row stays on the page even if it no longer matches the filters; the total does not include it then.
  const last = Math.min(first + rows.length - 1, Math.max(totalCount, first));
  if (rows.length === 0) return null;
  const hasPages = page > 1 || isMoreThanCounted || totalCount > pageSize;
  if (!hasPages)
    return label === "above" ? (
      <p className="mx-0.5 mb-2 mt-1 text-muted">{`${integer(first)}–${integer(last)} of ${integer(totalCount)}`}</p>
    ) : null;
  return (
    <nav
      aria-label={`Pages, ${label} the list`}
      className="mx-0.5 mb-2 mt-1 flex items-center justify-between text-muted"
    >
      <span>
        {integer(first)}–{integer(last)} of {isMoreThanCounted && "more than "}
        {integer(totalCount)}
      </span>
      <span className="no-print flex gap-2">
        <PageLink page={page - 1} isThere={page > 1}>
          ‹ Prev
        </PageLink>
        <PageLink page={page + 1} isThere={isMoreThanCounted || page * pageSize < totalCount}>
          Next ›
        </PageLink>
      </span>
    </nav>
  );
});

function PageLink({ page, isThere, children }: { page: number; isThere: boolean; children: string[] | string }) {
  const path = useListPath();
  const { search } = useLocation();
  if (!isThere) return <span className="px-1">{children}</span>;
  return (
    <Link
      className="link inline-block min-h-6 px-1"
      to={withParams(`${path}${search}`, { ...fromTheTop, page: page === 1 ? null : page })}
    >
      {children}
    </Link>
  );
}

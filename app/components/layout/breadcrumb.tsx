import { useLocation, useMatches } from "@remix-run/react";
import { wayBack } from "#app/lib/list-state.ts";
import { Link } from "./link.tsx";

interface Crumbs {
  /** The list above the page. */
  list: { label: string; path: string };
  /** The parent record, if it has a page of its own. */
  parent?: { label: string; path: string };
  /** Label of the page, from its loader's data. */
  label: string;
}

/** The `handle` of a detail route. List pages have no breadcrumb. */
export interface BreadcrumbHandle<Data> {
  breadcrumb(data: Data): Crumbs & { rowId?: number };
}

export function Breadcrumb() {
  const matches = useMatches();
  const { search } = useLocation();
  const match = matches.findLast(
    ({ handle, data }) => data && (handle as Partial<BreadcrumbHandle<unknown>> | undefined)?.breadcrumb,
  );
  if (!match) return <div className="flex-1" />;
  const { list, parent, label, rowId } = (match.handle as BreadcrumbHandle<unknown>).breadcrumb(match.data);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1 text-muted">
      <ol className="flex min-w-0 gap-1.5">
        {/* On small screens only the nearest parent is shown. */}
        <li className={parent && "small:hidden"}>
          <Link to={wayBack(list.path, search, rowId)} className="text-muted underline underline-offset-2">
            {list.label}
          </Link>
        </li>
        {parent && (
          <>
            <li aria-hidden="true" className="small:hidden">
              /
            </li>
            <li className="truncate">
              <Link to={`${parent.path}${search}`} className="text-muted underline underline-offset-2">
                {parent.label}
              </Link>
            </li>
          </>
        )}
        <li aria-hidden="true">/</li>
        <li aria-current="page" className="truncate">
          {label}
        </li>
      </ol>
    </nav>
  );
}

import { useLocation } from "@remix-run/react";
import { closedForm } from "#app/lib/back-to-shipping.ts";
import { withParams } from "#app/lib/paths.ts";
import { Link } from "./link.tsx";

interface Props {
  /** Accessible name of the tabs. */
  label: string;
  tabs: readonly { label: string; to: string }[];
}

/** Parts of a page with addresses of their own. The links keep the way back to the list, but not the open form. */
export function Tabs({ label, tabs }: Props) {
  const { pathname, search } = useLocation();
  const nearest = tabs
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
  return (
    <nav aria-label={label} className="no-print mb-3.5 flex gap-x-1 overflow-x-auto border-b border-line">
      {tabs.map(({ label: words, to }) => (
        <Link
          key={to}
          to={withParams(`${to}${search}`, closedForm)}
          aria-current={to === nearest?.to ? "page" : undefined}
          className="-mb-px whitespace-nowrap border-b-2 border-transparent px-3 py-2 text-muted no-underline hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink coarse:py-3"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

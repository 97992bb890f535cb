import { Link, useLocation } from "@remix-run/react";
import { withParams } from "~/lib/paths";

interface Props {
  /** Names the tabs for assistive technology. */
  label: string;
  tabs: readonly { label: string; to: string }[];
}

/** The parts of a page that have addresses of their own. The way back to the list goes along; what is being edited does not. */
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
          to={withParams(`${to}${search}`, { edit: null })}
          aria-current={to === nearest?.to ? "page" : undefined}
          className="-mb-px whitespace-nowrap border-b-2 border-transparent px-3 py-2 text-muted no-underline hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink coarse:py-3"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

import { useLocation } from "@remix-run/react";
import { memo } from "react";
import { Link } from "./link.tsx";

interface Props {
  menu: { heading: string; entries: { label: string; to: string; count?: string }[] }[];
}

export function Brand({ name, logo }: { name: string; logo: string | undefined }) {
  return (
    <p className="mb-4 flex items-center gap-2 px-2 py-1 text-md font-bold [overflow-wrap:anywhere]">
      {logo ? (
        <img src={logo} alt="" width="24" height="24" className="object-contain" />
      ) : (
        <svg
          width="18"
          height="18"
          viewBox="0 0 18 18"
          fill="none"
          stroke="var(--nav-mark)"
          strokeWidth="2"
          aria-hidden="true"
        >
          <rect x="1" y="1" width="16" height="16" rx="4" />
          <path d="M4.500 7h9M4.500 11h9" />
        </svg>
      )}
      {name}
    </p>
  );
}

export const Sidebar = memo(function Sidebar({ menu }: Props) {
  const { pathname, search } = useLocation();
  /** Current for the page itself and for pages below it; a view only with its own filters. */
  const isHere = (to: string) => `${pathname}${search}` === to || pathname === to || pathname.startsWith(`${to}/`);
  return menu.map(({ heading, entries }, i) => (
    <div key={entries[0]?.to} className={heading || i === 0 ? undefined : "mt-3 border-t border-nav-selected pt-2"}>
      {heading && (
        <p className="mb-1 mt-4 px-2 text-xs font-semibold uppercase tracking-widest text-nav-muted">{heading}</p>
      )}
      <ul>
        {entries.map(({ label, to, count }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isHere(to) ? "page" : undefined}
              className="block rounded px-2 py-[5px] no-underline hover:bg-nav-selected aria-[current]:bg-nav-selected aria-[current]:shadow-[inset_3px_0_0_var(--nav-mark)] coarse:py-2.5"
            >
              {label} {count && <span className="text-nav-muted">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
});

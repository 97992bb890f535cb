import { useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";

interface Props {
  to: string;
  className?: string;
  /** The page stays where it is scrolled to. */
  keepsScroll?: boolean;
  "aria-expanded"?: boolean;
  "aria-label"?: string;
  children: ReactNode;
}

/**
 * A link in a row of a list. It is a plain link, because rows have many and Remix's own costs more than the rest of a
 * row; the table follows it with `useRowLinks`.
 */
export function RowLink({ to, keepsScroll, ...props }: Props) {
  return <a href={to} data-row-link={keepsScroll ? "keeps-scroll" : ""} {...props} />;
}

/** Returns a click handler for the element around the rows, which follows their links without loading a new document. */
export function useRowLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-row-link]") : null;
    // Anything but a plain click is for the browser: a new tab, a new window, a download.
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    const { pathname, search, hash, dataset } = link;
    navigate({ pathname, search, hash }, { preventScrollReset: dataset.rowLink === "keeps-scroll" });
  };
}

import { useNavigate } from "@remix-run/react";
import type { ComponentPropsWithoutRef, MouseEvent } from "react";

interface Props extends ComponentPropsWithoutRef<"a"> {
  /** An address of the back office. */
  to: string;
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean;
  /** Without it, the browser asks for the routes behind the link as soon as it is shown. */
  discover?: "none";
}

/**
 * A plain link that the shell follows without loading a new document. A link of Remix reads the location, so every one
 * of them is rendered again with each navigation, and it takes longer to render than a row of a list.
 */
export function Link({ to, preventScrollReset, discover, ...props }: Props) {
  return (
    <a
      href={to}
      data-link={preventScrollReset ? "keeps-scroll" : ""}
      data-discover={discover === "none" ? undefined : "true"}
      {...props}
    />
  );
}

/** Returns a click handler for the element around all links, which follows them. */
export function useFollowedLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-link]") : null;
    // Anything but a plain click is for the browser: a new tab, a new window, a download.
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target !== "") return;
    event.preventDefault();
    const { pathname, search, hash, href, dataset } = link;
    // Like in any browser, the same address again is no new entry of the history.
    navigate(
      { pathname, search, hash },
      { preventScrollReset: dataset.link === "keeps-scroll", replace: href === location.href },
    );
  };
}

import { useNavigate } from "@remix-run/react";
import type { ComponentPropsWithoutRef, MouseEvent } from "react";

interface Props extends ComponentPropsWithoutRef<"a"> {
  /** An address of the back office. */
  to: string;
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean;
  /** Undefined if the browser is not to ask for the routes behind the link as soon as it is shown. */
  "data-discover"?: undefined;
}

/**
 * A plain link that the shell follows without loading a new document. A link of Remix reads the location, so every one
 * of them is rendered again with each navigation, and it takes longer to render than a row of a list.
 */
export function Link({ to, preventScrollReset, ...props }: Props) {
  return <a href={to} data-link={preventScrollReset ? "stay" : ""} data-discover="true" {...props} />;
}

/** Returns a click handler for the element around all links, which follows them. */
export function useFollowedLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-link]");
    // Anything but a plain click is for the browser: a new tab, a new window, a download.
    const isSpecial = event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || link.target || isSpecial || event.defaultPrevented) return;
    event.preventDefault();
    // Like in any browser, the same address again is no new entry of the history.
    navigate(link.href.slice(location.origin.length), {
      preventScrollReset: link.dataset.link === "stay",
      replace: link.href === location.href,
    });
  };
}

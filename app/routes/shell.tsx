import { Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { AccountMenu } from "#app/components/layout/account-menu.tsx";
import { Bell } from "#app/components/layout/bell.tsx";
import { Breadcrumb } from "#app/components/layout/breadcrumb.tsx";
import { Disclosure } from "#app/components/layout/disclosure.tsx";
import { Icon } from "#app/components/layout/icon.tsx";
import { Link, useFollowedLinks } from "#app/components/layout/link.tsx";
import { Brand, Sidebar } from "#app/components/layout/sidebar.tsx";
import { Toaster } from "#app/components/layout/toast.tsx";
import { paths } from "#app/lib/paths.ts";
import { shellOf } from "#app/services/pages/shell.server.ts";
import { shell } from "#app/services/request/route.server.ts";

export const loader = shell(shellOf);

/**
 * Another page, order or filter of a list needs no new menu. A refused form loads nothing, so that the page keeps what
 * was typed; Remix no longer decides that by itself for a route with this function.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, actionStatus }) => {
  if (actionStatus !== undefined && actionStatus >= 400) return false;
  const isSameList = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return formMethod !== undefined || !isSameList;
};

/** A link, so that it works without scripts; sign-in leads back to this page. */
function SessionEnd({ at }: { at: string }) {
  const { pathname, search } = useLocation();
  return (
    <p role="status" className="no-print mb-4 rounded border border-warn bg-warn-soft px-4 py-2">
      You will be logged out at {at}. Save your work, then{" "}
      <a href={paths.loginAgain(`${pathname}${search}`)}>sign in again</a> to carry on.
    </p>
  );
}

export default function Shell() {
  const { menu, name, profileUrl, isLowData, theme, toast, footer, endsAt, organisation, setupPath, search, unread } =
    useLoaderData<typeof loader>();
  useEffect(() => {
    const early: KeyboardEvent[] = [];
    const load = (event: KeyboardEvent) => {
      // Firefox would open its own search before the file has come.
      if (event.key === "/" && event.target === document.body) event.preventDefault();
      if (early.push(event) > 1) return;
      void import("#app/components/popup/keys.ts").then((keys) => {
        removeEventListener("keydown", load);
        keys.listen(early);
      });
    };
    addEventListener("keydown", load);
    return () => removeEventListener("keydown", load);
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it follows links, which Enter clicks as well
    // biome-ignore lint/a11y/noStaticElementInteractions: for the same reason
    <div
      className="grid min-h-screen grid-cols-[208px_minmax(0,1fr)] narrow:block print:block"
      onClick={useFollowedLinks()}
    >
      <a href="#main" className="button button-primary absolute left-2 top-2 z-50 -translate-y-20 focus:translate-y-0">
        Skip to content
      </a>
      <nav aria-label="Main" className="no-print bg-nav px-3 py-4 text-on-nav narrow:hidden">
        <Brand {...organisation} />
        <Sidebar menu={menu} />
      </nav>
      <div className="flex min-w-0 flex-col">
        <header className="no-print flex min-h-[52px] items-center gap-4 border-b border-line bg-surface px-6 py-2 narrow:gap-2 narrow:px-4">
          <Disclosure label="Menu" className="wide:hidden" buttonClass="button">
            <nav
              aria-label="Main"
              className="absolute left-0 top-full z-40 mt-1 w-60 rounded bg-nav p-3 text-on-nav shadow-raised"
            >
              <Sidebar menu={menu} />
            </nav>
          </Disclosure>
          <Breadcrumb />
          {search !== undefined && (
            <>
              {/* biome-ignore lint/a11y/useSemanticElements: a <search> element would be one more around the form */}
              <form action={paths.search()} role="search" className="narrow:hidden">
                <input
                  key={search}
                  type="search"
                  name="q"
                  aria-label="Search all records"
                  placeholder="Search"
                  defaultValue={search}
                  maxLength={100}
                  className="input"
                />
              </form>
              <a href={paths.search()} className="flex min-h-8 items-center px-1 text-ink wide:hidden coarse:min-h-11">
                <Icon path="M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14M16 16l5 5" />
                <span className="sr-only">Search</span>
              </a>
            </>
          )}
          {unread !== undefined && <Bell unread={unread} />}
          <AccountMenu name={name} profileUrl={profileUrl} isLowData={isLowData} theme={theme} />
        </header>
        <main id="main" tabIndex={-1} className="w-full max-w-[1240px] flex-1 px-6 py-5 outline-none narrow:px-4">
          {setupPath && (
            <p className="no-print mb-4 text-sm">
              Not everything is set up yet. <Link to={setupPath}>See what is left</Link>
            </p>
          )}
          <Toaster toast={toast} />
          {endsAt && <SessionEnd at={endsAt} />}
          <Outlet />
        </main>
        <footer className="no-print border-t border-line px-6 py-4 text-xs text-muted narrow:px-4">{footer}</footer>
      </div>
    </div>
  );
}

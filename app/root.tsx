import type { LinksFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useDocument } from "#app/components/layout/document.ts";
import { ErrorPage } from "#app/components/layout/error-page.tsx";
import { tellTimeZone } from "#app/lib/zone-cookie.ts";
import { isLowData } from "#app/services/pages/low-data.server.ts";
import { themeOf } from "#app/services/pages/theme.server.ts";
import { publicRoute } from "#app/services/request/route.server.ts";

/** The icon is inlined, which saves a request. */
export const links: LinksFunction = () => [
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta = () => [{ title: "Countinghouse" }];

export const loader = publicRoute(async ({ request }) => ({ isLowData: isLowData(request), theme: themeOf(request) }));

/** The colour mode is fixed when the document is rendered. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, styles, styleSheet, icon } = useDocument();
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en-AU" data-theme={root?.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={root === undefined || root.theme === "system" ? "light dark" : root.theme} />
        <Meta />
        <Links />
        <link rel="icon" href={icon} type="image/svg+xml" />
        {/* The first paint waits for the whole page, which has already arrived; painting half of it would cost a
            second layout. */}
        <link rel="expect" href="#page-end" {...{ blocking: "render" }} />
        {styles && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet
          <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles }} />
        )}
        {/* After an inlined style sheet, the browser fetches the file for later pages. */}
        <link rel={styles ? "prefetch" : "stylesheet"} as="style" href={styleSheet} />
      </head>
      <body>
        {children}
        <span id="page-end" hidden />
        {root && !root.isLowData && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  useEffect(() => {
    tellTimeZone();
    // Tests wait for this.
    document.documentElement.dataset.hydrated = "true";
  }, []);
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <main className="mx-auto max-w-xl p-6">
      <ErrorPage error={useRouteError()} />
    </main>
  );
}

import type { MetaFunction } from "@remix-run/node";
import { Outlet, useRouteError } from "@remix-run/react";
import { ErrorPage } from "#app/components/layout/error-page.tsx";
import { explanationOf, toPageError } from "#app/lib/page-error.ts";
import { title } from "#app/lib/title.ts";

/** Title of an error page; other pages set their own. */
export const meta: MetaFunction = ({ error }) => (error ? title(explanationOf(toPageError(error)).heading) : []);

/** Layout between the shell and every screen, so that errors are shown inside the shell. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}

import type { MetaFunction } from "@remix-run/node";
import { Outlet, useRouteError } from "@remix-run/react";
import { TroublePage } from "#app/components/layout/trouble-page.tsx";
import { title } from "#app/lib/title.ts";
import { asTrouble, wordsFor } from "#app/lib/trouble.ts";

/** Title of an error page; other pages set their own. */
export const meta: MetaFunction = ({ error }) => (error ? title(wordsFor(asTrouble(error)).heading) : []);

/** Layout between the shell and every screen, so that errors are shown inside the shell. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <TroublePage error={useRouteError()} />;
}

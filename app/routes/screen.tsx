import type { MetaFunction } from "@remix-run/node";
import { Outlet, useRouteError } from "@remix-run/react";
import { TroublePage } from "~/components/layout/trouble-page";
import { title } from "~/lib/title";
import { asTrouble, wordsFor } from "~/lib/trouble";

/** Title of an error page; other pages set their own. */
export const meta: MetaFunction = ({ error }) => (error ? title(wordsFor(asTrouble(error)).heading) : []);

/** Layout between the shell and every screen, so that errors are shown inside the shell. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <TroublePage error={useRouteError()} />;
}

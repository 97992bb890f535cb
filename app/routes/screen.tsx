import type { MetaFunction } from "@remix-run/node";
import { Outlet, useRouteError } from "@remix-run/react";
import { TroublePage } from "~/components/layout/trouble-page";
import { title } from "~/lib/title";
import { asTrouble, wordsFor } from "~/lib/trouble";

/** The title of a page that can't be shown; the others have their own. */
export const meta: MetaFunction = ({ error }) => (error ? title(wordsFor(asTrouble(error)).heading) : []);

/** Lies between the shell and every screen: what goes wrong in a screen is told inside the shell. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <TroublePage error={useRouteError()} />;
}

import { Outlet, useRouteError } from "@remix-run/react";
import { TroublePage } from "~/components/layout/trouble-page";

/** Lies between the shell and every screen: what goes wrong in a screen is told inside the shell. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <TroublePage error={useRouteError()} />;
}

import { useLocation } from "@remix-run/react";
import { paths } from "~/lib/paths";
import { Dialog } from "./dialog";

/** Said when the session has ended. OK signs in again and comes back to this address. */
export function LoggedOutAlert({ isOpen = true }: { isOpen?: boolean }) {
  const { pathname, search } = useLocation();
  const link = (
    <a className="button button-primary" href={paths.login(`${pathname}${search}`)} {...(!isOpen && { target: "_blank", rel: "noopener" })}>
      {isOpen ? "OK" : "Sign in (opens in new tab)"}
    </a>
  );
  if (!isOpen) return <p className="mt-3">{link}</p>;
  return (
    <Dialog title="You have been logged out">
      <p className="mb-4">You have been logged out. Please click OK to login again.</p>
      {link}
    </Dialog>
  );
}

import { useLocation } from "@remix-run/react";
import { paths } from "#app/lib/paths.ts";
import { Dialog } from "./dialog.tsx";

/**
 * Shown when the session has ended. OK leads to sign-in and back to this address. If that would lose input on the page,
 * the alert does not open, and the link opens another tab instead.
 */
export function LoggedOutAlert({ isOpen = true }: { isOpen?: boolean }) {
  const { pathname, search } = useLocation();
  const link = (
    <a
      className="button button-primary"
      href={paths.login(`${pathname}${search}`)}
      {...(!isOpen && { target: "_blank", rel: "noopener" })}
    >
      {isOpen ? "OK" : "Sign in (opens in new tab)"}
    </a>
  );
  if (!isOpen) {
    return (
      <div role="alert" className="mt-3">
        <p className="mb-3">
          You have been logged out. What you typed is kept on this page. Sign in again in another tab, come back here,
          and send it again.
        </p>
        {link}
      </div>
    );
  }
  return (
    <Dialog title="You have been logged out">
      <p className="mb-4">You have been logged out. Please click OK to login again.</p>
      {link}
    </Dialog>
  );
}

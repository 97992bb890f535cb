import { Form, useLocation } from "@remix-run/react";
import { memo } from "react";
import { paths } from "~/lib/paths";
import { Disclosure } from "./disclosure";
import { menuItem, menuPanel } from "./menu";

interface Props {
  name?: string;
  profileUrl?: string;
  isLight: boolean;
}

/** Plain forms and links: it works without scripts. */
export const AccountMenu = memo(function AccountMenu({ name, profileUrl, isLight }: Props) {
  const { pathname, search } = useLocation();
  if (!name) return null;
  return (
    <Disclosure
      buttonClass="flex min-h-8 items-center gap-1 rounded px-2 hover:bg-sunken coarse:min-h-11"
      label={
        <>
          <span className="max-w-48 truncate small:max-w-28">{name}</span>
          <span aria-hidden="true">▾</span>
        </>
      }
    >
      <div className={menuPanel}>
        {profileUrl && (
          <a className={menuItem} href={profileUrl}>
            Profile
          </a>
        )}
        <Form method="post" action={paths.lightMode()} reloadDocument>
          <input type="hidden" name="light" value={isLight ? "off" : "on"} />
          <input type="hidden" name="back" value={`${pathname}${search}`} />
          <button type="submit" className={menuItem} aria-describedby="light-mode">
            Light mode: {isLight ? "on" : "off"}
          </button>
          <p id="light-mode" className="px-2.5 pb-1.5 text-xs text-muted">
            Pages without scripts, for slow machines.
          </p>
        </Form>
        <Form method="post" action={paths.logout()} reloadDocument>
          <button type="submit" className={`${menuItem} border-t border-line`}>
            Logout
          </button>
        </Form>
      </div>
    </Disclosure>
  );
});

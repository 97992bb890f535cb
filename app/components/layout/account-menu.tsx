import { Form, useLocation } from "@remix-run/react";
import { memo } from "react";
import { paths } from "#app/lib/paths.ts";
import { type Theme, themes } from "#app/lib/theme.ts";
import { Disclosure } from "./disclosure.tsx";
import { menuItem, menuPanel } from "./menu.tsx";

interface Props {
  name?: string;
  profileUrl?: string;
  isLowData: boolean;
  theme: Theme;
}

/** Plain forms and links, which work without scripts. */
export const AccountMenu = memo(function AccountMenu({ name, profileUrl, isLowData, theme }: Props) {
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
        <Form method="post" action={paths.lowData()} reloadDocument>
          <input type="hidden" name="lowData" value={isLowData ? "off" : "on"} />
          <input type="hidden" name="back" value={`${pathname}${search}`} />
          <button type="submit" className={menuItem} aria-describedby="low-data">
            Low data: {isLowData ? "on" : "off"}
          </button>
          <p id="low-data" className="px-2.5 pb-1.5 text-xs text-muted">
            Pages without scripts, for slow machines and connections.
          </p>
        </Form>
        <Form method="post" action={paths.theme()} reloadDocument className="border-t border-line">
          <input type="hidden" name="back" value={`${pathname}${search}`} />
          <p className="px-2.5 pt-1.5 text-xs text-muted">Theme</p>
          <div className="flex gap-1 px-1.5 pb-1.5 pt-1">
            {themes.map((each) => (
              <button
                key={each}
                type="submit"
                name="theme"
                value={each}
                aria-pressed={each === theme}
                className="theme-choice"
              >
                {each}
              </button>
            ))}
          </div>
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

import { Form, useLocation } from "@remix-run/react";
import { type ComponentPropsWithoutRef, type ComponentType, memo } from "react";
import { paths } from "#app/lib/paths.ts";
import { type Theme, themes } from "#app/lib/theme.ts";
import { Disclosure } from "./disclosure.tsx";
import { menuItem, menuPanel } from "./menu.tsx";
import { useUpgrade } from "./upgrade.ts";

interface Props {
  name?: string;
  profileUrl?: string;
  isLowData: boolean;
  theme: Theme;
}

/** Plain forms and links, which work without scripts. Arrow keys and typing a name are loaded on the way to the menu. */
export const AccountMenu = memo(function AccountMenu({ name, ...entries }: Props) {
  const [upgrade, handlers] = useUpgrade(() => import("#app/components/popup/account-menu-items.tsx"));
  if (!name) return null;
  const look = {
    label: (
      <>
        <span className="max-w-48 truncate small:max-w-24">{name}</span>
        <span aria-hidden="true">▾</span>
      </>
    ),
    buttonClass: "flex min-h-8 items-center gap-1 rounded px-2 small:px-1 hover:bg-sunken coarse:min-h-11",
  };
  return (
    <div {...handlers}>
      {upgrade ? (
        <upgrade.Part {...look} takesFocus={upgrade.takesFocus}>
          {(Item) => <Entries {...entries} Item={Item} />}
        </upgrade.Part>
      ) : (
        <Disclosure {...look}>
          <div className={menuPanel}>
            <Entries {...entries} Item={PlainItem} />
          </div>
        </Disclosure>
      )}
    </div>
  );
});

type ItemProps =
  | ({ as: "a" } & ComponentPropsWithoutRef<"a">)
  | ({ as: "button" } & ComponentPropsWithoutRef<"button">);

/** A link or button of the menu. */
export type Item = ComponentType<ItemProps>;

const PlainItem: Item = ({ as: Element, ...props }) => <Element {...(props as object)} />;

function Entries({ profileUrl, isLowData, theme, Item }: Omit<Props, "name"> & { Item: Item }) {
  const { pathname, search } = useLocation();
  const back = <input type="hidden" name="back" value={`${pathname}${search}`} />;
  return (
    <>
      {profileUrl && (
        <Item as="a" className={menuItem} href={profileUrl}>
          Profile
        </Item>
      )}
      <Form method="post" action={paths.lowData()} reloadDocument>
        <input type="hidden" name="lowData" value={isLowData ? "off" : "on"} />
        {back}
        <Item as="button" type="submit" className={menuItem} aria-describedby="low-data">
          Low data: {isLowData ? "on" : "off"}
        </Item>
        <p id="low-data" className="px-2.5 pb-1.5 text-xs text-muted">
          Pages without scripts, for slow machines and connections.
        </p>
      </Form>
      <Form method="post" action={paths.theme()} reloadDocument className="border-t border-line">
        {back}
        <p className="px-2.5 pt-1.5 text-xs text-muted">Theme</p>
        <div className="flex gap-1 px-1.5 pb-1.5 pt-1">
          {themes.map((each) => (
            <Item
              as="button"
              key={each}
              type="submit"
              name="theme"
              value={each}
              aria-pressed={each === theme}
              className="theme-choice"
            >
              {each}
            </Item>
          ))}
        </div>
      </Form>
      <Form method="post" action={paths.logout()} reloadDocument>
        <Item as="button" type="submit" className={`${menuItem} border-t border-line`}>
          Logout
        </Item>
      </Form>
    </>
  );
}

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useLayoutEffect, useRef } from "react";
import type { Item } from "#app/components/layout/account-menu.tsx";
import { menuPanel } from "#app/components/layout/menu.tsx";

interface Props {
  label: ReactNode;
  buttonClass: string;
  takesFocus: boolean;
  children(item: Item): ReactNode;
}

/** The account menu with arrow keys, Home and End, and typing the beginning of a name. */
export default function AccountMenuItems({ label, buttonClass, takesFocus, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Menu as="div" className="relative">
      <MenuButton ref={button} className={buttonClass}>
        {label}
      </MenuButton>
      <MenuItems modal={false} className={`group ${menuPanel} outline-none`}>
        {children(MenuEntry)}
      </MenuItems>
    </Menu>
  );
}

const active =
  "-outline-offset-2 outline-focus data-[focus]:bg-sunken group-focus-visible:data-[focus]:outline group-focus-visible:data-[focus]:outline-2 aria-checked:border-accent aria-checked:bg-accent-soft";

const MenuEntry: Item = ({ as, className, ...props }) => (
  <MenuItem as={as === "a" ? "a" : EntryButton} {...(props as object)} className={`${className} ${active}`} />
);

/** In a menu, a button that stays pressed is a radio item. */
const EntryButton = forwardRef<HTMLButtonElement, ComponentPropsWithoutRef<"button">>(function EntryButton(
  { "aria-pressed": isPressed, onClick, ...props },
  ref,
) {
  const choice = isPressed === undefined ? {} : { role: "menuitemradio", "aria-checked": isPressed };
  return (
    <button
      ref={ref}
      {...props}
      {...choice}
      onClick={(event) => {
        // Submitted before the menu closes, which removes the form.
        event.preventDefault();
        event.currentTarget.form?.requestSubmit(event.currentTarget);
        onClick?.(event);
      }}
    />
  );
});

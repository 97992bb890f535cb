import type { ReactNode } from "react";
import { Disclosure } from "./disclosure.tsx";

/** Class of a menu's items. */
export const menuItem = "block w-full rounded px-2.5 py-1.5 text-left no-underline hover:bg-sunken coarse:py-2.5";

/** Opens below the button, aligned with its right edge. */
export const menuPanel =
  "absolute right-0 top-full z-40 mt-1 w-64 rounded border border-line bg-surface p-1.5 shadow-raised";

/** A button that opens a list of other buttons. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Disclosure
      buttonClass="button"
      label={
        <>
          {label} <span aria-hidden="true">▾</span>
        </>
      }
    >
      <div className={menuPanel}>{children}</div>
    </Disclosure>
  );
}

import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  label: ReactNode;
  className?: string;
  /** Content of the button. */
  buttonClass: string;
  children: ReactNode;
}

/** A menu that works without scripts. With scripts it also closes on Escape, on losing focus, and on navigation. */
export function Disclosure({ label, className, buttonClass, children }: Props) {
  const { key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const shownOn = useRef(key);
  useEffect(() => {
    // Keeps a menu open that was opened before hydration.
    if (details.current && shownOn.current !== key) details.current.open = false;
    shownOn.current = key;
  }, [key]);
  return (
    <details
      ref={details}
      className={`relative ${className ?? ""}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
      onBlur={(event) => {
        const { currentTarget: menu, relatedTarget: next } = event;
        // Pressing on the menu itself, where nothing takes the focus, does not leave it.
        if (next instanceof Node && !menu.contains(next)) menu.open = false;
      }}
    >
      <summary className={buttonClass}>{label}</summary>
      {children}
    </details>
  );
}

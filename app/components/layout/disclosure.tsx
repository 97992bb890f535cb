import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  label: ReactNode;
  className?: string;
  /** Of what is pressed. */
  buttonClass: string;
  children: ReactNode;
}

/** A menu that opens and closes without scripts; with them it also closes by Escape, by leaving it, and on a new page. */
export function Disclosure({ label, className, buttonClass, children }: Props) {
  const { key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const shownOn = useRef(key);
  useEffect(() => {
    // What was opened before scripts ran stays open.
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
        // Pressing on the menu itself, where nothing takes the focus, is no leaving.
        if (next instanceof Node && !menu.contains(next)) menu.open = false;
      }}
    >
      <summary className={buttonClass}>{label}</summary>
      {children}
    </details>
  );
}

/** Keyboard shortcuts for reviewing many products. They need scripts and can be switched off. */
import { Link, useLocation, useNavigate } from "@remix-run/react";
import { lazy, Suspense, useEffect } from "react";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { withParams } from "#app/lib/paths.ts";

const Help = lazy(() => import("./shortcuts-help.tsx"));

const stored = "approvals-shortcuts";
const isSwitchedOff = () => localStorage.getItem(stored) === "off";
const turn = (isOn: boolean) => localStorage.setItem(stored, isOn ? "on" : "off");

export function Shortcuts({ canChange }: { canChange: boolean }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const here = `${pathname}${search}`;
  const help = withParams(here, { keys: "help" });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isSwitchedOff() || !isForUs(event)) return;
      if (event.key === "?") navigate(help, { preventScrollReset: true });
      else if (!press(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [help, navigate]);

  if (!isHydrated) return null;
  return (
    <>
      <Link to={help} className="button" preventScrollReset>
        Keyboard shortcuts
      </Link>
      {new URLSearchParams(search).get("keys") === "help" && (
        <Suspense>
          <Help canChange={canChange} isOn={!isSwitchedOff()} turn={turn} parent={withParams(here, { keys: null })} />
        </Suspense>
      )}
    </>
  );
}

/** Ignores keys typed into a field, pressed on a focused control, or inside a dialog. */
function isForUs({ target, key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || !(target instanceof Element)) return false;
  if (
    target.closest("input, textarea, select, [contenteditable], dialog, [role=menu]") &&
    !target.matches(".choice input")
  )
    return false;
  if (document.querySelector("dialog:modal")) return false;
  return key !== "Enter" || target.matches("tr");
}

const rowsOf = () => [...document.querySelectorAll<HTMLElement>("tr[id^='row-']")];
const currentRow = () => document.querySelector<HTMLElement>("tr[aria-current]") ?? undefined;
const openRow = () => rowsOf().find((row) => row.querySelector("a[aria-expanded='true']"));

/** @returns false for a key without a shortcut */
function press(key: string): boolean {
  const row = currentRow() ?? openRow();
  switch (key) {
    case "j":
      goTo(row, 1);
      return true;
    case "k":
      goTo(row, -1);
      return true;
    case "o":
    case "Enter":
      row?.querySelector<HTMLElement>("a[aria-expanded]")?.click();
      return true;
    case "a":
      if (row && row === openRow())
        row.nextElementSibling
          ?.querySelector<HTMLElement>("#form-approve [type=submit], #form-update [type=submit]")
          ?.click();
      return true;
    case "x":
      row?.querySelector<HTMLElement>(".choice input")?.click();
      return true;
    default:
      return false;
  }
}

function goTo(from: HTMLElement | undefined, step: 1 | -1): void {
  const rows = rowsOf();
  const next = from ? rows[rows.indexOf(from) + step] : rows[0];
  if (!next) return;
  from?.removeAttribute("aria-current");
  next.setAttribute("aria-current", "true");
  next.tabIndex = -1;
  next.focus();
}

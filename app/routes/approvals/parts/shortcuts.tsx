/** Keyboard shortcuts for reviewing many products. They need scripts and can be switched off. */
import { Link, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { withParams } from "#app/lib/paths.ts";

interface Key {
  keys: string[];
  effect: string;
  /** Only if rows can be changed. */
  changes?: boolean;
}

const known: Key[] = [
  { keys: ["j"], effect: "Next row" },
  { keys: ["k"], effect: "Previous row" },
  { keys: ["o", "Enter"], effect: "Open or close details" },
  { keys: ["a"], effect: "Approve, if the details are open", changes: true },
  { keys: ["x"], effect: "Select the row", changes: true },
  { keys: ["?"], effect: "Show shortcuts" },
];

const stored = "approvals-shortcuts";
const isSwitchedOff = () => localStorage.getItem(stored) === "off";

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
        <Help keys={known.filter(({ changes }) => canChange || !changes)} parent={withParams(here, { keys: null })} />
      )}
    </>
  );
}

/** Ignores keys typed into a field, pressed on a focused control, or inside a dialog. */
function isForUs({ target, key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || !(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, [contenteditable], dialog") && !target.matches(".choice input"))
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

function Help({ keys, parent }: { keys: readonly Key[]; parent: string }) {
  const [isOff, setOff] = useState(isSwitchedOff);
  return (
    <Dialog title="Keyboard shortcuts" closeTo={parent}>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1.5">
        {keys.map(({ keys: each, effect }) => (
          <div key={effect} className="contents">
            <dt className="flex gap-1.5">
              {each.map((key) => (
                <kbd key={key} className="rounded border border-line bg-sunken px-1.5">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <label className="my-3 flex min-h-8 items-center gap-1.5 coarse:min-h-11">
        <input
          type="checkbox"
          checked={!isOff}
          onChange={({ target: { checked } }) => {
            localStorage.setItem(stored, checked ? "on" : "off");
            setOff(!checked);
          }}
        />
        Use these keys
      </label>
      <Link to={parent} className="button button-primary" preventScrollReset>
        Close
      </Link>
    </Dialog>
  );
}

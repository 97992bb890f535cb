/**
 * Keys on every page: `/` for the search box, and those that move between the rows of a list and act on them. Loaded
 * with the first key that is pressed. Effects are clicks on links and buttons that the page has anyway.
 */
import { areKeysOff } from "./keys-off.ts";

const isShown = (element: HTMLElement) => element.offsetParent !== null;

/** Ignores keys typed into a field, pressed on a focused control, with another key, or inside a dialog or menu. */
function isForUs({ target, key, ctrlKey, altKey, metaKey, isComposing, repeat }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || isComposing || !(target instanceof Element) || areKeysOff()) return false;
  // Held down, it would approve one row after another, unseen.
  if (repeat && key === "a") return false;
  if (
    target.closest("input, textarea, select, [contenteditable], dialog, [role=menu]") &&
    !target.matches(".choice input")
  )
    return false;
  if (document.querySelector("dialog:modal")) return false;
  return key !== "Enter" || target.matches("tr");
}

const rowsOf = () => [...document.querySelectorAll<HTMLElement>("tr[id^='row-']")];
const markedRow = () => document.querySelector<HTMLElement>("tr[aria-current]") ?? undefined;
const openRow = () => rowsOf().find((row) => row.querySelector("a[aria-expanded='true']"));

/** The row whose details have the focus, otherwise the one that was reached by keys. */
function currentRow(): HTMLElement | undefined {
  const open = openRow();
  return open?.nextElementSibling?.contains(document.activeElement) ? open : (markedRow() ?? open);
}
const expander = "a[aria-expanded]";
const record = "a[data-row-link]:not([aria-expanded])";

/** The row's link that comes first in this order. */
const linkIn = (row: HTMLElement | undefined, ...selectors: string[]) =>
  selectors.map((selector) => row?.querySelector<HTMLElement>(selector)).find(Boolean);

/** @returns false for a key that does nothing here */
function press(key: string): boolean {
  const row = currentRow();
  switch (key) {
    case "/":
      goToSearch();
      return true;
    case "?":
      void import("./keys-help.ts").then(({ showKeysHelp }) => showKeysHelp());
      return true;
    case "j":
      goTo(row, 1);
      return true;
    case "k":
      goTo(row, -1);
      return true;
    case "Enter":
      linkIn(row, record, expander)?.click();
      return true;
    case "o":
      linkIn(row, expander, record)?.click();
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
  markedRow()?.removeAttribute("aria-current");
  next.setAttribute("aria-current", "true");
  next.tabIndex = -1;
  next.focus();
}

function goToSearch(): void {
  const [box] = [...document.querySelectorAll<HTMLInputElement>('[role=search] input[name="q"]')].filter(isShown);
  // On narrow screens there is a link to the box.
  const link = document.querySelector<HTMLAnchorElement>('header a[href="/search"]');
  if (!box) {
    link?.click();
    return;
  }
  box.focus();
  box.select();
}

const handled = new WeakSet<KeyboardEvent>();

function onKeyDown(event: KeyboardEvent): void {
  // A shell that is shown again hands over a key that this file has handled already.
  if (handled.has(event)) return;
  handled.add(event);
  if (isForUs(event) && press(event.key)) event.preventDefault();
}

/** @param early keys that were pressed while this file was loading */
export function listen(early: KeyboardEvent[]): void {
  for (const event of early) onKeyDown(event);
  document.addEventListener("keydown", onKeyDown);
}

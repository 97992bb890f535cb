/** The key `/` puts the cursor into the search box. Loaded with the first key that is pressed. */
import { isSearchKeyOff } from "./search-key-off.ts";

const isShown = (element: HTMLElement) => element.offsetParent !== null;

/** Ignores keys typed into a field, together with another key, or inside a dialog or menu. */
export function pressSearchKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, altKey, metaKey, isComposing } = event;
  if (key !== "/" || ctrlKey || altKey || metaKey || isComposing || isSearchKeyOff()) return;
  if (target instanceof Element && target.closest("input, textarea, select, [contenteditable], dialog, [role=menu]"))
    return;
  if (document.querySelector("dialog:modal")) return;
  const [box] = [...document.querySelectorAll<HTMLInputElement>('[role=search] input[name="q"]')].filter(isShown);
  // On narrow screens there is a link to the box.
  const link = document.querySelector<HTMLAnchorElement>('header a[href="/search"]');
  event.preventDefault();
  if (!box) {
    link?.click();
    return;
  }
  box.focus();
  box.select();
}

document.addEventListener("keydown", pressSearchKey);

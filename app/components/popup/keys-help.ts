/** The dialog that lists the keys and switches them off. It is no React component, so that no page has to know it. */
import { dialogLook } from "#app/components/dialog/look.ts";
import { areKeysOff, turnKeys } from "./keys-off.ts";

const known: { keys: string[]; effect: string; needs?: string }[] = [
  { keys: ["/"], effect: "Go to the search box" },
  { keys: ["j"], effect: "Next row" },
  { keys: ["k"], effect: "Previous row" },
  { keys: ["Enter"], effect: "Open the record, or its details" },
  { keys: ["o"], effect: "Open or close details" },
  { keys: ["a"], effect: "Approve, if the details are open", needs: "[data-approves]" },
  { keys: ["x"], effect: "Select the row", needs: ".choice" },
  { keys: ["?"], effect: "Show shortcuts" },
];

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const keyOf = (key: string) =>
  element("kbd", { className: "rounded border border-line bg-sunken px-1.5", textContent: key });

/** Shows the keys that this page has. */
export function showKeysHelp(): void {
  if (document.querySelector("dialog:modal")) return;
  const heading = element("h2", { id: "keys-help", className: "mb-3 text-lg", textContent: "Keyboard shortcuts" });
  const list = element("dl", { className: "grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1.5" });
  for (const { keys, effect, needs } of known)
    if (!needs || document.querySelector(needs))
      list.append(element("dt", {}, ...keys.map(keyOf)), element("dd", { textContent: effect }));
  const box = element("input", { type: "checkbox", checked: !areKeysOff() });
  box.addEventListener("change", () => turnKeys(box.checked));
  const close = element("button", { type: "button", className: "button button-primary", textContent: "Close" });
  const dialog = element(
    "dialog",
    { className: dialogLook },
    element(
      "div",
      { className: "px-4 pb-4 pt-3.5" },
      heading,
      list,
      element(
        "label",
        { className: "my-3 flex min-h-8 items-center gap-1.5 coarse:min-h-11" },
        box,
        "Use these keys in this browser",
      ),
      close,
    ),
  );
  dialog.setAttribute("aria-labelledby", heading.id);
  const end = () => dialog.close();
  close.addEventListener("click", end);
  addEventListener("popstate", end, { once: true });
  dialog.addEventListener("close", () => {
    removeEventListener("popstate", end);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

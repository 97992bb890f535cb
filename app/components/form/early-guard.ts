import { isChanged } from "./typed-early.ts";

/**
 * How a form that was not hydrated yet asks before it is left: `changed` if a field was changed, `always` if it already
 * came with input that is not saved. Attribute `data-asks`.
 */
export type Asks = "changed" | "always";

/**
 * Asks for confirmation before the user leaves a form that its own scripts do not guard yet (`useLeaveGuard`). Its text
 * is sent with the page, so it must not refer to anything outside of it.
 */
function guardEarly(isChangedField: typeof isChanged): void {
  // React hydrates the page, which must look as if this script had never been part of it.
  document.currentScript?.remove();
  let sent: EventTarget | null = null;
  const isTyped = () =>
    [...document.querySelectorAll<HTMLFormElement>("form[data-asks]")].some(
      (form) => form !== sent && (form.dataset.asks === "always" || [...form.elements].some(isChangedField)),
    );
  addEventListener(
    "submit",
    ({ target }) => {
      sent = target;
    },
    true,
  );
  addEventListener("beforeunload", (event) => {
    if (isTyped()) event.preventDefault();
  });
  // The shell may be hydrated before the form. The browser follows the link instead of it, which then asks.
  addEventListener(
    "click",
    (event) => {
      if ((event.target as Element).closest("a[data-link]") && isTyped()) event.stopPropagation();
    },
    true,
  );
}

/** The script for a page with forms. */
export const earlyGuard = `(${guardEarly})(${isChanged})`;

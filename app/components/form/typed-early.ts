import { type RefObject, useEffect, useState } from "react";

/**
 * Returns true if a field's value differs from the one that was rendered. `earlyGuard` sends the text of this function
 * with the page, so it must not refer to anything outside of it.
 */
export function isChanged(field: Element): boolean {
  const lines = (text: string) => text.replace(/\r\n?/g, "\n");
  if (field instanceof HTMLTextAreaElement) return lines(field.value) !== lines(field.defaultValue);
  if (field instanceof HTMLSelectElement) {
    const start = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(start, 0);
  }
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type === "file" ? field.value !== "" : field.value !== field.defaultValue;
}

/** Forms in the server-rendered HTML, as opposed to those rendered by scripts later. */
const served = new WeakSet<Element>(typeof document === "undefined" ? [] : [...document.forms]);

/**
 * Returns true if the user typed before hydration, or if the browser restored earlier input; false again once the form
 * is sent.
 */
export function useTypedEarly(form: RefObject<HTMLFormElement>, isPending: boolean): boolean {
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    if (form.current && served.has(form.current)) setTyped([...form.current.elements].some(isChanged));
  }, [form]);
  useEffect(() => {
    if (isPending) setTyped(false);
  }, [isPending]);
  return isTyped;
}

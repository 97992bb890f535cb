import { type RefObject, useEffect, useState } from "react";

const lines = (text: string) => text.replace(/\r\n?/g, "\n");

/** Whether a field holds something else than the server sent. */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return lines(field.value) !== lines(field.defaultValue);
  if (field instanceof HTMLSelectElement) {
    const start = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(start, 0);
  }
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type === "file" ? field.value !== "" : field.value !== field.defaultValue;
}

/** Forms that the server sent, not those that scripts make later. */
const served = new WeakSet<Element>(typeof document === "undefined" ? [] : [...document.forms]);

/**
 * Whether somebody was faster than the scripts, or the browser put back what was typed before it left the page. It ends when the
 * form is sent.
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

import { useLocation } from "@remix-run/react";
import { formId } from "~/lib/form-answer";
import { type newOne, withParams } from "~/lib/paths";

/** Links within a tab: to one of its items as a form, back out of it, and to the question before one goes. */
export function useEditLinks(tab: string, intent: string) {
  const { search } = useLocation();
  const at = (path: string, edit: number | string | null) => withParams(`${path}${search}`, { edit });
  return {
    edit: (item: number | typeof newOne) => `${at(tab, item)}#${formId(intent)}`,
    close: at(tab, null),
    ask: (path: string) => at(path, null),
  };
}

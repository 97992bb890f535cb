import { useLocation } from "@remix-run/react";
import { closedForm } from "#app/lib/back-to-shipping.ts";
import { formId } from "#app/lib/form-answer.ts";
import { type newOne, withParams } from "#app/lib/paths.ts";
import type { allCombinations } from "#app/lib/variant-forms.ts";

/** Returns links within a tab: to open an item's form, to close it, and to a confirmation. */
export function useEditLinks(tab: string, intent: string) {
  const { search } = useLocation();
  const at = (path: string, edit: number | string | null) => withParams(`${path}${search}`, { ...closedForm, edit });
  return {
    edit: (item: number | typeof newOne | typeof allCombinations) => `${at(tab, item)}#${formId(intent)}`,
    close: at(tab, null),
    ask: (path: string) => at(path, null),
  };
}

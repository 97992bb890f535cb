/** Fields that depend on others. Apart from what all forms share: it brings react-hook-form along. */
import { useWatch } from "react-hook-form";
import { useHydrated } from "~/components/layout/toast";
import { useFormState, useText } from "./form-state";

/** What stands in a field at this moment. */
export function useTyped(name: string): string {
  const start = useText(name);
  const value: unknown = useWatch({ control: useFormState().control, name });
  return typeof value === "string" ? value : start;
}

/** For a field that another one makes meaningless: it cannot be typed into then. Without scripts it can, and is not looked at. */
export function useDisabledUnless(isUsed: boolean): boolean {
  return useHydrated() && !isUsed;
}

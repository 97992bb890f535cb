/** Fields that depend on other fields. In a module of its own because it loads react-hook-form. */
import { useWatch } from "react-hook-form";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { useFormState, useText } from "./form-state.ts";

/** Returns the current value of a field. */
export function useTyped(name: string): string {
  const start = useText(name);
  const value: unknown = useWatch({ control: useFormState().control, name });
  return typeof value === "string" ? value : start;
}

/**
 * Disables a field that another field makes irrelevant. Without scripts it stays enabled, and the server ignores it.
 */
export function useDisabledUnless(isUsed: boolean): boolean {
  return useHydrated() && !isUsed;
}

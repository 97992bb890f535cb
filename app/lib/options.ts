import type { Choice } from "@contract/enumerations.ts";

/** An enumeration as the options of a field. */
export function asOptions(choices: readonly Choice[]): { value: string; label: string }[] {
  return choices.map(({ value, displayName }) => ({ value: String(value), label: displayName }));
}

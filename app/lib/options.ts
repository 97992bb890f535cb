import type { Choice } from "#contract/enumerations.ts";

/** Returns an enumeration as the options of a select. */
export function asOptions(choices: readonly Choice[]): { value: string; label: string }[] {
  return choices.map(({ value, displayName }) => ({ value: String(value), label: displayName }));
}

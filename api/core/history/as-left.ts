/** Which fields of a record can be put back: those that are still as somebody left them. */
import { isDeepStrictEqual } from "node:util";

type Values = Readonly<Record<string, unknown>>;

/** Fields that say something only together, such as a courier and its tracking number. */
export interface Together {
  readonly fields: readonly string[];
  /** Only for changes of this field, which is one of them. */
  readonly onlyWith?: string;
  /** Whether some of them may be put back without the others, if the record then has these values. Never if left out. */
  mayPart?(after: Values): boolean;
}

/** Names of fields. */
export interface AsLeft {
  readonly back: string[];
  readonly kept: string[];
}

/**
 * Tells the fields that can be put back from those that stay, because somebody has changed them since, or others
 * without which they cannot be put back.
 * @param now the record as it is
 * @param left what its fields were before the change that is undone, and after it
 */
export function splitAsLeft(
  now: object,
  { was, is }: { was: object; is: object },
  together: readonly Together[] = [],
): AsLeft {
  const current: Values = { ...now };
  const before: Values = { ...was };
  const after: Values = { ...is };
  const names = Object.keys(after);
  const kept = new Set(names.filter((name) => !isDeepStrictEqual(current[name], after[name])));
  for (const { fields, onlyWith, mayPart } of together) {
    if (onlyWith && !(onlyWith in after)) continue;
    const own = fields.filter((name) => name in after);
    const back = own.filter((name) => !kept.has(name));
    if (back.length === 0 || back.length === fields.length) continue;
    const isPossible = mayPart
      ? mayPart({ ...current, ...Object.fromEntries(back.map((name) => [name, before[name]])) })
      : back.length === own.length;
    if (!isPossible) for (const name of back) kept.add(name);
  }
  return { back: names.filter((name) => !kept.has(name)), kept: [...kept] };
}

export const only = <T extends object>(values: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<T>;

/** A pseudo-random generator (mulberry32) with the same numbers in every run, so that the demo data is reproducible. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** True with this probability. */
  chance(share: number): boolean;
  digits(count: number): string;
  /** This many of the choices, in their order. */
  some<T>(choices: readonly T[], count: number): T[];
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick: <T>(choices: readonly [T, ...T[]]) => choices[between(0, choices.length - 1)] as T,
    chance: (share) => next() < share,
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(""),
    some: (choices, count) => {
      const left = [...choices];
      while (left.length > count) left.splice(between(0, left.length - 1), 1);
      return left;
    },
  };
}

/** Options of an attribute: which of the wanted ones are which of the kept ones, and codes for new ones. */

export interface OptionText {
  /** May be empty. */
  code: string;
  value: string;
}

const same = (text: string) => text.trim().toLowerCase();

/**
 * Finds for each wanted option the kept one that it is, so that a renamed option stays the same option for the products
 * that have it. Capitals do not count. Three rules, one after the other, each for what the ones before left over:
 *
 * 1. The same code is the same option, whatever its name.
 * 2. The same name is the same option: its code was changed, added or taken away.
 * 3. By position, where neither has a code: when as many kept as wanted ones are left over between the same two
 *    neighbours (or an end of the list), they are each other, renamed. When it is not as many, it cannot be decided.
 *
 * What finds no partner is new, or removed. Two that both have a code, and not the same, never become each other by
 * position. A caller who replaces the last of several options without codes by another one renames it by rule 3; who
 * means another option gives it a code.
 *
 * @returns for each wanted option the index of its kept one, or undefined for a new one
 */
export function matchOptions(kept: readonly OptionText[], wanted: readonly OptionText[]): (number | undefined)[] {
  const partner: (number | undefined)[] = wanted.map(() => undefined);
  const taken = new Set<number>();
  const pair = (w: number, k: number | undefined) => {
    if (k === undefined || taken.has(k) || partner[w] !== undefined) return;
    partner[w] = k;
    taken.add(k);
  };
  for (const part of ["code", "value"] as const) {
    const indexes = new Map(
      kept.flatMap((option, k) => (option[part] !== "" && !taken.has(k) ? [[same(option[part]), k] as const] : [])),
    );
    for (const [w, option] of wanted.entries()) if (option[part] !== "") pair(w, indexes.get(same(option[part])));
  }
  for (const gap of gapsOf(kept.length, partner)) {
    if (gap.kept.length !== gap.wanted.length) continue;
    for (const [i, w] of gap.wanted.entries()) {
      const k = gap.kept[i] as number;
      if (kept[k]?.code === "" && wanted[w]?.code === "") pair(w, k);
    }
  }
  return partner;
}

interface Gap {
  kept: number[];
  wanted: number[];
}

/** What is left over on both sides between options that follow each other on both sides, or an end. */
function gapsOf(keptCount: number, partner: readonly (number | undefined)[]): Gap[] {
  const gaps: Gap[] = [];
  const taken = new Set(partner);
  let wanted: number[] = [];
  let before = -1;
  for (const [w, k] of [...partner, keptCount].entries()) {
    if (k === undefined) {
      wanted.push(w);
      continue;
    }
    const between = Array.from({ length: Math.max(k - before - 1, 0) }, (_, i) => before + 1 + i);
    if (between.every((index) => !taken.has(index))) gaps.push({ kept: between, wanted });
    wanted = [];
    before = k;
  }
  return gaps;
}

/** The indexes of texts that stand earlier in the list already; capitals do not count, and empty ones are none. */
export function repeatedIn(texts: readonly string[]): number[] {
  const seen = new Set<string>();
  return [...texts.entries()].flatMap(([i, text]) => {
    const key = same(text);
    if (key === "") return [];
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [i] : [];
  });
}

/**
 * The same options with codes where none was typed: a kept option keeps the one it has, a new one gets one made from its
 * name, by which a later rename is known as one. Sent again, the same options get the same codes.
 */
export function withCodes(kept: readonly OptionText[], wanted: readonly OptionText[]): OptionText[] {
  const taken = new Set([...kept, ...wanted].map(({ code }) => same(code)));
  const partners = matchOptions(kept, wanted);
  return wanted.map((option, i) => {
    if (option.code !== "") return option;
    const partner = kept[partners[i] ?? -1];
    const code = partner ? partner.code : freeCode(option.value, taken);
    taken.add(same(code));
    return { ...option, code };
  });
}

function freeCode(value: string, taken: ReadonlySet<string>): string {
  const words = value
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replaceAll(" ", "-");
  const base = words.slice(0, 40) || "option";
  let code = base;
  for (let number = 2; taken.has(code); number++) code = `${base}-${number}`;
  return code;
}

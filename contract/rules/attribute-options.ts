import { at } from "./at.ts";

/** Options of an attribute: matches wanted options with stored ones, and generates codes for new ones. */

export interface OptionText {
  /** May be empty. */
  code: string;
  value: string;
}

const same = (text: string) => text.trim().toLowerCase();

/**
 * Matches each wanted option with a stored one, so that a renamed option remains the same option for products that use
 * it. Letter case is ignored. Three rules apply in turn, each to the options that the previous ones left unmatched:
 *
 * 1. Equal codes match, whatever the names.
 * 2. Equal names match: the code was changed, added or removed.
 * 3. Options without codes match by position, as renamed: if the same number of stored and wanted ones is left between
 * the same two neighbours (or an end of the list). With different numbers the case is undecidable.
 *
 * Unmatched options are new, or removed. Two options with different codes never match by position. To replace the last
 * of several options without codes instead of renaming it, give the new one a code.
 *
 * @returns for each wanted option the index of its stored one, or undefined for a new one
 */
export function matchOptions(stored: readonly OptionText[], wanted: readonly OptionText[]): (number | undefined)[] {
  const partner: (number | undefined)[] = wanted.map(() => undefined);
  const taken = new Set<number>();
  const pair = (w: number, k: number | undefined) => {
    if (k === undefined || taken.has(k) || partner[w] !== undefined) return;
    partner[w] = k;
    taken.add(k);
  };
  for (const part of ["code", "value"] as const) {
    const indexes = new Map(
      stored.flatMap((option, k) => (option[part] !== "" && !taken.has(k) ? [[same(option[part]), k] as const] : [])),
    );
    for (const [w, option] of wanted.entries()) if (option[part] !== "") pair(w, indexes.get(same(option[part])));
  }
  for (const gap of gapsOf(stored.length, partner)) {
    if (gap.stored.length !== gap.wanted.length) continue;
    for (const [i, w] of gap.wanted.entries()) {
      const k = at(gap.stored, i);
      if (stored[k]?.code === "" && wanted[w]?.code === "") pair(w, k);
    }
  }
  return partner;
}

interface Gap {
  stored: number[];
  wanted: number[];
}

/** Returns the unmatched options on both sides between two adjacent matches, or an end of the list. */
function gapsOf(storedCount: number, partner: readonly (number | undefined)[]): Gap[] {
  const gaps: Gap[] = [];
  const taken = new Set(partner);
  let wanted: number[] = [];
  let before = -1;
  for (const [w, k] of [...partner, storedCount].entries()) {
    if (k === undefined) {
      wanted.push(w);
      continue;
    }
    const between = Array.from({ length: Math.max(k - before - 1, 0) }, (_, i) => before + 1 + i);
    if (between.every((index) => !taken.has(index))) gaps.push({ stored: between, wanted });
    wanted = [];
    before = k;
  }
  return gaps;
}

/** Returns the indexes of texts that occurred earlier in the list; ignores letter case and empty texts. */
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
 * Returns the options with codes where none was entered: a stored option keeps its code, a new one gets a code derived
 * from its name, so that a later rename is recognised. Idempotent for the same options.
 */
export function withCodes(stored: readonly OptionText[], wanted: readonly OptionText[]): OptionText[] {
  const taken = new Set([...stored, ...wanted].map(({ code }) => same(code)));
  const partners = matchOptions(stored, wanted);
  return wanted.map((option, i) => {
    if (option.code !== "") return option;
    const partner = stored[partners[i] ?? -1];
    const code = partner ? partner.code : freeCode(option.value, taken);
    taken.add(same(code));
    return { ...option, code };
  });
}

function freeCode(value: string, taken: ReadonlySet<string>): string {
  const slug = value
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replaceAll(" ", "-");
  const base = slug.slice(0, 40) || "option";
  let code = base;
  for (let number = 2; taken.has(code); number++) code = `${base}-${number}`;
  return code;
}

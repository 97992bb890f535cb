/**
 * An edit of a record that somebody else may have changed since the form was opened. The form carries what it showed, as
 * a short text that is sent back with the command (`Shown`); both sides read it here.
 */

/** What a form showed, by the field of the command: short values as they are, long ones as a fingerprint. */
export type Shown = ReadonlyMap<string, string>;

/** The fields of a command that was sent to change a record, without those that only say which record. */
type Fields = Record<string, unknown>;

/** What needs no quoting in a page; numbers among it, which stock and prices need as they are. */
const isPlain = (text: string) => /^[\w.@+-]{0,16}$/.test(text);

/** Makes the text that a form carries from the record that it shows, in the words of its command: `Name:~1x2y StockQuantity:10`. */
export function shownText(record: Fields): string {
  return written(Object.entries(record).map(([field, value]) => [field, textOf(value)]));
}

function written(texts: Iterable<[field: string, text: string]>): string {
  return [...texts].map(([field, text]) => `${field}:${text}`).join(" ");
}

export function readShown(text: string): Shown {
  return new Map(
    text
      .split(" ")
      .flatMap((part) =>
        part.includes(":") ? [[part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1)]] : [],
      ),
  );
}

/** Equal for values that a person would call the same: nothing and blanks, line ends, the order of boxes that are ticked. */
function textOf(value: unknown): string {
  const text = canonical(value);
  return isPlain(text) ? text : `~${fingerprint(text)}`;
}

function canonical(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) {
    if (value.length === 0) return "";
    const items = value.map(canonical);
    const isSet = value.every((item) => typeof item !== "object");
    return JSON.stringify(isSet ? items.sort() : items);
  }
  if (typeof value === "object") {
    const entries = Object.entries(value).map(([field, part]) => [field, canonical(part)] as const);
    return JSON.stringify(entries.filter(([, part]) => part !== "").sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  return String(value).replaceAll("\r\n", "\n").trim();
}

/** 53 bits (cyrb53). It tells versions of a text apart; whoever forges one only overwrites their own change. */
export function fingerprint(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

export interface EditRules {
  /** Amounts that others count up and down, such as stock: what is written is the difference that was typed. */
  counters?: readonly string[];
  /** Whether a number that was sent says the same as the one that was shown, where a screen rounds it. */
  isSameAmount?: (sent: number, shown: number) => boolean;
  /** The fields that `isSameAmount` is about. */
  amounts?: readonly string[];
}

export interface Merged<Sent> {
  /** What is to be written: what the sender changed, and everything else as it is now. */
  input: Sent;
  /** What others made of fields that the sender changed as well. Nothing may be written while there is any. */
  theirs: Fields;
  /** What the sender has seen once `theirs` was shown. */
  shown: string;
}

/**
 * Holds what was sent against what the form showed and against what is there now.
 * @param sent the whole command
 * @param current the record as it is now, in the words of the command; it must not change any more
 */
export function mergeEdit<Sent extends object>(
  sent: Sent,
  shown: Shown,
  current: Fields,
  rules: EditRules = {},
): Merged<Sent> {
  const input: Fields = { ...(sent as Fields) };
  const theirs: Fields = {};
  const seen = new Map(shown);
  for (const [field, now] of Object.entries(current)) {
    const before = shown.get(field);
    const value = input[field];
    if (before === undefined || value === undefined) continue;
    if (isUnchanged(field, value, before, rules)) input[field] = now;
    else if (textOf(now) !== before) {
      const isCounter = rules.counters?.includes(field) === true;
      const counted = isCounter ? difference(value, before, now) : undefined;
      if (counted !== undefined) input[field] = counted;
      else if (isCounter || textOf(value) !== textOf(now)) {
        theirs[field] = now;
        seen.set(field, textOf(now));
      }
    }
  }
  return { input: input as Sent, theirs, shown: written(seen) };
}

function isUnchanged(
  field: string,
  value: unknown,
  before: string,
  { amounts = [], isSameAmount }: EditRules,
): boolean {
  if (textOf(value) === before) return true;
  return (
    typeof value === "number" &&
    before !== "" &&
    amounts.includes(field) &&
    isSameAmount?.(value, Number(before)) === true
  );
}

/** The count as it is now and what was added to it or taken from it; nothing where it is no longer counted. Undefined where that leads nowhere. */
function difference(value: unknown, before: string, now: unknown): number | null | undefined {
  if (value === null) return null;
  if (typeof value !== "number" || typeof now !== "number" || before === "") return undefined;
  const counted = now + value - Number(before);
  return Number.isSafeInteger(counted) && counted >= 0 ? counted : undefined;
}

/**
 * Edits of records that somebody else may have changed since the form was opened. The form carries what it showed as a
 * short text, which is sent back with the command (`Shown`); app and API both parse it here.
 */

/** The values that a form showed, by field of the command: short ones verbatim, long ones as a fingerprint. */
export type Shown = ReadonlyMap<string, string>;

/** The fields of a command that changes a record, without those that identify the record. */
type Fields = Record<string, unknown>;

/** Text that needs no escaping in a page; includes numbers, because stock and prices need their exact value. */
const isPlain = (text: string) => /^[\w.@+-]{0,16}$/.test(text);

/** Builds the text that a form carries from the record, in the fields of its command: `Name:~1x2y StockQuantity:10`. */
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

/** Normalises values that users regard as equal: null and blank, line endings, the order of ticked checkboxes. */
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

/**
 * Returns a 53-bit hash (cyrb53) to compare versions of a text. It need not resist forgery: a forger would only
 * overwrite their own change.
 */
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
  /**
   * Amounts that others increase and decrease, such as stock: the entered difference is applied to the current value.
   */
  counters?: readonly string[];
  /** Compares a sent number with the one shown, if a screen rounds it. */
  isSameAmount?: (sent: number, shown: number) => boolean;
  /** The fields that `isSameAmount` applies to. */
  amounts?: readonly string[];
  /**
   * The sender vouches for all fields, also for those that they left as they were shown. Whatever others have changed
   * then needs another look.
   */
  isStatement?: boolean;
}

export interface Merged<Sent> {
  /** The values to write: the sender's changes, and the current value of everything else. */
  input: Sent;
  /** Current values of fields that somebody else has changed as well. If there are any, nothing may be written. */
  theirs: Fields;
  /** The value of `Shown` after `theirs` has been displayed. */
  shown: string;
}

/**
 * Compares the sent values with what the form showed and with the current record.
 * @param sent the whole command
 * @param current the current record, in the fields of the command; it must be locked
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
    const isOurs = !isUnchanged(field, value, before, rules);
    const isTheirs = textOf(now) !== before;
    if (!isOurs && !(isTheirs && rules.isStatement)) input[field] = now;
    else if (isTheirs) {
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

/** Half a cent, which forms may gain or lose when they convert a price that nobody has changed. */
const rounding = 0.0051;

/**
 * Returns the text of what a form showed, with what its sender has saved meanwhile from a form that showed the same. A
 * field that the sender leaves as it was shown stays out of that, so that it keeps what was saved.
 * @param saved the earlier command, and what its form showed
 */
export function afterOwnEdit(sent: Fields, shown: Shown, saved: { input: Fields; shown: Shown }): string {
  const isAsShown = (value: unknown, text: string) =>
    textOf(value) === text || (typeof value === "number" && text !== "" && Math.abs(value - Number(text)) < rounding);
  const own = (field: string, text: string) => {
    const isOwn = field in saved.input && saved.shown.get(field) === text && !isAsShown(sent[field], text);
    return isOwn ? textOf(saved.input[field]) : text;
  };
  return written([...shown].map(([field, text]) => [field, own(field, text)]));
}

/** Returns the fields of a command that differ from what its form showed, of those that the form showed. */
export function changedFields<Sent extends object>(sent: Sent, shown: Shown, rules: EditRules = {}): Partial<Sent> {
  const isChanged = ([field, value]: [string, unknown]) => {
    const before = shown.get(field);
    return before !== undefined && value !== undefined && !isUnchanged(field, value, before, rules);
  };
  return Object.fromEntries(Object.entries(sent).filter(isChanged)) as Partial<Sent>;
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

/**
 * Applies the sender's difference to the current count; null if it is no longer counted, undefined if the result is
 * invalid.
 */
function difference(value: unknown, before: string, now: unknown): number | null | undefined {
  if (value === null) return null;
  if (typeof value !== "number" || typeof now !== "number" || before === "") return undefined;
  const counted = now + value - Number(before);
  return Number.isSafeInteger(counted) && counted >= 0 ? counted : undefined;
}

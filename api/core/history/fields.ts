/** How the history names and shows the columns that it records, as the screens do. */
import type { Choice } from "#contract/enumerations.ts";

/** Records that a column may refer to, whose names are shown. */
export type Reference =
  | "supplier"
  | "marketplace"
  | "productType"
  | "product"
  | "variant"
  | "shippingRule"
  | "user"
  | "address"
  | "attribute"
  | "option"
  | "category"
  | "lineItem"
  | "file";

export type Kind =
  | "text"
  | "html"
  | "yesNo"
  | "number"
  /** Dollars ex GST, which the screens show inc GST. */
  | "priceExGst"
  | "dollars"
  | "fraction"
  | "day"
  | "moment"
  | "list"
  /** Names with values, such as the options of a line item. */
  | "options"
  /** An object, with the labels of its fields. */
  | { object: Readonly<Record<string, string>> }
  /** A sum of bits. */
  | { bits: readonly Choice<number>[] }
  /** One of these, or a list of them. */
  | { choice: readonly { value: unknown; displayName: string }[] }
  | { ref: Reference };

/** Limits a part of a supplier to callers who may see its bank details, its users or its feeds, or to operators. */
export type Seers = "bank" | "users" | "feeds" | "operators";

export interface Field {
  label: string;
  kind: Kind;
  /** If undefined, everybody who sees the record. */
  seenBy?: Seers;
}

export const field = (label: string, kind: Kind = "text"): Field => ({ label, kind });
export const ref = (label: string, to: Reference): Field => ({ label, kind: { ref: to } });
export const choice = (label: string, from: readonly { value: unknown; displayName: string }[]): Field => ({
  label,
  kind: { choice: from },
});
export const bank = (label: string, kind: Kind = "text"): Field => ({ label, kind, seenBy: "bank" });

export const namedIn = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, displayName]) => ({ value, displayName }));

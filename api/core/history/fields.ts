/** How the history names and shows the columns that it records, as the screens do. */
import type { Choice } from "#contract/enumerations.ts";
import type { RecordField, RecordFields } from "#contract/records/fields.ts";
import { mapped } from "#contract/rules/keys-of.ts";

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

/** The fields of a record as the history shows them (`contract/records/fields.ts`). */
export const recordedFields = <F extends RecordFields>(fields: F): Record<keyof F & string, Field> =>
  mapped(fields, (key) => recordedField(fields[key]));

function recordedField(described: RecordField | undefined): Field {
  if (!described) throw new Error("There is no such field.");
  const { label, seenBy } = described;
  return {
    label: "unit" in described ? `${label} (${described.unit})` : label,
    kind: kindOf(described),
    ...(seenBy && { seenBy }),
  };
}

function kindOf(described: RecordField): Kind {
  switch (described.kind) {
    case "choice":
      return { choice: namedIn(described.names) };
    case "enumeration":
      return { choice: described.from };
    case "image":
      return { ref: "file" };
    case "address":
      return { ref: "address" };
    case "reference":
      return { ref: described.to };
    case "workingDays":
    case "wholeNumber":
    case "number":
      return "number";
    case "priceExGst":
    case "html":
    case "yesNo":
    case "day":
      return described.kind;
    default:
      return "text";
  }
}

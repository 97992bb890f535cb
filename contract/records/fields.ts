/**
 * The fields of records that people edit. Each is described once, in `contract/<area>/fields.ts`: commands, screens,
 * worksheets and the history take from there what they need of it.
 */

import type { Choice } from "#contract/enumerations.ts";

interface Described {
  /** The command that changes it, or the part of the record that does. */
  readonly of: string;
  /** Its name in that command. */
  readonly command: string;
  /** As screens and the history name it. */
  readonly label: string;
  /** A command that leaves it out keeps it. */
  readonly isOptional?: true;
  /** Who sees it, where it is not everybody who sees the record. */
  readonly seenBy?: "bank" | "operators";
  /** The permission on the record that changes it. */
  readonly changedWith: string;
  /** Its column in worksheets, or why it has none. */
  readonly sheet: SheetColumn | string;
  /** A product's variants have it too, or in its place. */
  readonly isOfVariants?: true | "instead";
  /** Its label where many records are shown in columns. Those that have one are edited there. */
  readonly grid?: string;
}

/** What a field holds, and its limits. */
type Holding =
  | {
      /**
       * A line of text, one that may be empty, or several lines; an email address, or several with commas; or HTML. At most `max`
       * characters.
       */
      readonly kind: "text" | "optionalText" | "lines" | "email" | "emails" | "html";
      readonly max: number;
      readonly tooLong?: string;
    }
  /** A number of so many digits, which may be empty. */
  | { readonly kind: "digits"; readonly length: number; readonly wrong: string }
  /** `priceExGst`: dollars with four decimals, which screens and worksheets show inc GST. */
  | { readonly kind: "workingDays" | "yesNo" | "day" | "image" | "gtin" | "priceExGst" }
  /** From 0. */
  | { readonly kind: "wholeNumber"; readonly max: number }
  | { readonly kind: "number"; readonly unit: "kg" | "mm" }
  | { readonly kind: "reference"; readonly to: "productType" | "shippingRule" }
  /** One of these numbers, with their names. */
  | { readonly kind: "enumeration"; readonly from: readonly Choice[] }
  /** One of these values, with their names; `none` is the name of null, if the field may be null. */
  | {
      readonly kind: "choice";
      readonly values: readonly string[];
      readonly names: Readonly<Record<string, string>>;
      readonly none?: string;
    }
  /** The id of an address, or one of its parts. */
  | { readonly kind: "address"; readonly missing: string }
  | { readonly kind: "addressPart" | "postCode" | "country"; readonly isRequired?: true };

export type RecordField = Described & Holding;

export interface SheetColumn {
  readonly column: string;
  readonly width: number;
  /** What the heading says of it beside its limits. */
  readonly note?: string;
  /**
   * The values that `(clear)` stores, where they do not follow from the kind of field. What is left out cannot be
   * cleared.
   */
  readonly cleared?: { readonly product?: string | number | null; readonly variant?: string | null };
}

/** Kinds that a form and the command behind it take in the same way. */
const plainKinds = ["text", "optionalText", "lines", "email", "emails", "html", "gtin", "choice"] as const;

export type RecordFields = Readonly<Record<string, RecordField>>;

/** The fields that one command changes. */
export type FieldsOf<F extends RecordFields, Of extends string> = {
  readonly [K in keyof F as F[K] extends { of: Of } ? K : never]: F[K];
};

export function fieldsOf<F extends RecordFields, Of extends F[string]["of"]>(fields: F, of: Of): FieldsOf<F, Of> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field.of === of)) as FieldsOf<F, Of>;
}

export type PlainOf<F extends RecordFields> = {
  readonly [K in keyof F as F[K] extends { kind: (typeof plainKinds)[number] } ? K : never]: F[K];
};

export function plainOf<F extends RecordFields>(fields: F): PlainOf<F> {
  const plain = Object.entries(fields).filter(([, { kind }]) => plainKinds.some((each) => each === kind));
  return Object.fromEntries(plain) as PlainOf<F>;
}

/** The fields that variants have too. */
export type OfVariants<F extends RecordFields> = {
  readonly [K in keyof F as F[K] extends { isOfVariants: true | "instead" } ? K : never]: F[K];
};

export function ofVariants<F extends RecordFields>(fields: F): OfVariants<F> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field.isOfVariants)) as OfVariants<F>;
}

/** The fields that are edited in columns. */
export function inGrid<F extends RecordFields>(fields: F) {
  return Object.fromEntries(Object.entries(fields).filter(([, { grid }]) => grid)) as {
    readonly [K in keyof F as F[K] extends { grid: string } ? K : never]: F[K];
  };
}

/** The names in commands of the fields of this kind. */
export const commandsOf = (fields: RecordFields, kind: RecordField["kind"]): string[] =>
  Object.values(fields).flatMap((field) => (field.kind === kind ? [field.command] : []));

type ByCommand<F extends RecordFields> = { [K in keyof F as F[K]["command"]]: F[K] };

/** The labels of a form, by the names of its command. */
export function labelsOf<F extends RecordFields>(fields: F) {
  const labels = Object.values(fields).map(({ command, label }) => [command, label]);
  return Object.fromEntries(labels) as { [C in keyof ByCommand<F>]: string };
}

/** A record in the fields of its command, to compare what a form shows with the current record. */
export function asCommand<F extends RecordFields, R extends { readonly [K in keyof F]?: unknown }>(
  fields: F,
  record: R,
) {
  const values = Object.entries(fields).map(([key, { command }]) => [command, record[key]]);
  return Object.fromEntries(values) as { [K in keyof F & keyof R as F[K]["command"]]: R[K] };
}

/** What a form shows of a record before anybody types. */
export function formValues<F extends RecordFields>(fields: F, record: { readonly [K in keyof F]?: unknown }) {
  const values = Object.entries(fields).map(([key, { command }]) => [command, String(record[key] ?? "")]);
  return Object.fromEntries(values) as { [C in keyof ByCommand<F>]: string };
}

/** The fields of a command as the record stores them, without those that it leaves out. */
export function fromCommand<F extends RecordFields, Input extends { [C in keyof ByCommand<F>]?: unknown }>(
  fields: F,
  input: Input,
) {
  const values = Object.entries(fields).map(([key, { command }]) => [key, input[command as keyof Input]]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as {
    [K in keyof F as undefined extends Input[F[K]["command"] & keyof Input] ? never : K]: Input[F[K]["command"] &
      keyof Input];
  } & {
    [K in keyof F as undefined extends Input[F[K]["command"] & keyof Input] ? K : never]?: Exclude<
      Input[F[K]["command"] & keyof Input],
      undefined
    >;
  };
}

/** What commands accept, people type and answers contain of the fields of a record (`fields.ts`). */
import { z } from "zod";
import {
  amountExGst,
  amountMessage,
  atMost,
  choiceOrNone,
  email,
  emails,
  maxDollars,
  oneOf,
  optionalText,
  optionalTypedAmount,
  optionalTypedNumber,
  requiredMessage,
  richText,
  text,
  uuidOrNone,
  yesNo,
} from "#contract/fields.ts";
import { handlingDays } from "#contract/handling-days.ts";
import { digitsOf } from "#contract/rules/abn.ts";
import { optionalGtin } from "#contract/rules/gtin.ts";
import type { RecordField, RecordFields } from "./fields.ts";

/** Digits in groups, entered with or without spaces and dashes; stored as digits. May be empty. */
const digits = ({ length, wrong }: Of<"digits">) =>
  optionalText({ max: 50 })
    .transform(digitsOf)
    .refine((value) => value === "" || (value.length === length && /^\d+$/.test(value)), wrong);

/** The fields that can be of this kind. */
type Of<Kind extends RecordField["kind"], F = RecordField> = F extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? F
    : never
  : never;

const largest = { kg: 10_000, mm: 100_000 };
const numbers = {
  kg: z
    .number()
    .min(0.01, "This must be at least 0.01 kg.")
    .max(largest.kg)
    .refine((value) => Number(value.toFixed(3)) === value, "Please use no more than three decimals."),
  mm: z.int("Please enter whole millimetres.").min(1, "This must be at least 1 mm.").max(largest.mm),
};

/** By kind. Kinds without an entry are entered in other ways. */
const inputs = {
  text: ({ max, tooLong }: Of<"text">) => text({ max, tooLong }),
  optionalText: ({ max, tooLong }: Of<"optionalText">) => optionalText({ max, tooLong }),
  lines: ({ max, tooLong }: Of<"lines">) => optionalText({ max, tooLong, breaks: "kept" }),
  email: ({ max }: Of<"email">) => email({ max }),
  emails: ({ max }: Of<"emails">) => emails({ max }),
  html: ({ max }: Of<"html">) => richText({ max }),
  digits,
  workingDays: () => handlingDays,
  image: () => uuidOrNone,
  gtin: () => optionalGtin(),
  yesNo: () => yesNo,
  priceExGst: () => amountExGst().nullable(),
  wholeNumber: ({ max }: Of<"wholeNumber">) =>
    z.int("Please enter a whole number.").min(0, "This must not be less than 0.").max(max).nullable(),
  number: ({ unit }: Of<"number">) => numbers[unit].nullable(),
  enumeration: ({ from }: Of<"enumeration">) => oneOf(from, requiredMessage).nullable(),
  address: ({ missing }: Of<"address">) => z.guid(missing),
  choice: ({ values, none }: Of<"choice">) =>
    none === undefined ? z.enum(values, "Please choose one from the list.") : choiceOrNone(values),
};

/** What people type into a cell by kind: text, of which a blank one is null if it is a number. */
const typed = {
  text: ({ max }: Of<"text">) => optionalText({ max }),
  optionalText: inputs.optionalText,
  /** The command names what is not one of the values. */
  enumeration: () => z.string().transform((value) => (value === "" ? null : value.slice(0, 2))),
  choice: inputs.choice,
  priceExGst: () =>
    optionalTypedAmount({
      min: 0,
      max: maxDollars,
      tooLarge: atMost(maxDollars),
      message: amountMessage,
    }),
  wholeNumber: ({ max }: Of<"wholeNumber">) =>
    optionalTypedNumber({
      min: 0,
      max,
      tooLarge: atMost(max),
      decimals: 0,
      message: "Please enter a whole number of 0 or more.",
    }),
  number: ({ unit }: Of<"number">) =>
    optionalTypedNumber({
      max: largest[unit],
      tooLarge: atMost(largest[unit]),
      ...(unit === "kg"
        ? { min: 0.01, decimals: 3, message: "Please enter kilograms, at least 0.01." }
        : { min: 1, decimals: 0, message: "Please enter whole millimetres, at least 1." }),
    }),
};

type Enumeration<Values extends readonly string[]> = z.ZodEnum<{ [V in Values[number]]: V }>;
type Chosen<Values extends readonly string[], F> = F extends { none: string }
  ? ReturnType<typeof choiceOrNone<Values>>
  : Enumeration<Values>;
type Makers = Readonly<Record<string, (field: never) => z.ZodType>>;
type MadeOf<Made extends Makers, F> = F extends { kind: "choice"; values: infer Values extends readonly string[] }
  ? Chosen<Values, F>
  : F extends { kind: infer Kind extends keyof Made }
    ? ReturnType<Made[Kind]>
    : never;

const schemaOf = (makers: Makers, field: RecordField) => makers[field.kind]?.(field as never) ?? z.never();

/** The schemas of a command's fields, by their names there. */
export function inputsOf<F extends RecordFields>(fields: F) {
  const schemas = Object.values(fields).map((field) => {
    const schema = schemaOf(inputs, field);
    return [field.command, field.isOptional ? schema.optional() : schema];
  });
  return Object.fromEntries(schemas) as {
    [K in keyof F as F[K]["command"]]: F[K] extends { isOptional: true }
      ? z.ZodOptional<MadeOf<typeof inputs, F[K]>>
      : MadeOf<typeof inputs, F[K]>;
  };
}

/** The schemas of the texts that people type into the cells of a record, by the names of the command. */
export function typedOf<F extends RecordFields>(fields: F) {
  const schemas = Object.values(fields).map((field) => [field.command, schemaOf(typed, field)]);
  return Object.fromEntries(schemas) as { [K in keyof F as F[K]["command"]]: MadeOf<typeof typed, F[K]> };
}

const whole = z.number().int().nullish();
const shown = {
  text: z.string().nullish(),
  yesNo: z.boolean().nullish(),
  workingDays: whole,
  wholeNumber: whole,
  enumeration: whole,
  number: z.number().nullish(),
  priceExGst: z.number().nullish(),
};
type ShownOf<F> = F extends { kind: infer Kind extends keyof typeof shown }
  ? (typeof shown)[Kind]
  : (typeof shown)["text"];

/** The schemas of the fields of an answer. What the caller may not see is null. */
export function shownOf<F extends RecordFields>(fields: F): { [K in keyof F]: ShownOf<F[K]> } {
  const schemas = Object.entries(fields).map(([key, { kind }]) => [
    key,
    kind in shown ? shown[kind as keyof typeof shown] : shown.text,
  ]);
  return Object.fromEntries(schemas) as { [K in keyof F]: ShownOf<F[K]> };
}

/** What commands accept and answers contain of the fields of a record (`fields.ts`). */
import { z } from "zod";
import { email, emails, optionalText, richText, text, uuidOrNone } from "#contract/fields.ts";
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
  address: ({ missing }: Of<"address">) => z.guid(missing),
  choice: ({ values }: Of<"choice">) => z.enum(values, "Please choose one from the list."),
};

type Enumeration<Values extends readonly string[]> = z.ZodEnum<{ [V in Values[number]]: V }>;
type InputOf<F> = F extends { kind: "choice"; values: infer Values extends readonly string[] }
  ? Enumeration<Values>
  : F extends { kind: infer Kind extends keyof typeof inputs }
    ? ReturnType<(typeof inputs)[Kind]>
    : never;
type Inputs<F extends RecordFields> = {
  [K in keyof F as F[K]["command"]]: F[K] extends { isOptional: true } ? z.ZodOptional<InputOf<F[K]>> : InputOf<F[K]>;
};

/** The schemas of a command's fields, by their names there. */
export function inputsOf<F extends RecordFields>(fields: F): Inputs<F> {
  const schemas = Object.values(fields).map((field) => {
    const schema = (inputs[field.kind as keyof typeof inputs] as (field: RecordField) => z.ZodType)(field);
    return [field.command, field.isOptional ? schema.optional() : schema];
  });
  return Object.fromEntries(schemas) as Inputs<F>;
}

const shown = { text: z.string().nullish(), number: z.number().int().nullish(), yesNo: z.boolean().nullish() };
type ShownOf<F> = F extends { kind: "workingDays" }
  ? typeof shown.number
  : F extends { kind: "yesNo" }
    ? typeof shown.yesNo
    : typeof shown.text;

/** The schemas of the fields of an answer. What the caller may not see is null. */
export function shownOf<F extends RecordFields>(fields: F): { [K in keyof F]: ShownOf<F[K]> } {
  const schemas = Object.entries(fields).map(([key, { kind }]) => {
    if (kind === "workingDays") return [key, shown.number];
    return [key, kind === "yesNo" ? shown.yesNo : shown.text];
  });
  return Object.fromEntries(schemas) as { [K in keyof F]: ShownOf<F[K]> };
}

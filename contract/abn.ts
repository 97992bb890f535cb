import { requiredMessage, text } from "./fields.ts";
import { digitsOf, isAbn } from "./rules/abn.ts";

/** An ABN, entered with or without spaces and dashes; stored as digits. Its check digits must match. */
export const abn = (required = requiredMessage) =>
  text({ max: 50, required })
    .transform(digitsOf)
    .refine((value) => /^\d{11}$/.test(value), {
      error: "An ABN has 11 digits, for example 51 824 753 556.",
      abort: true,
    })
    .refine(
      isAbn,
      "These digits are not an ABN: the check digits do not match. Please compare them with the register.",
    );

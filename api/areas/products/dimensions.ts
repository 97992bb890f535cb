/** Shipping weight in kg and packed dimensions in mm. */
import { requiredMessage } from "#contract/fields.ts";
import { packageFields } from "#contract/products/fields.ts";
import { keysOf } from "#contract/rules/keys-of.ts";

export type Dimensions = Record<keyof typeof packageFields, number | null>;

/** Reasons for the missing fields that a carrier needs. */
export const whyNotMeasured = (dimensions: Dimensions) =>
  Object.fromEntries(
    keysOf(packageFields).map((key) => [packageFields[key].command, dimensions[key] === null && requiredMessage]),
  );

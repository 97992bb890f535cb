/** The field of suppliers and products for the working days between an order and its dispatch. */
import { z } from "zod";
import { optionalTypedNumber } from "./fields.ts";
import { maxHandlingDays } from "./rules/ship-by.ts";

const message = `Please enter whole days, from 0 to ${maxHandlingDays}.`;

/** A number, or form text; empty is null. */
export const handlingDays = z.union(
  [
    z.null(message),
    z.int(message).min(0, message).max(maxHandlingDays, message),
    optionalTypedNumber({ min: 0, max: maxHandlingDays, decimals: 0, message }),
  ],
  message,
);

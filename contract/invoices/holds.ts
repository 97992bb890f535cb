/** Holding documents from being paid, and line items from being invoiced. */
import { z } from "zod";
import { exactText, recordId } from "#contract/fields.ts";

const id = z.number().int();

/** Since when something is held, by whom and why. */
export const holdSchema = z.object({
  /** UTC. */
  date: z.string(),
  byUserFullName: z.string().nullish(),
  /** As entered; the supplier sees it. */
  reason: z.string(),
});
export type Hold = z.output<typeof holdSchema>;

const longestReason = 500;
const Reason = exactText({ max: longestReason, required: "Please enter a reason. The supplier sees it." });

/** Holds the payment of a whole document. */
export const holdPayment = z.object({ InvoiceId: recordId, Reason });
export const endHold = z.object({ InvoiceId: recordId });

/** Holds a line item from being invoiced. */
export const holdLineItem = z.object({ LineItemId: recordId, Reason });
export const endHoldOfLineItem = z.object({ LineItemId: recordId });

export const holdForm = z.object({ Reason });

/** Line items that would be invoiced if they were not held. */
export const heldRows = z.object({
  lineItems: id,
  /** Dollars inc GST: what the supplier would be paid. */
  total: z.number(),
});
export type HeldRows = z.output<typeof heldRows>;
export const noHeldRows: HeldRows = { lineItems: 0, total: 0 };

export const rowHoldMessages = {
  held: "The item is held. The supplier sees the reason.",
  notHeld: "Oh dear, we could not hold the item due to an unexpected error.",
  ended: "The item can be invoiced again.",
  notEnded: "Oh dear, we could not end the hold due to an unexpected error.",
} as const;

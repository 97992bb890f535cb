/** Forms about invoices, as users fill them in. */
import { z } from "zod";
import { chosenId, dayText, list, recordId } from "#contract/fields.ts";
import { maxNotified, maxPairs, notifySuppliers } from "./commands.ts";

const chooseParties = "Select at least one supplier.";

/** A supplier and a marketplace, as the value of a checkbox: `12-3`. */
const parties = z
  .string(chooseParties)
  .max(21, { error: chooseParties, abort: true })
  .regex(/^[1-9]\d{0,9}-[1-9]\d{0,9}$/, chooseParties)
  .transform((text) => {
    const [SupplierId = 0, MarketplaceId = 0] = text.split("-").map(Number);
    return { SupplierId, MarketplaceId };
  });

/** The last day of the amounts, as `2026-03-02`; empty means now. */
const cutOff = z.union([z.literal(""), dayText("Please enter a valid cut-off date.")]).default("");

export const generateForm = z.object({
  CutOff: cutOff,
  Parties: list(parties, { min: 1, max: maxPairs, required: chooseParties }),
});

export const notifyForm = notifySuppliers.extend({
  InvoiceIds: list(recordId, { min: 1, max: maxNotified, required: "Select at least one invoice." }),
});

const chooseMarketplace = "Please select a marketplace.";

export const invoicesExportForm = z.object({ marketplaceId: chosenId(chooseMarketplace) });

/** Days in the platform's time zone, as `2026-03-02`. */
export const reconciliationForm = invoicesExportForm
  .extend({ fromDate: dayText("Invalid from date."), toDate: dayText("Invalid to date.") })
  .refine(({ fromDate, toDate }) => fromDate <= toDate, { path: ["toDate"], message: "Invalid to date." });

/** Forms about invoices as people fill them in. */
import { z } from "zod";
import { chosenId } from "../fields.ts";
import { isDay } from "../rules/dates.ts";
import { answerQuery, confirmRow, queryRow } from "./answers.ts";

const chooseParties = "Select at least one supplier.";

/** A supplier and a marketplace, as a box has them: `12-3`. */
const parties = z
  .string(chooseParties)
  .regex(/^[1-9]\d{0,9}-[1-9]\d{0,9}$/, chooseParties)
  .transform((text) => {
    const [SupplierId = 0, MarketplaceId = 0] = text.split("-").map(Number);
    return { SupplierId, MarketplaceId };
  });

export const generateForm = z.object({ Parties: z.array(parties, chooseParties).min(1, chooseParties) });

const chooseMarketplace = "Please select a marketplace.";

export const invoicesExportForm = z.object({ marketplaceId: chosenId(chooseMarketplace) });

const day = (wrong: string) => z.string(wrong).refine(isDay, wrong);

/** Days of the house, as `2026-03-02`. */
export const reconciliationForm = invoicesExportForm
  .extend({ fromDate: day("Invalid from date."), toDate: day("Invalid to date.") })
  .refine(({ fromDate, toDate }) => fromDate <= toDate, "Invalid to date.");

export const confirmForm = confirmRow.omit({ InvoiceId: true });
export const queryForm = queryRow.pick({ LastAnswerId: true, Note: true });
export const answerForm = answerQuery.pick({ LastAnswerId: true, Note: true });

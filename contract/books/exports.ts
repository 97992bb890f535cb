/** Bills for an accounting program: codes of its accounts, and exports that take each document once. */
import { z } from "zod";
import { dayText, optionalText } from "#contract/fields.ts";
import { edit } from "#contract/operation.ts";
import { type BillCode, billCodes } from "#contract/rules/bill-codes.ts";
import { accountingPrograms } from "#contract/rules/bills.ts";

const id = z.number().int();

const longestCode = 100;
const code = optionalText({ max: longestCode });

/** Codes of accounts, and names of tax rates, as the accounting program has them; empty where there is none yet. */
export const billCodesForm = z.object(
  Object.fromEntries(billCodes.map((name) => [name, code])) as Record<BillCode, typeof code>,
);
export const updateBillCodes = billCodesForm.extend(edit);
export type BillCodes = Record<BillCode, string>;

export const billCodesSchema = z.object(
  Object.fromEntries(billCodes.map((name) => [name, z.string()])) as Record<BillCode, z.ZodString>,
);

/** The most documents of one export. */
export const mostBills = 5_000;

export const exportBills = z
  .object({
    /** Days of issue, both inclusive, as `2026-03-02`. */
    FromDate: dayText("Please enter the first day."),
    ToDate: dayText("Please enter the last day."),
    /** Xero if left out. */
    Program: z.enum(accountingPrograms, "Please choose the accounting program.").default("xero"),
  })
  .refine(({ FromDate, ToDate }) => FromDate <= ToDate, {
    path: ["ToDate"],
    message: "This is before the first day.",
  });

export const billExportRow = z.object({
  id,
  fromDate: z.string(),
  toDate: z.string(),
  documents: id,
  /** Dollars inc GST. */
  total: z.number(),
  /** UTC. */
  madeDate: z.string(),
  madeByUserFullName: z.string().nullish(),
  fileName: z.string(),
  sha256: z.string(),
});
export type BillExportRow = z.output<typeof billExportRow>;

export const billExportSortFields = ["id"] as const;

export const billMessages = {
  saved: "Codes saved successfully.",
  notSaved: "Oh dear, we could not save the codes due to an unexpected error.",
  exported: "Export made successfully. Download its file from the list.",
  notExported: "Oh dear, we could not make the export due to an unexpected error.",
  notDownloaded: "Oh dear, we could not download the file due to an unexpected error.",
} as const;

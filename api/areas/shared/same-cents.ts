import { inclusive } from "#contract/rules/money.ts";

/** Compares prices in edits: forms show them rounded to cents inc GST, whatever decimals are stored. */
export const sameCents = (gstRate: number) => (sent: number, shown: number) =>
  inclusive(sent, gstRate) === inclusive(shown, gstRate);

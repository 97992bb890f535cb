import { inclusive } from "#contract/rules/money.ts";

/** For edits of prices, which forms show to the cent inc GST, whatever decimals are stored. */
export const sameCents = (gstRate: number) => (sent: number, shown: number) =>
  inclusive(sent, gstRate) === inclusive(shown, gstRate);

/** Very many invoices, made in the background: those between a supplier and a marketplace at once. */
import type { ProcessKind } from "../../processing/process.ts";
import { makeInvoices } from "./make.ts";
import type { Parties } from "./owed.ts";

interface Input {
  /** Of what is owed by then: UTC, in ISO 8601. */
  date: string;
}

/** With the number of line items when it was begun. */
type Row = Parties & { lineItems: number };

export const invoiceGeneration: ProcessKind<Input, Row, number[]> = {
  name: "invoices",
  isAllowed: ({ permissions }) => permissions.invoices.add,
  nameOf: ({ supplierId, marketplaceId }) => `Supplier ${supplierId} on marketplace ${marketplaceId}`,
  async doRow(work, parties, { date }) {
    return { refused: [], result: await makeInvoices(work, [parties], new Date(date)) };
  },
  end: async (_work, _done, _input, results) => wordsFor(results.flat().length),
  summaryOf: (results) => ({ invoiceIds: results.flat() }),
};

function wordsFor(count: number): string {
  if (count === 0) return "There was nothing to invoice.";
  return count === 1 ? "1 invoice was generated." : `${count.toLocaleString("en-AU")} invoices were generated.`;
}

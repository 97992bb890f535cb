/**
 * Generates many invoices in the background, in bundles: the search for what is owed is slow, and pays off for many
 * pairs.
 */
import type { ProcessKind } from "#api/core/processing/process.ts";
import { makeInvoices } from "./make.ts";
import type { OwedParties, Parties } from "./owed.ts";

interface Input {
  /** The cut-off time: UTC, in ISO 8601. */
  date: string;
}

interface Bundle {
  parties: readonly Parties[];
}

export const invoiceGeneration: ProcessKind<Input, Bundle, number[]> = {
  name: "invoices",
  noticeOf: (id) => ({ name: "Generating invoices", path: `/invoices/generate/${id}` }),
  rowsAtOnce: 1,
  isAllowed: ({ permissions }) => permissions.invoices.add,
  nameOf: ({ parties }) =>
    `The invoices of ${parties.length === 1 ? "a supplier" : `${parties.length.toLocaleString("en-AU")} suppliers`} on a marketplace`,
  async doRow(work, { parties }, { date }) {
    return { refused: [], result: await makeInvoices(work, parties, new Date(date)) };
  },
  end: async (_work, _done, _input, results) => summaryText(results.flat().length),
  summaryOf: (results) => ({ invoiceIds: results.flat() }),
};

function summaryText(count: number): string {
  if (count === 0) return "There was nothing to invoice.";
  return count === 1 ? "1 invoice was generated." : `${count.toLocaleString("en-AU")} invoices were generated.`;
}

/** Line items per transaction, about as many as are invoiced in a few seconds. */
const lineItemsInBundle = 5_000;

export function bundlesOf(owed: readonly OwedParties[]): Bundle[] {
  const bundles: OwedParties[][] = [];
  let room = 0;
  for (const parties of owed) {
    if (parties.lineItems > room) {
      bundles.push([]);
      room = lineItemsInBundle;
    }
    bundles.at(-1)?.push(parties);
    room -= parties.lineItems;
  }
  return bundles.map((parties) => ({ parties }));
}

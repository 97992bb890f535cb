import fc from "fast-check";
import { expect, test } from "vitest";
import { eInvoiceOf } from "#api/areas/invoices/e-invoice.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import type { Invoice } from "#contract/invoices/schema.ts";
import { add } from "#contract/rules/money.ts";
import { all, readXml, rulesBroken, text, texts } from "#tests/support/e-invoice.ts";
import { anyDocument } from "#tests/support/e-invoice-documents.ts";

const facts = { timeZone: "Australia/Sydney", gstRate: 0.1 };

/** Returns the electronic invoice; undefined if there is none of these figures. */
function made(invoice: Invoice): string | undefined {
  try {
    return eInvoiceOf(invoice, facts);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const dollars = (value: string | undefined) => Number(value ?? 0);

test("documents of any figures keep the published rules, and are the document to the cent", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyDocument, (invoice) => {
      const xml = made(invoice);
      if (xml === undefined) return;
      expect(rulesBroken(xml)).toEqual([]);
      const read = readXml(xml);
      seen.add(read.name);
      const sign = read.name === "CreditNote" ? -1 : 1;
      const stated = (path: string) => 0 + sign * dollars(text(read, path));
      expect(stated("LegalMonetaryTotal/PayableAmount")).toBe(0 + invoice.total);
      expect(stated("TaxTotal/TaxAmount")).toBe(add(0, invoice.purchaseAmountTax, invoice.shippingAmountTax));
      expect(stated("LegalMonetaryTotal/TaxExclusiveAmount")).toBe(
        add(0, invoice.purchaseAmountExTax, invoice.shippingAmountExTax),
      );
      const originals = new Set(invoice.transactions.flatMap((row) => row.originals.map(({ id }) => id)));
      expect(texts(read, "BillingReference/InvoiceDocumentReference/ID")).toHaveLength(originals.size);
      expect(all(read, `${read.name}Line`).length).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
  expect([...seen].sort()).toEqual(["CreditNote", "Invoice"]);
});

/** Documents of any figures, from which electronic invoices are made. */
import fc from "fast-check";
import { type Invoice, invoiceSchema } from "#contract/invoices/schema.ts";
import { add, taxPair } from "#contract/rules/money.ts";
import { taxClasses } from "#contract/rules/tax-class.ts";

const address = {
  id: "00000000-0000-4000-8000-000000000001",
  unitNumber: "3",
  streetAddress: "12 Wharf Road & Co",
  streetAddress2: "",
  city: "Fremantle",
  state: "WA",
  postCode: "6160",
  countryCode: "AU",
};

const pair = (taxClass: (typeof taxClasses)[number], hasGst: boolean) =>
  fc
    .integer({ min: -2_000_000, max: 2_000_000 })
    .map((cents) => taxPair(cents / 100, hasGst && taxClass === "taxable" ? 0.1 : 0));

const rows = (hasGst: boolean) =>
  fc.array(
    fc.constantFrom(...taxClasses).chain((taxClass) =>
      fc.record({
        taxClass: fc.constantFrom(taxClass, null),
        productName: fc.string({ unit: "binary", maxLength: 40 }),
        quantity: fc.integer({ min: -50, max: 500 }),
        goods: pair(taxClass, hasGst),
        shipping: fc.oneof(fc.constant({ exTax: 0, tax: 0 }), pair(taxClass, hasGst)),
        commission: pair("taxable", true),
        reason: fc.string({ maxLength: 30 }),
      }),
    ),
    { minLength: 1, maxLength: 20 },
  );

type Row = (typeof rows extends (hasGst: boolean) => fc.Arbitrary<infer R> ? R : never) extends (infer One)[]
  ? One
  : never;

const transactionOf = ({ goods, shipping, commission, reason, ...row }: Row, i: number, isAdjustment: boolean) => ({
  ...row,
  orderId: i + 1,
  marketplaceOrderId: `M-${i + 1} <"&>`,
  orderDate: new Date(Date.UTC(2026, 2, 1 + i)).toISOString(),
  lineItemId: i + 1,
  purchaseAmountExTax: goods.exTax,
  purchaseAmountTax: goods.tax,
  shippingAmountExTax: shipping.exTax,
  shippingAmountTax: shipping.tax,
  commissionAmountExTax: commission.exTax,
  commissionAmountTax: commission.tax,
  purchaseAmountIncTax: add(goods.exTax, goods.tax),
  shippingAmountIncTax: add(shipping.exTax, shipping.tax),
  commissionAmountIncTax: add(commission.exTax, commission.tax),
  supplierPaymentTax: add(goods.tax, shipping.tax, -commission.tax),
  supplierPaymentIncTax: 0,
  adjustments: reason ? [{ date: "2026-03-20T00:00:00Z", amountIncTax: -1, reason }] : [],
  originals: isAdjustment
    ? [{ id: 1 + (i % 3), invoiceDate: "2026-02-28T20:00:00Z", issuedDate: "2026-03-01T20:00:00Z" }]
    : [],
});

/** An issued document of buyer basis. */
export const anyDocument: fc.Arbitrary<Invoice> = fc
  .record({
    documentKind: fc.constantFrom("taxInvoice" as const, "statement" as const),
    isAdjustment: fc.boolean(),
    charges: pair("taxable", true),
    hasAccount: fc.boolean(),
    expectedPaymentDate: fc.constantFrom("2026-04-02", null),
  })
  .chain(({ documentKind, isAdjustment, charges, hasAccount, expectedPaymentDate }) =>
    rows(documentKind === "taxInvoice").map((given) => {
      const transactions = given.map((row, i) => transactionOf(row, i, isAdjustment));
      const of = (key: "purchase" | "shipping" | "commission", part: "ExTax" | "Tax") =>
        add(0, ...transactions.map((row) => row[`${key}Amount${part}`]));
      const amounts = {
        purchaseAmountExTax: of("purchase", "ExTax"),
        purchaseAmountTax: of("purchase", "Tax"),
        shippingAmountExTax: of("shipping", "ExTax"),
        shippingAmountTax: of("shipping", "Tax"),
        commissionAmountExTax: of("commission", "ExTax"),
        commissionAmountTax: of("commission", "Tax"),
        chargesAmountExTax: charges.exTax,
        chargesAmountTax: charges.tax,
      };
      const { commissionAmountExTax, commissionAmountTax, chargesAmountExTax, chargesAmountTax, ...supplies } = amounts;
      return invoiceSchema.parse({
        id: 12,
        documentKind,
        isAdjustment,
        state: "notified",
        invoiceDate: "2026-03-30T10:00:00Z",
        notifiedDate: "2026-03-31T20:00:00Z",
        expectedPaymentDate,
        supplierName: "Acacia & Söhne <Pty> Ltd",
        supplierABN: "53004085616",
        supplierAddress: address,
        ...(hasAccount && { supplierBSB: "066102", supplierAccountNumber: "12345678", supplierAccountName: "Acacia" }),
        marketplaceName: "Harbour",
        marketplace: { legalName: "Harbour Pty Ltd", abn: "51824753556", businessAddress: address },
        isSupplierRegistered: documentKind === "taxInvoice",
        hasAgreement: true,
        ...amounts,
        total: add(
          ...Object.values(supplies),
          -commissionAmountExTax,
          -commissionAmountTax,
          -chargesAmountExTax,
          -chargesAmountTax,
        ),
        transactions,
      });
    }),
  );

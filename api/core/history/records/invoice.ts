import { sql } from "drizzle-orm";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { invoiceAnswers, invoices } from "#api/core/database/schema/index.ts";
import { answerKindNames } from "#contract/enumerations.ts";
import { documentKindNames } from "#contract/rules/invoice.ts";
import { choice, field, namedIn, ref } from "../fields.ts";
import { type RecordWithHistory, recorded } from "../recorded.ts";

export const invoiceHistory = {
  table: invoices,
  id: invoices.id,
  name: sql`'INV-' || lpad(${invoices.id}::text, 7, '0')`,
  permission: "invoices.view",
  visible: visibleInvoices,
  tables: {
    invoices: recorded(invoices, {
      record: "invoice",
      id: invoices.id,
      omits: {
        "never change": ["supplierId", "marketplaceId"],
        "are copies of both parties' details": [
          "supplierLegalName",
          "supplierAbn",
          "supplierAddressId",
          "supplierBsb",
          "supplierAccountNumber",
          "supplierAccountName",
          "supplierGstRegistered",
          "marketplaceLegalName",
          "marketplaceAbn",
          "marketplaceAddressId",
          "hasAgreement",
        ],
        "are the totals of the rows": [
          "purchaseExTax",
          "purchaseTax",
          "commissionExTax",
          "commissionTax",
          "shippingExTax",
          "shippingTax",
          "chargesExTax",
          "chargesTax",
        ],
      },
      fields: {
        documentKind: choice("Document", namedIn(documentKindNames)),
        isAdjustment: field("Adjustment note", "yesNo"),
        invoicedAt: field("Invoice date", "moment"),
        notifiedAt: field("Notified", "moment"),
        notifiedBy: ref("Notified by", "user"),
        voidedAt: field("Voided", "moment"),
        voidedBy: ref("Voided by", "user"),
        expectedPaymentDate: field("Expected payment", "day"),
        heldAt: field("Payment held", "moment"),
        heldBy: ref("Payment held by", "user"),
        holdReason: field("Reason of the hold"),
        paymentRunId: field("Payment run", "number"),
      },
    }),
    invoiceAnswers: recorded(invoiceAnswers, {
      record: "invoice",
      id: invoiceAnswers.invoiceId,
      omits: {
        "are the time and the author of the change": ["at", "userId"],
        "follows from later answers": ["isLatest"],
      },
      part: "Item",
      namedBy: { column: "lineItemId", ref: "lineItem" },
      fields: {
        lineItemId: ref("Line item", "lineItem"),
        chargeId: field("Charge", "number"),
        kind: choice("Answer", namedIn(answerKindNames)),
        note: field("Note"),
      },
    }),
  },
} satisfies RecordWithHistory;

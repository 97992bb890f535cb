import { eq, sql } from "drizzle-orm";
import { documentKind, issueProblem } from "#api/areas/shared/invoice-issue.ts";
import { total, totalOf } from "#api/areas/shared/invoice-total.ts";
import { amountsOf } from "#api/areas/shared/order-ledger.ts";
import { queriedRows } from "#api/areas/shared/queried.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { invoices, marketplaces, paymentRuns, suppliers } from "#api/core/database/schema/index.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { makeDocument } from "#api/core/documents/make-document.ts";
import { byText, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { eInvoiceOf } from "./e-invoice.ts";
import { invoicePdf } from "./invoice-kind.ts";
import { invoiceOf } from "./invoice-view.ts";
import { filtersOf } from "./search.ts";
import { paidDate, stateOn, todayOf } from "./state.ts";
import { statedRow } from "./stated-row.ts";

type Invoices = Operations["invoices"];

export const list: Handler<Invoices["list"]> = async (input, context) => {
  const { db, caller } = context;
  const today = todayOf(context);
  const page = await pageOf(
    db,
    {
      rows: db
        .select({
          invoice: invoices,
          supplierName: suppliers.name,
          marketplaceName: marketplaces.name,
          paidDate,
          state: stateOn(today),
          queriedRows,
          documentKind: documentKind(context.config.timeZone),
          issueProblem: caller.seesAllSuppliers ? issueProblem(context.config.timeZone) : sql<null>`null`,
        })
        .from(invoices)
        .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
        .innerJoin(marketplaces, eq(marketplaces.id, invoices.marketplaceId))
        .leftJoin(paymentRuns, eq(paymentRuns.id, invoices.paymentRunId))
        .$dynamic(),
      visible: visibleInvoices(caller),
      filters: filtersOf(input, today, context),
      sort: {
        invoiceDate: invoices.invoicedAt,
        id: invoices.id,
        supplierName: byText(suppliers.name),
        marketplaceName: byText(marketplaces.name),
        total,
      },
      uniqueKey: invoices.id,
    },
    input,
  );
  return {
    ...page,
    items: page.items.map(({ invoice, ...row }) => ({
      id: invoice.id,
      invoiceDate: invoice.invoicedAt.toISOString(),
      isAdjustment: invoice.isAdjustment,
      supplierId: invoice.supplierId,
      marketplaceId: invoice.marketplaceId,
      ...amountsOf(statedRow(row.documentKind, invoice)),
      chargesAmountExTax: invoice.chargesExTax,
      chargesAmountTax: invoice.chargesTax,
      total: totalOf(invoice),
      isHeld: invoice.heldAt !== null,
      ...row,
    })),
  };
};

export const get: Handler<Invoices["get"]> = ({ id }, context) => invoiceOf(context, id);

export const document: Handler<Invoices["document"]> = async ({ id }, context) => ({
  content: await makeDocument(
    invoicePdf,
    {
      invoice: await invoiceOf(context, id),
      timeZone: context.config.timeZone,
      letterhead: await letterheadOf(context),
    },
    context.caller.userId,
  ),
  contentType: "application/pdf",
  fileName: `${invoiceNumber(id)}.pdf`,
});

export const eInvoice: Handler<Invoices["eInvoice"]> = async ({ id }, context) => {
  const invoice = await invoiceOf(context, id);
  // The problem is null for supplier staff, who have no e-invoice of a document that is not valid either.
  const [found] = await context.db
    .select({ problem: issueProblem(context.config.timeZone) })
    .from(invoices)
    .where(eq(invoices.id, id));
  return {
    content: Buffer.from(eInvoiceOf({ ...invoice, issueProblem: found?.problem ?? null }, context.config)),
    contentType: "application/xml",
    fileName: `${invoiceNumber(id)}.xml`,
  };
};

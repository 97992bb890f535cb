import { and, eq, inArray } from "drizzle-orm";
import { documentKind } from "#api/areas/shared/invoice-issue.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { invoices, marketplaces, paymentRuns, suppliers } from "#api/core/database/schema/index.ts";
import { invoices as operations } from "#contract/invoices/operations.ts";
import { invoiceIdIn } from "#contract/rules/invoice.ts";
import type { SearchAnswer } from "#contract/search/schema.ts";
import { idIn, type Kind, type Searching } from "./kind.ts";

type InvoiceHit = NonNullable<SearchAnswer["invoices"]>["items"][number];
type PaymentHit = NonNullable<SearchAnswer["payments"]>["items"][number];

/** `INV-0000012`, or the number alone, which may be that of another record, too. */
export const invoiceKind: Kind<InvoiceHit> = {
  operation: operations.list,
  exact: (searching, text) => existingInvoice(searching, /^\d/.test(text) ? undefined : invoiceIdIn(text)),
  similar: (searching, text) => existingInvoice(searching, invoiceIdIn(text)),
  async read({ db, config }, ids) {
    const rows = await db
      .select({
        id: invoices.id,
        invoicedAt: invoices.invoicedAt,
        documentKind: documentKind(config.timeZone),
        isAdjustment: invoices.isAdjustment,
        supplierName: suppliers.name,
        marketplaceName: marketplaces.name,
      })
      .from(invoices)
      .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
      .innerJoin(marketplaces, eq(marketplaces.id, invoices.marketplaceId))
      .where(inArray(invoices.id, ids));
    return rows.map(({ invoicedAt, ...row }) => ({ ...row, invoiceDate: invoicedAt.toISOString() }));
  },
};

async function existingInvoice({ db, caller }: Searching, id: number | undefined): Promise<number[]> {
  if (id === undefined) return [];
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.id, id), visibleInvoices(caller)));
  return rows.map((row) => row.id);
}

/** `PAY-0000003`, or the number alone. Whoever may pay sees the payments of every supplier. */
export const paymentKind: Kind<PaymentHit> = {
  operation: operations.paymentRuns,
  exact: (searching, text) => existingPayment(searching, /^pay-?(\d{1,12})$/i.exec(text)?.[1]),
  similar: (searching, text) => existingPayment(searching, /^(?:pay-?)?(\d{1,12})$/i.exec(text)?.[1]),
  read: ({ db }, ids) =>
    db
      .select({ id: paymentRuns.id, bankDate: paymentRuns.bankDate, total: paymentRuns.total })
      .from(paymentRuns)
      .where(inArray(paymentRuns.id, ids)),
};

async function existingPayment({ db }: Searching, digits: string | undefined): Promise<number[]> {
  const id = idIn(digits);
  if (id === undefined) return [];
  const rows = await db.select({ id: paymentRuns.id }).from(paymentRuns).where(eq(paymentRuns.id, id));
  return rows.map((row) => row.id);
}

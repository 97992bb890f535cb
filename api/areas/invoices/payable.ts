/** Invoices that can be paid: their suppliers have been notified, and they are in no payment run yet. */

import { and, asc, eq, isNotNull, isNull, ne, type SQL } from "drizzle-orm";
import { freshChange } from "#api/areas/shared/bank-details.ts";
import { isStoredUnregistered, issueProblem } from "#api/areas/shared/invoice-issue.ts";
import { suppliesOf, total, totalOf } from "#api/areas/shared/invoice-total.ts";
import { queriedRows } from "#api/areas/shared/queried.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import type { Db } from "#api/core/database/connection.ts";
import { invoices, marketplaces, suppliers } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { PayableSupplier } from "#contract/invoices/payments.ts";
import type { Operations } from "#contract/operations.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { isOfAgent } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { type PaymentProblem, paymentProblemsOf } from "#contract/rules/payment.ts";
import { type IssueProblem, type TaxWarning, taxWarningsOf } from "#contract/rules/supplier-tax.ts";
import { withheldFrom } from "#contract/rules/withholding.ts";

export type StoredInvoice = typeof invoices.$inferSelect;
type StoredSupplier = typeof suppliers.$inferSelect;

export const payable: Handler<Operations["invoices"]["payable"]> = async (
  _,
  { db, caller, now, config: { payer, timeZone } },
) => {
  const found = await withSuppliers(
    db,
    timeZone,
    and(isNotNull(invoices.notifiedAt), isNull(invoices.paymentRunId), ne(total, 0), visibleInvoices(caller)),
  );
  return {
    payer: payer ? { userName: payer.userName, bsb: payer.bsb, accountNumber: payer.accountNumber } : null,
    suppliers: [...bySupplier(found.filter(isPaid)), ...bySupplier(found.filter((row) => !isPaid(row)))].map(
      ({ supplier, rows }) => ({
        ...payeeOf(supplier, now),
        problems: [...problemsOf(supplier), ...documentProblems(rows)],
        warnings: warningsOf(supplier, rows),
        withheld: withheldOf({ supplier, rows }),
        adviceTo: adviceTo(supplier),
        invoices: rows.map((row) => offered(row, supplier)),
      }),
    ),
  };
};

/** What was sold as an agent is paid in full, whatever the registration is. */
const warningsOf = (supplier: StoredSupplier, rows: readonly Found[]): TaxWarning[] =>
  rows.every(({ invoice }) => isOfAgent(invoice.documentKind)) ? [] : taxWarningsOf(supplier);

interface Found {
  invoice: StoredInvoice;
  supplier: StoredSupplier;
  marketplaceName: string;
  queriedRows: number;
  issueProblem: IssueProblem | null;
  isStoredUnregistered: boolean;
}

/** No money leaves for a document that claims GST of a supplier without a registration. */
export const isValid = ({ issueProblem: problem }: Pick<Found, "issueProblem">) => problem !== "notRegistered";

const isPaid = (row: Found) => isValid(row) && row.invoice.heldAt === null;

/** Recording the registration helps only where it was not known when the document was issued. */
const documentProblems = (rows: readonly Found[]): PaymentProblem[] => [...new Set(rows.flatMap(problemOf))];

function problemOf(row: Found): PaymentProblem[] {
  if (!isValid(row)) return row.isStoredUnregistered ? ["notValidForGood"] : ["notValid"];
  return isPaid(row) ? [] : ["held"];
}

/**
 * Returns what is withheld where these documents are paid. One that states an ABN was issued with it, and what an agent
 * remits is paid for no supply to the payer.
 */
export const withheldOf = ({ supplier, rows }: Pick<Group, "supplier"> & { rows: readonly Pick<Found, "invoice">[] }) =>
  withheldFrom(supplier, add(...rows.map(({ invoice }) => (isWithheldFrom(invoice) ? suppliesOf(invoice) : 0))));

const isWithheldFrom = ({ supplierAbn, documentKind }: StoredInvoice) => supplierAbn === "" && !isOfAgent(documentKind);

/** Sorted by supplier name, then oldest first. */
export function withSuppliers(db: Db, timeZone: string, which: SQL | undefined) {
  return db
    .select({
      invoice: invoices,
      supplier: suppliers,
      marketplaceName: marketplaces.name,
      queriedRows,
      issueProblem: issueProblem(timeZone),
      isStoredUnregistered,
    })
    .from(invoices)
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .innerJoin(marketplaces, eq(marketplaces.id, invoices.marketplaceId))
    .where(which)
    .orderBy(asc(byText(suppliers.name)), asc(suppliers.id), asc(invoices.invoicedAt), asc(invoices.id));
}

interface Group {
  supplier: StoredSupplier;
  rows: Found[];
}

/** Groups by supplier and keeps the order of the rows. */
export function bySupplier(found: readonly Found[]): Group[] {
  const groups = new Map<number, Group>();
  for (const row of found) {
    const group = groups.get(row.supplier.id) ?? { supplier: row.supplier, rows: [] };
    group.rows.push(row);
    groups.set(row.supplier.id, group);
  }
  return [...groups.values()];
}

export const problemsOf = (supplier: StoredSupplier) =>
  paymentProblemsOf({ ...accountOf(supplier), isVerified: supplier.bankDetailsVerifiedAt !== null });

export const accountOf = ({ bsb, accountNumber, accountName }: StoredSupplier) => ({ bsb, accountNumber, accountName });

/** Returns the addresses that the remittance advice goes to: those that get the supplier's invoices. */
export const adviceTo = ({ billingContactEmails }: StoredSupplier) => [...new Set(splitEmails(billingContactEmails))];

const payeeOf = (
  supplier: StoredSupplier,
  now: Date,
): Omit<PayableSupplier, "invoices" | "warnings" | "withheld" | "problems" | "adviceTo"> => ({
  supplierId: supplier.id,
  supplierName: supplier.name,
  ...accountOf(supplier),
  bankDetailsChangedDate: freshChange(supplier, now)?.toISOString() ?? null,
});

const offered = (
  { invoice, marketplaceName, queriedRows }: Found,
  supplier: StoredSupplier,
): PayableSupplier["invoices"][number] => ({
  id: invoice.id,
  invoiceDate: invoice.invoicedAt.toISOString(),
  marketplaceName,
  total: totalOf(invoice),
  expectedPaymentDate: invoice.expectedPaymentDate,
  otherBankDetails: otherDetails(invoice, supplier),
  queriedRows,
  holdReason: invoice.heldAt && invoice.holdReason,
});

function otherDetails(
  invoice: StoredInvoice,
  supplier: StoredSupplier,
): PayableSupplier["invoices"][number]["otherBankDetails"] {
  return [
    ...(invoice.supplierBsb === supplier.bsb ? [] : ["bsb" as const]),
    ...(invoice.supplierAccountNumber === supplier.accountNumber ? [] : ["accountNumber" as const]),
    ...(invoice.supplierAccountName === supplier.accountName ? [] : ["accountName" as const]),
  ];
}

/**
 * The postings of the suppliers' side of the books, read from what they come from: nothing is stored. Each source is a
 * function that returns its rows; another source is another function in `sources`.
 */
import { and, not, type SQL, sql } from "drizzle-orm";
import { isStoredOfAgent } from "#api/areas/shared/invoice-issue.ts";
import {
  isCountedOpeningBalance,
  isIssued,
  isOpeningBalance,
  isReleased,
  isReturned,
  issueDay,
  withoutOpeningBalances,
} from "#api/areas/shared/supplier-entries.ts";
import { charges, invoices, paymentRuns, supplierPayments } from "#api/core/database/schema/index.ts";
import type { PostingFilters } from "#contract/books/schema.ts";
import { type StatementEntryKind, statementEntryKinds } from "#contract/invoices/supplier-statement.ts";
import { type BookAccount, bookAccounts } from "#contract/rules/books.ts";

interface Source {
  kind: StatementEntryKind;
  id: unknown;
  supplierId: unknown;
  day: SQL;
  /** Dollars by account; above zero they are debits. The lines of an entry add up to nothing. */
  lines: Partial<Record<BookAccount, SQL>>;
  from: SQL;
  where: SQL | undefined;
}

function rowsOf({ kind, id, supplierId, day, lines, from, where }: Source): SQL {
  const values = sql.join(
    Object.entries(lines).map(([account, amount]) => sql`(${account}::text, ${amount})`),
    sql`, `,
  );
  return sql`select ${kind}::text as kind, ${statementEntryKinds.indexOf(kind)}::int as place, ${id} as id, ${supplierId} as supplier_id,
    ${day} as day, line.account, line.amount
    from ${from} cross join lateral (values ${values}) as line(account, amount) where ${where}`;
}

const openingBalances = () => {
  const owed = sql`${charges.exTax} + ${charges.tax}`;
  return rowsOf({
    kind: "openingBalance",
    id: charges.id,
    supplierId: charges.supplierId,
    day: sql`${charges.day}`,
    lines: { payable: owed, openingBalances: sql`-(${owed})` },
    from: sql`${charges}`,
    where: isCountedOpeningBalance,
  });
};

/** The amounts as documents state them: a supplier without a registration is paid a price without GST. */
const isStatement = sql`${invoices.documentKind} = 'statement'`;
const isPurchase = sql`not ${isStoredOfAgent}`;
const suppliesExTax = sql`${invoices.purchaseExTax} + ${invoices.shippingExTax}`;
const suppliesTax = sql`${invoices.purchaseTax} + ${invoices.shippingTax}`;

/** Dollars: what is bought by a document, and the GST in it. */
export const purchases = sql`case when ${isPurchase} then ${suppliesExTax} + case when ${isStatement} then ${suppliesTax} else 0 end else 0 end`;
export const gstOnPurchases = sql`case when ${isStatement} or ${isStoredOfAgent} then 0 else ${suppliesTax} end`;
/** Dollars inc GST: what was sold in the supplier's name, which is no purchase, and whose GST is the supplier's. */
export const proceeds = sql`case when ${isStoredOfAgent} then ${suppliesExTax} + ${suppliesTax} else 0 end`;
/** Dollars: the GST of the commission and the charges. */
export const gstOnSales = sql`${invoices.commissionTax} + ${invoices.chargesTax}`;

const documents = (timeZone: string) =>
  rowsOf({
    kind: "document",
    id: invoices.id,
    supplierId: invoices.supplierId,
    day: issueDay(timeZone),
    lines: {
      purchases,
      proceeds,
      gstOnPurchases,
      commission: sql`-${invoices.commissionExTax}`,
      gstOnSales: sql`-(${gstOnSales})`,
      payable: sql`-(${withoutOpeningBalances})`,
    },
    from: sql`${invoices}`,
    where: isIssued,
  });

/** The charges in documents, on an account for each kind; their GST and what is payable are those of the document. */
const chargesInDocuments = (timeZone: string) => sql`
  select 'document'::text as kind, ${statementEntryKinds.indexOf("document")}::int as place, ${invoices.id} as id,
    ${invoices.supplierId} as supplier_id, ${issueDay(timeZone)} as day, ${charges.kind} as account, -sum(${charges.exTax}) as amount
  from ${charges} join ${invoices} on ${invoices.id} = ${charges.invoiceId}
  where ${and(isIssued, not(isOpeningBalance))} group by ${invoices.id}, ${charges.kind}`;

const runs = sql`${supplierPayments} join ${paymentRuns} on ${paymentRuns.id} = ${supplierPayments.paymentRunId}`;

/** What is kept for the Tax Office is no longer owed to the supplier. */
const paid = sql`${supplierPayments.amount} + ${supplierPayments.withheld}`;

const payments = () =>
  rowsOf({
    kind: "payment",
    id: supplierPayments.paymentRunId,
    supplierId: supplierPayments.supplierId,
    day: sql`${paymentRuns.bankDate}`,
    lines: {
      payable: paid,
      bank: sql`-${supplierPayments.amount}`,
      withheld: sql`-${supplierPayments.withheld}`,
    },
    from: runs,
    where: isReleased,
  });

const returnedPayments = () =>
  rowsOf({
    kind: "returnedPayment",
    id: supplierPayments.paymentRunId,
    supplierId: supplierPayments.supplierId,
    day: sql`${supplierPayments.returnedOn}`,
    lines: {
      payable: sql`-(${paid})`,
      bank: sql`${supplierPayments.amount}`,
      withheld: sql`${supplierPayments.withheld}`,
    },
    from: runs,
    where: isReturned,
  });

const sources: readonly ((timeZone: string) => SQL)[] = [
  openingBalances,
  documents,
  chargesInDocuments,
  payments,
  returnedPayments,
];

/** Condition on the columns of `postingsOf`: of the last day and those before it. */
export const untilDay = (day: string | undefined): SQL | undefined =>
  day === undefined ? undefined : sql`day <= ${day}::date`;
export const sinceDay = (day: string | undefined): SQL | undefined =>
  day === undefined ? undefined : sql`day >= ${day}::date`;

/** Condition: the postings of the account and the supplier, on all days. */
export const isOf = ({ account, supplierId }: PostingFilters): SQL | undefined =>
  and(
    account === undefined ? undefined : sql`account = ${account}`,
    supplierId === undefined ? undefined : sql`supplier_id = ${supplierId}`,
  );

/**
 * Every posting, in no order, as a query with the columns kind, place, id, supplier_id, day, account, position and
 * amount.
 * @param timeZone IANA time zone of the operator
 */
export const postingsOf = (timeZone: string): SQL => sql`
  select postings.*, array_position(array[${sql.join(
    bookAccounts.map((account) => sql`${account}::text`),
    sql`, `,
  )}], account) as position
  from (${sql.join(
    sources.map((source) => source(timeZone)),
    sql` union all `,
  )}) as postings where amount <> 0`;

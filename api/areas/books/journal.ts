/** The journal: the postings in the order of their days, as a list and as files. */
import { and, type SQL, sql } from "drizzle-orm";
import { invoices, suppliers } from "#api/core/database/schema/index.ts";
import { excelExport } from "#api/core/excel/export.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { refuse } from "#api/core/refusals/refusal.ts";
import type { Posting, PostingFilters } from "#contract/books/schema.ts";
import type { StatementEntryKind } from "#contract/invoices/supplier-statement.ts";
import type { Operations } from "#contract/operations.ts";
import { type BookAccount, bookAccountNames } from "#contract/rules/books.ts";
import type { DocumentKind } from "#contract/rules/invoice.ts";
import { postingName, postingNumber } from "#contract/rules/posting.ts";
import { isOf, postingsOf, sinceDay, untilDay } from "./postings.ts";

type Books = Operations["books"];
type Reading = Pick<Context, "db" | "config">;

/** @throws Refusal 422 */
export function assertDays({ fromDate, toDate }: PostingFilters): void {
  refuse({
    toDate: fromDate !== undefined && toDate !== undefined && toDate < fromDate && "This is before the first day.",
  });
}

const isWanted = (filters: PostingFilters): SQL =>
  and(sinceDay(filters.fromDate), untilDay(filters.toDate), isOf(filters)) ?? sql`true`;

interface Found extends Record<string, unknown> {
  kind: StatementEntryKind;
  id: number;
  day: string;
  account: BookAccount;
  supplierId: number;
  supplierName: string;
  documentKind: DocumentKind | null;
  isAdjustment: boolean | null;
  amount: number;
}

interface Part {
  direction?: "asc" | "desc";
  limit?: number;
  offset?: number;
}

async function postingsIn(
  { db, config }: Reading,
  filters: PostingFilters,
  { direction = "asc", limit, offset = 0 }: Part = {},
): Promise<Posting[]> {
  const order = sql.raw(
    ["day", "place", "id", "supplier_id", "position"].map((column) => `postings.${column} ${direction}`).join(", "),
  );
  const { rows } = await db.execute<Found>(sql`
    with found as (
      select * from (${postingsOf(config.timeZone)}) as postings where ${isWanted(filters)}
      order by ${order} limit ${limit ?? null} offset ${offset})
    select postings.kind, postings.id, postings.day::text as day, postings.account,
      postings.supplier_id as "supplierId", ${suppliers.name} as "supplierName",
      ${invoices.documentKind} as "documentKind", ${invoices.isAdjustment} as "isAdjustment",
      postings.amount::float8 as amount
    from found as postings join ${suppliers} on ${suppliers.id} = postings.supplier_id
    left join ${invoices} on postings.kind = 'document' and ${invoices.id} = postings.id
    order by ${order}`);
  return rows.map(({ amount, isAdjustment, ...row }) => ({
    ...row,
    isAdjustment: isAdjustment ?? false,
    debit: Math.max(amount, 0),
    credit: Math.max(-amount, 0),
  }));
}

async function countOf({ db, config }: Reading, filters: PostingFilters): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${postingsOf(config.timeZone)}) as postings where ${isWanted(filters)}`,
  );
  return rows[0]?.count ?? 0;
}

export const journal: Handler<Books["journal"]> = async (input, context) => {
  assertDays(input);
  const { pageSize, pageNumber, includeTotalCount, sortDirection } = input;
  const items = await postingsIn(context, input, {
    direction: sortDirection === "Descending" ? "desc" : "asc",
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  });
  return { items, totalCount: includeTotalCount ? await countOf(context, input) : null };
};

/** Small, so that formatting a batch does not block the event loop. */
const rowsInBatch = 100;

export const journalExport: Handler<Books["journalExport"]> = async ({ format, ...filters }, context) => {
  assertDays(filters);
  const sheet = { name: "Journal", columns, rows: batches(context, filters) };
  return excelExport(context, "Journal.xlsx", sheet, { format, countUpTo: () => countOf(context, filters) });
};

/** All are read by one statement, so that they add up to nothing although documents are issued meanwhile. */
async function* batches(context: Context, filters: PostingFilters): AsyncGenerator<Posting[]> {
  const all = await postingsIn(context, filters);
  for (let i = 0; i < all.length; i += rowsInBatch) yield all.slice(i, i + rowsInBatch);
}

const columns: Column<Posting>[] = [
  { title: "Date", width: 14, kind: "day", value: ({ day }) => day },
  { title: "Number", width: 16, kind: "text", value: postingNumber },
  { title: "Description", width: 30, kind: "text", value: postingName },
  { title: "Supplier", width: 28, kind: "text", value: ({ supplierName }) => supplierName },
  { title: "Account", width: 32, kind: "text", value: ({ account }) => bookAccountNames[account] },
  { title: "Debit", width: 14, kind: "money", value: ({ debit }) => debit || undefined },
  { title: "Credit", width: 14, kind: "money", value: ({ credit }) => credit || undefined },
];

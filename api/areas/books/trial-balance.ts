/** The trial balance: each account with its balances at both ends of the days. */
import { sql } from "drizzle-orm";
import { excelExport } from "#api/core/excel/export.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { AccountBalance, PostingFilters } from "#contract/books/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { type BookAccount, bookAccountNames, bookAccounts } from "#contract/rules/books.ts";
import { add } from "#contract/rules/money.ts";
import { assertDays } from "./journal.ts";
import { isOf, postingsOf, untilDay } from "./postings.ts";

type Books = Operations["books"];
type Found = AccountBalance & Record<string, unknown>;

/** Returns every account, also those without postings, in their order. One statement, so that they agree. */
async function balancesIn(
  { db, config }: Pick<Context, "db" | "config">,
  filters: PostingFilters,
): Promise<AccountBalance[]> {
  const { fromDate, toDate, account: wanted } = filters;
  const isBefore = fromDate === undefined ? sql`false` : sql`day < ${fromDate}::date`;
  const sumOf = (amount: string, which = sql`true`) =>
    sql`coalesce(sum(${sql.raw(amount)}) filter (where ${which}), 0)::float8`;
  const { rows } = await db.execute<Found>(sql`
    select account, ${sumOf("amount", isBefore)} as opening,
      ${sumOf("greatest(amount, 0)", sql`not ${isBefore}`)} as debit,
      ${sumOf("greatest(-amount, 0)", sql`not ${isBefore}`)} as credit, ${sumOf("amount")} as closing
    from (${postingsOf(config.timeZone)}) as postings
    where ${untilDay(toDate) ?? sql`true`} and ${isOf(filters) ?? sql`true`} group by account`);
  const found = new Map<BookAccount, AccountBalance>(rows.map((row) => [row.account, row]));
  return bookAccounts
    .filter((account) => wanted === undefined || account === wanted)
    .map((account) => found.get(account) ?? { account, opening: 0, debit: 0, credit: 0, closing: 0 });
}

export const trialBalance: Handler<Books["trialBalance"]> = async (input, context) => {
  assertDays(input);
  const all = await balancesIn(context, input);
  const { pageSize, pageNumber, sortDirection, includeTotalCount } = input;
  const ordered = sortDirection === "Descending" ? all.toReversed() : all;
  return {
    items: ordered.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
    totalCount: includeTotalCount ? all.length : null,
  };
};

type Row = Omit<AccountBalance, "account"> & { name: string };

export const trialBalanceExport: Handler<Books["trialBalanceExport"]> = async ({ format, ...days }, context) => {
  assertDays(days);
  const sheet = { name: "Trial balance", columns, rows: rowsOf(context, days) };
  return excelExport(context, "TrialBalance.xlsx", sheet, { format });
};

async function* rowsOf(context: Context, days: PostingFilters): AsyncGenerator<Row[]> {
  const all = await balancesIn(context, days);
  const sum = (figure: keyof Omit<Row, "name">) => add(...all.map((each) => each[figure]));
  yield [
    ...all.map(({ account, ...figures }) => ({ name: bookAccountNames[account], ...figures })),
    { name: "Total", opening: sum("opening"), debit: sum("debit"), credit: sum("credit"), closing: sum("closing") },
  ];
}

const columns: Column<Row>[] = [
  { title: "Account", width: 34, kind: "text", value: ({ name }) => name },
  {
    title: "Opening balance",
    width: 16,
    kind: "money",
    note: "Before the first day. Above zero it is a debit, below zero a credit.",
    value: ({ opening }) => opening,
  },
  { title: "Debit", width: 16, kind: "money", value: ({ debit }) => debit },
  { title: "Credit", width: 16, kind: "money", value: ({ credit }) => credit },
  {
    title: "Closing balance",
    width: 16,
    kind: "money",
    note: "After the last day.",
    value: ({ closing }) => closing,
  },
];

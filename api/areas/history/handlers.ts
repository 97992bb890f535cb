import { and, arrayContains, desc, eq, gte, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { hasRole } from "#api/core/access/caller.ts";
import { changes } from "#api/core/database/schema/index.ts";
import { excelExport as answer } from "#api/core/excel/export.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import { partOf, recordedByName } from "#api/core/history/records/index.ts";
import type { Undoers } from "#api/core/history/undoers.ts";
import { batchesOf, countUpTo, type Keys } from "#api/core/lists/batches.ts";
import { pageOf } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { AreaHandlers, Handler } from "#api/core/operations/handlers.ts";
import { forbidden } from "#api/core/refusals/refusal.ts";
import { historyKindNames, historyWayNames } from "#contract/history/names.ts";
import { historyRecordNames } from "#contract/history/records.ts";
import type { HistoryRow } from "#contract/history/schema.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { nameOrSelf } from "#contract/rules/name-or-self.ts";
import { historyRows } from "./history-rows.ts";
import { seenRecord } from "./records.ts";
import { peopleNamed } from "./references.ts";
import { undoableWith, undosOf, undoWith } from "./undo.ts";
import { hiddenTables } from "./visible-parts.ts";

type History = Operations["history"];
type Filters = Pick<InputOf<History["list"]>, "record" | "recordId" | "userId" | "field" | "fromDate" | "toDate">;

/**
 * Everybody sees the history of a record that they see; only administrators see everything.
 * @returns the name of the record; null without one
 * @throws Refusal 403, 404
 */
async function assertSeen(context: Context, { record, recordId }: Filters): Promise<string | null> {
  if (record !== undefined && recordId !== undefined) return seenRecord(context, record, recordId);
  if (!hasRole(context.caller, "Administrator")) throw forbidden();
  return null;
}

const conditions = (
  { caller }: Pick<Context, "caller">,
  { record, recordId, userId, field, fromDate, toDate }: Filters,
): (SQL | undefined)[] => [
  record === "supplier" && recordId !== undefined ? without(hiddenTables(caller, recordId)) : undefined,
  record && eq(changes.record, record),
  record === undefined || recordId === undefined ? undefined : eq(changes.recordId, recordId),
  userId === undefined ? undefined : eq(changes.userId, userId),
  field === undefined ? undefined : arrayContains(changes.fields, [field]),
  fromDate === undefined ? undefined : gte(changes.at, new Date(fromDate)),
  toDate === undefined ? undefined : lte(changes.at, new Date(toDate)),
];

const without = (tables: string[]) => (tables.length === 0 ? undefined : notInArray(changes.tableName, tables));

const listWith =
  (undoers: Undoers): Handler<History["list"]> =>
  async (input, context) => {
    await assertSeen(context, input);
    const { db } = context;
    const page = await pageOf(
      db,
      {
        rows: db.select().from(changes).$dynamic(),
        keys: (keys) => db.select(keys).from(changes).$dynamic(),
        isHuge: true,
        mostCounted: 10_000,
        // Checked above.
        visible: undefined,
        filters: conditions(context, input),
        sort: { at: changes.at },
        uniqueKey: changes.id,
      },
      input,
    );
    const undos = await undosOf(undoers, context, page.items);
    const rows = await historyRows(context, page.items);
    return {
      ...page,
      items: rows.map((row, i) => {
        const { commandId, processId } = page.items[i] ?? {};
        return { ...row, undo: undos.get(commandId ?? "") ?? undos.get(processId ?? "") ?? null };
      }),
    };
  };

/** The newest changes, from which the filters take what they offer. */
const lookedAt = 2_000;
const mostPeople = 200;

const options: Handler<History["options"]> = async (input, context) => {
  const recordName = await assertSeen(context, input);
  const { db } = context;
  const newest = db
    .select({ userId: changes.userId, tableName: changes.tableName })
    .from(changes)
    .where(and(...conditions(context, input)))
    .orderBy(desc(changes.at), desc(changes.id))
    .limit(lookedAt)
    .as("newest");
  const people = await db.selectDistinct({ id: newest.userId }).from(newest).where(sql`${newest.userId} is not null`);
  const named = await peopleNamed(
    db,
    people.flatMap(({ id }) => id ?? []),
  );
  const tables = await db.selectDistinct({ name: newest.tableName }).from(newest);
  return {
    recordName,
    people: named.sort((a, b) => a.name.localeCompare(b.name)).slice(0, mostPeople),
    fields: tables.flatMap(({ name }) => fieldsIn(name, input.record)),
  };
};

function fieldsIn(tableName: string, record: Filters["record"]) {
  const part = record ? partOf(tableName, record) : (recordedByName.get(tableName)?.part ?? "");
  return Object.entries(recordedByName.get(tableName)?.fields ?? {}).map(([column, { label }]) => ({
    value: `${tableName}.${column}`,
    label: part === "" ? label : `${part}: ${label}`,
  }));
}

const listOf = (context: Context, filters: Filters) => ({
  keys: (columns: Parameters<Keys>[0]) => context.db.select(columns).from(changes).$dynamic(),
  visible: undefined,
  filters: conditions(context, filters),
  uniqueKey: changes.id,
});

type Row = Awaited<ReturnType<typeof historyRows>>[number] & {
  field: { label: string; before: string | null; after: string | null } | undefined;
};

const columns: Column<Row>[] = [
  { title: "When", width: 20, kind: "moment", value: ({ at }) => new Date(at) },
  { title: "Who", width: 24, kind: "text", value: ({ userName }) => userName ?? "System" },
  { title: "How", width: 10, kind: "text", value: ({ way }) => nameOrSelf(historyWayNames, way) },
  { title: "File", width: 24, kind: "text", value: ({ detail }) => detail },
  { title: "Record", width: 16, kind: "text", value: ({ record }) => historyRecordNames[record] },
  { title: "Number", width: 10, kind: "number", value: ({ recordId }) => recordId },
  { title: "Name", width: 30, kind: "text", value: ({ recordName }) => recordName ?? "" },
  { title: "Part", width: 24, kind: "text", value: ({ part }) => part },
  { title: "What", width: 10, kind: "text", value: ({ kind }) => historyKindNames[kind] },
  { title: "Field", width: 24, kind: "text", value: ({ field }) => field?.label ?? "" },
  { title: "Before", width: 30, kind: "text", value: ({ field }) => field?.before ?? "" },
  { title: "After", width: 30, kind: "text", value: ({ field }) => field?.after ?? "" },
];

const excelExport: Handler<History["excelExport"]> = async (filters, context) => {
  await assertSeen(context, filters);
  return answer(
    context,
    "History.xlsx",
    { name: "Changes", columns, rows: rowsOf(context, filters) },
    { format: filters.format, countUpTo: (most) => countUpTo(context.db, listOf(context, filters), most) },
  );
};

async function* rowsOf(context: Context, filters: Filters): AsyncGenerator<Row[]> {
  const batches = batchesOf({
    ...listOf(context, filters),
    rows: () => context.db.select().from(changes).$dynamic(),
    key: changes.at,
    direction: desc,
  });
  for await (const batch of batches)
    yield (await historyRows(context, batch)).flatMap((row): Row[] =>
      row.fields.length > 0
        ? row.fields.map((field) => ({ ...row, field: withMoments(field, context.config.timeZone) }))
        : [{ ...row, field: undefined }],
    );
}

/** Moments as people read them, in the organisation's time zone. */
function withMoments({ isMoment, ...field }: HistoryRow["fields"][number], timeZone: string) {
  const text = (value: string | null) => (value !== null && isMoment ? formatMoment(value, timeZone) : value);
  return { ...field, before: text(field.before), after: text(field.after) };
}

export const historyWith = (undoers: Undoers): AreaHandlers<History> => ({
  list: listWith(undoers),
  options,
  excelExport,
  undoable: undoableWith(undoers),
  undo: undoWith(undoers),
});

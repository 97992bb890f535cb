/** The suppliers of a list as a workbook, which can be imported again: a row per supplier, and one per further person. */
import { asc, eq } from "drizzle-orm";
import { filtersOf } from "#api/areas/suppliers/filters.ts";
import type { Person } from "#api/areas/suppliers/people.ts";
import { seesField, supplierFlags } from "#api/areas/suppliers/policy.ts";
import { type Caller, visibleTo } from "#api/core/access/caller.ts";
import { addresses, suppliers } from "#api/core/database/schema/index.ts";
import { excelExport as answer } from "#api/core/excel/export.ts";
import { type Column, keptNote, snapshotNote } from "#api/core/excel/sheet.ts";
import { batchesOf } from "#api/core/lists/batches.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { supplierPermissions } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { memoryColumn } from "#contract/products/workbook.ts";
import {
  type AnySupplierColumn,
  permissionSeparator,
  supplierKey,
  suppliersFile,
  suppliersSheet,
} from "#contract/suppliers/workbook.ts";
import { type Field, fields, permissionsText } from "./fields.ts";
import { memoryText, newSupplierExport, type Texts } from "./memory.ts";
import { type SupplierRecord, suppliersWithAddress, withPeople } from "./record.ts";

type Export = Operations["suppliers"]["excelExport"];
type Filters = Parameters<Handler<Export>>[0];

/** Returns the cells of a row, by column. */
type Row = Texts;

export const excelExport: Handler<Export> = async (filters, context) =>
  answer(
    context,
    suppliersFile,
    { name: suppliersSheet, columns: columnsFor(newSupplierExport(context.now)), rows: rowsOf(context, filters) },
    { format: filters.format },
  );

async function* rowsOf(context: Context, filters: Filters): AsyncGenerator<Row[]> {
  const { db, caller } = context;
  const batches = batchesOf({
    rows: () => suppliersWithAddress(db),
    keys: (wanted) =>
      db.select(wanted).from(suppliers).leftJoin(addresses, eq(addresses.id, suppliers.billingAddressId)).$dynamic(),
    visible: visibleTo(caller, suppliers.id),
    filters: filtersOf(filters, context),
    key: byText(suppliers.name),
    uniqueKey: suppliers.id,
    direction: asc,
  });
  for await (const batch of batches) yield (await withPeople(db, batch)).flatMap((record) => rowsFor(record, caller));
}

/** Only the first row of a supplier has its cells, so that no value stands twice. */
function rowsFor(record: SupplierRecord, caller: Caller): Row[] {
  const { supplier } = record;
  const flags = supplierFlags(caller, supplier.id);
  const isSeen = seesField(caller, supplier.id);
  const own = Object.fromEntries(
    fields.filter(({ described }) => isSeen(described)).map((field) => [field.column, field.shown(record)]),
  );
  const key = { [supplierKey]: String(supplier.id) };
  const [first, ...others] = flags.canManageUsers ? record.people : [];
  return [
    { ...key, ...own, ...personCells(first) },
    ...others.map((person) => ({ ...key, Name: own.Name, ...personCells(person) })),
  ];
}

const personCells = (person: Person | undefined): Row => ({
  PersonEmail: person?.email ?? "",
  PersonPermissions: person ? permissionsText(person.permissions) : "",
});

const keep = keptNote("supplier");

const textColumn = (title: AnySupplierColumn, width: number, note: string): Column<Row> => ({
  title,
  width,
  kind: "text",
  note,
  value: (row) => row[title],
});

const permissionsNote = supplierPermissions.map(({ displayName }) => displayName).join(` ${permissionSeparator} `);

const columnsFor = (of: ReturnType<typeof newSupplierExport>): Column<Row>[] => [
  {
    title: supplierKey,
    width: 11,
    kind: "number",
    note: `${keep} For a new supplier enter new. If it is empty, the supplier is found by its ABN, or else by its name.`,
    value: (row) => Number(row[supplierKey]),
  },
  ...fields.map(columnOf),
  textColumn(
    "PersonEmail",
    30,
    "A person of the supplier: one who is not there yet is invited by email. Each further person has a row, with the SupplierId or the name of the supplier. Nobody is removed.",
  ),
  textColumn(
    "PersonPermissions",
    40,
    `What the person may do, separated by ${permissionSeparator}: ${permissionsNote}.`,
  ),
  {
    title: memoryColumn,
    width: 12,
    isHidden: true,
    kind: "text",
    note: snapshotNote,
    value: (row) => memoryText(of, row),
  },
];

function columnOf({ column: title, width, note, kind, allowed }: Field): Column<Row> {
  const heading = { title, width, note, allowed };
  const text = (row: Row) => row[title] || undefined;
  if (kind === "number") return { ...heading, kind, value: (row) => numberOrNone(text(row)) };
  if (kind === "yesNo") return { ...heading, kind, value: (row) => yesNoOrNone(text(row)) };
  return { ...heading, kind, value: text };
}

const numberOrNone = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const yesNoOrNone = (text: string | undefined) => (text === undefined ? undefined : text === "TRUE");

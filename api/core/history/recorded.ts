/** Describes kinds of records with a history, and which of their tables and columns it records. */
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Caller } from "#api/core/access/caller.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import type { Permission } from "#contract/permissions.ts";
import type { Field, Reference, Seers } from "./fields.ts";

/** A kind of record: how one is named, who may see it, and its tables by their names in the schema. */
export interface RecordWithHistory {
  table: PgTable;
  id: PgColumn;
  name: SQL<string>;
  /** The permission that is needed to see such records. */
  permission: Permission;
  visible?(caller: Caller): SQL | undefined;
  tables: Readonly<Record<string, RecordedTable>>;
}

export const isOperator = ({ seesAllSuppliers }: Caller): SQL => sql`${seesAllSuppliers}`;

type ColumnOf<T extends PgTable> = Extract<keyof T["_"]["columns"], string>;

interface Recording<T extends PgTable> {
  /** The kind of record that the rows belong to. */
  record: HistoryRecord;
  /** The column with the id of that record: of the table itself, or of the table that `through` refers to. */
  id: PgColumn;
  /** The column that refers to the row with `id`, by that table's column `id`. */
  through?: ColumnOf<T>;
  /** True if the history shows to which row `through` refers. */
  recordsThrough?: true;
  /** A column beside `id`: where it is set, the row belongs to the record with its value instead. */
  unless?: { record: HistoryRecord; id: PgColumn };
  /** Columns that are not recorded, by the reason. */
  omits?: Readonly<Record<string, readonly ColumnOf<T>[]>>;
  /** Recorded columns whose names look like those of secrets, by the reason why they are none. */
  isNoSecret?: Readonly<Record<string, readonly ColumnOf<T>[]>>;
  /** Removed rows can be put back, so all of their columns are stored. */
  canBeAddedAgain?: true;
  /** The part of the record that a row is, such as a variant. The record's own table has one if it is part of others. */
  part?: string;
  /** A column whose value names the part, or refers to the record that does. It is in the key or among `fields`. */
  namedBy?: { column: ColumnOf<T>; ref?: Reference };
  /** Only for these. */
  seenBy?: Seers;
  /** Every recorded column as the history shows it, in the order of the screens; a test names those that are missing. */
  fields: Partial<Record<ColumnOf<T>, Field>>;
}

/** A table with a history. The names are those of the database. */
export interface RecordedTable extends Pick<Recording<PgTable>, "record" | "canBeAddedAgain" | "part" | "seenBy"> {
  table: string;
  /** The columns of the primary key. */
  key: readonly string[];
  columns: readonly string[];
  id: string;
  through?: { column: string; table: string };
  unless?: { record: HistoryRecord; id: string };
  /** Of `columns`: said to be no secrets. */
  isNoSecret: readonly string[];
  namedBy?: { column: string; ref?: Reference };
  /** By column. */
  fields: Readonly<Record<string, Field>>;
}

/**
 * Records every column but the key, the one that leads to the record, the time of creation, those that the database
 * computes, and those in `omits`.
 */
export function recorded<T extends PgTable>(table: T, about: Recording<T>): RecordedTable {
  const { record, id, through, recordsThrough, unless, omits = {}, isNoSecret = {}, canBeAddedAgain } = about;
  const { part, namedBy, seenBy, fields } = about;
  const config = getTableConfig(table);
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const named = (names: Readonly<Record<string, readonly string[]>>) =>
    Object.values(names)
      .flat()
      .map((name) => columnNamed(name).name);
  const columnNamed = (name: string): PgColumn => {
    const column = columns[name];
    if (!column) throw new Error(`${config.name} has no column ${name}.`);
    return column;
  };
  const link = through && columnNamed(through).name;
  const key = [
    ...config.columns.filter(({ primary }) => primary),
    ...config.primaryKeys.flatMap((each) => each.columns),
  ].map(({ name }) => name);
  const left = new Set([...key, link ?? id.name, "created_at", ...named(omits)]);
  return {
    table: config.name,
    record,
    key,
    columns: config.columns
      .filter(({ name, generated }) => !generated && (!left.has(name) || (recordsThrough && name === link)))
      .map(({ name }) => name),
    id: id.name,
    ...(link && { through: { column: link, table: getTableConfig(id.table as PgTable).name } }),
    ...(unless && { unless: { record: unless.record, id: unless.id.name } }),
    isNoSecret: named(isNoSecret),
    ...(canBeAddedAgain && { canBeAddedAgain }),
    ...(part && { part }),
    ...(namedBy && { namedBy: { ...namedBy, column: columnNamed(namedBy.column).name } }),
    ...(seenBy && { seenBy }),
    fields: Object.fromEntries(
      Object.entries<Field | undefined>(fields).flatMap(([name, field]) =>
        field ? [[columnNamed(name).name, field]] : [],
      ),
    ),
  };
}

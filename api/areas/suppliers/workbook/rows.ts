/** Finds the columns of a worksheet of suppliers, and the supplier that each row is about. */
import {
  isBlank,
  knownPlaces,
  type Places,
  type Problem,
  quoted,
  recordNumber,
  textIn,
  WrongCell,
} from "#api/core/excel/cells.ts";
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import type { ImportUnit } from "#api/core/processing/import-kind.ts";
import { assertFewRows } from "#api/core/processing/import-units.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import { reasonColumn } from "#contract/imports.ts";
import { memoryColumn } from "#contract/products/workbook.ts";
import { digitsOf } from "#contract/rules/abn.ts";
import { mostNamed } from "#contract/rules/most-named.ts";
import { allSupplierColumns } from "#contract/suppliers/fields.ts";
import { type AnySupplierColumn, supplierKey } from "#contract/suppliers/workbook.ts";
import { type Memory, memoryIn } from "./memory.ts";
import type { SupplierResult } from "./results.ts";

export interface Columns {
  readonly places: Partial<Places<AnySupplierColumn>>;
  /** Unknown titles. */
  readonly unknown: readonly string[];
  /** Position of the hidden memory column. */
  readonly memory: number | undefined;
}

/**
 * Finds the columns. A missing column changes nothing, but one has to name the suppliers.
 * @throws Refusal 422
 */
export function columnsOf(head: Pick<ReadRow, "cells">): Columns {
  const known = knownPlaces<AnySupplierColumn | typeof memoryColumn>(head, [...allSupplierColumns, memoryColumn]);
  const { [memoryColumn]: memory, ...places } = known.places;
  if ([supplierKey, "ABN", "Name"].every((column) => places[column as AnySupplierColumn] === undefined))
    throw invalid({
      file: [
        "The worksheet has none of the columns SupplierId, ABN and Name, by which suppliers are found. Column names must be in the first row.",
      ],
    });
  const unknown = known.unknown.map(({ title }) => title).filter((title) => title !== reasonColumn);
  return { places, memory, unknown };
}

export const isEmpty = ({ cells }: ReadRow, { places }: Columns): boolean =>
  Object.values(places).every((place) => isBlank(cells[place]));

export interface SheetRow {
  /** Row number as in Excel. */
  readonly number: number;
  readonly memory: Memory | undefined;
  /** The content of a cell in the worksheet. */
  written(column: AnySupplierColumn): ReadCell;
}

export function rowOf(row: ReadRow, { places, memory }: Columns, supplierId: number | undefined): SheetRow {
  return {
    number: row.number,
    memory:
      memory === undefined || supplierId === undefined ? undefined : memoryIn(row.cells[memory] ?? null, supplierId),
    written: (column) => row.cells[places[column] ?? -1] ?? null,
  };
}

/** The rows of one supplier. */
export interface SupplierRows extends ImportUnit<SupplierResult> {
  /** Undefined for a new supplier, and for rows whose supplier is not clear. */
  supplierId?: number;
  /** The rows say `new`, but describe this stored supplier: they may only repeat it. */
  isRepeated?: boolean;
  /** Why it is not clear which supplier they are about. */
  problem?: Problem<AnySupplierColumn>;
}

export interface KnownSupplier {
  readonly id: number;
  readonly name: string;
  /** Digits, or empty. */
  readonly abn: string;
}

/**
 * Returns the rows by supplier, in the order of the worksheet. A row without the number of its supplier is found by its
 * ABN, or else by its name; several are not guessed between.
 * @param addUnknown whether rows of no known supplier create one
 * @throws Refusal 422 if there are too many rows for a supplier
 */
export function bySupplier(
  rows: readonly ReadRow[],
  columns: Columns,
  known: readonly KnownSupplier[],
  addUnknown: boolean,
): SupplierRows[] {
  const directory = directoryOf(known);
  const { groups, hasStored, isNew, put, putNew, refuse } = supplierGroups();
  const named: { row: ReadRow; name: Named }[] = [];
  // Rows of new suppliers first, because further rows may name them before.
  for (const row of rows) {
    const key = keyIn(row, columns);
    if (typeof key === "object") refuse(row, key);
    else if (typeof key === "number") put(row, `supplier ${key}`, { supplierId: key });
    else {
      const name = nameIn(row, columns);
      if (key === undefined) named.push({ row, name });
      else {
        const found = directory(name);
        if ("problem" in found) refuse(row, found.problem);
        else if (found.id === undefined) putNew(row, name);
        else put(row, `repeated ${found.id}`, { supplierId: found.id, isRepeated: true });
      }
    }
  }
  for (const { row, name } of named) {
    const found = directory(name);
    if ("problem" in found) refuse(row, found.problem);
    else if (found.id !== undefined) {
      const repeated = `repeated ${found.id}`;
      put(row, hasStored(repeated) ? repeated : `supplier ${found.id}`, { supplierId: found.id });
    } else if (isNew(name) || (addUnknown && (name.name !== "" || name.abn !== ""))) putNew(row, name);
    else refuse(row, whyUnknown(name));
  }
  return groups.sort((a, b) => firstRow(a) - firstRow(b));
}

/** Collects rows by the supplier that they are about. */
function supplierGroups() {
  const groups: SupplierRows[] = [];
  const stored = new Map<string, SupplierRows>();
  const fresh = new Map<string, SupplierRows>();
  const put = (row: ReadRow, key: string, about: Omit<SupplierRows, "rows">) => {
    const group = stored.get(key);
    if (!group) {
      const made = { ...about, rows: [row] };
      stored.set(key, made);
      groups.push(made);
    } else {
      group.rows.push(row);
      assertFewRows(group.rows, `supplier ${about.supplierId}`);
    }
  };
  const putNew = (row: ReadRow, { name, abn }: Named) => {
    const group: SupplierRows = fresh.get(`name ${name}`) ?? fresh.get(`abn ${abn}`) ?? { rows: [] };
    if (group.rows.length === 0) groups.push(group);
    group.rows.push(row);
    assertFewRows(group.rows, "one new supplier");
    if (name !== "") fresh.set(`name ${name}`, group);
    if (abn !== "") fresh.set(`abn ${abn}`, group);
  };
  const refuse = (row: ReadRow, problem: Omit<Problem<AnySupplierColumn>, "row">) =>
    groups.push({ rows: [row], problem: { ...problem, row: row.number } });
  return {
    groups,
    hasStored: (key: string) => stored.has(key),
    isNew: ({ name, abn }: Named) => fresh.has(`name ${name}`) || fresh.has(`abn ${abn}`),
    put,
    putNew,
    refuse,
  };
}

const firstRow = ({ rows }: SupplierRows) => Math.min(...rows.map(({ number }) => number));

/** The columns by which a row identifies its supplier. */
interface Named {
  /** In lower case. */
  readonly name: string;
  /** Digits. */
  readonly abn: string;
  readonly written: string;
}

function keyIn(row: ReadRow, columns: Columns): number | "new" | undefined | Omit<Problem<AnySupplierColumn>, "row"> {
  const cell = row.cells[columns.places[supplierKey] ?? -1] ?? null;
  if (isBlank(cell)) return undefined;
  try {
    return /^new$/i.test(textIn(cell)) ? "new" : recordNumber(cell);
  } catch (error) {
    if (error instanceof WrongCell) return { column: supplierKey, why: error.message };
    throw error;
  }
}

function nameIn(row: ReadRow, { places }: Columns): Named {
  const written = (column: AnySupplierColumn) => textOrNone(row.cells[places[column] ?? -1] ?? null);
  return { name: written("Name").toLowerCase(), abn: digitsOf(written("ABN")), written: written("Name") };
}

/** A wrong cell is reported when the row is imported. */
function textOrNone(cell: ReadCell): string {
  try {
    return textIn(cell);
  } catch (error) {
    if (error instanceof WrongCell) return "";
    throw error;
  }
}

type Found = { id: number | undefined } | { problem: Omit<Problem<AnySupplierColumn>, "row"> };

function directoryOf(known: readonly KnownSupplier[]): (name: Named) => Found {
  const byAbn = grouped(known, ({ abn }) => abn);
  const byName = grouped(known, ({ name }) => name.trim().toLowerCase());
  return ({ name, abn, written }) => {
    const withAbn = abn === "" ? [] : (byAbn.get(abn) ?? []);
    const withBoth = withAbn.filter((each) => each.name.trim().toLowerCase() === name);
    const ofAbn = withAbn.length > 1 && withBoth.length > 0 ? withBoth : withAbn;
    if (ofAbn.length > 1) return { problem: { column: "ABN", why: whySeveral(`the ABN ${quoted(abn)}`, ofAbn) } };
    if (ofAbn[0]) return { id: ofAbn[0].id };
    const withName = name === "" ? [] : (byName.get(name) ?? []);
    const [one, ...others] = withName;
    if (others.length > 0)
      return { problem: { column: "Name", why: whySeveral(`the name ${quoted(written)}`, withName) } };
    if (one && abn !== "" && one.abn !== "")
      return {
        problem: {
          column: "ABN",
          why: `Supplier ${one.id} has this name, but another ABN. To change it, write ${one.id} in the column SupplierId.`,
        },
      };
    return { id: one?.id };
  };
}

function grouped(known: readonly KnownSupplier[], keyOf: (one: KnownSupplier) => string) {
  const groups = new Map<string, KnownSupplier[]>();
  for (const one of known) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

const whySeveral = (name: string, those: readonly KnownSupplier[]) =>
  `Several suppliers have ${name}: ${those
    .slice(0, mostNamed)
    .map(({ id }) => id)
    .join(", ")}. Please write the number of one of them in the column SupplierId.`;

function whyUnknown({ name, abn, written }: Named): Omit<Problem<AnySupplierColumn>, "row"> {
  if (name === "" && abn === "")
    return {
      column: supplierKey,
      why: "Required: the number of the supplier, its ABN or its name, or “new” to create one.",
    };
  const which = abn === "" ? `the name ${quoted(written)}` : `the ABN ${quoted(abn)}`;
  return {
    column: abn === "" ? "Name" : "ABN",
    why: `There is no supplier with ${which}. To create it, write “new” in the column SupplierId, or tick the box for such rows when you choose the file.`,
  };
}

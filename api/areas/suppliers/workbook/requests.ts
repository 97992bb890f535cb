/** Parses the requests in the rows of a supplier: changed values, and people to invite or with other permissions. */

import { gstNeedsAbn } from "#api/areas/suppliers/gst.ts";
import type { Person } from "#api/areas/suppliers/people.ts";
import type { SupplierChanges } from "#api/areas/suppliers/saving.ts";
import { isBlank, type Problem, quoted, WrongCell } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import type { AddressInput } from "#contract/locations/schema.ts";
import { clearMarker } from "#contract/products/workbook.ts";
import { endsBeforeItBegins, gstEndsTooEarly } from "#contract/rules/supplier-tax.ts";
import type { SupplierFlags } from "#contract/suppliers/schema.ts";
import { type PersonColumn, supplierKey } from "#contract/suppliers/workbook.ts";
import { type Field, fields, isCut, permissionsIn, permissionsText, personEmailIn } from "./fields.ts";
import type { SupplierRecord } from "./record.ts";
import type { SheetRow } from "./rows.ts";

/** The values that rows can set: columns of the supplier, and the parts of its address. */
type Values = SupplierChanges & Partial<AddressInput>;

export interface PersonRequest {
  readonly row: number;
  readonly email: string;
  readonly permissions: number;
  /** Undefined for a person to invite. */
  readonly known: Person | undefined;
}

export interface Requests {
  readonly values: Values;
  /** The row that requested each field. */
  readonly rows: ReadonlyMap<string, number>;
  readonly people: readonly PersonRequest[];
  readonly problems: readonly Problem[];
}

export const isNothing = ({ rows, people, problems }: Requests): boolean =>
  rows.size === 0 && people.length === 0 && problems.length === 0;

/** @param record undefined for a new supplier */
export function requestsOf(
  rows: readonly SheetRow[],
  record: SupplierRecord | undefined,
  flags: SupplierFlags,
): Requests {
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  const texts = new Map<string, { row: number; text: string }>();
  for (const field of fields) {
    for (const row of rows) {
      const requested = valueFrom(row, field, record, problems);
      if (!requested) continue;
      const other = texts.get(field.column);
      if (other && other.text !== requested.text)
        problems.push({
          row: row.number,
          column: field.column,
          why: `Row ${other.row} is for the same supplier, but is different.`,
        });
      if (other) continue;
      texts.set(field.column, { row: row.number, text: requested.text });
      values[field.key] = requested.value;
      if (!flags[field.flag]) problems.push({ row: row.number, column: field.column, why: notAllowed });
    }
  }
  const numbers = new Map([...texts].map(([column, { row }]) => [column, row]));
  return {
    values: values as Values,
    rows: numbers,
    people: peopleFrom(rows, record, flags, problems),
    problems: [...problems, ...gstProblems(values as Values, record, numbers)],
  };
}

const notAllowed = "You may not change this. Please leave it as it is, or ask an administrator.";

const isClear = (cell: ReadCell) => typeof cell === "string" && cell.trim().toLowerCase() === clearMarker;

/** Undefined if the cell is blank, was not edited, or shows the stored value. */
function valueFrom(row: SheetRow, field: Field, record: SupplierRecord | undefined, problems: Problem[]) {
  const cell = row.written(field.column);
  if (isBlank(cell)) return undefined;
  try {
    const now = record ? field.shown(record) : "";
    const isCleared = isClear(cell);
    const text = isCleared ? "" : field.read(cell);
    if (row.memory?.showed(field.column, text) || text === now || hasFoundIt(row, field, text, now)) return undefined;
    if (isCleared && field.cleared === undefined) throw new WrongCell("This cannot be cleared.");
    if (record && isCut(field, record))
      throw new WrongCell("This is too long for a worksheet. Please change it on the supplier's page.");
    const value = isCleared ? field.cleared : field.toStore(text);
    if (row.memory?.covers(field.column) && !row.memory.showed(field.column, now))
      throw new WrongCell(changedSinceExport(now));
    return { text, value };
  } catch (error) {
    if (!(error instanceof WrongCell)) throw error;
    problems.push({ row: row.number, column: field.column, why: error.message });
    return undefined;
  }
}

/** A name by which the supplier was found does not rename it where only the case of letters differs. */
const hasFoundIt = (row: SheetRow, { column }: Field, text: string, now: string) =>
  column === "Name" && isBlank(row.written(supplierKey)) && text.toLowerCase() === now.toLowerCase();

const changedSinceExport = (now: string) =>
  `Somebody else has changed this since it was exported: it is ${now === "" ? "empty" : quoted(now)} now. Nothing was replaced. Please export again, and edit the new file.`;

/** A registration needs an ABN, its days need a registration, and it ends after it begins. */
function gstProblems(values: Values, record: SupplierRecord | undefined, rows: ReadonlyMap<string, number>): Problem[] {
  const abn = values.abn ?? record?.supplier.abn ?? "";
  const isReset = values.abn !== undefined && values.abn !== record?.supplier.abn;
  const stored = isReset ? null : (record?.supplier.gstRegistered ?? null);
  const registered = values.gstRegistered === undefined ? stored : values.gstRegistered;
  const problems: Problem[] = [];
  const add = (column: string, why: string) => problems.push({ row: rows.get(column) ?? 0, column, why });
  if (values.gstRegistered && abn === "") add("GstRegistered", gstNeedsAbn);
  const days = isReset ? {} : { ...record?.supplier };
  for (const [field, column] of [
    ["gstRegisteredFrom", "GstRegisteredFrom"],
    ["gstRegisteredUntil", "GstRegisteredUntil"],
  ] as const) {
    if (values[field] && !registered)
      add(column, "Only a registered supplier has this: one with TRUE in GstRegistered.");
    if (values[field] !== undefined) days[field] = values[field];
  }
  if (registered && endsBeforeItBegins(days)) add("GstRegisteredUntil", gstEndsTooEarly);
  return problems;
}

function peopleFrom(
  rows: readonly SheetRow[],
  record: SupplierRecord | undefined,
  flags: SupplierFlags,
  problems: Problem[],
): PersonRequest[] {
  const found = new Map<string, number>();
  return rows.flatMap((row): PersonRequest[] => {
    const wrong = (column: PersonColumn, why: string) => {
      problems.push({ row: row.number, column, why });
      return [];
    };
    const cells = { email: row.written("PersonEmail"), permissions: row.written("PersonPermissions") };
    if (isBlank(cells.email))
      return isBlank(cells.permissions)
        ? []
        : wrong("PersonEmail", "Required, because the row has PersonPermissions: the address of the person.");
    const email = from(
      () => personEmailIn(cells.email),
      (why) => wrong("PersonEmail", why),
    );
    const permissions = isBlank(cells.permissions)
      ? undefined
      : from(
          () => permissionsIn(cells.permissions),
          (why) => wrong("PersonPermissions", why),
        );
    if (email === undefined || (permissions === undefined && !isBlank(cells.permissions))) return [];
    const other = found.get(email.toLowerCase());
    if (other !== undefined) return wrong("PersonEmail", `Row ${other} is for the same person.`);
    found.set(email.toLowerCase(), row.number);

    const { memory } = row;
    const wasThere = memory?.showed("PersonEmail", email) === true;
    const isSame = permissions === undefined || memory?.showed("PersonPermissions", permissionsText(permissions));
    if (wasThere && isSame) return [];
    const known = record?.people.find((person) => person.email.toLowerCase() === email.toLowerCase());
    if (known && (permissions === undefined || permissions === known.permissions)) return [];
    if (wasThere && !known)
      return wrong("PersonEmail", `${email} is no longer one of this supplier's users. Please remove the row.`);
    if (wasThere && known && !memory?.showed("PersonPermissions", permissionsText(known.permissions)))
      return wrong("PersonPermissions", changedSinceExport(permissionsText(known.permissions)));
    if (!flags.canManageUsers) return wrong("PersonEmail", notAllowed);
    if (permissions === undefined || permissions === 0)
      return wrong("PersonPermissions", "Required: what the person may do, such as Manage Products | Manage Orders.");
    return [{ row: row.number, email, permissions, known }];
  });
}

/** Parses a cell; its error is reported. */
function from<T>(read: () => T, report: (why: string) => unknown): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WrongCell)) throw error;
    report(error.message);
    return undefined;
  }
}

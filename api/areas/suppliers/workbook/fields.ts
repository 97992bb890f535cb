/**
 * The columns of the worksheet of suppliers: how a cell shows the stored value, and how a cell is parsed. Exports and
 * imports share these definitions, so an unedited file changes nothing.
 */
import type { z } from "zod";
import { cleanHtml } from "#api/areas/shared/rich-text.ts";
import { bitsOf, sumOf } from "#api/areas/suppliers/people.ts";
import { dayIn, nameIn, quoted, textIn, WrongCell, yesNoIn } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { excelText, longestText } from "#api/core/excel/sheet.ts";
import { type Choice, supplierPermissions } from "#contract/enumerations.ts";
import { requiredMessage } from "#contract/fields.ts";
import { countries, countryName } from "#contract/locations/countries.ts";
import { addressInput } from "#contract/locations/schema.ts";
import type { RecordField, SheetColumn } from "#contract/records/fields.ts";
import { inputsOf } from "#contract/records/schemas.ts";
import { digitsOf } from "#contract/rules/abn.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { isBlankHtml } from "#contract/rules/rich-text.ts";
import {
  addressParts,
  detailFields,
  financeFields,
  type SupplierColumn,
  supplierFields,
} from "#contract/suppliers/fields.ts";
import { addSupplierUser, type SupplierFlags } from "#contract/suppliers/schema.ts";
import { permissionSeparator } from "#contract/suppliers/workbook.ts";
import type { SupplierRecord } from "./record.ts";

const plain = (text: string) => excelText(text).trim();
const text = (cell: ReadCell) => plain(textIn(cell));

/** Returns the value by the rules of the form. */
const by =
  <T>(schema: z.ZodType<T>) =>
  (value: string): T => {
    const checked = schema.safeParse(value);
    if (!checked.success) throw new WrongCell(checked.error.issues[0]?.message ?? "This value is not allowed.");
    return checked.data;
  };

function digits(cell: ReadCell, { label }: RecordField): string {
  const found = digitsOf(text(cell));
  if (found === "") throw new WrongCell(`${quoted(text(cell))} isn't an ${label}. To clear it, enter (clear).`);
  return found;
}

/** Outlook separates addresses by semicolons. */
const emailList = (cell: ReadCell) =>
  text(cell)
    .replaceAll(";", ",")
    .split(",")
    .map((part) => part.trim())
    .join(", ");

/** Excel drops the zeros at the beginning of a number, which post codes of the Northern Territory have. */
const postCode = (cell: ReadCell) => text(cell).padStart(typeof cell === "number" ? postCodeDigits : 0, "0");
const postCodeDigits = 4;

function country(cell: ReadCell): string {
  const typed = text(cell);
  const found = countries.find(({ code, name }) =>
    [code, name].some((each) => each.toLowerCase() === typed.toLowerCase()),
  );
  if (!found) throw new WrongCell(`There is no country ${quoted(typed)}. Please enter its name, such as Australia.`);
  return found.name;
}

function html(value: string): string {
  const cleaned = cleanHtml(value);
  if (isBlankHtml(cleaned)) throw new WrongCell(requiredMessage);
  return cleaned;
}

const yesNoText = (value: unknown) => (value === null ? "" : value ? "TRUE" : "FALSE");

/** How a kind of field is written in a cell. */
interface CellKind {
  /** The text of the cell; empty if there is no value. */
  shown(value: unknown, field: RecordField): string;
  /**
   * Parses a cell that is not blank into the text that an export would show.
   * @throws WrongCell
   */
  read(cell: ReadCell, field: RecordField): string;
  /**
   * Returns the value to store.
   * @throws WrongCell
   */
  toStore(text: string, field: RecordField): unknown;
  /** The value stored when the cell is cleared; if missing, the cell cannot be cleared. */
  cleared?: "" | null;
  /** The kind of the column, unless it holds text. */
  column?: "number" | "yesNo" | "day";
}

const inputs: Readonly<Record<string, z.ZodType>> = {
  ...inputsOf({ ...detailFields, ...financeFields }),
  ...addressInput.shape,
};

/** By the rules of the command. */
function byCommand(text: string, { command }: RecordField): unknown {
  const schema = inputs[command];
  if (!schema) throw new Error(`No command has the field ${command}.`);
  return by(schema)(text);
}

const line: CellKind = {
  shown: (value) => plain(String(value ?? "")),
  read: text,
  toStore: byCommand,
};
const optionalLine: CellKind = { ...line, cleared: "" };

const kinds: Partial<Record<RecordField["kind"], CellKind>> = {
  text: line,
  optionalText: optionalLine,
  lines: optionalLine,
  addressPart: line,
  html: { ...line, toStore: (value, field) => html(String(byCommand(value, field))) },
  emails: { ...line, read: emailList },
  digits: { ...optionalLine, shown: (value) => String(value), read: digits },
  workingDays: { ...line, cleared: null, column: "number" },
  yesNo: {
    shown: yesNoText,
    read: (cell) => yesNoText(yesNoIn(cell)),
    toStore: (value) => value === "TRUE",
    cleared: null,
    column: "yesNo",
  },
  day: { shown: (value) => String(value ?? ""), read: dayIn, toStore: (value) => value, cleared: null, column: "day" },
  choice: {
    shown: (value, field) => namesOf(field)[String(value)] ?? "",
    read: (cell, field) => nameIn(cell, namesOf(field)),
    toStore: (name, field) => Object.entries(namesOf(field)).find(([, each]) => each === name)?.[0],
  },
  postCode: { ...line, read: postCode },
  country: {
    shown: (code) => (typeof code === "string" ? (countryName(code) ?? code) : ""),
    read: country,
    toStore: (name) => countries.find((each) => each.name === name)?.code,
  },
};

const namesOf = (field: RecordField): Readonly<Record<string, string>> => (field.kind === "choice" ? field.names : {});

export type Key = keyof typeof supplierFields;

/** A field of a supplier with its column. */
export interface Field {
  readonly column: SupplierColumn;
  readonly key: Key;
  readonly kind: "text" | "number" | "yesNo" | "day";
  readonly width: number;
  readonly note: string;
  /** The only values, offered as a list. */
  readonly allowed: readonly string[] | undefined;
  /** The caller's permission on the supplier without which a cell cannot be changed. */
  readonly flag: keyof SupplierFlags;
  readonly described: RecordField;
  shown(record: SupplierRecord): string;
  read(cell: ReadCell): string;
  toStore(text: string): unknown;
  readonly cleared: "" | null | undefined;
}

export const isAddressPart = (key: Key): key is keyof typeof addressParts => key in addressParts;

const clear = "To clear it, enter (clear).";

function noteOf(field: RecordField, { note }: SheetColumn, isCleared: boolean): string {
  const limit = "max" in field && field.kind !== "emails" && field.kind !== "html" ? atMost(field.max) : "";
  return [note, limit, isCleared && !note?.includes("(clear)") ? clear : ""].filter(Boolean).join(" ");
}

const atMost = (max: number) => `At most ${max.toLocaleString("en-AU")} characters.`;

function fieldOf(key: Key, described: RecordField, sheet: SheetColumn): Field {
  const kind = kinds[described.kind];
  if (!kind) throw new Error(`No cell shows the field ${key}.`);
  const isPart = isAddressPart(key);
  const cleared = isPart && !("isRequired" in described) ? "" : kind.cleared;
  return {
    column: sheet.column as SupplierColumn,
    key,
    kind: kind.column ?? "text",
    width: sheet.width,
    note: noteOf(described, sheet, cleared !== undefined),
    allowed:
      kind.column === "yesNo"
        ? ["TRUE", "FALSE"]
        : described.kind === "choice"
          ? Object.values(described.names)
          : undefined,
    flag: described.changedWith as keyof SupplierFlags,
    described,
    shown: ({ supplier, address }) => kind.shown(isPart ? address?.[key] : supplier[key], described),
    read: (cell) => kind.read(cell, described),
    toStore: (value) => kind.toStore(value, described),
    cleared,
  };
}

export const fields: readonly Field[] = keysOf(supplierFields).flatMap((key) => {
  const field: RecordField = supplierFields[key];
  return typeof field.sheet === "string" ? [] : [fieldOf(key, field, field.sheet)];
});

/** The parts of an address and their columns. */
export const addressFields = fields.filter(({ key }) => isAddressPart(key));

/** A stored text that a cell cannot hold is cut in exports, so an edit would lose its end. */
export const isCut = ({ key }: Field, { supplier }: SupplierRecord): boolean =>
  key === "description" && supplier.description.length > longestText;

const permissionNames: readonly Choice[] = supplierPermissions;

export const permissionsText = (sum: number): string =>
  bitsOf(sum)
    .map((bit) => permissionNames.find(({ value }) => value === bit)?.displayName)
    .join(` ${permissionSeparator} `);

/**
 * Returns the sum of the permissions that a cell names.
 * @throws WrongCell
 */
export function permissionsIn(cell: ReadCell): number {
  const names = text(cell)
    .split(/[|,;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const bits = names.map((name) => {
    const found = permissionNames.find(({ displayName }) => displayName.toLowerCase() === name.toLowerCase());
    if (found) return found.value;
    throw new WrongCell(
      `${quoted(name)} isn't a known permission. Please enter some of: ${permissionNames.map(({ displayName }) => displayName).join(` ${permissionSeparator} `)}.`,
    );
  });
  return sumOf(bits);
}

/** @throws WrongCell */
export const personEmailIn = (cell: ReadCell): string => by(addSupplierUser.shape.UserEmail)(text(cell));

/** What a worksheet shows of a supplier and its people, by column. */
export const cellsOf = (record: SupplierRecord): Map<string, string> =>
  new Map([
    ...fields.map((field) => [field.column, field.shown(record)] as const),
    ...record.people.map(({ email, permissions }) => [personColumn(email), permissionsText(permissions)] as const),
  ]);

const personPrefix = "Person: ";
export const personColumn = (email: string) => `${personPrefix}${email}`;
export const isPersonColumn = (column: string): boolean => column.startsWith(personPrefix);

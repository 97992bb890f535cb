/**
 * The columns of the worksheet of suppliers: how a cell shows the stored value, and how a cell is parsed. Exports and
 * imports share these definitions, so an unedited file changes nothing.
 */
import type { z } from "zod";
import { cleanHtml } from "#api/areas/shared/rich-text.ts";
import { bitsOf, sumOf } from "#api/areas/suppliers/people.ts";
import type { StoredSupplier } from "#api/areas/suppliers/saving.ts";
import { quoted, textIn, WrongCell, yesNoIn } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { excelText, longestText } from "#api/core/excel/sheet.ts";
import { type Choice, supplierPermissions } from "#contract/enumerations.ts";
import { requiredMessage } from "#contract/fields.ts";
import { countries, countryName } from "#contract/locations/countries.ts";
import { type AddressInput, addressInput } from "#contract/locations/schema.ts";
import { digitsOf } from "#contract/rules/abn.ts";
import { isDay } from "#contract/rules/dates.ts";
import { isBlankHtml } from "#contract/rules/rich-text.ts";
import { orderEmails, orderEmailsLabels } from "#contract/suppliers/order-emails.ts";
import {
  addSupplierUser,
  type SupplierFlags,
  updateSupplierDetails,
  updateSupplierFinancialDetails,
} from "#contract/suppliers/schema.ts";
import { permissionSeparator, type SupplierColumn } from "#contract/suppliers/workbook.ts";
import type { SupplierRecord } from "./record.ts";

/** The values that a row can set: columns of the supplier, and the parts of its address. */
export type Values = Partial<
  Pick<
    StoredSupplier,
    | "name"
    | "legalName"
    | "description"
    | "orderContactEmails"
    | "orderEmails"
    | "notes"
    | "businessPhoneNumber"
    | "handlingDays"
    | "abn"
    | "gstRegistered"
    | "gstRegisteredFrom"
    | "billingContactEmails"
  > &
    AddressInput
>;

export interface Field {
  readonly column: SupplierColumn;
  readonly kind: "text" | "number" | "yesNo" | "day";
  readonly width: number;
  readonly note: string;
  /** The only values, offered as a list. */
  readonly allowed?: readonly string[];
  /** The caller's permission on the supplier without which a cell cannot be changed. */
  readonly flag: keyof SupplierFlags;
  /** The caller's permission on the supplier without which an export leaves the cell empty. */
  readonly seenWith?: "canViewBankDetails" | "canUpdateSupplierNotes";
  readonly key: keyof Values;
  /** The text of the cell; empty if there is no value. */
  shown(record: SupplierRecord): string;
  /**
   * Parses a cell that is not blank into the text that an export would show.
   * @throws WrongCell
   */
  read(cell: ReadCell): string;
  /**
   * Returns the value to store.
   * @throws WrongCell
   */
  toStore(text: string): Values[keyof Values];
  /** The value stored when the cell is cleared; if missing, the cell cannot be cleared. */
  readonly cleared?: Values[keyof Values];
}

const details = updateSupplierDetails.shape;
const finances = updateSupplierFinancialDetails.shape;

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

function abnDigits(cell: ReadCell): string {
  const digits = digitsOf(text(cell));
  if (digits === "") throw new WrongCell(`${quoted(text(cell))} isn't an ABN. To clear it, enter (clear).`);
  return digits;
}

/** Outlook separates addresses by semicolons. */
const emailList = (cell: ReadCell) =>
  text(cell)
    .replaceAll(";", ",")
    .split(",")
    .map((part) => part.trim())
    .join(", ");

function day(cell: ReadCell): string {
  if (typeof cell === "object" && cell !== null && "date" in cell) return cell.date.slice(0, "2026-03-02".length);
  const typed = text(cell);
  const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? [];
  const found = year ? `${year}-${month?.padStart(2, "0")}-${date?.padStart(2, "0")}` : typed;
  if (!isDay(found)) throw new WrongCell(`${quoted(typed)} isn't a day. Please enter one like 1/7/2020.`);
  return found;
}

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

const labels = orderEmails.map((each) => orderEmailsLabels[each]);

function orderEmailsLabel(cell: ReadCell): string {
  const typed = text(cell).toLowerCase();
  const found = orderEmails.find((each) =>
    [each, orderEmailsLabels[each]].some((name) => name.toLowerCase() === typed),
  );
  if (found) return orderEmailsLabels[found];
  throw new WrongCell(`Please enter one of: ${labels.join("; ")}.`);
}

function html(value: string): string {
  const cleaned = cleanHtml(by(details.Description)(value));
  if (isBlankHtml(cleaned)) throw new WrongCell(requiredMessage);
  return cleaned;
}

const yesNoText = (value: boolean | null) => (value === null ? "" : value ? "TRUE" : "FALSE");
const clear = "To clear it, enter (clear).";

const general = { kind: "text", flag: "canUpdateGeneralDetails", read: text } as const;
const bank = { kind: "text", flag: "canUpdateBankDetails" } as const;
const gst = { flag: "canCheckGst", cleared: null } as const;

const ofAddress = (
  column: SupplierColumn,
  key: keyof AddressInput,
  about: Pick<Field, "width" | "note"> & Partial<Field>,
): Field => ({
  ...general,
  column,
  key,
  shown: ({ address }) => plain(address?.[key] ?? ""),
  toStore: by(addressInput.shape[key]),
  ...about,
});

export const fields: readonly Field[] = [
  {
    ...general,
    column: "Name",
    key: "name",
    width: 30,
    note: "At most 255 characters.",
    shown: ({ supplier }) => plain(supplier.name),
    toStore: by(details.SupplierName),
  },
  {
    ...general,
    column: "LegalName",
    key: "legalName",
    width: 30,
    note: "The name of the company. For a new supplier it is the name if left empty.",
    shown: ({ supplier }) => plain(supplier.legalName),
    toStore: by(details.SupplierLegalName),
  },
  {
    ...bank,
    column: "ABN",
    key: "abn",
    width: 15,
    note: `11 digits. Administrators and Finance may change it; the GST registration is unknown then. ${clear}`,
    shown: ({ supplier }) => supplier.abn,
    read: abnDigits,
    toStore: by(finances.ABN),
    cleared: "",
  },
  {
    ...gst,
    kind: "yesNo",
    column: "GstRegistered",
    key: "gstRegistered",
    width: 14,
    note: "TRUE or FALSE as somebody has checked it; empty if it is unknown. (clear) makes it unknown.",
    allowed: ["TRUE", "FALSE"],
    shown: ({ supplier }) => yesNoText(supplier.gstRegistered),
    read: (cell) => yesNoText(yesNoIn(cell)),
    toStore: (value) => value === "TRUE",
  },
  {
    ...gst,
    kind: "day",
    column: "GstRegisteredFrom",
    key: "gstRegisteredFrom",
    width: 18,
    note: `The first day of the registration, if it is known. ${clear}`,
    shown: ({ supplier }) => supplier.gstRegisteredFrom ?? "",
    read: day,
    toStore: (value) => value,
  },
  {
    ...general,
    column: "Phone",
    key: "businessPhoneNumber",
    width: 16,
    note: "At most 25 characters.",
    shown: ({ supplier }) => plain(supplier.businessPhoneNumber),
    toStore: by(details.BusinessPhoneNumber),
  },
  {
    ...general,
    column: "OrderContactEmails",
    key: "orderContactEmails",
    width: 30,
    note: "Who is told of orders: addresses separated by commas. Required for a new supplier.",
    shown: ({ supplier }) => plain(supplier.orderContactEmails),
    read: emailList,
    toStore: by(details.OrderContactEmails),
  },
  {
    ...general,
    column: "OrderEmails",
    key: "orderEmails",
    width: 32,
    note: "When they are told of new orders.",
    allowed: labels,
    shown: ({ supplier }) => orderEmailsLabels[supplier.orderEmails] ?? "",
    read: orderEmailsLabel,
    toStore: (label) => orderEmails.find((each) => orderEmailsLabels[each] === label),
  },
  {
    ...bank,
    column: "BillingContactEmails",
    key: "billingContactEmails",
    width: 30,
    note: "Who gets invoices: addresses separated by commas. Administrators and Finance may change it, and those who were named before are told.",
    seenWith: "canViewBankDetails",
    shown: ({ supplier }) => plain(supplier.billingContactEmails),
    read: emailList,
    toStore: by(finances.BillingContactEmails),
  },
  {
    ...general,
    kind: "number",
    column: "HandlingDays",
    key: "handlingDays",
    width: 13,
    note: `Working days between an order and its dispatch; empty for the usual number. ${clear}`,
    shown: ({ supplier }) => String(supplier.handlingDays ?? ""),
    toStore: by(details.HandlingDays),
    cleared: null,
  },
  ofAddress("UnitNumber", "unitNumber", { width: 11, note: `At most 50 characters. ${clear}`, cleared: "" }),
  ofAddress("StreetAddress", "streetAddress", { width: 28, note: "The billing address, at most 500 characters." }),
  ofAddress("StreetAddress2", "streetAddress2", { width: 18, note: `At most 500 characters. ${clear}`, cleared: "" }),
  ofAddress("City", "city", { width: 18, note: "City or suburb." }),
  ofAddress("State", "state", { width: 8, note: `State or territory, such as NSW. ${clear}`, cleared: "" }),
  ofAddress("PostCode", "postCode", { width: 10, note: "At most 10 characters.", read: postCode }),
  ofAddress("Country", "countryCode", {
    width: 12,
    note: "Australia if left empty.",
    shown: ({ address }) => (address ? (countryName(address.countryCode) ?? address.countryCode) : ""),
    read: country,
    toStore: (name) => countries.find((each) => each.name === name)?.code,
  }),
  {
    ...general,
    column: "Description",
    key: "description",
    width: 40,
    note: "HTML.",
    shown: ({ supplier }) => plain(supplier.description),
    toStore: html,
  },
  {
    ...general,
    flag: "canUpdateSupplierNotes",
    column: "Notes",
    key: "notes",
    width: 30,
    note: `Of the marketplace; the supplier never sees them. At most 1,000 characters. ${clear}`,
    seenWith: "canUpdateSupplierNotes",
    shown: ({ supplier }) => plain(supplier.notes),
    toStore: by(details.Notes),
    cleared: "",
  },
];

/** The parts of an address and their columns. */
export const addressFields = fields.filter(({ key }) => key in addressInput.shape);

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

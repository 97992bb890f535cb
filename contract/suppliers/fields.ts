/** The fields of a supplier that people edit, in the order of the worksheet. */
import { fieldsOf, type RecordFields } from "#contract/records/fields.ts";
import { invoiceFiles, invoiceFilesLabels } from "./invoice-files.ts";
import { orderEmails, orderEmailsLabels } from "./order-emails.ts";
import { type AnySupplierColumn, personColumns, supplierKey } from "./workbook.ts";

/** `UpdateSupplierDetails` */
const details = { of: "details", changedWith: "canUpdateGeneralDetails" } as const;
/** `UpdateSupplierFinancialDetails` */
const finances = { of: "finances", changedWith: "canUpdateBankDetails" } as const;
/** `CheckSupplierGst`, which asks in other words. */
const gst = { of: "gst", changedWith: "canCheckGst" } as const;
const bankAccount = { ...finances, seenBy: "bank", sheet: "bank details are in no worksheet" } as const;
/** Parts of the billing address. */
const address = { of: "address", changedWith: "canUpdateGeneralDetails", kind: "addressPart" } as const;

export const supplierFields = {
  name: {
    ...details,
    command: "SupplierName",
    label: "Name",
    kind: "text",
    max: 255,
    sheet: { column: "Name", width: 30 },
  },
  legalName: {
    ...details,
    command: "SupplierLegalName",
    label: "Legal name",
    kind: "text",
    max: 255,
    sheet: {
      column: "LegalName",
      width: 30,
      note: "The name of the company. For a new supplier it is the name if left empty.",
    },
  },
  /** Digits only, or empty. */
  abn: {
    ...finances,
    command: "ABN",
    label: "ABN",
    kind: "digits",
    length: 11,
    wrong: "An ABN has 11 digits, for example 51 824 753 556.",
    sheet: {
      column: "ABN",
      width: 15,
      note: "11 digits. Administrators and Finance may change it; the GST registration is unknown then.",
    },
  },
  /** Null until somebody has checked it, and again when the ABN changes. */
  gstRegistered: {
    ...gst,
    command: "Registered",
    label: "Registered for GST",
    kind: "yesNo",
    sheet: {
      column: "GstRegistered",
      width: 14,
      note: "TRUE or FALSE as somebody has checked it; empty if it is unknown. (clear) makes it unknown.",
    },
  },
  /** The first day of the registration, if known. */
  gstRegisteredFrom: {
    ...gst,
    command: "RegisteredFrom",
    label: "Registered from",
    kind: "day",
    sheet: { column: "GstRegisteredFrom", width: 18, note: "The first day of the registration, if it is known." },
  },
  /** The last day of the registration, if it has ended or will end. Not part of other APIs. */
  gstRegisteredUntil: {
    ...gst,
    command: "RegisteredUntil",
    label: "Registered until",
    kind: "day",
    isOptional: true,
    sheet: {
      column: "GstRegisteredUntil",
      width: 18,
      note: "The last day of the registration; empty while it has no end. What was sold later is in statements without GST.",
    },
  },
  /** Why nothing is withheld although there is no ABN; empty if something is. Not part of other APIs. */
  noAbnReason: {
    ...gst,
    command: "NoAbnReason",
    label: "Reason for no ABN",
    kind: "optionalText",
    max: 200,
    isOptional: true,
    sheet: {
      column: "NoAbnReason",
      width: 24,
      note: "Why nothing is withheld from payments without an ABN, for example a statement by the supplier and its date.",
    },
  },
  businessPhoneNumber: {
    ...details,
    command: "BusinessPhoneNumber",
    label: "Business phone",
    kind: "text",
    max: 25,
    sheet: { column: "Phone", width: 16 },
  },
  orderContactEmails: {
    ...details,
    command: "OrderContactEmails",
    label: "Order contact emails",
    kind: "emails",
    max: 500,
    sheet: {
      column: "OrderContactEmails",
      width: 30,
      note: "Who is told of orders: addresses separated by commas. Required for a new supplier.",
    },
  },
  /** When the contacts for orders are emailed about new ones. Not part of other APIs. */
  orderEmails: {
    ...details,
    command: "OrderEmails",
    label: "Emails about orders",
    kind: "choice",
    values: orderEmails,
    names: orderEmailsLabels,
    isOptional: true,
    sheet: { column: "OrderEmails", width: 32, note: "When they are told of new orders." },
  },
  billingContactEmails: {
    ...finances,
    command: "BillingContactEmails",
    label: "Billing contact emails",
    kind: "emails",
    max: 500,
    seenBy: "bank",
    sheet: {
      column: "BillingContactEmails",
      width: 30,
      note: "Who gets invoices: addresses separated by commas. Administrators and Finance may change it, and those who were named before are told.",
    },
  },
  /** What is attached to the emails with its documents. Not part of other APIs. */
  invoiceFiles: {
    ...finances,
    command: "InvoiceFiles",
    label: "Files in invoice emails",
    kind: "choice",
    values: invoiceFiles,
    names: invoiceFilesLabels,
    isOptional: true,
    sheet: { column: "InvoiceFiles", width: 30, note: "What is attached to the emails with invoices." },
  },
  /** Working days between an order and its dispatch; null for the usual number. Not part of other APIs. */
  handlingDays: {
    ...details,
    command: "HandlingDays",
    label: "Handling days",
    kind: "workingDays",
    isOptional: true,
    sheet: {
      column: "HandlingDays",
      width: 13,
      note: "Working days between an order and its dispatch; empty for the usual number.",
    },
  },
  unitNumber: {
    ...address,
    command: "unitNumber",
    label: "Unit number",
    sheet: { column: "UnitNumber", width: 11, note: "At most 50 characters." },
  },
  streetAddress: {
    ...address,
    isRequired: true,
    command: "streetAddress",
    label: "Street address",
    sheet: { column: "StreetAddress", width: 28, note: "The billing address, at most 500 characters." },
  },
  streetAddress2: {
    ...address,
    command: "streetAddress2",
    label: "Street address 2",
    sheet: { column: "StreetAddress2", width: 18, note: "At most 500 characters." },
  },
  city: {
    ...address,
    isRequired: true,
    command: "city",
    label: "City",
    sheet: { column: "City", width: 18, note: "City or suburb." },
  },
  state: {
    ...address,
    command: "state",
    label: "State",
    sheet: { column: "State", width: 8, note: "State or territory, such as NSW." },
  },
  postCode: {
    ...address,
    kind: "postCode",
    isRequired: true,
    command: "postCode",
    label: "Post code",
    sheet: { column: "PostCode", width: 10, note: "At most 10 characters." },
  },
  countryCode: {
    ...address,
    kind: "country",
    isRequired: true,
    command: "countryCode",
    label: "Country",
    sheet: { column: "Country", width: 12, note: "Australia if left empty." },
  },
  description: {
    ...details,
    command: "Description",
    label: "Description",
    kind: "html",
    max: 100_000,
    sheet: { column: "Description", width: 40, note: "HTML." },
  },
  /** Internal notes of the operator. */
  notes: {
    ...details,
    command: "Notes",
    label: "Notes",
    kind: "lines",
    max: 1000,
    tooLong: "Notes may not exceed 1000 characters.",
    isOptional: true,
    seenBy: "operators",
    changedWith: "canUpdateSupplierNotes",
    sheet: { column: "Notes", width: 30, note: "Of the marketplace; the supplier never sees them." },
  },
  logoId: {
    ...details,
    command: "LogoId",
    label: "Logo",
    kind: "image",
    sheet: "it is uploaded on the supplier's page",
  },
  bsb: {
    ...bankAccount,
    command: "BSB",
    label: "BSB",
    kind: "digits",
    length: 6,
    wrong: "A BSB has 6 digits, for example 066-102.",
  },
  accountName: { ...bankAccount, command: "AccountName", label: "Account name", kind: "optionalText", max: 255 },
  accountNumber: { ...bankAccount, command: "AccountNumber", label: "Account number", kind: "optionalText", max: 20 },
  billingAddressId: {
    of: "billingAddress",
    changedWith: "canUpdateGeneralDetails",
    command: "BillingAddressId",
    label: "Billing address",
    kind: "address",
    missing: "Please enter the address.",
    sheet: "its parts have columns",
  },
} as const satisfies RecordFields;

export const detailFields = fieldsOf(supplierFields, "details");
export const financeFields = fieldsOf(supplierFields, "finances");
/** Where the supplier is paid. */
const { bsb, accountName, accountNumber } = supplierFields;
export const accountFields = { bsb, accountName, accountNumber };
export const gstFields = fieldsOf(supplierFields, "gst");
export const billingAddressFields = fieldsOf(supplierFields, "billingAddress");
/** Those that are columns of the record itself. */
export const storedSupplierFields = { ...detailFields, ...financeFields, ...gstFields, ...billingAddressFields };
export const addressParts = fieldsOf(supplierFields, "address");

type SheetOf<F> = F extends { sheet: { column: infer Column extends string } } ? Column : never;
export type SupplierColumn = SheetOf<(typeof supplierFields)[keyof typeof supplierFields]>;

/** The columns of a supplier: exports have them, and imports find them by name. Bank details and keys are in neither. */
export const supplierColumns = Object.values(supplierFields).flatMap(({ sheet }) =>
  typeof sheet === "string" ? [] : [sheet.column],
);

export const allSupplierColumns: readonly AnySupplierColumn[] = [supplierKey, ...supplierColumns, ...personColumns];

/** Documents as bills of an accounting program. */

export const accountingPrograms = ["xero", "myob"] as const;
export type AccountingProgram = (typeof accountingPrograms)[number];

export const accountingProgramNames: Readonly<Record<AccountingProgram, string>> = {
  xero: "Xero",
  myob: "MYOB AccountRight",
};

export interface BillLine {
  description: string;
  /** Dollars; what is charged to the supplier is below zero. */
  exTax: number;
  tax: number;
  accountCode: string;
  taxName: string;
}

export interface Bill {
  contactName: string;
  number: string;
  /** Days, as `2026-03-02`. */
  day: string;
  dueDay: string;
  lines: readonly BillLine[];
}

/** Spreadsheets would take a text that begins with one of these for a formula. */
export const asText = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text);

/** @param day as `2026-03-02` */
export const billDayText = (day: string) => day.split("-").toReversed().join("/");

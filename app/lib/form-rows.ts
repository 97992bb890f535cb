/** Lists in a form, whose fields are named `Values.0.code`, `Values.0.value`, `Values.1.code`. */
import type { FormValues } from "./form-answer.ts";

export type Row = Record<string, string>;

/** Converts rows to form fields. */
export function fieldsOfRows(list: string, rows: readonly Row[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap((row, i) => Object.entries(row).map(([field, value]) => [`${list}.${i}.${field}`, value])),
  );
}

/** Extracts the rows from form fields, in order. */
export function rowsOfFields(list: string, values: FormValues): Row[] {
  const rows = new Map<number, Row>();
  for (const [name, value] of Object.entries(values)) {
    const [first, index = "", field = ""] = name.split(".");
    if (first === list && field && typeof value === "string")
      rows.set(Number(index), { ...rows.get(Number(index)), [field]: value });
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}

/** Returns all fields that belong to no row. */
export function withoutRows(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !name.includes(".")));
}

/** Values of the buttons that add and remove rows, for forms without scripts. */
export const addRow = "add";
export const removeRow = (index: number) => `remove.${index}`;

/** Returns the form's values with a row added or removed. */
export function withRowsChanged(list: string, values: FormValues, pressed: string, blank: Row): FormValues {
  const rows = rowsOfFields(list, values);
  const [what, index] = pressed.split(".");
  const changed =
    what === addRow ? [...rows, blank] : what === "remove" ? rows.filter((_, i) => String(i) !== index) : rows;
  return { ...withoutRows(values), ...fieldsOfRows(list, changed) };
}

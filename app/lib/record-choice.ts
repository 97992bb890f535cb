/** The choice of a record in a form, where there may be too many records for a select. */
import type { ListOption } from "./list-state.ts";
import { paths } from "./paths.ts";

/** The kinds of records that forms choose from, with their nouns. */
export const recordKinds = {
  suppliers: { one: "supplier", many: "suppliers" },
  /** The suppliers to which the user may add products and shipping rules. */
  managedSuppliers: { one: "supplier", many: "suppliers" },
} as const;
export type RecordKind = keyof typeof recordKinds;

/** The data of a form field that chooses a record; without options, records are searched for. */
export interface RecordPicker {
  kind: RecordKind;
  options?: ListOption[];
}

export interface RecordMatch extends ListOption {
  /** Tells records of the same name apart. */
  about: string;
}

export interface RecordMatches {
  options: RecordMatch[];
  totalCount: number;
}

/** Hidden field with the name of the record that is chosen in another field. */
export const shownName = (field: string) => `${field}Name`;

/** Query parameter of the search for records. */
export const recordToFind = "RecordToFind";

/** Query parameters of the page that searches for a record: address of the form, name of its field, may be empty. */
export const recordFor = { form: "form", field: "field", isOptional: "optional" } as const;

/** Address of the records that match, for the combobox. */
export const matchesAt = (kind: RecordKind, find: string) =>
  `${paths.records(kind)}/matches?${new URLSearchParams({ [recordToFind]: find })}`;

const back = "record?";

/** Value of the `refresh` button that leads from the page that searches back to the form, with the chosen record. */
export const backToForm = (field: string, record?: ListOption) =>
  `${back}${record ? new URLSearchParams({ [field]: record.value, [shownName(field)]: record.value && record.label }) : ""}`;

/** Returns the fields that a `refresh` button sets; undefined if it is not one of those above. */
export function chosenIn(refresh: string): Record<string, string> | undefined {
  return refresh.startsWith(back) ? Object.fromEntries(new URLSearchParams(refresh.slice(back.length))) : undefined;
}

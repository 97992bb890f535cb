import type { ListOption } from "./list-state.ts";

/** A field of a change of many records, as its page shows it. */
export interface ManyFieldData {
  name: string;
  label: string;
  kind: "text" | "decimal" | "select" | "checkbox" | "day";
  hint: string | undefined;
  value: string;
  /** Of a select, which may have none. */
  options: ListOption[];
  problem: string | undefined;
}

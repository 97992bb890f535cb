/** The stored columns that an import may change, as JSON, for undoing it. */
import { isDeepStrictEqual } from "node:util";
import type { StoredSupplier } from "#api/areas/suppliers/saving.ts";
import { only } from "#api/core/history/as-left.ts";
import type { Snapshot } from "./results.ts";

const columns = [
  "name",
  "legalName",
  "description",
  "orderContactEmails",
  "orderEmails",
  "notes",
  "businessPhoneNumber",
  "handlingDays",
  "abn",
  "gstRegistered",
  "gstRegisteredFrom",
  "gstCheckedAt",
  "gstCheckedBy",
  "billingContactEmails",
  "billingAddressId",
] as const satisfies readonly (keyof StoredSupplier)[];

export const snapshotOf = (supplier: StoredSupplier): Snapshot =>
  JSON.parse(JSON.stringify(Object.fromEntries(columns.map((column) => [column, supplier[column]]))));

/** Returns the columns that differ, with both values. */
export function changedIn(was: Snapshot, is: Snapshot): { was: Snapshot; is: Snapshot } {
  const changed = Object.keys(is).filter((column) => !isDeepStrictEqual(was[column], is[column]));
  return { was: only(was, changed), is: only(is, changed) };
}

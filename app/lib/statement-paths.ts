import { monthOf } from "#contract/rules/dates.ts";
import { paths, withParams } from "./paths.ts";

type Id = number | string;

const of = (supplierId: Id) => `${paths.supplier(supplierId)}/statement`;

/** Paths of a supplier's statement of account. */
export const statementPaths = {
  of,
  /** @param day as `2026-03-02` */
  ofMonth: (supplierId: Id, day: string) => withParams(of(supplierId), { ...monthOf(day) }),
  export: (supplierId: Id) => `${of(supplierId)}.xlsx`,
  document: (supplierId: Id) => `${of(supplierId)}.pdf`,
};

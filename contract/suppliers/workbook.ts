/** The worksheet of suppliers, beside the columns of its fields. Small, so that a list can name the file. */
import type { SupplierColumn } from "./fields.ts";

export const suppliersSheet = "Suppliers";
/** Name of the exported file. */
export const suppliersFile = "Suppliers.xlsx";

/** A person of the supplier. Further people have rows of their own. */
export const personColumns = ["PersonEmail", "PersonPermissions"] as const;
export type PersonColumn = (typeof personColumns)[number];

/** Identifies the supplier of a row. In an import, `new` creates one. */
export const supplierKey = "SupplierId";

export type AnySupplierColumn = typeof supplierKey | SupplierColumn | PersonColumn;

/** Separates the permissions of a person in one cell. */
export const permissionSeparator = "|";

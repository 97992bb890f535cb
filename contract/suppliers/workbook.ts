/** The worksheet of suppliers. Without zod, so that a list can name the file. */
export const suppliersSheet = "Suppliers";
/** Name of the exported file. */
export const suppliersFile = "Suppliers.xlsx";

/** The columns of a supplier: exports have them, and imports find them by name. Bank details and keys are in neither. */
export const supplierColumns = [
  "Name",
  "LegalName",
  "ABN",
  "GstRegistered",
  "GstRegisteredFrom",
  "Phone",
  "OrderContactEmails",
  "OrderEmails",
  "BillingContactEmails",
  "HandlingDays",
  "UnitNumber",
  "StreetAddress",
  "StreetAddress2",
  "City",
  "State",
  "PostCode",
  "Country",
  "Description",
  "Notes",
] as const;
export type SupplierColumn = (typeof supplierColumns)[number];

/** A person of the supplier. Further people have rows of their own. */
export const personColumns = ["PersonEmail", "PersonPermissions"] as const;
export type PersonColumn = (typeof personColumns)[number];

/** Identifies the supplier of a row. In an import, `new` creates one. */
export const supplierKey = "SupplierId";

export const allSupplierColumns = [supplierKey, ...supplierColumns, ...personColumns] as const;
export type AnySupplierColumn = (typeof allSupplierColumns)[number];

/** Separates the permissions of a person in one cell. */
export const permissionSeparator = "|";

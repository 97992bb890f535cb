/** The worksheet of a marketplace's categories. Without zod, so that a list can name the file. */
export const categoriesSheet = "Categories";
/** Name of the exported file. */
export const categoriesFile = "Categories.xlsx";

/**
 * The columns that an import reads, found by name. A category is named either by `Category`, its fully qualified name,
 * or by its own `Name` and the external id of the category above it. The export has the first two.
 */
export const categoryColumns = ["ExternalId", "Category", "Name", "ParentExternalId"] as const;
export type CategoryColumn = (typeof categoryColumns)[number];

type Id = number | string;

/** Pages of imports, and files below them, apart from the paths that every page loads. */
export const importPaths = {
  importedFile: (id: Id) => `/products/import/file/${id}`,
  productImports: () => "/products/imports",
  shipmentImports: () => "/orders/imports",
  shipmentsImport: (id: Id) => `/orders/import/${id}`,
  suppliersImport: (id: Id) => `/suppliers/import/${id}`,
  categoryImports: (id: Id) => `/marketplaces/${id}/categories/imports`,
  categoriesImport: (id: Id, importId: Id) => `/marketplaces/${id}/categories/import/${importId}`,
  /** @param page path of the import */
  refusedRows: (page: string) => `${page}/refused`,
  changes: (page: string) => `${page}/changes`,
};

/** Exports and imports of suppliers. */

import { notExported } from "#app/lib/export.ts";
import { importPaths } from "#app/lib/import-paths.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { exportedAs } from "#app/services/pages/exports.server.ts";
import { filtersOf } from "#app/services/pages/filters.server.ts";
import { importsOf } from "#app/services/pages/imports.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { manyPathOf } from "#app/services/pages/many-path.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { suppliersFile } from "#contract/suppliers/workbook.ts";

/** How the list, its export and changes of many parse the query string. The filter is for forms that choose a supplier. */
export const supplierListRules = { absent: ["canManageProducts"] };

export async function loadSuppliers(context: RequestContext) {
  const [list, hasWorkbooks] = await Promise.all([
    loadList(context, suppliers.list, {
      views: "suppliers",
      buttons: {
        canAdd: suppliers.add,
        canExport: suppliers.excelExport,
        canImport: suppliers.excelImportCheck,
        canChangeMany: suppliers.changeMany,
      },
      ...supplierListRules,
    }),
    hasFeature(suppliers.excelExport.feature),
  ]);
  const { canExport, canImport } = list.data.may;
  const may = { ...list.data.may, canExport: hasWorkbooks && canExport, canImport: hasWorkbooks && canImport };
  return { ...list, data: { ...list.data, may, manyPath: await manyPathOf(list.data, manyPaths.suppliers) } };
}

export function exportSuppliers(context: RequestContext): Promise<Response> {
  const { format, fileName } = exportedAs(context, suppliersFile);
  return download(context, {
    operation: suppliers.excelExport,
    input: { ...filtersOf(context, suppliers.list, supplierListRules), ...format },
    fileName,
    page: `${paths.suppliers()}${context.url.search}`,
    notDownloaded: notExported,
  });
}

const supplierEndings = [".xlsx", ".csv"];

/** Name of the box of the import dialog. */
const addUnknown = "addUnknown";

export const supplierImports = importsOf(
  suppliers,
  { suppliers: suppliers.excelImportCheck },
  importPaths.suppliersImport,
  {
    endings: supplierEndings,
    uploadInput: (_context, form) => ({ addUnknown: form.get(addUnknown) === "true" }),
  },
);

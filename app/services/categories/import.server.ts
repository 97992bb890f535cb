/** Imports of a marketplace's categories. */

import { importPaths } from "#app/lib/import-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { exportedAs } from "#app/services/pages/exports.server.ts";
import { importsOf } from "#app/services/pages/imports.server.ts";
import { unlessUnavailable } from "#app/services/pages/processing.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { categories } from "#contract/categories/operations.ts";
import { categoriesFile } from "#contract/categories/workbook.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

const marketplaceId = ({ param }: RequestContext) => param("id");
const record = (context: RequestContext) => ({ marketplaceId: marketplaceId(context) });
/** The classification that the list shows; without one the marketplace's first. */
const groupIn = ({ url }: RequestContext) => url.searchParams.get("groupId");
const ofGroup = (context: RequestContext) => (groupIn(context) ? { groupId: groupIn(context) ?? "" } : {});

export const categoryImports = importsOf(
  {
    excelImportResult: categories.importResult,
    lastExcelImport: categories.lastImport,
    excelImports: categories.imports,
    applyImport: categories.applyImport,
    excelImportRefused: categories.importRefused,
  },
  { categories: categories.importCheck },
  (id, context) => importPaths.categoriesImport(marketplaceId(context), id),
  { endings: [".xlsx", ".txt"], idParam: "importId", record, uploadInput: ofGroup },
);

/** Named on the pages, so that nobody imports into another marketplace; without a name while the API is unavailable. */
export async function marketplaceOf(context: RequestContext) {
  const id = marketplaceId(context);
  const found = await unlessUnavailable(context.api(marketplaces.get, { id }));
  return { marketplaceId: id, marketplaceName: found?.name };
}

export function exportCategories(context: RequestContext): Promise<Response> {
  const { format, fileName } = exportedAs(context, categoriesFile);
  return download(context, {
    operation: categories.excelExport,
    input: { ...record(context), ...ofGroup(context), ...format },
    fileName,
    page: `${paths.categories(marketplaceId(context))}${context.url.search}`,
    notDownloaded: "Oh dear, the categories could not be exported due to an unexpected error. Please try again.",
  });
}

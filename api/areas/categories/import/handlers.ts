import { sql } from "drizzle-orm";
import { processes } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { importFile, importHandlers, oneFile } from "#api/core/processing/imports.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { assertMarketplace, groupsOf } from "../classification.ts";
import { categoryImport } from "./process.ts";

type Categories = Operations["categories"];

export const importCheck: Handler<Categories["importCheck"]> = async ({ marketplaceId, groupId }, files, context) => {
  await assertMarketplace(context.db, marketplaceId);
  const known = await groupsOf(context.db, marketplaceId);
  if (groupId !== undefined && known.every(({ id }) => id !== groupId)) throw notFound("This category");
  const input = { marketplaceId, groupId: groupId ?? known[0]?.id };
  return importFile(context, categoryImport, { ...oneFile(files), isCheck: true, input });
};

export const {
  applyImport,
  excelImportResult: importResult,
  excelImports: imports,
  lastExcelImport: lastImport,
  excelImportRefused: importRefused,
} = importHandlers(
  categoryImport,
  ({ marketplaceId }: { marketplaceId: number }) =>
    sql`(${processes.input} ->> 'marketplaceId')::integer = ${marketplaceId}`,
);

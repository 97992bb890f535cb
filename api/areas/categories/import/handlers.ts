import { type SQL, sql } from "drizzle-orm";
import { processes } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import {
  applyChecked,
  importFile,
  lastOf,
  listOf,
  oneFile,
  refusedFile,
  resultOf,
} from "#api/core/processing/imports.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { categoryImportSummary } from "#contract/categories/import.ts";
import type { Operations } from "#contract/operations.ts";
import { assertMarketplace, groupsOf } from "../classification.ts";
import { categoryImport } from "./process.ts";

type Categories = Operations["categories"];

/** Refuses a file immediately if it is not such a file. */
export const importCheck: Handler<Categories["importCheck"]> = async ({ marketplaceId, groupId }, files, context) => {
  await assertMarketplace(context.db, marketplaceId);
  const known = await groupsOf(context.db, marketplaceId);
  if (groupId !== undefined && known.every(({ id }) => id !== groupId)) throw notFound("This category");
  return importFile(context, categoryImport, { file: oneFile(files), isCheck: true }, () => ({
    marketplaceId,
    groupId: groupId ?? known[0]?.id,
  }));
};

export const applyImport: Handler<Categories["applyImport"]> = ({ ProcessId }, context) =>
  applyChecked(context, categoryImport, ProcessId);

const into = (marketplaceId: number): SQL => sql`(${processes.input} ->> 'marketplaceId')::integer = ${marketplaceId}`;

export const importResult: Handler<Categories["importResult"]> = async ({ id, marketplaceId }, context) => {
  const { result, summary } = await resultOf(context, categoryImport, id, into(marketplaceId));
  return { ...result, summary: summary === null ? null : categoryImportSummary.parse(summary) };
};

export const imports: Handler<Categories["imports"]> = ({ marketplaceId }, context) =>
  listOf(context, categoryImport, into(marketplaceId));

export const lastImport: Handler<Categories["lastImport"]> = ({ marketplaceId }, context) =>
  lastOf(context, categoryImport, into(marketplaceId));

export const importRefused: Handler<Categories["importRefused"]> = ({ id, marketplaceId }, context) =>
  refusedFile(context, categoryImport, id, into(marketplaceId));

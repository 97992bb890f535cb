/** The categories of a classification as a workbook, which can be imported again. */
import { asc, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { categories } from "#api/core/database/schema/index.ts";
import { excelExport as answer } from "#api/core/excel/export.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import { batchesOf } from "#api/core/lists/batches.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { categoriesFile, categoriesSheet } from "#contract/categories/workbook.ts";
import type { Operations } from "#contract/operations.ts";
import { assertMarketplace, groupsOf } from "./classification.ts";

type Row = Pick<typeof categories.$inferSelect, "name" | "externalId">;

const columns: Column<Row>[] = [
  {
    title: "ExternalId",
    width: 16,
    kind: "text",
    note: "The marketplace's own identifier. An import recognises a renamed or moved category by it.",
    value: ({ externalId }) => externalId,
  },
  {
    title: "Category",
    width: 80,
    kind: "text",
    note: "All names from the top down, such as Home > Decor > Vases.",
    value: ({ name }) => name,
  },
];

export const excelExport: Handler<Operations["categories"]["excelExport"]> = async (
  { marketplaceId, groupId, format },
  context,
) => {
  await assertMarketplace(context.db, marketplaceId);
  const known = await groupsOf(context.db, marketplaceId);
  const group = known.find(({ id }) => id === (groupId ?? known[0]?.id));
  if (groupId !== undefined && !group) throw notFound("This category");
  const sheet = { name: categoriesSheet, columns, rows: rowsOf(context.db, group?.id ?? 0) };
  return answer(context, categoriesFile, sheet, { format });
};

const rowsOf = (db: Db, groupId: number) =>
  batchesOf({
    rows: () => db.select({ name: categories.name, externalId: categories.externalId }).from(categories).$dynamic(),
    keys: (wanted) => db.select(wanted).from(categories).$dynamic(),
    visible: undefined,
    filters: [eq(categories.groupId, groupId)],
    key: byText(categories.name),
    uniqueKey: categories.id,
    direction: asc,
  });

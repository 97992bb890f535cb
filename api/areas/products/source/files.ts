/** Receives tables of products. Those that were not exported from here are described, so that their columns can be assigned. */
import { createHash } from "node:crypto";
import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import { productImport } from "#api/areas/products/import-process.ts";
import { columnsOf } from "#api/areas/products/sheet/rows.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import {
  attributes,
  productTypeAttributes,
  productTypes,
  shippingRules,
  sourceAssignments,
  sourceFiles,
  stockFeeds,
  suppliers,
} from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { importTable, oneFile, runInTurn } from "#api/core/processing/imports.ts";
import { beginImport } from "#api/core/processing/process.ts";
import { forbidden, invalid, notFound, orRefusal, Refusal, refuse } from "#api/core/refusals/refusal.ts";
import { ShippingMethod, shippingMethods } from "#contract/enumerations.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { shippingMessages } from "#contract/products/commands.ts";
import {
  type Assignment,
  maxSourceColumns,
  type SourceFormat,
  type SourceTarget,
  sourceFieldNames,
} from "#contract/products/source.ts";
import { keyColumns } from "#contract/products/workbook.ts";
import { inclusive } from "#contract/rules/money.ts";
import { nameOrSelf } from "#contract/rules/name-or-self.ts";
import { columnFor } from "./assigned.ts";
import { ownFields, proposalsFor } from "./proposals.ts";
import { foldedTitle, type OwnCells, type Source } from "./source.ts";
import { examplesOf, formatOf, headIn, ownHead, titlesIn, translatorFor } from "./translate.ts";

type Products = Operations["products"];
type Check = Omit<InputOf<Products["checkSourceFile"]>, "FileId" | "Id">;
export type StoredSource = Omit<typeof sourceFiles.$inferSelect, "content">;

export const importFile: Handler<Products["importFile"]> = async (_, files, context) => {
  const { name, content } = oneFile(files);
  const { head, first, rows } = await headIn(content);
  const columns = await orRefusal(async () => columnsOf(head, "all"));
  // Without numbers of products, nobody has said yet what becomes of rows whose SKU or GTIN is unknown.
  if (!(columns instanceof Refusal) && keyColumns.some((key) => columns.places[key] !== undefined)) {
    const input = { sheet: "all", tableFrom: head.number } as const;
    return {
      processId: await importTable(context, productImport, { name, content, head, isCheck: true, input }),
      fileId: null,
    };
  }
  const described = { ...columnsIn({ head, first, rows }), fileName: name };
  return {
    processId: null,
    fileId: await storeFile(context, { ...described, userId: context.caller.userId, content }),
  };
};

/**
 * Describes the columns of a table.
 * @throws Refusal 422 if there are too many, or only one
 */
export function columnsIn({ head, first, rows }: Awaited<ReturnType<typeof headIn>>) {
  const titles = titlesIn(head, first);
  if (titles.length < fewestColumns) throw invalid({ file: [oneColumn] });
  if (titles.length > maxSourceColumns)
    throw invalid({ file: [`This file has more than ${maxSourceColumns} columns. Please delete some.`] });
  return {
    format: formatOf(head),
    headRow: head.number,
    rows,
    titles,
    examples: titles.map((_, place) => examplesOf(first, place)),
  };
}

const fewestColumns = 2;
const oneColumn =
  "Only one column was found in this file, so there is nothing to import. In a text file, columns are recognised if commas, semicolons, tabs or | separate them. Please export it again with one of these, or name the separator in a first line such as sep=^.";

/** The newest files that a user keeps. */
const mostKept = 5;

function storeFile({ transaction, caller }: Context, file: typeof sourceFiles.$inferInsert): Promise<string> {
  return transaction(async (db) => {
    const newest = db
      .select({ id: sourceFiles.id })
      .from(sourceFiles)
      .where(eq(sourceFiles.userId, caller.userId))
      .orderBy(desc(sourceFiles.createdAt))
      .limit(mostKept - 1);
    await db.delete(sourceFiles).where(and(eq(sourceFiles.userId, caller.userId), notInArray(sourceFiles.id, newest)));
    return db.insert(sourceFiles).values(file).returning({ id: sourceFiles.id }).then(insertedId);
  });
}

/** Keeps those of stock feeds, which have no content. */
export async function deleteExpiredSourceFiles(database: Pick<Database, "transaction">): Promise<void> {
  await database.transaction((db) =>
    db
      .delete(sourceFiles)
      .where(
        and(
          lt(sourceFiles.createdAt, sql`now() - interval '7 days'`),
          notInArray(sourceFiles.userId, db.select({ id: stockFeeds.callerId }).from(stockFeeds)),
        ),
      ),
  );
}

export const sourceFile: Handler<Products["sourceFile"]> = async ({ id }, context) =>
  described(context, await ownFile(context, id));

/**
 * Returns the columns of a file, with their last assignment.
 * @param supplierId of all its rows, if that is known: then only what was chosen for this supplier counts
 */
export async function described(context: Context, file: StoredSource, supplierId?: number) {
  const remembered = await rememberedFor(context, file, supplierId);
  const format = file.format as SourceFormat | null;
  const known = await attributeNames(context.db);
  const proposed = await proposedFor(file.titles);
  const fieldOf = (column: number): string | null => {
    if (format !== null) return null;
    if (!remembered) return proposed[column - 1] ?? null;
    return remembered.columns.find(({ Column }) => Column === column)?.Field ?? null;
  };
  // A rule belongs to one supplier, which is not chosen for a file of a known format.
  const shipping = format === null ? remembered?.shipping : undefined;
  const isSupplierKnown = remembered !== undefined && format === null && remembered.supplierId !== 0;
  const namesSupplier = file.titles.some((_, place) => fieldOf(place + 1) === "Supplier");
  return {
    id: file.id,
    fileName: file.fileName,
    format,
    rows: file.rows,
    columns: file.titles.map((title, place) => ({
      column: place + 1,
      title,
      examples: file.examples[place] ?? [],
      field: fieldOf(place + 1),
    })),
    attributes: known,
    isRemembered: remembered !== undefined && format === null,
    supplierId: isSupplierKnown ? remembered.supplierId : namesSupplier ? null : onlySupplierOf(context),
    productTypeId: remembered?.productTypeId ?? null,
    pricesIncludeGst: remembered?.pricesIncludeGst ?? true,
    // The products in the export of a shop do not exist in this system yet.
    makesUnknown: remembered?.makesUnknown ?? format !== null,
    shippingMethod: shipping?.method ?? null,
    domesticFlatRate: shipping?.domesticFlatRate ?? null,
    shippingRuleId: shipping?.ruleId ?? null,
    shippingNotes: shipping?.notes ?? "",
  };
}

/** Our own titles say what a column is, unless others are among them. */
async function proposedFor(titles: readonly string[]): Promise<readonly (SourceTarget | null)[]> {
  const own = await orRefusal(async () => columnsOf({ cells: titles }, "all"));
  return own instanceof Refusal || own.unknown.length > 0 ? proposalsFor(titles) : ownFields(titles, own);
}

const onlySupplierOf = ({ caller }: Context): number | null => {
  const theirs = caller.links.map(({ supplierId }) => supplierId).filter((id) => mayManageProducts(caller, id));
  return theirs.length === 1 ? (theirs[0] ?? null) : null;
};

/** @throws Refusal 404 */
async function ownFile({ db, caller }: Context, id: string): Promise<StoredSource> {
  const { content: _, ...columns } = getTableColumns(sourceFiles);
  const [file] = await db
    .select(columns)
    .from(sourceFiles)
    .where(and(eq(sourceFiles.id, id), eq(sourceFiles.userId, caller.userId)));
  if (!file) throw notFound("This file");
  return file;
}

/** The file itself has up to 20 MB, and is only read for its import. */
async function contentOf(db: Db, id: string): Promise<Buffer> {
  const [file] = await db.select({ content: sourceFiles.content }).from(sourceFiles).where(eq(sourceFiles.id, id));
  if (!file) throw notFound("This file");
  return file.content;
}

const signatureOf = ({ titles }: Pick<StoredSource, "titles">): string =>
  createHash("sha256")
    .update(JSON.stringify(titles.map(foldedTitle)))
    .digest("base64url");

/**
 * Returns the last assignment of columns with these titles, by anybody, for a supplier whose products the caller may
 * change.
 */
async function rememberedFor({ db, caller }: Context, file: StoredSource, supplierId?: number) {
  const found = await db
    .select()
    .from(sourceAssignments)
    .where(
      and(
        eq(sourceAssignments.signature, signatureOf(file)),
        supplierId === undefined ? undefined : eq(sourceAssignments.supplierId, supplierId),
        caller.seesAllSuppliers
          ? undefined
          : or(eq(sourceAssignments.supplierId, 0), visibleTo(caller, sourceAssignments.supplierId)),
      ),
    )
    .orderBy(desc(sourceAssignments.usedAt));
  return found.find(({ supplierId }) => supplierId === 0 || mayManageProducts(caller, supplierId));
}

const mostAttributes = 300;

async function attributeNames(db: Db): Promise<string[]> {
  const rows = await db
    .select({ name: attributes.internalName })
    .from(attributes)
    .where(
      and(
        isNull(attributes.productId),
        eq(attributes.isDisabled, false),
        inArray(attributes.id, db.select({ id: productTypeAttributes.attributeId }).from(productTypeAttributes)),
      ),
    )
    .orderBy(asc(sql`lower(${attributes.internalName})`))
    .limit(mostAttributes);
  return rows.map(({ name }) => name);
}

export const checkSourceFile: Handler<Products["checkSourceFile"]> = async (input, context) => {
  const file = await ownFile(context, input.FileId);
  const source = await assignSource(context, file, input);
  const { fileName } = file;
  const content = await contentOf(context.db, file.id);
  const head = ownHead(translatorFor({ number: file.headRow, cells: file.titles }, source));
  return runInTurn(context, () =>
    beginImport(
      context,
      productImport,
      { fileName, isCheck: true, head: head.cells, emptyRows: 0, sheet: "all", source },
      content,
    ),
  );
};

/**
 * How a file is to be read, which is remembered for its supplier.
 * @throws Refusal 422
 */
export async function assignSource(context: Context, file: StoredSource, input: Check): Promise<Source> {
  const columns = file.format === null ? input.Columns : [];
  const type = await typeOf(context.db, input.ProductTypeId);
  refuse({
    ...(file.format === null ? whyNotAssigned(columns, file.titles) : {}),
    SupplierId: await whyNotSupplier(input, columns, context),
    ProductTypeId: input.ProductTypeId != null && !type && "Please choose another product type.",
    ...(await whyNotShipped(input, context.db)),
  });
  const source: Source = {
    format: file.format as SourceFormat | null,
    columns,
    headRow: file.headRow,
    pricesIncludeGst: input.PricesIncludeGst,
    supplierId: input.SupplierId ?? null,
    productTypeId: type?.id ?? null,
    productTypePath: type?.path ?? null,
    makesUnknown: input.MakesUnknown,
    shippingCells: shippingCellsOf(input, context.config.gstRate),
  };
  await storeAssignment(context, file, source, input);
  return source;
}

const needsName = "Please assign a column to the SKU or the GTIN: products are found by them.";

function whyNotAssigned(columns: readonly Assignment[], titles: readonly string[]) {
  const titleOf = (column: number) => `“${titles[column - 1] || `Column ${column}`}”`;
  const byTarget = new Map<string, Assignment[]>();
  for (const each of columns) {
    const target = columnFor(each.Field);
    byTarget.set(target, [...(byTarget.get(target) ?? []), each]);
  }
  const twice = [...byTarget].find(([target, those]) => those.length > 1 && target !== "Pictures")?.[1];
  const missing = columns.find(({ Column }) => Column > titles.length);
  const isSameColumn = new Set(columns.map(({ Column }) => Column)).size < columns.length;
  const why =
    (missing && `This file has no column ${missing.Column}.`) ||
    (isSameColumn && "A column can be assigned to one field only.") ||
    (twice &&
      `${twice.map(({ Column }) => titleOf(Column)).join(" and ")} are both assigned to ${nameOrSelf(sourceFieldNames, twice[0]?.Field ?? "")}. Please choose one of them.`) ||
    (!byTarget.has("SKU") && !byTarget.has("GTIN") && needsName);
  return { Columns: why || undefined };
}

async function whyNotSupplier(
  { SupplierId }: Pick<Check, "SupplierId">,
  columns: readonly Assignment[],
  { db, caller }: Context,
) {
  const hasColumn = columns.some(({ Field }) => Field === "Supplier");
  if (SupplierId == null) return !hasColumn && "Please choose the supplier whose products these are.";
  const [known] = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, SupplierId), visibleTo(caller, suppliers.id)));
  if (!known) throw notFound("This supplier");
  if (!mayManageProducts(caller, SupplierId)) throw forbidden();
  return hasColumn && "A column is assigned to the supplier. Please choose none here, or do not assign that column.";
}

/** Undefined if it may not be given to new products. */
async function typeOf(db: Db, id: number | null | undefined) {
  if (id == null) return undefined;
  const [type] = await db
    .select({ id: productTypes.id, path: productTypes.path })
    .from(productTypes)
    .where(and(eq(productTypes.id, id), eq(productTypes.isDisabled, false)));
  return type;
}

async function whyNotShipped({ ShippingMethod: method, SupplierId, ...shipping }: Check, db: Db) {
  if (method == null) return {};
  const isOfSupplier =
    method !== ShippingMethod.rule ||
    (shipping.ShippingRuleId != null &&
      (await db.$count(
        shippingRules,
        and(
          eq(shippingRules.id, shipping.ShippingRuleId),
          eq(shippingRules.isDisabled, false),
          SupplierId == null ? undefined : eq(shippingRules.supplierId, SupplierId),
        ),
      )) > 0);
  return {
    ShippingRuleId: !isOfSupplier && "Please choose a shipping rule of this supplier.",
    DomesticFlatRate:
      method === ShippingMethod.flatRate && shipping.DomesticFlatRate == null && shippingMessages.domesticRate,
    ShippingNotes: shipping.ShippingNotes === "" && shippingMessages.notes,
  };
}

function shippingCellsOf(input: Check, gstRate: number): OwnCells {
  if (input.ShippingMethod == null) return {};
  const isFlat = input.ShippingMethod === ShippingMethod.flatRate;
  return {
    ShippingMethod: shippingMethods.find(({ value }) => value === input.ShippingMethod)?.displayName ?? null,
    DomesticRate: isFlat ? inclusive(input.DomesticFlatRate ?? 0, gstRate) : null,
    ShippingRule: input.ShippingMethod === ShippingMethod.rule ? String(input.ShippingRuleId) : null,
    ShippingNotes: input.ShippingNotes,
  };
}

async function storeAssignment({ db, now }: Context, file: StoredSource, source: Source, input: Check): Promise<void> {
  const { productTypeId, pricesIncludeGst, makesUnknown } = source;
  const shipping = {
    method: input.ShippingMethod ?? null,
    domesticFlatRate: input.DomesticFlatRate ?? null,
    ruleId: input.ShippingRuleId ?? null,
    notes: input.ShippingNotes,
  };
  const values = { columns: [...source.columns], productTypeId, pricesIncludeGst, makesUnknown, shipping, usedAt: now };
  await db
    .insert(sourceAssignments)
    .values({ supplierId: source.supplierId ?? 0, signature: signatureOf(file), ...values })
    .onConflictDoUpdate({ target: [sourceAssignments.supplierId, sourceAssignments.signature], set: values });
}

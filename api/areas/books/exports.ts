/** Exports of documents for an accounting program: each document once, in a file whose bytes stay. */
import { createHash } from "node:crypto";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import { edited } from "#api/core/commands/edits.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { billExports as billExportsTable, exportedBills, users } from "#api/core/database/schema/index.ts";
import { type ZipEntry, zipOf } from "#api/core/documents/zip.ts";
import { pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid, notFound } from "#api/core/refusals/refusal.ts";
import { lockSettings, readSettings, writeSettings } from "#api/core/settings/stored-settings.ts";
import { type BillCodes, mostBills } from "#contract/books/exports.ts";
import type { Operations } from "#contract/operations.ts";
import { billCodeNames, billCodes as codeNames } from "#contract/rules/bill-codes.ts";
import type { AccountingProgram, Bill } from "#contract/rules/bills.ts";
import { mapped } from "#contract/rules/keys-of.ts";
import { add } from "#contract/rules/money.ts";
import { myobBills } from "#contract/rules/myob-bills.ts";
import { mostBillsInFile, xeroBills } from "#contract/rules/xero-bills.ts";
import { billOf, documentsToExport, missingCodes } from "./bills.ts";

type Books = Operations["books"];

const noCodes = Object.fromEntries(codeNames.map((name) => [name, ""])) as BillCodes;
const withAll = (stored: BillCodes | null): BillCodes => ({ ...noCodes, ...stored });

export const billCodes: Handler<Books["billCodes"]> = async (_, { db }) => withAll((await readSettings(db)).billCodes);

export const updateBillCodes: Handler<Books["updateBillCodes"]> = async (sent, { db }) => {
  const stored = await lockSettings(db);
  const input = edited(sent, withAll(stored.billCodes));
  await writeSettings(db, { billCodes: mapped(noCodes, (name) => input[name]) });
  return null;
};

export const exportBills: Handler<Books["exportBills"]> = async (
  { FromDate, ToDate, Program },
  { db, now, caller, config },
) => {
  // Of two exports at once, the second one finds what the first one has left.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('exports of bills'))`);
  const days = { fromDay: FromDate, toDay: ToDate };
  const found = await documentsToExport(db, { ...days, timeZone: config.timeZone, most: mostBills + 1 });
  if (found.length > mostBills)
    throw invalid({
      ToDate: [`These are more than ${mostBills.toLocaleString("en-AU")} documents. Please choose fewer days.`],
    });
  // A document of opening balances alone is no bill.
  const documents = found.filter(({ lines }) => lines.length > 0);
  if (documents.length === 0) throw conflict("Every document that was issued on these days is in an export already.");
  const codes = withAll((await readSettings(db)).billCodes);
  const missing = missingCodes(documents, codes);
  if (missing.length > 0)
    throw conflict(`Please enter these codes first: ${missing.map((code) => billCodeNames[code]).join(", ")}.`);
  const file = await fileOf(
    Program,
    documents.map((document) => billOf(document, codes)),
  );
  const values = {
    ...days,
    documents: documents.length,
    total: add(...documents.map(({ total }) => total)),
    madeAt: now,
    madeBy: caller.userId,
    sha256: createHash("sha256").update(file.content).digest("hex"),
    fileName: "",
    content: file.content,
  };
  const id = insertedId(await db.insert(billExportsTable).values(values).returning({ id: billExportsTable.id }));
  await db
    .update(billExportsTable)
    .set({ fileName: `Bills-${id}.${file.ending}` })
    .where(eq(billExportsTable.id, id));
  await db.execute(sql`insert into ${exportedBills} (invoice_id, export_id)
    select unnest(${sql.param(documents.map((document) => document.id))}::integer[]), ${id}`);
  return id;
};

/** A file that the program takes at once, or for Xero a zip of several. */
async function fileOf(
  program: AccountingProgram,
  bills: readonly Bill[],
): Promise<{ content: Buffer; ending: string }> {
  if (program === "myob") return { content: Buffer.from(myobBills(bills)), ending: "txt" };
  const parts: Buffer[] = [];
  for (let i = 0; i < bills.length; i += mostBillsInFile)
    parts.push(Buffer.from(xeroBills(bills.slice(i, i + mostBillsInFile))));
  const [only] = parts;
  if (only && parts.length === 1) return { content: only, ending: "csv" };
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [i, content] of parts.entries()) yield { name: `Bills-${i + 1}-of-${parts.length}.csv`, content };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipOf(entries())) chunks.push(chunk);
  return { content: Buffer.concat(chunks), ending: "zip" };
}

const { content: _content, ...withoutFile } = getTableColumns(billExportsTable);

export const billExports: Handler<Books["billExports"]> = async (input, { db }) => {
  const page = await pageOf(
    db,
    {
      rows: db
        .select({ made: withoutFile, madeBy: fullName })
        .from(billExportsTable)
        .leftJoin(users, eq(users.id, billExportsTable.madeBy))
        .$dynamic(),
      visible: undefined,
      filters: [],
      sort: { id: billExportsTable.id },
      uniqueKey: billExportsTable.id,
    },
    input,
  );
  return {
    ...page,
    items: page.items.map(({ made: { fromDay, toDay, madeAt, madeBy: _, ...made }, madeBy }) => ({
      ...made,
      fromDate: fromDay,
      toDate: toDay,
      madeDate: madeAt.toISOString(),
      madeByUserFullName: madeBy,
    })),
  };
};

const contentTypes: Record<string, string> & { csv: string } = {
  csv: "text/csv; charset=utf-8",
  txt: "text/tab-separated-values; charset=utf-8",
  zip: "application/zip",
};

export const billFile: Handler<Books["billFile"]> = async ({ id }, { db }) => {
  const { content, fileName } = billExportsTable;
  const [found] = await db.select({ content, fileName }).from(billExportsTable).where(eq(billExportsTable.id, id));
  if (!found) throw notFound("This export");
  return { ...found, contentType: contentTypes[found.fileName.split(".").at(-1) ?? ""] ?? contentTypes.csv };
};

/** All invoices of a marketplace in one zip file: the PDF and the workbook of each. */

import { and, asc, eq, isNull } from "drizzle-orm";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { invoices } from "#api/core/database/schema/index.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { makeDocument } from "#api/core/documents/make-document.ts";
import { mostZipEntries, type ZipEntry, zipOf } from "#api/core/documents/zip.ts";
import { workbookThread } from "#api/core/excel/workbook.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import { fileExport } from "#api/core/transfers/file-export.ts";
import type { Operations } from "#contract/operations.ts";
import { invoiceSheet } from "./excel-export.ts";
import { invoicePdf } from "./invoice-kind.ts";
import { invoiceOf } from "./invoice-view.ts";

const filesOfEach = 2;
const most = Math.floor(mostZipEntries / filesOfEach);

export const exportAll: Handler<Operations["invoices"]["exportAll"]> = async ({ marketplaceId }, context) => {
  const found = await context.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.marketplaceId, marketplaceId), isNull(invoices.voidedAt), visibleInvoices(context.caller)))
    .orderBy(asc(invoices.id))
    .limit(most + 1);
  if (found.length === 0) throw conflict("There are no invoices of this marketplace yet.");
  if (found.length > most)
    throw conflict(
      `This marketplace has more than ${most.toLocaleString("en-AU")} invoices, which is more than one file can hold.`,
    );
  const ids = found.map(({ id }) => id);
  return fileExport(context, { fileName: "InvoicesExport.zip", contentType: "application/zip" }, (signal) =>
    zipOf(filesOf(context, ids, signal)),
  );
};

/** Creates the files one at a time, as the response is read. */
async function* filesOf(context: Context, ids: readonly number[], signal: AbortSignal): AsyncGenerator<ZipEntry> {
  const { timeZone } = context.config;
  const letterhead = await letterheadOf(context);
  const thread = workbookThread(timeZone, signal);
  try {
    for (const id of ids) {
      yield {
        name: `Invoice-${id}.pdf`,
        content: await makeDocument(
          invoicePdf,
          { invoice: await invoiceOf(context, id), timeZone, letterhead },
          context.caller.userId,
        ),
      };
      yield { name: `Invoice-${id}.xlsx`, content: await whole(thread.write(await invoiceSheet(context, id))) };
    }
  } finally {
    await thread.end();
  }
}

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

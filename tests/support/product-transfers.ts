/** Exports and imports workbooks of products through the API. */
import { randomUUID } from "node:crypto";
import pino from "pino";
import { readConfig } from "#api/core/config.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { runProcess } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { memoryColumn, productsSheet } from "#contract/products/workbook.ts";
import { type Api, requestFor } from "./api.ts";
import type { Cells } from "./products-workbook.ts";
import { opened, rowsOf, sheetNamed, workbookFile } from "./workbook.ts";
import type { TestUser } from "./world.ts";

const { products, processing } = operations;

type Export = typeof products.excelExport | typeof products.excelExportStockAndPrices;
type Import = typeof products.excelImport | typeof products.excelImportCheck;
type StockImport = typeof products.excelImportStockAndPrices | typeof products.excelImportStockAndPricesCheck;

export function productWorkbooks(api: Api, env: Record<string, string> = {}) {
  const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off", ...env });
  const jobs = createJobs(api.database, pino({ level: "silent" }));
  const run = (id: string) =>
    runProcess({ database: api.database, config, files: databaseFiles, jobs, kinds: processKinds })(
      { id },
      { id: randomUUID(), isLastTry: false },
    );

  async function finished(user: TestUser, id: string) {
    await run(id);
    const { status, processingMessages } = await api.ok(user, processing.get, { id });
    return { id, status, messages: processingMessages.slice(0, -1).map(({ friendlyMessage }) => friendlyMessage) };
  }

  return {
    run,
    async exportedFile(user: TestUser, operation: Export, filters: SentInput<Export>): Promise<Buffer> {
      const { statusCode, rawPayload, body } = await api.send(user, requestFor(operation, filters));
      if (statusCode !== 200) throw new Error(body);
      return rawPayload;
    },

    /** Returns the cells of an export as Excel shows them. */
    async rows(user: TestUser, operation: Export, filters: SentInput<Export>): Promise<Cells[]> {
      const rows = rowsOf(sheetNamed(await opened(await this.exportedFile(user, operation, filters)), productsSheet));
      return rows.map(({ [memoryColumn]: _, ...shown }) => shown);
    },

    send: (user: TestUser, operation: Import | StockImport, content: Buffer) =>
      api.sendFile(user, operation, workbookFile(content, "Products.xlsx")),

    /** Returns all messages except the last one, which is the summary. */
    async imported(user: TestUser, content: Buffer, operation: Import | StockImport = products.excelImport) {
      const { status, body, raw } = await this.send(user, operation, content);
      if (status !== 200 || typeof body !== "string") throw new Error(raw.body);
      return finished(user, body);
    },

    applied: async (user: TestUser, check: string, options: { Overwrite?: boolean } = {}) =>
      finished(user, await api.ok(user, products.applyImport, { ProcessId: check, ...options })),
    undone: async (user: TestUser, applied: string) =>
      finished(user, await api.ok(user, products.undoImport, { ProcessId: applied })),
    result: (user: TestUser, id: string) => api.ok(user, products.excelImportResult, { id }),
  };
}

/** Workbooks that somebody opens and saves in LibreOffice: everything in them is still there, and imports change nothing. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import type excel from "exceljs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { withDemo } from "#tests/support/outside/demo.ts";
import { program } from "#tests/support/outside/partners.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { opened, plain, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const calc = program("soffice", "workbooks were not opened and saved by LibreOffice.");

const names = [
  "products",
  "stock",
  "suppliers",
  "categories",
  "history",
  "invoice",
  "reconciliation",
  "orders",
] as const;
const { categories, history, invoices, orders, products, suppliers } = operations;

describe.skipIf(!calc)("what LibreOffice has saved", async () => {
  const api = await startApi({}, withDemo());
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-workbooks-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const savedPath = (name: string) => join(folder, "saved", `${name}.xlsx`);
  const books = productWorkbooks(api);
  let operator: TestUser;
  const before: Record<string, excel.Workbook> = {};
  const after: Record<string, excel.Workbook> = {};

  beforeAll(async () => {
    operator = await api.aUser({ roles: ["Operator", "Administrator", "Finance"] });
    const files: Record<(typeof names)[number], Buffer> = {
      products: await api.download(operator, products.excelExport, {}),
      stock: await api.download(operator, products.excelExportStockAndPrices, {}),
      suppliers: await api.download(operator, suppliers.excelExport, {}),
      categories: await api.download(operator, categories.excelExport, { marketplaceId: 1 }),
      history: await api.download(operator, history.excelExport, {}),
      invoice: await api.download(operator, invoices.export, { invoiceId: 1 }),
      reconciliation: await api.download(operator, invoices.exportReconciliation, {
        marketplaceId: 1,
        fromDate: "2020-01-01T00:00:00Z",
        toDate: "2027-12-31T00:00:00Z",
      }),
      orders: await api.download(operator, orders.excelExport, {}),
    };
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, `${name}.xlsx`), content);
      before[name] = await opened(content);
    }
    const options = [`-env:UserInstallation=file://${folder}/profile`, "--headless", "--convert-to", "xlsx"];
    const paths = Object.keys(files).map((name) => join(folder, `${name}.xlsx`));
    await promisify(execFile)(calc as string, [...options, "--outdir", join(folder, "saved"), ...paths]);
    for (const name of names) after[name] = await opened(readFileSync(savedPath(name)));
  });

  /** Formulas stand for the values that they have: LibreOffice writes a yes or no as one. */
  const shown = (cell: excel.Cell) => {
    const value = plain(cell);
    if (typeof value !== "object" || value === null || !("formula" in value)) return value;
    return value.formula === "FALSE()" ? false : value.result;
  };

  test.each(names)("%s: every cell, its format and the lists to choose from are still there", (name) => {
    for (const sheet of before[name]?.worksheets ?? []) {
      const saved = sheetNamed(after[name] as excel.Workbook, sheet.name);
      expect({ state: saved.state, rows: saved.rowCount }).toEqual({ state: sheet.state, rows: sheet.rowCount });
      const differences: unknown[] = [];
      sheet.eachRow((row, r) =>
        row.eachCell((cell, c) => {
          const [was, is] = [cell, saved.getRow(r).getCell(c)].map((each) => ({
            value: shown(each),
            format: each.numFmt === "General" ? undefined : each.numFmt,
            list: each.dataValidation?.formulae?.[0],
          }));
          if (!isDeepStrictEqual(was, is)) differences.push({ cell: cell.address, was, is });
        }),
      );
      expect(differences).toEqual([]);
    }
  });

  test.each([
    ["products", products.excelImportCheck, products.excelImportResult, {}],
    ["stock", products.excelImportStockAndPricesCheck, products.excelImportResult, {}],
    ["suppliers", suppliers.excelImportCheck, suppliers.excelImportResult, {}],
    ["categories", categories.importCheck, categories.importResult, { marketplaceId: 1 }],
  ] as const)("%s: importing what was saved changes nothing", async (name, check, result, input) => {
    const file = new File([new Uint8Array(readFileSync(savedPath(name)))], `${name}.xlsx`);
    const { body, raw } = await api.sendFile(
      operator,
      check,
      file,
      Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)])),
    );
    if (typeof body !== "string") throw new Error(raw.body);
    await books.run(body);
    const answer = await api.ok(operator, result, { id: body, ...input });
    expect(answer.summary).toMatchObject({ made: { count: 0 }, changed: { count: 0 } });
    expect(answer.summary?.unchanged.count).toBeGreaterThan(50);
    expect(answer.summary && "refused" in answer.summary ? answer.summary.refused.count : 0).toBe(0);
  });
});

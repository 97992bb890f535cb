import { beforeAll, describe, expect, test } from "vitest";
import type { Operation, Upload } from "#contract/operation.ts";
import { allOperations, operations } from "#contract/operations.ts";
import { productsSheet } from "#contract/products/workbook.ts";
import { suppliersSheet } from "#contract/suppliers/workbook.ts";
import { startApi, urlOf } from "#tests/support/api.ts";
import { filled } from "#tests/support/oversized.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { workbookFile } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";
import { workbookWith } from "#tests/support/zip.ts";

// Without limits: a response of 429 would hide how the operation itself answers.
const api = await startApi({ RATE_LIMIT: "off" });
const books = productWorkbooks(api);

/** Generous for a busy machine; worse than linear time would exceed it tenfold. */
const patienceMs = 4_000;
const mostBytes = 64 * 1024;

let user: TestUser;
beforeAll(async () => {
  user = await api.aUser({ roles: ["Administrator"] });
});

async function answered(
  request: Parameters<typeof api.send>[1],
  what: string,
  sender: TestUser | undefined = user,
): Promise<void> {
  const begun = performance.now();
  const { statusCode, rawPayload } = await api.send(sender, request);
  expect(performance.now() - begun, what).toBeLessThan(patienceMs);
  expect(statusCode, what).toBeLessThan(500);
  if (statusCode >= 400) expect(rawPayload.length, what).toBeLessThan(mostBytes);
}

/** Written once, because writing it takes as long as the API takes to refuse it. */
const veryManyFields = {
  POST: JSON.stringify(Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [`f${i}`, 1]))),
  GET: Array.from({ length: 5_000 }, (_, i) => `f${i}=1`).join("&"),
};
const longList = `[${"9,".repeat(449_999)}9]`;

const posted = (operation: Operation, payload: string) => ({
  method: "POST" as const,
  url: urlOf(operation),
  headers: { "content-type": "application/json" },
  payload,
});

function requestWithManyFields(operation: Operation) {
  if (operation.method === "POST") return posted(operation, veryManyFields.POST);
  return { method: "GET" as const, url: `${urlOf(operation)}?${veryManyFields.GET}` };
}

/** The field of the input holds a list of 450,000 numbers. */
function requestWithLongList(operation: Operation, name: string) {
  if (operation.method === "POST") return posted(operation, `{${JSON.stringify(name)}:${longList}}`);
  return { method: "GET" as const, url: `${urlOf(operation)}?${new URLSearchParams([[name, longList]])}` };
}

/** The input in the body or the query. */
function requestWith(operation: Operation, input: Record<string, string>) {
  if (operation.method === "POST") return { method: "POST" as const, url: urlOf(operation), payload: input };
  return { method: "GET" as const, url: `${urlOf(operation)}?${new URLSearchParams(input)}` };
}

describe("every operation answers oversized input quickly and briefly", () => {
  const called = allOperations().filter(([, { kind }]) => kind !== "upload");

  test.each(called)("%s", async (_name, operation) => {
    const names = Object.keys(operation.input.shape);
    for (const sign of ["<", " ", "9", "@"]) {
      // Sequentially, because a body has room for only a few of them.
      for (const name of names)
        await answered(requestWith(operation, { [name]: sign.repeat(100_000) }), `${name} repeats ${sign}`);
    }
    for (const name of names) {
      const isList = Array.isArray((filled(operation.input, "x") as Record<string, unknown>)[name]);
      if (isList) await answered(requestWithLongList(operation, name), `${name} is a list`);
    }
    const request = requestWithManyFields(operation);
    await answered(request, "very many fields");
    await answered(request, "very many fields, from nobody", undefined);
  });
});

test("a response lists only the first fifty of very many errors", async () => {
  const Ids = Array.from({ length: 200 }, () => "x");
  const { status, problem } = await api.call(user, operations.approvals.changeMany, {
    Action: "approve",
    Ids: Ids as never,
  });
  expect(status).toBe(422);
  expect(Object.values(problem.errors ?? {}).flat()).toHaveLength(50);
});

describe("a workbook with a cell of 32,768 characters is refused with a message", () => {
  const tooLong =
    "A cell of this file holds more than 32,767 characters, which is more than Excel allows. Please shorten it.";
  const imports = allOperations().filter(
    (entry): entry is [string, Upload] =>
      entry[1].kind === "upload" && entry[1].fileField === "file" && !entry[1].isLarge,
  );
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const heads: Record<string, string[]> = {
    Categories: ["ExternalId", "Category"],
    Orders: ["OrderId", "LineItemId", "QuantityShipped", "ShipmentId", "ShippingStatus", "Courier", "TrackingNumber"],
    [suppliersSheet]: ["SupplierId", "Name"],
    [productsSheet]: ["ProductId", "VariantId", "RecommendedRetailPrice", "SalePrice", "ManageStock", "StockQuantity"],
  };
  const workbook = (sheet: string, row: string) =>
    workbookWith(
      `<worksheet><sheetData><row>${(heads[sheet] ?? []).map(cell).join("")}</row><row>${row}</row></sheetData></worksheet>`,
      { name: sheet },
    );

  test.each(imports)("%s", async (name, operation) => {
    const area = name.slice(0, name.indexOf("."));
    const sheet = { orders: "Orders", categories: "Categories", suppliers: suppliersSheet }[area] ?? productsSheet;
    const sender = await api.aUser({ roles: ["Administrator"] });
    const begun = performance.now();
    const { status, body, problem } = await api.sendFile(
      sender,
      operation,
      workbookFile(workbook(sheet, cell("x".repeat(32_768)))),
      name.startsWith("categories") ? { marketplaceId: String(await api.aMarketplace()) } : {},
    );
    if (status === 200 && typeof body === "string") {
      await books.run(body);
      const { processingMessages } = await api.ok(sender, operations.processing.get, { id: body });
      expect(processingMessages.map(({ friendlyMessage }) => friendlyMessage)).toEqual([tooLong]);
    } else {
      expect([status, problem.message]).toEqual([422, tooLong]);
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test("and so is one with very many rows for one product or one order", async () => {
    for (const [sheet, operation, record] of [
      [productsSheet, operations.products.excelImport, "product 7"],
      ["Orders", operations.orders.excelImport, "order 7"],
    ] as const) {
      const row = `${cell("7")}${cell("8")}${cell("1")}`;
      const { body } = await api.sendFile(
        user,
        operation,
        workbookFile(workbook(sheet, `${row}</row><row>`.repeat(20_000))),
      );
      await books.run(body as string);
      const { status, processingMessages } = await api.ok(user, operations.processing.get, { id: body as string });
      expect([status, processingMessages.map(({ friendlyMessage }) => friendlyMessage)]).toEqual([
        4,
        [`More than 300 rows of this workbook are for ${record}. Please split them into several workbooks.`],
      ]);
    }
  });
});

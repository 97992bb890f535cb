/** Requests that a program makes from the OpenAPI document alone, and answers that another program judges by it. */
import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { roles } from "#contract/enumerations.ts";
import { multipart, startApi } from "#tests/support/api.ts";
import { type Described, judgeOf, type OpenApi } from "#tests/support/outside/answers.ts";
import { type Known, type MadeRequest, requestsTo } from "#tests/support/outside/arbitraries.ts";
import { withDemo } from "#tests/support/outside/demo.ts";
import { everyBit, type TestUser } from "#tests/support/world.ts";

const api = await startApi({ RATE_LIMIT: "off" }, withDemo());
let document: OpenApi;
let judge: ReturnType<typeof judgeOf>;
let callers: Record<string, TestUser | undefined>;
let known: Known;
let all: { path: string; method: string; described: Described }[];

beforeAll(async () => {
  document = (await api.send(undefined, { url: "/openapi.json" })).json();
  judge = judgeOf(document);
  all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );
  const { rows } = await api.database.db.execute<{ id: string }>(
    sql`(select id from files limit 30) union all (select id from addresses limit 30)`,
  );
  known = { uuids: rows.map(({ id }) => id), mostId: 40 };
  callers = {
    operator: await api.aUser({ roles: roles.filter((role) => role !== "Supplier" && role !== "Read Only") }),
    supplier: await api.aUser({ links: [{ supplier: 1, bits: everyBit }] }),
    reader: await api.aUser({ roles: ["Read Only"] }),
    nobody: undefined,
  };
});

async function answerTo(caller: TestUser | undefined, request: InjectOptions) {
  const { statusCode, headers, body } = await api.send(caller, request);
  return { status: statusCode, contentType: String(headers["content-type"] ?? ""), body };
}

const count = Number(process.env.OUTSIDE_REQUESTS ?? 800);
const seed = Number(process.env.OUTSIDE_SEED ?? randomInt(2 ** 31));

/** They end the caller's own session, or wait for servers elsewhere. */
const leftOut = ["users.signOut", "settings.sendTestMail", "marketplaces.testWebhook"];

/** An address has no half of a pair of surrogates. */
const inAddress = (value: unknown) => encodeURIComponent(Buffer.from(String(value)).toString());
const put = (path: string, values: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => inAddress(values[name]));

async function requestOf(
  path: string,
  method: string,
  described: Described,
  made: MadeRequest,
): Promise<InjectOptions> {
  const query = Object.fromEntries(Object.entries(made.query).map(([name, value]) => [name, String(value)]));
  const url = put(path, made.path);
  if (method === "get") return { method: "GET", url, query };
  if (!described.requestBody?.content["multipart/form-data"])
    return {
      method: "POST",
      url,
      payload: JSON.stringify(made.body) ?? "",
      headers: { "content-type": "application/json" },
    };
  const fields = Object.entries(Object(made.body)).filter(([, value]) => typeof value !== "object");
  const file = new File([Buffer.from("SKU,Name\nA-1,Tray\n")], "table.csv");
  return {
    method: "POST",
    url,
    ...(await multipart([file], Object.fromEntries(fields.map(([name, value]) => [name, String(value)])), "file")),
  };
}

/** `api.send` throws what the log has of an unexpected error. */
const unexpected = (message: string) => ({ status: 500, contentType: "", body: message });

/** The input of queries besides the ids of their path. */
const fixed: Record<string, Record<string, unknown>> = {
  "locations.states": { countryCode: "AU" },
  "stockFeeds.list": { supplierId: 1 },
  "stockFeeds.get": { id: 1 },
  "stockFeeds.columns": { id: 1 },
  "categories.excelExport": { marketplaceId: 1 },
  "categories.imports": { marketplaceId: 1 },
  "categories.lastImport": { marketplaceId: 1 },
  "categories.get": { groupId: 1, fullName: "Furniture" },
  "products.neighbour": { step: "next" },
  "products.excelReferralsExport": { fromDate: "2020-01-01T00:00:00Z", toDate: "2099-01-01T00:00:00Z" },
  "orders.lineItemTransactions": { orderId: 1, lineItemId: 1 },
  "shipments.packagingSlips": { ids: 1 },
  "invoices.exportAll": { marketplaceId: 1 },
  "invoices.exportReconciliation": {
    marketplaceId: 1,
    fromDate: "2020-01-01T00:00:00Z",
    toDate: "2099-01-01T00:00:00Z",
  },
  "invoices.export": { invoiceId: 1 },
  "invoices.eInvoice": { id: 1 },
  "customers.export": { ids: 1 },
  "files.barcode": { trackingNumber: "AB 123" },
  "discussion.list": { about: "order", recordId: 1 },
  "discussion.people": { about: "order", recordId: 1 },
  "approvals.get": { forDecision: true },
};

/** The demo has no imports, no pictures that were sent, no work to undo, and nobody knows secrets of its addresses. */
const withoutRecords = [
  "processing.get",
  "suppliers.excelImportResult",
  "suppliers.excelImportRefused",
  "applications.own",
  "applications.document",
  "marketplaces.feed",
  "categories.importResult",
  "categories.importRefused",
  "products.sourceFile",
  "products.pictureUpload",
  "products.excelImportResult",
  "products.excelImportChanges",
  "products.excelImportRefused",
  "commissionRules.why",
  "orders.excelImportResult",
  "orders.excelImportRefused",
  "charges.excelImportResult",
  "charges.excelImportRefused",
  "books.billFile",
  "history.undoable",
];

const isFile = ({ responses }: Described) => "304" in responses;

/** Returns inputs with the ids that the list of these records answers, such as `Suppliers` for `suppliers/{id}`. */
async function inputsFor(path: string, described: Described): Promise<Record<string, unknown>[]> {
  const { operationId, parameters = [] } = described;
  const given = fixed[operationId] ?? {};
  const [, list = "", name = ""] = /^(.*?)\/\{(\w+)\}/.exec(path) ?? [];
  const listed = all.find((one) => one.method === "get" && one.path.toLowerCase() === list.toLowerCase());
  if (name in given || name === "") {
    const isPaged = parameters.some((one) => one.name === "pageSize");
    return [{ ...given, ...(isPaged && { pageSize: 200 }) }];
  }
  const { body } = listed
    ? await answerTo(callers.operator, { url: `${listed.path}?pageSize=${isFile(described) ? 1 : 8}` })
    : { body: "[]" };
  const answer: { id: unknown }[] | { items: { id: unknown }[] } = JSON.parse(body);
  const ids = (Array.isArray(answer) ? answer : answer.items).map(({ id }) => id);
  return (ids.length > 0 ? ids : known.uuids.slice(0, 3)).map((id) => ({ ...given, [name]: id }));
}

describe("the OpenAPI document", () => {
  test("describes every answer to a GET of the demo's records, for all kinds of callers", async () => {
    const differences: string[] = [];
    const without: string[] = [];
    for (const { path, described } of all.filter(({ method }) => method === "get")) {
      const statuses = new Set<number>();
      // A file is made in the same way for everybody.
      for (const input of await inputsFor(path, described))
        for (const caller of isFile(described) ? [callers.operator] : Object.values(callers)) {
          const query = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`));
          const request = {
            url: put(path, input),
            query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
          };
          const answer = await answerTo(caller, request);
          statuses.add(answer.status);
          const difference = judge(path, "get", answer);
          if (difference !== "") differences.push(`${described.operationId} ${JSON.stringify(request)}: ${difference}`);
        }
      if (!statuses.has(200)) without.push(described.operationId);
    }
    expect(differences).toEqual([]);
    expect(without).toEqual(withoutRecords);
  }, 240_000);

  test(`describes the answers to ${count} requests that are made from it (OUTSIDE_SEED=${seed})`, async () => {
    const usual = all.filter(({ described }) => !leftOut.includes(described.operationId));
    const request = fc.oneof(
      ...usual.map((one) => ({
        // Making a file takes as long as many other answers.
        weight: isFile(one.described) ? 1 : 6,
        arbitrary: fc.record({
          one: fc.constant(one),
          by: fc.constantFrom("operator", "operator", "operator", "supplier", "supplier", "reader", "nobody"),
          made: requestsTo(one.described, known),
        }),
      })),
    );
    const differences = new Map<string, string>();
    const statuses: Record<number, number> = {};
    for (const { one, by, made } of fc.sample(request, { numRuns: count, seed })) {
      const { path, method, described } = one;
      const sent = await requestOf(path, method, described, made);
      const answer = await answerTo(callers[by], sent).catch(({ message }: Error) => unexpected(message));
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const difference = judge(path, method, answer);
      const what = `${described.operationId} ${answer.status} ${difference.slice(0, 60)}`;
      if (difference !== "") differences.set(what, `${by} ${JSON.stringify({ ...made, path })}: ${difference}`);
    }
    console.log(`Answers by status: ${JSON.stringify(statuses)}`);
    expect(Object.fromEntries(differences)).toEqual({});
    expect(statuses[200]).toBeGreaterThan(count / 10);
  }, 7_200_000);
});

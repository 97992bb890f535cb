import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { FileLocation } from "#contract/enumerations.ts";
import type { Operation } from "#contract/operation.ts";
import { allOperations } from "#contract/operations.ts";
import { startApi, urlOf } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const url = "/api/v1/suppliers/AddSupplier";

let user: TestUser;
let plausible: unknown[];
beforeAll(async () => {
  user = await api.aUser({ roles: ["Administrator"] });
  const logo = await api.aFile({ location: FileLocation.supplierLogo, createdBy: user.id });
  const words = ["a@b.example", "<p>Text</p>", "AU", "WA", "name", "Ascending", "6160", "(08) 5550 1234", "true"];
  plausible = [await api.aSupplier({ address: {} }), await api.anAddress(), logo, ...words];
});

function post(payload: string | Buffer, headers: Record<string, string> = { "content-type": "application/json" }) {
  return api.send(user, { method: "POST", url, payload, headers });
}

test.each([
  ["\\u0000", "Shown", { Shown: "\u0000" }],
  ["half of a pair of surrogates", "Shown", { Shown: "\ud800" }],
])("a text that cannot be stored is refused in fields that nobody types, too: %s", async (_what, field, given) => {
  const input = { Id: randomUUID(), SupplierId: plausible[0], BillingAddressId: plausible[1], ...given };
  const response = await api.send(user, {
    method: "POST",
    url: "/api/v1/suppliers/UpdateSupplierAddress",
    payload: input,
  });
  expect([response.statusCode, response.json().errors]).toEqual([
    422,
    { [field]: ["This contains a character that cannot be saved. Please type it again."] },
  ]);
});

describe("a malformed body", () => {
  test.each([
    ["not JSON", "SupplierName=A", 400],
    ["truncated", '{"SupplierName":"A","Primary', 400],
    ["empty", "", 400],
    ["not UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ["with __proto__", '{"SupplierName":"A","__proto__":{"isAdmin":true}}', 400],
    ["with constructor.prototype", '{"constructor":{"prototype":{"isAdmin":true}}}', 400],
    ["an array", "[]", 400],
    ["a string", '"SupplierName"', 400],
    ["a number", "7", 400],
    ["null", "null", 422],
    ["an empty object", "{}", 422],
    ["nested deeply", "[".repeat(200_000) + "]".repeat(200_000), 400],
    ["nested deeply inside a field", `{"SupplierName":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`, 422],
    ["larger than 1 MB", JSON.stringify({ SupplierName: "x".repeat(1024 * 1024) }), 413],
  ])("is refused if it is %s", async (_what, payload, status) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(status);
    expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(response.json()).toMatchObject({
      status,
      message: expect.stringMatching(/^[A-Z].{10}/),
      requestId: expect.any(String),
    });
    expect("isAdmin" in {}).toBe(false);
  });

  test.each(["text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense"])(
    "is refused as %s",
    async (type) => {
      expect((await post("SupplierName=A", { "content-type": type })).statusCode).toBe(415);
    },
  );
});

describe("an invalid field", () => {
  test.each([
    ["a list instead of text", ["A"]],
    ["an object instead of text", { a: 1 }],
    ["a number instead of text", 7],
    ["with NUL", "A\u0000B"],
    ["with half a surrogate pair", "A\ud83e"],
    ["too long", "x".repeat(256)],
  ])("is named in the errors: %s", async (_what, SupplierName) => {
    const response = await post(JSON.stringify({ SupplierName, PrimaryContactEmail: "a@b.example" }));
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().errors)).toContain("SupplierName");
  });
});

describe("a path of the API", () => {
  test.each([
    "/api/v1/suppliers/abc",
    "/api/v1/suppliers/0",
    "/api/v1/suppliers/-1",
    "/api/v1/suppliers/1.5",
    "/api/v1/suppliers/99999999999",
    "/api/v1/suppliers/%00",
    "/api/v1/files/nonsense",
  ])("with a malformed id answers 404: %s", async (path) => {
    expect((await api.send(user, { url: path })).statusCode).toBe(404);
  });

  test.each(["/api/v1/suppliers/%zz", "/api/v1/files/image/%ff", "/%"])(
    "with broken escapes is refused: %s",
    async (path) => {
      expect((await api.send(user, { url: path })).statusCode).toBe(400);
    },
  );

  test("that is extremely long is refused", async () => {
    expect((await api.send(user, { url: `/api/v1/suppliers/${"1".repeat(5_000)}` })).statusCode).toBe(400);
  });

  test.each(["/api/v1/nothing", "/", "/api/v1", "/api/v1/suppliers/1/2/3"])(
    "that does not exist answers 404: %s",
    async (path) => {
      const response = await api.send(user, { url: path });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ title: "Not found", message: "There is no such address in this API." });
    },
  );

  test("is case-insensitive", async () => {
    for (const path of ["/api/v1/suppliers", "/API/V1/SUPPLIERS", "/api/v1/Users/Permissions"]) {
      expect((await api.send(user, { url: path })).statusCode).toBe(200);
    }
  });

  test("answers other methods with 404, and HEAD without a body", async () => {
    expect((await api.send(user, { method: "DELETE", url: "/api/v1/suppliers" })).statusCode).toBe(404);
    expect(await api.send(user, { method: "HEAD", url: "/api/v1/suppliers" })).toMatchObject({
      statusCode: 200,
      body: "",
    });
  });
});

describe("for any input", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    fc.constantFrom(
      "",
      "\u0000",
      "\ud800",
      "__proto__",
      "constructor",
      "%",
      "'",
      "\\",
      "<script>",
      "../../etc/passwd",
      "1e309",
      "NaN",
      "😀".repeat(200),
    ),
    fc.double(),
    fc.integer(),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, true, [], {}, Number.MAX_SAFE_INTEGER, -1, 2_147_483_648),
    fc.uuid(),
  );
  test.each(allOperations())("%s never answers with an internal error", async (_name, operation) => {
    const value = fc.oneof(nasty, fc.constantFrom(...plausible));
    const fields = fc.record(Object.fromEntries(Object.keys(operation.input.shape).map((key) => [key, value])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(fields, async (input) => {
        const { statusCode } = await api.send(
          user,
          operation.method === "POST" ? bodyOf(operation, input) : addressOf(operation, input),
        );
        expect(statusCode).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });

  const bodyOf = (operation: Operation, input: Record<string, unknown>) => ({
    method: "POST" as const,
    url: urlOf(operation),
    payload: input,
  });

  const addressOf = (operation: Operation, input: Record<string, unknown>) => {
    const wellFormed = (sent: unknown) =>
      Buffer.from(typeof sent === "string" ? sent : (JSON.stringify(sent) ?? "")).toString();
    const sent = Object.fromEntries(Object.entries(input).map(([key, sentValue]) => [key, wellFormed(sentValue)]));
    return { method: "GET" as const, url: `${urlOf(operation, sent)}?${new URLSearchParams(sent)}` };
  };
});

import { describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import { build } from "#api/server/build.ts";
import { configurationSchema } from "#contract/configuration/schema.ts";
import { allOperations, operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";

const api = await startApi();

describe("the public configuration", () => {
  test("can be read without signing in, and tells the back office where to sign in", async () => {
    const answer = await api.ok(undefined, operations.configuration.get, {});
    expect(configurationSchema.parse(answer)).toMatchObject({
      identity: {
        authority: "http://localhost:3001/identity",
        clientId: "countinghouse",
        redirectUrl: "http://localhost:3000/auth-callback",
      },
      defaultTimeZone: "Australia/Sydney",
      gstRate: 0.1,
    });
  });

  test("contains no secret", async () => {
    const { raw } = await api.call(undefined, operations.configuration.get, {});
    expect(raw.body).not.toMatch(/secret/i);
  });
});

describe("the API description", () => {
  test("lists every operation with its method, path and name", async () => {
    const document = (await api.send(undefined, { url: "/openapi.json" })).json();
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Countinghouse" },
      components: { securitySchemes: { bearer: { type: "http" } } },
    });
    for (const [name, { method, path }] of allOperations()) {
      expect(document.paths[`/api/v1/${path}`]?.[method.toLowerCase()], name).toMatchObject({ operationId: name });
    }
  });

  test("lists nothing but operations, not the pages, scripts and style sheets of the sign-in", async () => {
    const { paths } = (await api.send(undefined, { url: "/openapi.json" })).json();
    const known = new Set(allOperations().map(([, { path }]) => `/api/v1/${path}`));
    expect(Object.keys(paths).filter((path) => !known.has(path))).toEqual([]);
  });

  test("describes the input of commands and the output of queries", async () => {
    const { paths } = (await api.send(undefined, { url: "/openapi.json" })).json();
    const body = paths["/api/v1/suppliers/AddSupplier"].post.requestBody.content["application/json"].schema;
    expect(body.required).toEqual(expect.arrayContaining(["SupplierName", "PrimaryContactEmail", "Id"]));
    expect(body.properties.SupplierName).toMatchObject({ type: "string", maxLength: 255 });
    const row = paths["/api/v1/Suppliers"].get.responses["200"].content["application/json"].schema;
    expect(row.properties).toHaveProperty("totalCount");
  });

  test("describes the errors of every operation, and which need no token", async () => {
    const { paths, components } = (await api.send(undefined, { url: "/openapi.json" })).json();
    for (const [name, { method, path, permission }] of allOperations()) {
      const described = paths[`/api/v1/${path}`][method.toLowerCase()];
      expect(described.responses.default, name).toEqual({ $ref: "#/components/responses/Problem" });
      expect(described.security, name).toEqual(permission === "anyone" ? [] : undefined);
    }
    expect(components.schemas.Problem.properties).toHaveProperty("message");
    expect(Object.keys(components.responses.Problem.content)).toEqual(["application/problem+json"]);
  });

  test("says in words what an operation does, who may call it, and what its areas are about", async () => {
    const { paths, tags } = (await api.send(undefined, { url: "/openapi.json" })).json();
    const place = paths["/api/v1/orders/PlaceOrder"].post;
    expect(place.summary).toBe("Places a whole order, once for each marketplace and number");
    expect(place.description).toContain(
      "The same content gets the same answer.\n\n- Needs the permission `orders.add`",
    );
    expect(place.description).toContain("- Keys need the scope `orders.place` (Place orders).");
    expect(paths["/api/v1/suppliers/SetCarrierKey"].post.description).toContain("must have signed in within the last");
    expect(paths["/api/v1/files/upload"].post.description).toContain("At most 10 files in the field `files`, each of");
    const named = new Set(tags.map(({ name, description }: Record<string, string>) => description && name));
    const used = Object.values<Record<string, { tags: string[] }>>(paths).flatMap(Object.values);
    expect(used.filter(({ tags: [area] }) => !named.has(area))).toEqual([]);
  });

  test("names the refusals of an operation, and the list of records that use the one to be deleted", async () => {
    const { paths } = (await api.send(undefined, { url: "/openapi.json" })).json();
    const statuses = (path: string, method: string) => Object.keys(paths[path][method].responses);
    expect(statuses("/api/v1/configuration", "get")).toEqual(["200", "400", "429", "default"]);
    expect(statuses("/api/v1/orders/{id}", "get")).toEqual([
      "200",
      "400",
      "401",
      "403",
      "404",
      "422",
      "429",
      "default",
    ]);
    expect(statuses("/api/v1/shippingRules/DeleteShippingRule", "post")).toEqual([
      "200",
      "400",
      "401",
      "403",
      "404",
      "409",
      "413",
      "415",
      "422",
      "429",
      "500",
      "default",
    ]);
  });

  test("describes the files that are sent and answered", async () => {
    const { paths } = (await api.send(undefined, { url: "/openapi.json" })).json();
    const form = (path: string) => paths[path].post.requestBody.content["multipart/form-data"].schema;
    expect(form("/api/v1/products/ExcelImport")).toMatchObject({
      properties: { file: { type: "string", format: "binary" } },
      required: ["file"],
    });
    expect(form("/api/v1/files/upload").properties).toMatchObject({
      fileLocation: expect.anything(),
      files: { type: "array", items: { type: "string", format: "binary" } },
    });
    expect(paths["/api/v1/products/ExcelExport"].get.responses["200"].content).toEqual({
      "*/*": { schema: { type: "string", format: "binary" } },
    });
  });

  test("contains the schemas that it refers to, and no others", async () => {
    const document = (await api.send(undefined, { url: "/openapi.json" })).json();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name = ""]) => name,
    );
    expect(references.length).toBeGreaterThan(0);
    expect([...new Set(references)].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  test("is available as a page whose own policy allows its scripts", async () => {
    const page = await api.send(undefined, { url: "/docs/reference/" });
    expect([page.statusCode, String(page.headers["content-type"])]).toEqual([
      200,
      expect.stringContaining("text/html"),
    ]);
    expect(String(page.headers["content-security-policy"])).toContain("script-src 'self'");
  });
});

describe("the health of the process", () => {
  test("is up, and is ready when the database responds", async () => {
    expect((await api.send(undefined, { url: "/healthz" })).json()).toEqual({ status: "up", schedules: [] });
    expect((await api.send(undefined, { url: "/readyz" })).json()).toEqual({ status: "ready" });
  });
});

describe("a process that is shutting down", () => {
  test("is not ready, still answers, and closes connections after the next response", async () => {
    const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone" });
    const jobs = { enqueue: async () => {} };
    const closing = await build({
      config,
      database: api.database,
      jobs,
      verifyToken: async () => ({}),
      isClosing: () => true,
    });
    const ready = await closing.inject("/readyz");
    expect([ready.statusCode, ready.json().message]).toEqual([503, "This process is about to end."]);
    const answer = await closing.inject("/api/v1/configuration");
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, "close"]);
    expect((await api.send(undefined, { url: "/api/v1/configuration" })).headers.connection).not.toBe("close");
    await closing.close();
  });
});

describe("every response", () => {
  test.each([
    "/api/v1/configuration",
    "/api/v1/suppliers",
    "/api/v1/nothing",
    "/api/v1/files/image/x",
    "/api/v1/files/barcode/ABC",
    "/api/v1/orders",
    "/healthz",
    "/openapi.json",
    "/%zz",
  ])("has the security headers: %s", async (url) => {
    const { headers } = await api.send(undefined, { url });
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cache-control": expect.any(String),
    });
    expect(headers).not.toHaveProperty("x-powered-by");
  });

  test("with personal data is not cacheable", async () => {
    const { raw } = await api.call(await api.aUser({}), operations.users.permissions, {});
    expect(raw.headers["cache-control"]).toBe("no-store");
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiRefusal, callOperation, openDownload } from "#app/services/request/api.server.ts";
import { log } from "#app/services/request/log.server.ts";
import { files } from "#contract/files/operations.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { supplierRows } from "#tests/support/services/stub-api.ts";
import {
  type Answer,
  cutAfter,
  cutOff,
  json,
  type Received,
  StubServer,
  text,
} from "#tests/support/services/stub-server.ts";
import { tooLate } from "#tests/support/services/too-late.ts";
import { api } from "#tests/support/services/world.ts";

const leak = "SELECT * FROM people at connection.ts:12";
const aCommand = {
  SupplierName: "Acacia",
  PrimaryContactEmail: "orders@acacia.example",
  Id: "6f7e8b1c-6a37-4f0f-9a0c-3a1a1d1c1b1a",
};
const anUpdate = {
  SupplierId: 1,
  ABN: "",
  BSB: "",
  AccountNumber: "",
  AccountName: "",
  BillingContactEmails: "a@b.example",
  Id: aCommand.Id,
};

const list = () => callOperation(suppliers.list, { name: "aca" }, { token: "the token" });
const add = () => callOperation(suppliers.add, aCommand, { token: "the token" });
const update = () => callOperation(suppliers.updateFinancialDetails, anUpdate);

async function refusalOf(context: Promise<unknown>): Promise<ApiRefusal> {
  const refusal = await context.catch((error: unknown) => error);
  if (refusal instanceof ApiRefusal) return refusal;
  throw new Error(`It was not refused, but: ${JSON.stringify(refusal)}`);
}

beforeEach(() => {
  vi.spyOn(log, "error");
});

describe("a request to the API", () => {
  it("carries the parameters of a query in its URL, and the user's token", async () => {
    expect((await list()).items).toEqual(supplierRows);
    const [{ query, headers }] = api.received("GET /api/v1/suppliers") as [Received];
    expect([...query]).toEqual([["name", "aca"]]);
    expect(headers.authorization).toBe("Bearer the token");
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("carries a command as JSON", async () => {
    expect(await add()).toBe(61);
    const [{ body, headers }] = api.received("POST /api/v1/suppliers/AddSupplier") as [Received];
    expect(JSON.parse(body)).toEqual(aCommand);
    expect(headers["content-type"]).toBe("application/json");
  });

  it.each(["ExcelExport", "../users/permissions", "1/../../secrets", "1?x=y", "1#x", "a b", "ä", ""])(
    "is not sent with “%s” in place of an id, which might be the address of another operation",
    async (id) => {
      const fetched = vi.spyOn(globalThis, "fetch");
      const refusal = await refusalOf(callOperation(suppliers.get, { id } as never));
      expect(refusal.status).toBe(404);
      expect(fetched).not.toHaveBeenCalled();
      fetched.mockRestore();
    },
  );

  it("escapes a text of the path as one segment", async () => {
    await openDownload(files.barcode, { trackingNumber: "A/1 ?#" }, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    expect(api.received("GET /api/v1/files/barcode/A%2F1%20%3F%23")).toHaveLength(1);
  });

  it("accepts an empty response to a command without a result", async () => {
    api.on(
      "POST /api/v1/suppliers/UpdateSupplierFinancialDetails",
      (_, response) => void response.writeHead(204).end(),
    );
    expect(await update()).toBeNull();
  });

  it("drops fields that the contract does not declare", async () => {
    api.on("GET /api/v1/suppliers", json({ items: [{ id: 1, name: "Acacia", secret: leak }], totalCount: 1 }));
    expect((await list()).items).toEqual([{ id: 1, name: "Acacia" }]);
  });

  it("times out after 10 seconds for a query and 30 for a command", async () => {
    const given: number[] = [];
    api.on("GET /api/v1/suppliers", tooLate(given));
    expect((await refusalOf(list())).status).toBe(503);
    api.on("POST /api/v1/suppliers/AddSupplier", tooLate(given));
    expect((await refusalOf(add())).status).toBe(503);
    expect(given).toEqual([10_000, 30_000]);
  });

  it("times out if the response stops in the middle", async () => {
    const late = tooLate();
    api.on("GET /api/v1/suppliers", (received, response) => {
      response
        .writeHead(200, { "content-type": "application/json" })
        .write('{"items": [', () => late(received, response));
    });
    expect((await refusalOf(list())).status).toBe(503);
  });
});

describe("an API with an invalid response counts as unavailable", () => {
  const answers: Record<string, Answer> = {
    "drops the connection": cutOff,
    "drops the connection in the middle of a response": cutAfter('{"items": ['),
    "responds without JSON": text("<h1>Welcome to nginx</h1>"),
    "responds with an empty body": text(""),
    "responds with null": json(null),
    "violates the contract": json({ items: [{ id: "one" }], totalCount: 1 }),
    "responds with a list of another type": json([1, 2, 3]),
    "responds 500 with a page": text(`<h1>${leak}</h1>`, "text/html", 500),
    "responds 500 with messages": json(
      { status: 500, message: leak, title: leak, errors: { SupplierName: [leak] } },
      500,
    ),
    "responds 502 with an empty body": text("", "text/html", 502),
    "redirects to another site": (_, response) =>
      void response.writeHead(302, { location: "http://elsewhere.example/" }).end(),
  };

  it.each(Object.entries(answers))("when it %s", async (_, answer) => {
    api.on("GET /api/v1/suppliers", answer).on("POST /api/v1/suppliers/AddSupplier", answer);
    for (const context of [list, add]) {
      const refusal = await refusalOf(context());
      expect(refusal).toMatchObject({ status: 503, reason: undefined, fields: {} });
      expect(refusal.message).not.toContain(leak);
    }
  });

  it.each(["<h1>Welcome to nginx</h1>", "null and void", '"done"'])(
    "when it responds to a command without a result with %s",
    async (body) => {
      api.on("POST /api/v1/suppliers/UpdateSupplierFinancialDetails", text(body));
      expect((await refusalOf(update())).status).toBe(503);
    },
  );

  it("when nothing listens on its port", async () => {
    const gone = await new StubServer().start();
    const port = gone.port;
    await gone.stop();
    vi.stubEnv("API_URL", `http://localhost:${port}`);
    vi.resetModules();
    const fresh = await import("#app/services/request/api.server.ts");
    const refusal = await fresh.callOperation(suppliers.list, {}).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: "ApiRefusal", status: 503, reason: undefined });
  });

  it("and the error is logged without the token", async () => {
    api.on("GET /api/v1/suppliers", cutOff);
    await refusalOf(list());
    expect(log.error).toHaveBeenCalled();
    expect(JSON.stringify(vi.mocked(log.error).mock.calls)).not.toContain("the token");
  });
});

describe("a refusal of the API", () => {
  const refuse = (body: unknown, status = 400) => api.on("POST /api/v1/suppliers/AddSupplier", json(body, status));

  it("keeps its message and its messages by field", async () => {
    refuse({ status: 400, message: "That name is taken.", errors: { SupplierName: ["Please choose another."] } });
    expect(await refusalOf(add())).toMatchObject({
      status: 400,
      reason: "That name is taken.",
      fields: { SupplierName: ["Please choose another."] },
    });
  });

  it.each([500, 409])(
    "that is a list, with status %i, means that a record is in use, not that the API is down",
    async (status) => {
      const users = [{ id: 7, name: "Tray" }];
      refuse(users, status);
      expect(await refusalOf(add())).toMatchObject({ status: 409, reason: undefined, body: users });
    },
  );

  it("is cut to 300 characters for the message and for each field", async () => {
    refuse({ message: "x".repeat(5_000), errors: { SupplierName: ["y".repeat(5_000)] } }, 409);
    const { reason, fields } = await refusalOf(add());
    expect(reason).toHaveLength(300);
    expect(fields.SupplierName?.[0]).toHaveLength(300);
  });

  it.each([401, 403, 404, 409, 413, 422, 429])("keeps its status %i", async (status) => {
    refuse({ status }, status);
    expect(await refusalOf(add())).toMatchObject({ status, reason: undefined, fields: {} });
  });

  it.each([[{ message: 5 }], [{ errors: { SupplierName: "taken" } }], [{ errors: ["no"] }], ["no"], [null], [42]])(
    "with a body like %j has no message",
    async (body) => {
      refuse(body);
      expect(await refusalOf(add())).toMatchObject({ status: 400, reason: undefined, fields: {} });
    },
  );

  it("that is an HTML page has no message", async () => {
    api.on("POST /api/v1/suppliers/AddSupplier", text(`<h1>${leak}</h1>`, "text/html", 403));
    expect(await refusalOf(add())).toMatchObject({ status: 403, reason: undefined });
  });
});

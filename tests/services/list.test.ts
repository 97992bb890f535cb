import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ListData } from "#app/lib/list-state.ts";
import { marketplaceFilter, supplierFilter } from "#app/services/forms/pickers.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { users } from "#contract/users/operations.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { supplierRows } from "#tests/support/services/stub-api.ts";
import { cutOff, json, type Received, text } from "#tests/support/services/stub-server.ts";
import { visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const west = { value: "WA", label: "Western Australia" };
const loader = screen((context) =>
  loadList(context, suppliers.list, {
    buttons: { canAdd: suppliers.add },
    defaults: { state: "WA" },
    options: { state: async () => [west] },
  }),
);
const withoutDefaults = screen((context) => loadList(context, suppliers.list, { buttons: {} }));

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

/** The query that the API receives when the list is opened with these parameters. */
async function asked(search: string): Promise<Record<string, string>> {
  await visit(withoutDefaults, `/suppliers${search}`, jar);
  const [{ query }] = api.received("GET /api/v1/suppliers") as [Received];
  return Object.fromEntries(query);
}

const usual = {
  pageSize: "20",
  pageNumber: "1",
  includeTotalCount: "true",
  sortFieldName: "name",
  sortDirection: "Ascending",
};

describe("a list", () => {
  it("requests the filters, page and sort order of the URL", async () => {
    expect(await asked("?name=aca&page=2&sort=city&direction=desc")).toEqual({
      ...usual,
      name: "aca",
      pageNumber: "2",
      sortFieldName: "city",
      sortDirection: "Descending",
    });
  });

  it("has rows, a count, its state and its buttons", async () => {
    expect((await visit(loader, "/suppliers?name=aca", jar)).body).toEqual({
      filters: { name: "aca", state: "WA" },
      defaults: { state: "WA" },
      options: { state: [west] },
      page: 1,
      pageSize: 20,
      sort: "name",
      direction: "Ascending",
      rows: supplierRows,
      totalCount: 60,
      isMoreThanCounted: false,
      failed: false,
      may: { canAdd: true },
    });
  });

  it("knows if there are more rows than were counted", async () => {
    api.on("GET /api/v1/suppliers", json({ items: supplierRows, totalCount: 10_000, isMoreThanCounted: true }));
    expect((await visit(loader, "/suppliers", jar)).body).toMatchObject({
      totalCount: 10_000,
      isMoreThanCounted: true,
    });
  });

  it("hides buttons for which the user has no permission", async () => {
    api.on("GET /api/v1/users/permissions", json({ suppliers: { view: true } }));
    expect((await visit(loader, "/suppliers", jar)).body).toMatchObject({ may: { canAdd: false } });
  });

  it.each([
    "?page=0",
    "?page=-1",
    "?page=two",
    "?page=1.5",
    "?page=99999999999",
    "?sort=password",
    "?sort=__proto__",
    "?sort=name%3B+drop+table",
    "?direction=sideways",
    "?direction=constructor",
    "?pageSize=100000",
    "?includeTotalCount=false",
    "?name=%00",
    "?name=",
    "?name=%20",
    "?nonsense=1&__proto__=2",
    "?page=%ff",
  ])("ignores invalid query parameters: %s", async (search) => {
    const { name, ...rest } = await asked(search);
    expect(rest).toEqual(usual);
    expect(name?.trim() || undefined).toBeUndefined();
  });

  it("names the filters of the address that it ignores, because their values are not valid", async () => {
    const states = screen((context) => loadList(context, shipments.list, { buttons: {} }));
    api.usually("GET /api/v1/Shipments", json({ items: [], totalCount: 0 }));
    const leftOut = async (search: string) =>
      ((await visit(states, `/shipments${search}`, jar)).body as ListData<object>).leftOut;
    expect(await leftOut("?status=2&searchText=a")).toBeUndefined();
    expect(await leftOut(`?searchText=${"x".repeat(300)}`)).toBeUndefined();
    expect(await leftOut("?status=soon&supplierId=%00&searchText=a")).toBe(
      "This list does not understand “supplierId=%00”, “status=soon” in its address, so that was ignored.",
    );
  });

  it("truncates a search text that is too long, and shows the truncated text in its filter", async () => {
    const longest = "x".repeat(255);
    const { body } = await visit(withoutDefaults, `/suppliers?name=${longest}yz`, jar);
    const [{ query }] = api.received("GET /api/v1/suppliers") as [Received];
    expect([query.get("name"), (body as { filters: object }).filters]).toEqual([longest, { name: longest }]);
  });

  it("is shown if the options of a filter cannot be loaded, with only the selected one", async () => {
    const withRoles = screen((context) =>
      loadList(context, suppliers.list, {
        buttons: {},
        options: {
          state: async () =>
            (await context.api(users.availableRoles, {})).map((role) => ({ value: role, label: role })),
        },
      }),
    );
    api.on("GET /api/v1/users/availableRoles", cutOff);
    const { status, body } = await visit(withRoles, "/suppliers?state=wa", jar);
    expect([status, body]).toMatchObject([
      200,
      { rows: supplierRows, failed: false, options: { state: [{ value: "wa", label: "wa" }] } },
    ]);
  });

  it("uses the first of repeated parameters", async () => {
    expect(await asked("?name=one&name=two&page=3&page=4")).toEqual({ ...usual, name: "one", pageNumber: "3" });
  });
});

describe("the options of a filter", () => {
  const bySupplier = screen((context) =>
    loadList(context, suppliers.list, { buttons: {}, options: { state: () => marketplaceFilter(context) } }),
  );
  const asks = () => api.received("GET /api/v1/marketplaces").length;
  beforeEach(() => api.on("GET /api/v1/marketplaces", json({ items: [{ id: 1, name: "Bazaar" }], totalCount: 1 })));

  it("are asked for once, for all pages of a session", async () => {
    for (const page of [1, 2, 3]) {
      const { body } = await visit(bySupplier, `/suppliers?page=${page}`, jar);
      expect(body).toMatchObject({ options: { state: [{ value: "1", label: "Bazaar" }] } });
    }
    expect(asks()).toBe(1);
    await visit(bySupplier, "/suppliers", await signedInWith());
    expect(asks()).toBe(2);
  });

  it("are asked for again after a command of the same user", async () => {
    await visit(bySupplier, "/suppliers", jar);
    await visit(
      screen((context) =>
        context.api(suppliers.verifyBankDetails, { SupplierId: 1, Id: randomUUID() }).catch(() => null),
      ),
      "/suppliers/1",
      jar,
    );
    await visit(bySupplier, "/suppliers", jar);
    expect(asks()).toBe(2);
  });

  it("are asked for again once the user's permissions have changed", async () => {
    await visit(bySupplier, "/suppliers", jar);
    api.on("GET /api/v1/users/permissions", json({ suppliers: { view: true } }));
    await vi.waitFor(async () => {
      await visit(bySupplier, "/suppliers", jar);
      expect(asks()).toBe(2);
    });
  });
});

describe("dates in the URL", () => {
  const ofDays = screen((context) =>
    loadList(context, orders.list, { buttons: {}, days: { fromDate: "start", toDate: "end" } }),
  );

  it("are requested as whole days in the configured time zone, and are shown as dates", async () => {
    api.on("GET /api/v1/orders", json({ items: [], totalCount: 0 }));
    const { body } = await visit(ofDays, "/orders?fromDate=2026-10-04&toDate=2026-10-05", jar);
    const [{ query }] = api.received("GET /api/v1/orders") as [Received];
    expect([query.get("fromDate"), query.get("toDate")]).toEqual([
      "2026-10-03T14:00:00.000Z",
      "2026-10-05T12:59:59.999Z",
    ]);
    expect(body).toMatchObject({ filters: { fromDate: "2026-10-04", toDate: "2026-10-05" } });
  });

  it.each(["2026-02-30", "2026-10-03T14:00:00Z", "0026-10-04", "today", ""])(
    "are ignored if invalid: %s",
    async (day) => {
      api.on("GET /api/v1/orders", json({ items: [], totalCount: 0 }));
      await visit(ofDays, `/orders?${new URLSearchParams({ fromDate: day })}`, jar);
      const [{ query }] = api.received("GET /api/v1/orders") as [Received];
      expect(query.has("fromDate")).toBe(false);
    },
  );
});

describe("a list that can't be loaded", () => {
  it.each([
    ["the API is down", cutOff],
    ["the API fails", text("", "text/html", 500)],
    ["the answer is garbage", text("hello")],
  ])("is shown with status 503 and its filters if %s", async (_, answer) => {
    api.on("GET /api/v1/suppliers", answer);
    const { status, body } = await visit(loader, "/suppliers?name=aca&page=2", jar);
    expect(status).toBe(503);
    expect(body).toMatchObject({ failed: true, rows: [], totalCount: 0, filters: { name: "aca" }, page: 2, may: {} });
  });

  it("because the user has no permission is a page that explains it", async () => {
    api.on("GET /api/v1/suppliers", json({ message: "Ask your administrator." }, 403));
    expect(await visit(loader, "/suppliers", jar)).toMatchObject({
      status: 403,
      body: { status: 403, message: "Ask your administrator." },
    });
  });
});

describe("in one request", () => {
  it("the same query is sent once", async () => {
    const twice = screen(async (context) =>
      Promise.all([1, 2].map(() => context.api(suppliers.list, { name: "aca" }))),
    );
    const { body } = await visit(twice, "/suppliers", jar);
    expect((body as unknown[])[0]).toEqual((body as unknown[])[1]);
    expect(api.received("GET /api/v1/suppliers")).toHaveLength(1);
  });

  it("a different query is sent separately", async () => {
    await visit(
      screen(async (context) => Promise.all(["a", "b"].map((name) => context.api(suppliers.list, { name })))),
      "/suppliers",
      jar,
    );
    expect(api.received("GET /api/v1/suppliers")).toHaveLength(2);
  });

  it("caching ends with the request, so the next user gets a separate response", async () => {
    await visit(loader, "/suppliers", jar);
    await visit(loader, "/suppliers", await signedInWith({}, { subject: "8" }));
    const tokens = api.received("GET /api/v1/suppliers").map(({ headers }) => headers.authorization);
    expect(new Set(tokens).size).toBe(2);
  });
});

describe("permissions", () => {
  const permissions = screen((context) => context.api(users.permissions, {}));

  it("require a signed-in user", async () => {
    const { status, headers } = await visit(permissions, "/suppliers?name=aca", new CookieJar());
    expect(status).toBe(302);
    expect(headers.get("location")).toBe("/login?redirect=%2Fsuppliers%3Fname%3Daca");
  });

  it("end the session if the API refuses the token", async () => {
    api.on("GET /api/v1/users/permissions", json({}, 401));
    expect(await visit(permissions, "/suppliers", jar)).toMatchObject({ status: 401, body: { status: 401 } });
  });
});

describe("a filter by supplier", () => {
  const filtered = screen((context) =>
    loadList(context, orders.list, { buttons: {}, options: { supplierId: () => supplierFilter(context, "/orders") } }),
  );
  const many = (count: number) =>
    json({ items: Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `Supplier ${i + 1}` })) });
  beforeEach(() => {
    api.on("GET /api/v1/orders", json({ items: [], totalCount: 0 }));
    api.on("GET /api/v1/suppliers/250", json({ id: 250, name: "Wattle Works" }));
  });

  it("offers up to 200 suppliers in a select", async () => {
    api.on("GET /api/v1/suppliers", many(200));
    const { body } = await visit(filtered, "/orders", jar);
    expect((body as ListData<object>).options.supplierId).toHaveLength(200);
    expect(body).not.toHaveProperty("choosers");
  });

  it("is shown to staff of a single supplier only where the address sets it", async () => {
    api.on("GET /api/v1/users/permissions", json({ suppliers: { view: true } }));
    api.on("GET /api/v1/suppliers", many(1));
    expect((await visit(filtered, "/orders", jar)).body).toMatchObject({ hidden: ["supplierId"] });
    const { body } = await visit(filtered, "/orders?supplierId=1", jar);
    expect(body).not.toHaveProperty("hidden");
    expect((body as ListData<object>).options.supplierId).toHaveLength(1);
  });

  it("offers a page that chooses above that, and names the chosen one", async () => {
    api.on("GET /api/v1/suppliers", many(201));
    const { body } = await visit(filtered, "/orders?supplierId=250", jar);
    expect(body).toMatchObject({ choosers: { supplierId: "/orders/supplier" } });
    expect((body as ListData<object>).options.supplierId).toMatchObject([{ value: "250" }]);
    expect((await visit(filtered, "/orders", jar)).body).toMatchObject({ options: { supplierId: [] } });
  });
});

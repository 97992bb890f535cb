import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ListData } from "#app/lib/list-state.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { shellOf } from "#app/services/pages/shell.server.ts";
import { screen, shell } from "#app/services/request/route.server.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { supplierRows } from "#tests/support/services/stub-api.ts";
import { cutOff, json, type Received } from "#tests/support/services/stub-server.ts";
import { visit } from "#tests/support/services/visitor.ts";
import { api, authority } from "#tests/support/services/world.ts";

beforeAll(() => {
  const identity = { authority: authority.url, clientId: "back-office", scope: "openid" };
  api.usually("GET /api/v1/configuration", json({ identity, cdnBaseUrl: api.url, features: ["savedViews"] }));
});

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
  api.on("GET /api/v1/suppliers", json({ items: supplierRows, totalCount: 60 }));
});

const loader = screen((context) => loadList(context, suppliers.list, { views: "suppliers", buttons: {} }));

const view = {
  id: 7,
  list: "suppliers",
  name: "Perth",
  audience: "me",
  isDefault: false,
  isPinned: false,
  isForMe: true,
  query: "city=Perth&sort=name&direction=asc",
  columns: "",
  canEdit: true,
};
const views = (...items: object[]) => api.on("GET /api/v1/views", json({ items, canShare: false }));

const shown = async (search: string) =>
  ((await visit(loader, `/suppliers${search}`, jar)).body as ListData<object>).views;
const labels = async (search: string) => (await shown(search))?.links.map(({ label }) => label);

describe("a list", () => {
  it("offers its own views alone, and names the role of those that are for others", async () => {
    views(
      view,
      { ...view, id: 8, list: "orders" },
      { ...view, id: 9, name: "All", audience: "Finance", isForMe: false },
    );
    expect(await labels("?city=x")).toEqual(["Perth", "All (Finance)", "Save as a new view..."]);
  });

  it("knows whether other filters were chosen since a view was opened", async () => {
    views(view);
    expect((await shown("?city=Perth&view=7"))?.label).toBe("View: Perth");
    expect((await shown("?city=Albany&view=7"))?.label).toBe("View: Perth (changed)");
  });

  it("says what a view filters by that the list does not have", async () => {
    views({ ...view, query: "city=Perth&shipBy=late&brandId=3&sort=name" });
    const { body } = await visit(loader, "/suppliers?city=Perth&view=7", jar);
    expect((body as ListData<object>).leftOut).toBe(
      "The view “Perth” also filters by ship by, brand, which this list does not have. That is left out.",
    );
  });

  it("of an API without views has none", async () => {
    api.on("GET /api/v1/views", json({ status: 404 }, 404));
    const { body } = await visit(loader, "/suppliers", jar);
    expect(body).toMatchObject({ rows: supplierRows, failed: false });
    expect((body as ListData<object>).views).toBeUndefined();
  });

  it.each([
    [["everybody", "Operator", "me"], "me"],
    [["everybody", "Operator"], "Operator"],
    [["everybody"], "everybody"],
  ])("with the defaults of %s opens with that of %s", async (audiences, first) => {
    views(
      { ...view, id: 1, audience: "Finance", isForMe: false, isDefault: true },
      ...audiences.map((audience) => ({ ...view, audience, isDefault: true, query: `name=${audience}` })),
    );
    const { status, headers } = await visit(loader, "/suppliers", jar);
    expect([status, headers.get("location")]).toEqual([302, `/suppliers?name=${first}&view=7`]);
    expect((await visit(loader, "/suppliers?view=none", jar)).status).toBe(200);
  });
});

describe("the menu", () => {
  const entries = async () => {
    const { menu } = (await visit(shell(shellOf), "/products", jar)).body as Awaited<ReturnType<typeof shellOf>>;
    return menu[0]?.entries;
  };

  it("has at most 8 views, those for this person, with their counts", async () => {
    const pinned = { ...view, isPinned: true };
    views(
      { ...pinned, id: 1, isForMe: false },
      view,
      ...Array.from({ length: 9 }, (_, i) => ({ ...pinned, id: 20 + i, name: `View ${i}` })),
    );
    const shownEntries = await entries();
    expect(shownEntries?.map(({ label }) => label)).toEqual(Array.from({ length: 8 }, (_, i) => `View ${i}`));
    expect(shownEntries?.[0]).toEqual({
      label: "View 0",
      to: "/suppliers?city=Perth&sort=name&direction=asc&view=20",
      count: "60",
    });
    const [{ query }] = api.received("GET /api/v1/suppliers") as [Received];
    expect([query.get("city"), query.get("pageSize")]).toEqual(["Perth", "1"]);
  });

  it.each([
    ["cannot be counted", cutOff],
    ["is not counted within a second", () => undefined],
  ])("shows a view without a number if it %s", async (_, answer) => {
    views({ ...view, isPinned: true });
    api.on("GET /api/v1/suppliers", answer);
    expect(await entries()).toMatchObject([{ label: "Perth", count: undefined }]);
  });
});

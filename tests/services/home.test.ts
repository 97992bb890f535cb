import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loader as dashboard } from "#app/routes/dashboard.tsx";
import { shellOf } from "#app/services/pages/shell.server.ts";
import { shell } from "#app/services/request/route.server.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { visit } from "#tests/support/services/visitor.ts";
import { api, authority } from "#tests/support/services/world.ts";

beforeAll(() => {
  const identity = { authority: authority.url, clientId: "back-office", scope: "openid" };
  api.usually("GET /api/v1/configuration", json({ identity, cdnBaseUrl: api.url, features: ["home"] }));
  api.usually("GET /api/v1/home/movements", json(stillness));
});

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

/** Nothing moved, except where a test says otherwise. */
const stillness = { days: [], suppliers: [], products: [] };

const waits = (...entries: object[]) => api.on("GET /api/v1/home/waiting", json(entries));

it("the menu begins with the home page", async () => {
  const { menu } = (await visit(shell(shellOf), "/suppliers", jar)).body as Awaited<ReturnType<typeof shellOf>>;
  expect(menu[0]).toEqual({ heading: "", entries: [{ label: "Home", to: "/dashboard" }] });
});

describe("what waits", () => {
  it.each([
    [{ kind: "ordersLate", count: 1 }, "late order", "/orders?outstandingOrdersOnly=true&shipBy=late"],
    [
      { kind: "categoryImports", count: 1, marketplace: { id: 7, name: "Harbour" } },
      "of your imports of categories that refused rows on Harbour",
      "/marketplaces/7/categories/imports",
    ],
    [{ kind: "invoicesToNotify", count: 3 }, "invoices to notify suppliers of", "/invoices/notify"],
  ])("%j leads to its list", async (entry, what, to) => {
    waits(entry);
    const { body } = await visit(dashboard, "/dashboard", jar);
    expect(body).toMatchObject({ waiting: [{ count: entry.count, isMore: false, what, to }] });
  });

  it("has one line for all approvals, and a part for each marketplace and for what was resubmitted", async () => {
    const [harbour, bazaar] = [
      { id: 7, name: "Harbour" },
      { id: 8, name: "Bazaar" },
    ];
    waits(
      { kind: "approvals", count: 1_200, marketplace: bazaar },
      { kind: "approvals", count: 3, marketplace: harbour },
      { kind: "approvalsAgain", count: 1, marketplace: harbour },
      { kind: "problemProducts", count: 1 },
    );
    const { body } = await visit(dashboard, "/dashboard", jar);
    const list = "/product-approvals?showActiveOnly=true";
    expect(body).toMatchObject({
      waiting: [
        {
          count: 1_204,
          what: "products to approve",
          to: `${list}&showWaitingOnly=true`,
          parts: [
            { count: 1_200, what: "new on Bazaar", to: `${list}&marketplaceId=8&status=1` },
            { count: 3, what: "new on Harbour", to: `${list}&marketplaceId=7&status=1` },
            { count: 1, what: "resubmitted on Harbour", to: `${list}&marketplaceId=7&status=3` },
          ],
        },
        { count: 1, what: "problem product", parts: [] },
      ],
    });
  });

  it("says that there are more than were counted", async () => {
    waits({ kind: "ordersLate", count: 100_000, isMoreThanCounted: true });
    expect((await visit(dashboard, "/dashboard", jar)).body).toMatchObject({ waiting: [{ isMore: true }] });
  });

  it("is nothing where no list has anything", async () => {
    waits();
    expect((await visit(dashboard, "/dashboard", jar)).body).toMatchObject({ waiting: [] });
  });

  it("is not shown while the API is away", async () => {
    api.on("GET /api/v1/home/waiting", json({}, 503));
    expect(await visit(dashboard, "/dashboard", jar)).toMatchObject({ status: 503 });
  });
});

describe("what moved", () => {
  const figures = { orders: 2, sales: 0.1, commission: 0.03, lateShipments: 1 };
  const moved = {
    days: [
      { day: "2026-03-01", ...figures },
      { day: "2026-03-02", ...figures, sales: 0.2 },
    ],
    suppliers: [{ id: 7, name: "Acacia", sales: 0.3 }],
    products: [{ id: 8, name: "Vase", quantity: 2 }],
  };

  it("is shown with exact sums", async () => {
    waits();
    api.on("GET /api/v1/home/movements", json(moved));
    const { body } = await visit(dashboard, "/dashboard", jar);
    expect(body).toMatchObject({
      moved: {
        days: [{ day: "01 Mar 2026" }, { day: "02 Mar 2026" }],
        total: { orders: 4, sales: 0.3, commission: 0.06, lateShipments: 2 },
        suppliers: [{ name: "Acacia", to: "/suppliers/7" }],
        products: [{ name: "Vase", to: "/products/8" }],
      },
    });
  });

  it("is not asked for by people who may not see orders", async () => {
    waits();
    api.on("GET /api/v1/users/permissions", json({ orders: { view: false } }));
    const { body } = await visit(dashboard, "/dashboard", jar);
    expect(body).toEqual({ waiting: [], moved: undefined, startsHere: false });
    expect(api.received("GET /api/v1/home/movements")).toEqual([]);
  });
});

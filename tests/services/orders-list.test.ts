import { beforeEach, describe, expect, it } from "vitest";
import { loadOrders } from "#app/services/orders/orders.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json, type Received } from "#tests/support/services/stub-server.ts";
import { visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const loader = screen(loadOrders);
const route = "GET /api/v1/orders";

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
  const order = {
    ...{ id: 5, name: "M-1", marketplaceOrderId: "MK-1", orderDate: "2026-03-02T00:00:00Z" },
    ...{ customerFirstName: "Ana", customerSurname: "Lee", marketplaceId: 1, marketplaceName: "Harbour & Co" },
  };
  api.on(route, json({ items: [order], totalCount: 1 }));
  api.on("GET /api/v1/marketplaces", json([]));
});

describe("with an API that has neither status nor ship-by day, the list of orders", () => {
  it("offers no filters of them, and sends none from an address", async () => {
    const { body } = await visit(loader, "/orders?status=3&shipBy=late&sort=shipBy&searchText=ana", jar);
    expect(body).toMatchObject({
      has: { status: false, shipBy: false },
      filters: { searchText: "ana", outstandingOrdersOnly: "true" },
      sort: "orderDate",
    });
    const [{ query }] = api.received(route) as [Received];
    expect(query.get("status")).toBeNull();
    expect(query.get("shipBy")).toBeNull();
    expect(query.get("sortFieldName")).toBe("orderDate");
  });

  it("shows rows without a day", async () => {
    const { body } = await visit(loader, "/orders", jar);
    const [row] = (body as { rows: object[] }).rows;
    expect(row).toMatchObject({ marketplaceOrderId: "MK-1" });
    expect((row as { shipBy?: object }).shipBy).toBeUndefined();
  });
});

import { expect, it } from "vitest";
import { screen } from "#app/services/request/route.server.ts";
import { loadDispatch } from "#app/services/shipments/dispatch.server.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

it("with an API that cannot save several, shipments without courier and number are left as they are", async () => {
  const row = {
    id: 1,
    orderId: 1,
    marketplaceOrderId: "MK-1",
    createdDate: "2026-03-02T00:00:00Z",
    customerFirstName: "Ada",
    customerSurname: "Kerr",
    marketplaceId: 1,
    marketplaceName: "Market",
  };
  api.on("GET /api/v1/Shipments", json({ items: [row], totalCount: 1 }));
  const { body } = await visit(screen(loadDispatch), "/shipments/dispatch?Ids=1", await signedInWith());
  expect(body).toMatchObject({
    toTrack: [],
    others: [{ id: 1, whyNot: "Its courier and its tracking number are missing." }],
  });
});

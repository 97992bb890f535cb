import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { stateOf } from "#app/services/request/request-state.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { takeToast } from "#app/services/request/toast.server.ts";
import { dispatchForms, loadDispatch } from "#app/services/shipments/dispatch.server.ts";
import { loadSlips } from "#app/services/shipments/packaging-slips.server.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { send, visit } from "#tests/support/services/visitor.ts";
import { api, authority, publicUrl } from "#tests/support/services/world.ts";

const listed = (id: number) => ({
  id,
  orderId: id,
  marketplaceOrderId: `MK-${id}`,
  createdDate: "2026-03-02T00:00:00Z",
  customerFirstName: "Ada",
  customerSurname: "Kerr",
  supplierId: 1,
  supplierName: "Acacia",
  marketplaceId: 1,
  marketplaceName: "Market",
  courierId: 3,
  trackingNumber: "33XYZ",
  status: 0,
});
const rows = (count: number) => Array.from({ length: count }, (_, i) => listed(i + 1));
const list = "GET /api/v1/Shipments";
const all = "All=true&supplierId=1&sort=id&direction=asc&fromDate=2026-03-01";

beforeAll(() => {
  const identity = { authority: authority.url, clientId: "back-office", scope: "openid" };
  api.usually(
    "GET /api/v1/configuration",
    json({ identity, cdnBaseUrl: api.url, features: ["manyAtOnce", "history"] }),
  );
});

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

const leadsTo = ({ headers }: { headers: Headers }) => headers.get("location");
const answer = (count: number, totalCount = count) => api.on(list, json({ items: rows(count), totalCount }));

describe("all shipments that match", () => {
  it("are asked for with the filters and the order of the list", async () => {
    answer(2);
    const { body } = await visit(screen(loadSlips), `/shipments/slips?${all}`, jar);
    expect((body as Awaited<ReturnType<typeof loadSlips>>).toPrint.map(({ id }) => id)).toEqual([1, 2]);
    expect((body as Awaited<ReturnType<typeof loadSlips>>).parent).toBe(
      "/shipments?supplierId=1&sort=id&direction=asc&fromDate=2026-03-01",
    );
    expect(Object.fromEntries(api.received(list).at(-1)?.query ?? [])).toEqual({
      supplierId: "1",
      fromDate: "2026-02-28T13:00:00.000Z",
      sortFieldName: "id",
      sortDirection: "Ascending",
      pageSize: "200",
    });
  });

  it("are too many for slips, and are marked as dispatched in the background", async () => {
    answer(200, 201);
    const slips = await visit(screen(loadSlips), `/shipments/slips?${all}`, jar);
    expect([slips.status, leadsTo(slips)]).toEqual([302, `/shipments?${all.replace("All=true&", "")}`]);
    const dispatch = await visit(screen(loadDispatch), `/shipments/dispatch?${all}`, jar);
    expect([dispatch.status, leadsTo(dispatch)]).toEqual([302, `/shipments/many?${all}&kind=dispatched`]);
  });

  it("lead back to the list if there are none now", async () => {
    answer(0);
    expect(leadsTo(await visit(screen(loadDispatch), `/shipments/dispatch?${all}`, jar))).toMatch(/^\/shipments\?/);
  });

  it.each(["supplierId=Acacia", "status=99", "fromDate=xx", "toDate=2026-13-45"])(
    "are not all shipments where a filter is not valid: %s",
    async (wrong) => {
      answer(2);
      const refused = await visit(screen(loadDispatch), `/shipments/dispatch?All=true&${wrong}`, jar);
      expect(leadsTo(refused)).toBe("/shipments");
      expect(api.received(list)).toHaveLength(0);
    },
  );
});

describe("the message after shipments were marked as dispatched", () => {
  const message = async () => {
    const page = "/shipments/dispatch?Ids=1";
    const form = { intent: "dispatch", Id: randomUUID(), ShipmentIds: "1" };
    const { status, headers } = await send(commandForms(dispatchForms), page, form, jar);
    expect(status).toBe(302);
    const request = new Request(publicUrl, { headers: { cookie: jar.keep(headers.getSetCookie()).header } });
    return takeToast(request, stateOf({}, request));
  };
  const undoable = "GET /api/v1/history/Undoable";
  const change = { at: "2026-03-02T00:00:00Z", userName: "Ada", count: 1, record: "shipment", recordId: 1 };

  beforeEach(() => {
    api.on("POST /api/v1/shipments/MarkShipmentsDispatched", json(null));
  });

  it("offers to undo it", async () => {
    api.on(undoable, json({ ...change, recordName: "1", changes: [], canUndo: true, undone: null }));
    expect(await message()).toMatchObject({ type: "success", undo: expect.stringContaining("/undo") });
  });

  it.each([
    [404, "These shipments had been marked as dispatched already, so nothing was changed."],
    [500, "Shipments marked as dispatched."],
  ])("does not, where nothing was changed or it cannot be asked (%d)", async (status, words) => {
    api.on(undoable, json({ status, message: "No." }, status));
    expect(await message()).toMatchObject({ message: words, undo: undefined });
  });
});

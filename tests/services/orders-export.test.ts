import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportOrders } from "#app/services/orders/orders.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { type BackOffice, startBackOffice } from "#tests/support/services/back-office.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { cutOff, json, type Received } from "#tests/support/services/stub-server.ts";
import { visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const route = "GET /api/v1/orders/ExcelExport";
const loader = screen(exportOrders);
const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
  api.on(route, (_, response) => void response.writeHead(200, { "content-type": contentType }).end("PK"));
});

/** The query that the API receives when the list is exported with these parameters. */
async function asked(search: string): Promise<Record<string, string>> {
  await visit(loader, `/orders/export${search}`, jar);
  const [{ query }] = api.received(route) as [Received];
  return Object.fromEntries(query);
}

describe("the export requests the orders that the list shows", () => {
  it.each([
    ["", { outstandingOrdersOnly: "true" }],
    ["?outstandingOrdersOnly=false", { outstandingOrdersOnly: "false" }],
    ["?page=7&sort=supplierName&direction=asc&expand=3&at=2", { outstandingOrdersOnly: "true" }],
    [
      "?searchText=ana&supplierId=1&marketplaceId=2&productId=3&onlyShowProductsWithNoSupplier=true",
      {
        searchText: "ana",
        supplierId: "1",
        marketplaceId: "2",
        productId: "3",
        onlyShowProductsWithNoSupplier: "true",
        outstandingOrdersOnly: "true",
      },
    ],
    [
      "?fromDate=2026-10-04&toDate=2026-10-04",
      { fromDate: "2026-10-03T14:00:00.000Z", toDate: "2026-10-04T12:59:59.999Z", outstandingOrdersOnly: "true" },
    ],
    ["?fromDate=2026-02-30&supplierId=all&nonsense=1", { outstandingOrdersOnly: "true" }],
  ])("with %s", async (search, wanted) => {
    expect(await asked(search)).toEqual(wanted);
  });
});

it("the file is an attachment named Orders.xlsx", async () => {
  const { status, headers } = await visit(loader, "/orders/export", jar);
  expect([
    status,
    headers.get("content-type"),
    headers.get("content-disposition"),
    headers.get("cache-control"),
  ]).toEqual([
    200,
    contentType,
    `attachment; filename="Orders.xlsx"; filename*=UTF-8''Orders.xlsx`,
    "private, no-store",
  ]);
});

describe("a failed export redirects to the list with its filters", () => {
  const search = "?searchText=ana&page=2";
  it.each([
    ["another export is running", json({ message: "Another export is running." }, 409)],
    ["the API is down", cutOff],
    ["the session has ended", json({}, 401)],
  ])("when %s", async (_, answer) => {
    api.on(route, answer);
    const { status, headers } = await visit(loader, `/orders/export${search}`, jar);
    expect([status, headers.get("location")]).toEqual([302, `/orders${search}`]);
  });

  it("without a session, by way of the sign-in page", async () => {
    const { headers } = await visit(loader, `/orders/export${search}`, new CookieJar());
    expect(headers.get("location")).toBe(`/login?redirect=${encodeURIComponent(`/orders/export${search}`)}`);
  });
});

describe("in the production build", () => {
  let office: BackOffice;
  beforeAll(async () => {
    office = await startBackOffice();
  });
  afterAll(() => office.stop());

  it("the file is streamed", async () => {
    let finish = () => {};
    api.on(route, (_, response) => {
      response.writeHead(200, { "content-type": contentType }).write("PK");
      finish = () => response.end("end");
    });
    const response = await office.ask("/orders/export", {}, jar);
    const reader = response.body?.getReader();
    // The beginning has arrived before the API has ended its response.
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("PK");
    finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("end");
  });
});

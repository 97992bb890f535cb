/** The page that marks shipments as dispatched, and takes courier and number of those that lack them. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FormAnswer } from "#app/lib/form-answer.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { stateOf } from "#app/services/request/request-state.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { takeToast } from "#app/services/request/toast.server.ts";
import { dispatchForms, loadDispatch } from "#app/services/shipments/dispatch.server.ts";
import { alreadySent } from "#contract/operation.ts";
import { readShown } from "#contract/rules/edits.ts";
import { shipmentMessages } from "#contract/shipments/schema.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { send, visit } from "#tests/support/services/visitor.ts";
import { api, authority, publicUrl } from "#tests/support/services/world.ts";

const listed = (id: number, traits: object = {}) => ({
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
  courierId: null,
  trackingNumber: "",
  status: 0,
  ...traits,
});
const list = "GET /api/v1/Shipments";
const saving = "POST /api/v1/shipments/DispatchShipments";
const identity = { authority: authority.url, clientId: "back-office", scope: "openid" };

beforeAll(() => {
  api.usually(
    "GET /api/v1/configuration",
    json({ identity, cdnBaseUrl: api.url, features: ["manyAtOnce", "history"] }),
  );
  api.usually(
    "GET /api/v1/shipments/couriers",
    json([
      { id: 1, name: "Australia Post" },
      { id: 3, name: "Sendle" },
    ]),
  );
  api.usually("GET /api/v1/history/Undoable", json({ status: 403, message: "No." }, 403));
});

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

type Loaded = Awaited<ReturnType<typeof loadDispatch>>;
async function load(
  ids: number[],
  items = ids.map((id) => listed(id)),
  last: object[] = [listed(9, { courierId: 3 })],
) {
  api.on(list, (received, response) => {
    const found = received.query.has("ids") ? items : last;
    return json({ items: found, totalCount: found.length })(received, response);
  });
  const { body } = await visit(
    screen(loadDispatch),
    `/shipments/dispatch?${ids.map((id) => `Ids=${id}`).join("&")}`,
    jar,
  );
  return body as Loaded;
}

/** The fields of the form as it is opened. */
function fieldsOf({ toTrack, toMark, isMore }: Loaded): Record<string, string> {
  const fields: Record<string, string> = {
    intent: "track",
    Id: randomUUID(),
    Ready: toMark.map(({ id }) => id).join(),
    IsMore: String(isMore),
  };
  for (const { key, courierId, trackingNumber, shown } of toTrack) {
    fields[`${key}.CourierId`] = courierId;
    fields[`${key}.Offered`] = courierId;
    fields[`${key}.TrackingNumber`] = trackingNumber;
    fields[`${key}.Shown`] = shown;
  }
  return fields;
}
const save = (fields: Record<string, string>, search = "Ids=1&Ids=2&Ids=3&supplierId=4") =>
  send(commandForms(dispatchForms), `/shipments/dispatch?${search}`, fields, jar);
const sent = () => api.received(saving).map(({ body }) => JSON.parse(body) as { Rows: object[]; After?: string });
const answerOf = ({ body }: { body: unknown }) => body as FormAnswer;

describe("the page", () => {
  it("asks for courier and number of shipments that lack them, and proposes the supplier's last courier", async () => {
    const ready = listed(2, { courierId: 1, trackingNumber: "AP-1" });
    const half = listed(3, { courierId: 1 });
    const cancelled = listed(4, { cancelledDate: "2026-03-02T00:00:00Z" });
    const page = await load([1, 2, 3, 4], [listed(1), ready, half, cancelled]);
    expect(page.toTrack.map(({ id, courierId, trackingNumber }) => [id, courierId, trackingNumber])).toEqual([
      [1, "3", ""],
      [3, "1", ""],
    ]);
    expect(page.toMark.map(({ id }) => id)).toEqual([2]);
    expect(page.others).toMatchObject([{ id: 4, whyNot: "It was cancelled." }]);
    // A proposed value is not stored with the shipment yet.
    expect(readShown(page.toTrack[0]?.shown ?? "").get("CourierId")).toBe("");
  });

  it("proposes no courier where the supplier has used none", async () => {
    expect((await load([1], [listed(1)], [listed(9)])).toTrack).toMatchObject([{ courierId: "" }]);
  });

  it("takes a hundred at once, and says that the others follow", async () => {
    const ids = Array.from({ length: 101 }, (_, i) => i + 1);
    const page = await load(ids);
    expect([page.toTrack.length, page.isMore]).toEqual([100, true]);
    expect(page.others).toMatchObject([{ id: 101, whyNot: "It follows when the first 100 are saved." }]);
  });
});

describe("saving", () => {
  it("sends the rows with a number and those that are ready, and returns to what was left empty", async () => {
    const fields = fieldsOf(
      await load([1, 2, 3], [listed(1), listed(2), listed(3, { courierId: 1, trackingNumber: "A" })]),
    );
    api.on(saving, json({ savedCount: 2, refused: [] }));
    const { status, headers } = await save({ ...fields, "S1.TrackingNumber": " 33XYZ " });
    expect(sent().at(-1)?.Rows).toEqual([
      { ShipmentId: 3 },
      { ShipmentId: 1, CourierId: 3, TrackingNumber: "33XYZ", Shown: fields["S1.Shown"] },
    ]);
    expect([status, headers.get("location")]).toEqual([302, "/shipments/dispatch?supplierId=4&Ids=2"]);
  });

  it("leads to the list when all are done", async () => {
    const fields = fieldsOf(await load([1]));
    api.on(saving, json({ savedCount: 1, refused: [] }));
    const { headers } = await save({ ...fields, "S1.TrackingNumber": "33XYZ" }, "Ids=1&supplierId=4");
    expect(headers.get("location")).toBe("/shipments?supplierId=4");
  });

  it("says that the shipments had been marked before, as in another tab, if nothing was changed", async () => {
    api.on("GET /api/v1/history/Undoable", json({ status: 404, message: "No." }, 404));
    api.on("POST /api/v1/shipments/MarkShipmentsDispatched", json(null));
    const fields = { intent: "dispatch", Id: randomUUID(), ShipmentIds: "1" };
    const path = "/shipments/dispatch?Ids=1";
    const { headers } = await send(commandForms(dispatchForms), path, fields, jar);
    const request = new Request(publicUrl, { headers: { cookie: jar.keep(headers.getSetCookie()).header } });
    expect((await takeToast(request, stateOf({}, request)))?.message).toBe(shipmentMessages.dispatchedBefore);
  });

  it("says so if no number was entered", async () => {
    const fields = fieldsOf(await load([1]));
    const before = sent().length;
    const { status, body } = await save(fields);
    expect([status, answerOf({ body }).failure]).toEqual([
      422,
      "No tracking number was entered, so nothing was saved.",
    ]);
    expect(sent()).toHaveLength(before);
  });

  it("saves the right rows and shows the others again, each with its reason at its field", async () => {
    const ids = [1, 2, 3, 4, 5, 6];
    const fields = fieldsOf(await load(ids));
    const typed = {
      ...fields,
      "S1.TrackingNumber": "33XYZ",
      "S2.TrackingNumber": "\u{1f4e6}",
      "S3.TrackingNumber": "1".repeat(51),
      "S4.TrackingNumber": "44XYZ",
      "S4.CourierId": "",
      "S5.CourierId": "1",
    };
    api.on(saving, json({ savedCount: 1, refused: [] }));
    api.on(list, json({ items: ids.map((id) => listed(id)), totalCount: 6 }));
    const { status, body } = await save(typed);
    const { errors = {}, failure, defaultValues, rows } = answerOf({ body });
    expect(status).toBe(422);
    expect(sent().at(-1)?.Rows).toMatchObject([{ ShipmentId: 1, TrackingNumber: "33XYZ" }]);
    expect(Object.entries(errors).map(([name, { message }]) => [name, message])).toEqual([
      ["S2.TrackingNumber", "A barcode holds plain letters, digits and signs only."],
      ["S3.TrackingNumber", "Please use no more than 50 characters."],
      ["S4.CourierId", "Please select the courier."],
      ["S5.TrackingNumber", "Please enter the tracking number."],
    ]);
    expect(failure).toBe("1 shipment was marked as dispatched, 4 were not saved.");
    expect(rows).toMatchObject([{ id: 2 }, { id: 3 }, { id: 4 }, { id: 5 }, { id: 6 }]);
    expect(defaultValues).toMatchObject({ "S2.TrackingNumber": "\u{1f4e6}", "S5.CourierId": "1" });
    // The next submission is another command.
    expect(defaultValues.Id).not.toBe(fields.Id);
  });

  it("shows both numbers if somebody else has entered one meanwhile, and lets the next press decide", async () => {
    const fields = fieldsOf(await load([1]));
    const theirs = { CourierId: 1, TrackingNumber: "THEIRS" };
    const refused = [
      { shipmentId: 1, message: "Changed.", theirs, by: {}, shown: "CourierId:1 TrackingNumber:THEIRS" },
    ];
    api.on(saving, json({ savedCount: 0, refused }));
    api.on(list, json({ items: [listed(1, { courierId: 1, trackingNumber: "THEIRS" })], totalCount: 1 }));
    const { body } = await save({ ...fields, "S1.TrackingNumber": "MINE" });
    const { errors, defaultValues, rows } = answerOf({ body });
    expect(errors?.["S1.TrackingNumber"]?.message).toContain("Yours: MINE. Theirs: THEIRS.");
    expect(errors?.["S1.CourierId"]?.message).toContain("Yours: Sendle. Theirs: Australia Post.");
    expect(defaultValues["S1.Shown"]).toBe("CourierId:1 TrackingNumber:THEIRS");
    expect(rows).toMatchObject([{ id: 1 }]);
  });

  it("names a shipment that cannot be changed any more", async () => {
    const fields = fieldsOf(await load([1]));
    api.on(saving, json({ savedCount: 0, refused: [{ shipmentId: 1, message: "This shipment was cancelled." }] }));
    api.on(list, json({ items: [listed(1)], totalCount: 1 }));
    const { body } = await save({ ...fields, "S1.TrackingNumber": "33XYZ" });
    expect(answerOf({ body }).errors).toEqual({
      "S1.Row": { type: "server", message: "This shipment was cancelled." },
    });
  });

  it("sends other values after Back as an edit of what was saved", async () => {
    const fields = fieldsOf(await load([1]));
    api.on(saving, (received, response) => {
      const isAgain = received.body.includes("After");
      const answer = isAgain
        ? json({ savedCount: 1, refused: [] })
        : json({ status: 409, code: alreadySent, message: "Sent." }, 409);
      return answer(received, response);
    });
    const { status } = await save({ ...fields, "S1.TrackingNumber": "44XYZ" });
    expect([status, sent().at(-1)?.After]).toEqual([302, fields.Id]);
  });

  it("keeps what was typed if the API fails", async () => {
    const fields = fieldsOf(await load([1]));
    api.on(saving, json({ status: 409, message: "Locked." }, 409));
    const { body } = await save({ ...fields, "S1.TrackingNumber": "33XYZ" });
    expect(answerOf({ body })).toMatchObject({ failure: "Locked.", defaultValues: { "S1.TrackingNumber": "33XYZ" } });
  });
});

it("gives all rows the same courier, which is then no choice of a single row", async () => {
  const fields = fieldsOf(await load([1, 2]));
  const { status, body } = await save({
    ...fields,
    "S2.TrackingNumber": "33XYZ",
    CourierForAll: "1",
    refresh: "courier",
  });
  expect(status).toBe(200);
  expect(answerOf({ body }).defaultValues).toMatchObject({
    "S1.CourierId": "1",
    "S1.Offered": "1",
    "S2.CourierId": "1",
    "S2.TrackingNumber": "33XYZ",
  });
});

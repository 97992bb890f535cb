import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { FormAnswer } from "#app/lib/form-answer.ts";
import { backToForm, type RecordPicker, recordToFind } from "#app/lib/record-choice.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { takeDraft } from "#app/services/forms/draft.server.ts";
import { recordPicker } from "#app/services/forms/pickers.server.ts";
import { findRecords, type RecordSearch, searchForForm } from "#app/services/forms/record-search.server.ts";
import { addForms } from "#app/services/products/list.server.ts";
import { publicRoute, resource, screen } from "#app/services/request/route.server.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json, type Received } from "#tests/support/services/stub-server.ts";
import { send, visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const list = "GET /api/v1/suppliers";
const supplier = (id: number, traits: object = {}) => ({ id, name: `Supplier ${id}`, city: "Perth", ...traits });
const many = (count: number, traits?: object) =>
  json({ items: Array.from({ length: count }, (_, i) => supplier(i + 1, traits)), totalCount: count });

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

const received = () => (api.received(list).at(-1) as Received).query;

describe("the supplier of a form", () => {
  const picker = screen((context) => recordPicker(context, "managedSuppliers"));
  const picked = async () => (await visit(picker, "/products/new", jar)).body as RecordPicker;

  it("is one of at most 200 options", async () => {
    api.on(list, many(200));
    const { options } = await picked();
    expect(options).toHaveLength(200);
    expect(options?.[0]).toEqual({ value: "1", label: "Supplier 1" });
  });

  it("is searched for among more, of which the API is asked for one more than the limit", async () => {
    api.on(list, many(201));
    expect(await picked()).toEqual({ kind: "managedSuppliers" });
    expect(Object.fromEntries(received())).toMatchObject({
      pageSize: "201",
      canManageProducts: "true",
      includeTotalCount: "false",
    });
  });

  it("is none that an API without the filter marks as one that the user may not change", async () => {
    api.on(list, json({ items: [supplier(1, { canManageProducts: false }), supplier(2)] }));
    expect((await picked()).options).toEqual([{ value: "2", label: "Supplier 2" }]);
  });

  it("is found by its name, a page at a time", async () => {
    api.on(list, json({ items: [supplier(7, { state: "WA" }), supplier(8, { city: null })], totalCount: 50 }));
    const matches = resource(screen(findRecords));
    const request = { params: { kind: "suppliers" }, context: {} };
    const address = `http://back.office.example/lookups/records/suppliers/matches?${recordToFind}=sup`;
    const answer = await matches({ ...request, request: new Request(address, { headers: { cookie: jar.header } }) });
    expect(await answer.json()).toEqual({
      options: [
        { value: "7", label: "Supplier 7", about: "Perth, WA" },
        { value: "8", label: "Supplier 8", about: "" },
      ],
      totalCount: 50,
    });
    expect(Object.fromEntries(received())).toMatchObject({ name: "sup", pageSize: "20" });
    expect(received().get("canManageProducts")).toBeNull();
  });
});

describe("the page that searches for a form", () => {
  const page = publicRoute(searchForForm);
  const form = "/products/new?name=a+b&sort=name";
  const address = `/lookups/records/managedSuppliers?${new URLSearchParams({ form, field: "SupplierId" })}`;
  const params = { kind: "managedSuppliers" };
  const typed = { intent: "add", Id: randomUUID(), Name: "Tray\nBowl", SupplierId: "7", SupplierIdName: "Seven" };
  const search = (fields: Record<string, string> = {}, cookies = jar) =>
    send(page, address, { ...typed, "SkuIsShared[]": "yes", refresh: "record?", ...fields }, cookies, params);

  it("finds suppliers and passes on all that was typed", async () => {
    api.on(list, many(3));
    const { status, body } = await search({ [recordToFind]: "sup" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ intent: "add", find: "sup", found: { totalCount: 3 } });
    expect((body as FormAnswer).defaultValues).toEqual({ ...typed, SkuIsShared: ["yes"] });
  });

  it("passes it on if the API does not answer", async () => {
    api.on(list, json({}, 503));
    const { status, body } = await search();
    expect(status).toBe(503);
    expect((body as RecordSearch).found).toBeUndefined();
    expect((body as RecordSearch).failure).toBeTruthy();
    expect((body as FormAnswer).defaultValues).toMatchObject(typed);
  });

  it.each(["has ended", "is refused by the API"])(
    "saves it in a draft of the form, and leads to signing in, if the session %s",
    async (how) => {
      if (how !== "has ended") api.on(list, json({}, 401));
      const { status, headers, jar: after } = await search({}, how === "has ended" ? new CookieJar() : jar);
      expect([status, headers.get("location")]).toEqual([302, `/login?${new URLSearchParams({ redirect: form })}`]);
      after.keep([...(await signedInWith())].map(([name, value]) => `${name}=${value}`));
      const { body } = await visit(screen(takeDraft), form, after);
      expect(body).toMatchObject({ path: form, intent: "add", values: typed });
    },
  );

  it("keeps input that is too long for a draft on the page", async () => {
    const notes = Array.from({ length: 400 }, () => randomUUID()).join();
    const { status, body } = await search({ Notes: notes }, new CookieJar());
    expect(status).toBe(401);
    expect((body as { typed: string[][] }).typed).toContainEqual(["Notes", notes]);
  });

  it("does not exist for other kinds of records", async () => {
    const { status } = await send(page, "/lookups/records/toString", typed, jar, { kind: "toString" });
    expect(status).toBe(404);
  });
});

describe("a form to which the page that searches returns", () => {
  const typed = { intent: "add", Id: randomUUID(), Name: "", SupplierId: "7", SupplierIdName: "Seven" };
  const returns = (refresh: string) =>
    send(commandForms(addForms), "/products/new", { ...typed, refresh }, jar) as Promise<{
      status: number;
      body: unknown;
    }>;

  it("has the chosen supplier with its name, and is not validated", async () => {
    const { status, body } = await returns(backToForm("SupplierId", { value: "12", label: "Søn & Co?=#" }));
    expect([status, body]).toEqual([
      200,
      { intent: "add", defaultValues: { ...typed, SupplierId: "12", SupplierIdName: "Søn & Co?=#" } },
    ]);
  });

  it("has none after the choice of none, and the earlier one after Cancel", async () => {
    expect((await returns(backToForm("SupplierId", { value: "", label: "None" }))).body).toMatchObject({
      defaultValues: { SupplierId: "", SupplierIdName: "" },
    });
    expect((await returns(backToForm("SupplierId"))).body).toMatchObject({ defaultValues: typed });
  });
});

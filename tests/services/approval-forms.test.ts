import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { approvalForms } from "#app/services/approvals/forms.server.ts";
import { loadApprovals } from "#app/services/approvals/list.server.ts";
import { changeForms, loadChange } from "#app/services/approvals/many.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadProgress } from "#app/services/pages/processing.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json, type Received } from "#tests/support/services/stub-server.ts";
import { send, visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const row = {
  id: 7,
  productId: 70,
  marketplaceId: 3,
  productName: "Tray",
  marketplaceName: "Harbour & Co",
  supplierName: "Acacia",
  status: 1,
  created: "2026-03-02T04:05:00.000Z",
};
const category = (id: number, selected: boolean) => ({ id, name: `Home > ${id}`, externalId: `X${id}`, selected });
const approval = {
  ...row,
  availableFromDate: "2027-01-14T22:30:15.000Z",
  availableToDate: null,
  categoryGroups: [
    { id: 1, name: "Department", categories: [category(11, false), category(12, true)] },
    { id: 2, name: "Season", categories: [category(21, true)] },
  ],
};

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
  api.usually("GET /api/v1/marketplaceProducts/7", json(approval));
  api.usually("GET /api/v1/marketplaceProducts", json({ items: [row], totalCount: 1 }));
  api.usually("GET /api/v1/marketplaces", json({ items: [], totalCount: 0 }));
  api.usually("GET /api/v1/producttypes/GetProductTypeHierarchy", json([]));
});

const sent = (command: string) =>
  api
    .received(`POST /api/v1/marketplaceProducts/${command}`)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe("a product that is approved", () => {
  const action = commandForms(approvalForms);
  const approve = (fields: Record<string, string>) => {
    api.usually("POST /api/v1/marketplaceProducts/ApproveProduct", json(null));
    const typed = {
      intent: "approve",
      Id: randomUUID(),
      Place: "4",
      TimeZone: "Australia/Sydney",
      SeenStatus: "1",
      AvailableFrom: "2027-01-15T09:30",
      AvailableTo: "",
    };
    return send(action, "/product-approvals?expand=7&sort=created", { ...typed, ...fields }, jar);
  };

  it("is offered the categories of a large group by search, keeps those that are ticked, and may be approved with them", async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      id: i + 100,
      name: `Home > Kitchen and dining > Shelf ${i}`,
      externalId: `X${i}`,
      selected: i === 3,
    }));
    api.usually(
      "GET /api/v1/marketplaceProducts/7",
      json({ ...approval, categoryGroups: [{ id: 1, name: "Department", categories: many }] }),
    );
    api.usually("GET /api/v1/users/permissions", json({ approvals: { edit: true } }));
    const { body } = await visit(screen(loadApprovals), "/product-approvals?expand=7", jar);
    expect(JSON.stringify(body).length).toBeLessThan(40_000);
    const { rows } = body as { rows: { details: { form: { groups: object[] } } }[] };
    expect(rows[0]?.details.form.groups).toMatchObject([
      { isSearched: true, chosen: ["103"], options: [{ value: "103" }] },
    ]);

    const find = async (words: string) => {
      const { body } = await approve({ refresh: "Group1", FindGroup1: words, "Group1[]": "103" });
      return (body as { defaultValues: Record<string, string[]> }).defaultValues;
    };
    const found = await find("shelf 9999");
    expect(found.FoundGroup1).toEqual([
      "103 Home > Kitchen and dining > Shelf 3",
      "10099 Home > Kitchen and dining > Shelf 9999",
    ]);
    expect(found.CountGroup1).toBe("1 found.");
    expect((await find("kitchen")).FoundGroup1).toHaveLength(51);
    expect((await find("kitchen")).CountGroup1).toBe("10,000 found. The first 50 are shown.");
    expect((await find("x".repeat(500))).CountGroup1).toBe("0 found.");
    await approve({ "Group1[]": "10099" });
    expect(sent("ApproveProduct").at(-1)).toMatchObject({
      CategoryGroups: [{ Id: 1, Categories: [{ Id: 10_099 }] }],
    });
  });

  it("asks for few categories of a large group, and searches it at the API", async () => {
    const own = { id: 103, name: "Home > Shelf 3", externalId: "X3", selected: true };
    const found = [{ id: 110, name: "Home > Shelf 10", externalId: "X10" }];
    const answers = (categories: object[], more: object = {}) =>
      json({
        ...approval,
        categoryGroups: [{ id: 1, name: "Department", categories, categoryCount: 10_000, ...more }],
      });
    const path = "GET /api/v1/marketplaceProducts/7";
    const asked = () => Object.fromEntries(api.received(path).at(-1)?.query ?? []);
    api.usually(path, answers([own]));
    api.usually("GET /api/v1/users/permissions", json({ approvals: { edit: true } }));
    const { body } = await visit(screen(loadApprovals), "/product-approvals?expand=7", jar);
    expect(asked()).toEqual({ mostCategories: "200", forDecision: "true" });
    expect(body).toMatchObject({ rows: [{ details: { form: { groups: [{ isSearched: true, chosen: ["103"] }] } } }] });

    api.usually(path, answers([own, ...found], { foundCount: 1_234 }));
    const search = await approve({ refresh: "Group1", FindGroup1: " shelf 1 ", "Group1[]": "103" });
    expect(asked()).toEqual({ mostCategories: "200", categoryIds: "103", categoryWords: " shelf 1 " });
    expect(search.body).toMatchObject({
      defaultValues: {
        FoundGroup1: ["103 Home > Shelf 3", "110 Home > Shelf 10"],
        CountGroup1: "1,234 found. The first 50 are shown.",
      },
    });

    await approve({ "Group1[]": "110" });
    expect(asked()).toEqual({ mostCategories: "0", categoryIds: "110" });
    expect(sent("ApproveProduct").at(-1)).toMatchObject({
      CategoryGroups: [{ Id: 1, Categories: [{ Id: 110, Name: "Home > Shelf 10" }] }],
    });
  });

  it("has its dates in UTC and the ticked categories, and omits groups that were not shown", async () => {
    const { headers } = await approve({ AvailableTo: "2027-02-01T00:00", "Group1[]": "11" });
    expect(headers.get("location")).toBe("/product-approvals?expand=7&sort=created&at=4");
    expect(sent("ApproveProduct")).toMatchObject([
      {
        ProductId: 70,
        MarketplaceId: 3,
        SeenStatus: 1,
        AvailableFromDate: approval.availableFromDate,
        AvailableToDate: "2027-01-31T13:00:00Z",
        CategoryGroups: [{ Id: 1, Name: "Department", Categories: [{ Id: 11, Name: "Home > 11", ExternalId: "X11" }] }],
      },
    ]);
  });

  it("is followed by the next row, with the focus in its details, in the place of the decided row", async () => {
    const { headers } = await approve({ Next: "8" });
    expect(headers.get("location")).toBe("/product-approvals?expand=8&sort=created&at=4#details-8");
  });

  it("is not followed by another row after an update", async () => {
    const { headers } = await approve({ intent: "update", Next: "8" });
    expect(headers.get("location")).toBe("/product-approvals?expand=7&sort=created&at=4");
  });

  it("has no category of a group that was shown without a ticked box", async () => {
    await approve({ AvailableFrom: "", "Group1[]": "", "Group2[]": "" });
    expect(sent("ApproveProduct")).toMatchObject([
      {
        AvailableFromDate: null,
        AvailableToDate: null,
        CategoryGroups: [
          { Id: 1, Categories: [] },
          { Id: 2, Categories: [] },
        ],
      },
    ]);
  });
});

describe("the list", () => {
  const loader = screen(loadApprovals);
  const asked = async (search: string) => {
    await visit(loader, `/product-approvals${search}`, jar);
    const [{ query }] = api.received("GET /api/v1/marketplaceProducts") as [Received];
    return Object.fromEntries(query);
  };

  it("requests 200 active products per page, and ignores the status without a marketplace", async () => {
    expect(await asked("?status=2")).toMatchObject({
      pageSize: "200",
      showActiveOnly: "true",
      sortFieldName: "productName",
    });
    expect(await asked("?status=2")).not.toHaveProperty("status");
  });

  it("requests products pending approval on a marketplace by default", async () => {
    expect(await asked("?marketplaceId=3")).toMatchObject({ marketplaceId: "3", status: "1" });
  });

  it("requests any status if the URL has an empty status", async () => {
    expect(await asked("?marketplaceId=3&status=")).not.toHaveProperty("status");
  });

  it("keeps the open row in place when it no longer matches", async () => {
    api.usually(
      "GET /api/v1/marketplaceProducts",
      json({ items: [8, 9].map((id) => ({ ...row, id })), totalCount: 2 }),
    );
    const idsAt = async (search: string) =>
      ((await visit(loader, `/product-approvals${search}`, jar)).body as { rows: { id: number }[] }).rows.map(
        ({ id }) => id,
      );
    expect(await idsAt("?expand=7&at=1")).toEqual([8, 7, 9]);
    expect(await idsAt("?expand=7")).toEqual([7, 8, 9]);
  });

  it("asks for what a decision needs once, and only for the open row", async () => {
    await visit(loader, "/product-approvals", jar);
    expect(api.received("GET /api/v1/marketplaceProducts/7")).toHaveLength(0);
    await visit(loader, "/product-approvals?expand=7", jar);
    expect(api.received("GET /api/v1/marketplaceProducts/7").map(({ query }) => query.get("forDecision"))).toEqual([
      "true",
    ]);
  });

  it.each([
    [1, [2, 5, 3, 1], "3"],
    [5, [1, 2, 5], "5"],
    [2, [1], ""],
    [4, [1], ""],
  ])("of a row with status %i names the next one that waits for the same, among %j", async (status, others, next) => {
    const following = others.map((each) => ({ ...row, id: 100 + each, status: each }));
    api.usually("GET /api/v1/marketplaceProducts/7", json({ ...approval, status }));
    api.usually("GET /api/v1/marketplaceProducts", json({ items: [{ ...row, status }, ...following], totalCount: 9 }));
    const { body } = await visit(loader, "/product-approvals?expand=7", jar);
    expect((body as { rows: { details: { next: string } }[] }).rows[0]?.details.next).toBe(next && `10${next}`);
  });

  it("redirects from a page that has become empty to the last page", async () => {
    api.usually("GET /api/v1/marketplaceProducts", json({ items: [], totalCount: 400 }));
    const { headers } = await visit(loader, "/product-approvals?page=3&sort=created", jar);
    expect(headers.get("location")).toBe("/product-approvals?page=2&sort=created");
  });
});

describe("a bulk action", () => {
  const action = commandForms(changeForms);
  const process = "6d0f4f5e-4f4c-4a79-9a55-0b8a2a1f0c11";
  const change = (search: string, fields: Record<string, string> = {}) => {
    api.usually("POST /api/v1/marketplaceProducts/ChangeMany", json(process));
    return send(action, `/product-approvals/change${search}`, { intent: "many", Id: randomUUID(), ...fields }, jar);
  };

  it("applies to the selected rows, and returns to the list without the selection", async () => {
    const { headers } = await change("?sort=created&Action=disable&Ids=7&Ids=8", { Reason: " Blurred " });
    expect(sent("ChangeMany")).toMatchObject([{ Action: "disable", Ids: ["7", "8"], Reason: "Blurred" }]);
    expect(headers.get("location")).toBe(`/product-approvals/progress/${process}?from=sort%3Dcreated`);
  });

  it("can apply to all matches of the list's filters", async () => {
    await change("?marketplaceId=3&Action=approve&All=true&Ids=7");
    expect(sent("ChangeMany")).toMatchObject([
      { Action: "approve", Filter: { marketplaceId: "3", status: "1", showActiveOnly: "true" } },
    ]);
    expect(sent("ChangeMany")[0]).not.toHaveProperty("Ids");
  });

  it("returns to the list if no row was selected", async () => {
    const { headers } = await visit(screen(loadChange), "/product-approvals/change?sort=created&Action=approve", jar);
    expect(headers.get("location")).toBe("/product-approvals?sort=created");
  });

  it("has unknown progress while the API is down", async () => {
    api.usually("GET /api/v1/processing", json({ message: "Later." }, 503));
    expect(
      (await visit(screen(loadProgress), `/product-approvals/progress/${process}`, jar, { id: process })).body,
    ).toEqual({ progress: undefined });
  });
});

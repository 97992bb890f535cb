import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadGrid } from "#app/services/products/grid.server.ts";
import { gridForms } from "#app/services/products/grid-save.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { alreadySent } from "#contract/operation.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { send, visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const bowl = {
  productId: 12,
  variantId: null,
  productName: "Bowl",
  supplierId: 1,
  supplierName: "Acacia",
  options: "",
  hasVariants: false,
  isReferralProduct: false,
  name: "Bowl",
  externalSku: "B-1",
  recommendedRetailPrice: 18.1364,
  salePrice: null,
  stockQuantity: 10,
  isActive: true,
  shippingMethod: null,
  domesticFlatRate: null,
  shippingRule: "",
  shippingPackageWeight: null,
  shippingPackageHeight: null,
  shippingPackageWidth: null,
  shippingPackageDepth: null,
};
const cup = { ...bowl, productId: 13, productName: "Cup", name: "Cup", externalSku: "C-1" };

const pageOf = (part: { part: number; partCount: number }) => ({
  ids: [12, 13],
  ...part,
  rows: [bowl, cup],
  withoutVariants: [],
  shippingRules: [],
});

const action = commandForms(gridForms, { maxFields: 6_000 });
const path = "/products/edit?Ids=12&Ids=13";
const saving = "POST /api/v1/products/SaveGrid";

let jar: CookieJar;
/** The fields of the form as it is opened. */
let fields: Record<string, string>;
beforeEach(async () => {
  jar = await signedInWith();
  api.usually("POST /api/v1/products/Grid", json(pageOf({ part: 1, partCount: 1 })));
  api.usually(saving, json({ savedCount: 1, refused: [] }));
  const { body } = await visit(screen(loadGrid), path, jar);
  const { rows } = body as Awaited<ReturnType<typeof loadGrid>>;
  fields = { intent: "grid", Id: randomUUID() };
  for (const { key, cells, shown } of rows) {
    fields[`${key}.Shown`] = shown;
    for (const [field, text] of Object.entries(cells))
      if (text || field !== "IsActive") fields[`${key}.${field}`] = text;
  }
});

const sent = () => api.received(saving).map(({ body }) => JSON.parse(body) as { Rows: object[]; After?: string });
const save = (typed: Record<string, string>) => send(action, path, { ...fields, ...typed }, jar);

it("sends the changed fields of changed rows alone, with prices ex GST", async () => {
  expect(fields["P12.RecommendedRetailPrice"]).toBe("19.95");
  const { status } = await save({ "P12.SalePrice": "$1,100", "P12.RecommendedRetailPrice": "1200.00" });
  expect(status).toBe(302);
  expect(sent().at(-1)?.Rows).toEqual([
    {
      ProductId: 12,
      VariantId: null,
      Shown: fields["P12.Shown"],
      RecommendedRetailPrice: 1090.9091,
      SalePrice: 1000,
    },
  ]);
});

it("shows prices with the GST of their tax class", async () => {
  const free = { ...bowl, appliedTaxClass: "gstFree", taxClass: "gstFree", recommendedRetailPrice: 19.95 };
  api.on("POST /api/v1/products/Grid", json({ ...pageOf({ part: 1, partCount: 1 }), rows: [free, cup] }));
  const { body } = await visit(screen(loadGrid), path, jar);
  const [row] = (body as Awaited<ReturnType<typeof loadGrid>>).rows;
  expect(row?.cells).toMatchObject({ TaxClass: "gstFree", RecommendedRetailPrice: "19.95" });
});

it("takes prices as those of the tax class of the same row", async () => {
  // $18.14 as GST-free is what was stored ex GST, and another price for customers.
  await save({ "P12.TaxClass": "gstFree", "P12.RecommendedRetailPrice": "18.14", "P13.TaxClass": "gstFree" });
  expect(sent().at(-1)?.Rows).toMatchObject([
    { ProductId: 12, TaxClass: "gstFree", RecommendedRetailPrice: 18.14 },
    { ProductId: 13, TaxClass: "gstFree" },
  ]);
  expect(sent().at(-1)?.Rows[1]).not.toHaveProperty("RecommendedRetailPrice");
});

it("sends nothing if nothing was changed", async () => {
  expect((await save({})).status).toBe(302);
  expect(api.received(saving)).toHaveLength(0);
});

it("takes a box that is no longer ticked for an answer", async () => {
  const { "P13.IsActive": _, ...rest } = fields;
  await send(action, path, rest, jar);
  expect(sent().at(-1)?.Rows).toMatchObject([{ ProductId: 13, IsActive: false }]);
});

it.each([
  ["RecommendedRetailPrice", "a lot", "Please enter an amount of 0 or more, for example 9.95."],
  ["SalePrice", "99999999", "Please enter at most 1,000,000."],
  ["StockQuantity", "1.5", "Please enter a whole number of 0 or more."],
  ["StockQuantity", "-1", "Please enter a whole number of 0 or more."],
  ["ShippingPackageWeight", "0", "Please enter kilograms, at least 0.01."],
  ["ShippingPackageWidth", "9".repeat(60), "Please enter whole millimetres, at least 1."],
  ["Name", "x".repeat(256), "Please use no more than 255 characters."],
])("keeps %s with %s in its cell, and saves the other row", async (field, text, message) => {
  const { status, body } = await save({ [`P12.${field}`]: text, "P13.Name": "Mug" });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    failure: "1 row was saved, 1 was not.",
    errors: { [`P12.${field}`]: { message } },
    defaultValues: { [`P12.${field}`]: text },
  });
  expect(sent().at(-1)?.Rows).toMatchObject([{ ProductId: 13, Name: "Mug" }]);
});

it("shows saved rows as they are now, and gives the next attempt an id of its own", async () => {
  const { body } = await save({ "P12.StockQuantity": "many", "P13.StockQuantity": "12" });
  const { defaultValues } = body as { defaultValues: Record<string, string> };
  expect(defaultValues).toMatchObject({ "P12.StockQuantity": "many", "P13.StockQuantity": "10" });
  expect(defaultValues.Id).not.toBe(fields.Id);
});

it("names the earlier command of a form that is sent again with other values", async () => {
  const [refusal, success] = [
    json({ status: 409, code: alreadySent, message: "Already sent." }, 409),
    json({ savedCount: 1, refused: [] }),
  ];
  api.on(saving, (request, response) => (request.body.includes('"After"') ? success : refusal)(request, response));
  expect((await save({ "P12.Name": "Tub" })).status).toBe(302);
  expect(sent().map(({ After }) => After)).toEqual([undefined, fields.Id]);
});

it("refuses more rows than a page has, and keeps what was typed", async () => {
  const rows = Array.from({ length: 2_500 }, (_, i): [string, string][] => [
    [`P${i + 100}.Shown`, "Name:a"],
    [`P${i + 100}.Name`, "b"],
  ]).flat();
  const { status, body } = await send(action, path, { ...fields, ...Object.fromEntries(rows) }, jar);
  expect(status).toBe(422);
  expect(body).toMatchObject({
    failure: "Please save at most 125 rows at once. Nothing was saved.",
    defaultValues: { "P100.Name": "b" },
  });
  expect(api.received(saving)).toHaveLength(0);
});

it("leads to the parts of its page, and from its first and last one to other pages", async () => {
  const ids = Array.from({ length: 60 }, (_, i) => `Ids=${i + 1}`).join("&");
  const shown = async (search: string, part: { part: number; partCount: number }, asked: object) => {
    api.on("POST /api/v1/products/Grid", json(pageOf(part)));
    const { body } = await visit(screen(loadGrid), `/products/edit?${ids}${search}`, jar);
    expect(JSON.parse(api.received("POST /api/v1/products/Grid").at(-1)?.body ?? "")).toMatchObject(asked);
    const { previous, next, first, last } = body as Awaited<ReturnType<typeof loadGrid>>;
    const placeIn = (address?: string) => address?.replace(`/products/edit?${ids}&`, "");
    return { previous: placeIn(previous), next: placeIn(next), first, last };
  };
  expect(await shown("", { part: 1, partCount: 1 }, { Holding: 1 })).toEqual({
    previous: undefined,
    next: "gridPage=2",
    first: 12,
    last: 13,
  });
  expect(await shown("&gridPage=1&gridPart=2", { part: 2, partCount: 3 }, { Part: 2 })).toMatchObject({
    previous: "gridPage=1",
    next: "gridPage=1&gridPart=3",
  });
  expect(await shown("&gridPage=1&gridPart=25", { part: 3, partCount: 3 }, { Part: 25 })).toMatchObject({
    previous: "gridPage=1&gridPart=2",
    next: "gridPage=2",
  });
  // They begin with the first one, whatever page of the list they were ticked on.
  await shown("&page=3", { part: 1, partCount: 1 }, { Holding: 1 });
  expect((await shown("&gridPage=3&gridPart=x", { part: 1, partCount: 1 }, { Part: 1 })).next).toBeUndefined();
  expect((await shown("&gridPage=3", { part: 1, partCount: 1 }, { Part: 1 })).previous).toBe(
    "gridPage=2&gridPart=last",
  );
  expect(await shown("&gridPage=2&gridPart=last", { part: 3, partCount: 3 }, { Part: 25 })).toMatchObject({
    previous: "gridPage=2&gridPart=2",
    next: "gridPage=3",
  });
});

it("asks for a choice if no products were ticked, like every change of many", async () => {
  const { status, headers } = await visit(screen(loadGrid), "/products/edit?supplierId=1&page=2", jar);
  expect([status, headers.get("location")]).toEqual([302, "/products?supplierId=1&page=2"]);
});

it("opens with the first product of the list's page", async () => {
  const row = { name: "Bowl", supplierName: "Acacia", productTypeName: "Bowls", recommendedRetailPrice: 18 };
  const items = Array.from({ length: 25 }, (_, i) => ({ ...row, id: i + 1, defaultImageFileId: null }));
  api.on("GET /api/v1/products", json({ items, totalCount: 25 }));
  await visit(screen(loadGrid), "/products/edit?page=2&All=true", jar);
  expect(JSON.parse(api.received("POST /api/v1/products/Grid").at(-1)?.body ?? "")).toMatchObject({ Holding: 21 });
});

import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  marketplaceProducts,
  supplierMarketplaces,
  suppliers as supplierRows,
} from "#api/core/database/schema/index.ts";
import { SupplierMarketplaceStatus, SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { runnerOf } from "#tests/support/many.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { suppliers, history, marketplaces } = operations;
const { run, undo } = runnerOf(api);
const { pending, active, disabled } = SupplierMarketplaceStatus;

type Input = Omit<SentInput<typeof suppliers.changeMany>, "Id">;

let operator: TestUser;
let one: number;
let two: number;
let shop: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
});
beforeEach(async () => {
  shop = await api.aMarketplace();
  [one, two] = [
    await api.aSupplier({ name: "A Pottery", orderContactEmails: "a@pottery.example, b@pottery.example" }),
    await api.aSupplier({ name: "B Textiles", orderContactEmails: "" }),
  ];
});

const done = async (input: Input, as = operator) => run(await api.ok(as, suppliers.changeMany, input), as);
const both = () => [one, two];
const agreement = async (supplierId: number) => {
  const [row] = await db
    .select()
    .from(supplierMarketplaces)
    .where(and(eq(supplierMarketplaces.supplierId, supplierId), eq(supplierMarketplaces.marketplaceId, shop)));
  return row;
};
const offer = (rate = 0.25) => ({ Kind: "offer", MarketplaceId: shop, CommissionRate: rate }) as const;

describe("agreements", () => {
  test("are offered with a document, and those with the same terms stay", async () => {
    expect((await done({ Ids: [one], Change: offer() })).said).toEqual(["1 supplier was changed."]);
    expect((await done({ Ids: both(), Change: offer() })).said).toEqual([
      "1 supplier was changed. 1 supplier was like that already.",
    ]);
    expect(await agreement(two)).toMatchObject({
      status: pending,
      commissionRate: 0.25,
      agreementFileId: expect.any(String),
    });
  });

  test("with other terms have to be agreed to again, as the preview says without changing anything", async () => {
    await api.anAgreement({ supplierId: one, marketplaceId: shop, commissionRate: 0.3, status: active });
    const { first } = await api.ok(operator, suppliers.previewMany, { Ids: [one], Change: offer() });
    expect(first[0]?.changes).toEqual([
      { label: "Agreement", before: "Active", after: expect.stringMatching(/Pending/) },
      { label: "Commission", before: "30.00%", after: "25.00%" },
    ]);
    expect(await agreement(one)).toMatchObject({ status: active, commissionRate: 0.3, agreementFileId: null });
    await done({ Ids: [one], Change: offer() });
    expect((await agreement(one))?.status).toBe(pending);
  });

  test("that were offered cannot be undone", async () => {
    const { id } = await done({ Ids: [one], Change: offer() });
    expect(await api.ok(operator, history.undoable, { id })).toMatchObject({ canUndo: false });
    const { status, problem } = await api.call(operator, history.undo, { UndoneId: id });
    expect([status, problem.message]).toEqual([409, "This cannot be undone."]);
  });

  test("are disabled with their products, and both are back after the undo", async () => {
    await api.anAgreement({ supplierId: one, marketplaceId: shop, status: active });
    const product = await api.aProduct(one, { on: [{ marketplaceId: shop, status: 2 }] });
    const listing = async () =>
      (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, product)))[0]?.status;
    const { id, said } = await done({ Ids: both(), Change: { Kind: "disable", MarketplaceId: shop } });
    expect(said).toEqual(["B Textiles: It has no agreement with this marketplace.", "1 supplier was changed."]);
    expect([(await agreement(one))?.status, await listing()]).toEqual([disabled, 4]);
    expect((await undo(id, operator)).said).toEqual(["1 supplier was put back."]);
    expect([(await agreement(one))?.status, await listing()]).toEqual([active, 2]);
  });

  test("that were changed since stay as they are", async () => {
    await api.anAgreement({ supplierId: one, marketplaceId: shop, status: active });
    const { id } = await done({ Ids: [one], Change: { Kind: "disable", MarketplaceId: shop } });
    await done({ Ids: [one], Change: { Kind: "enable", MarketplaceId: shop } });
    expect((await undo(id, operator)).said[0]).toContain("This agreement has been changed since");
    expect((await agreement(one))?.status).toBe(pending);
  });

  test("are not offered for a marketplace that does not exist, or is not active", async () => {
    const admin = await api.aUser({ roles: ["Administrator"] });
    await api.ok(admin, marketplaces.deactivate, { MarketplaceId: shop });
    for (const MarketplaceId of [shop, 999_999]) {
      const { status, said } = await done({ Ids: [one], Change: { ...offer(), MarketplaceId } });
      expect([status, said.at(-1)]).toEqual([3, "0 suppliers were changed."]);
    }
    expect(await agreement(one)).toBeUndefined();
  });
});

describe("an email", () => {
  const mail = {
    Kind: "mail",
    Subject: "Closed on Friday",
    Text: "Dear partner,\n\nwe are closed <on> Friday.",
  } as const;

  test("goes to each contact for orders; a supplier without one is named", async () => {
    const { status, said } = await done({ Ids: both(), Change: mail });
    expect([status, said]).toEqual([
      3,
      [
        "B Textiles: It has no email address for orders. Enter one on the supplier's page first.",
        "1 supplier was emailed.",
      ],
    ]);
    for (const to of ["a@pottery.example", "b@pottery.example"]) {
      const last = (await api.mailsTo(to)).at(-1);
      expect([last?.subject, last?.text]).toEqual(["Closed on Friday", `${mail.Text}\n`]);
      expect(last?.html).toContain("&lt;on&gt;");
    }
  });

  test("is not sent by the preview, which says who gets it", async () => {
    const before = (await api.mailsTo("a@pottery.example")).length;
    const { first } = await api.ok(operator, suppliers.previewMany, { Ids: [one], Change: { Kind: "mail" } });
    expect(first[0]?.changes).toEqual([
      { label: "Email to", before: "", after: "a@pottery.example, b@pottery.example" },
    ]);
    expect(await api.mailsTo("a@pottery.example")).toHaveLength(before);
  });

  test("needs a subject and a text", async () => {
    const { status, problem } = await api.call(operator, suppliers.changeMany, {
      Ids: [one],
      Change: { Kind: "mail", Subject: " ", Text: "" },
    });
    expect([status, problem.errors]).toEqual([
      422,
      { "Change.Subject": ["Please enter a subject."], "Change.Text": ["Please enter a text."] },
    ]);
  });
});

describe("the GST registration", () => {
  const gst = (Registered: "yes" | "no" | "unknown") => ({ Kind: "gst", Registered }) as const;
  const of = async (id: number) => {
    const { gstRegistered, gstRegisteredFrom, gstCheckedByUserFullName } = await api.ok(operator, suppliers.get, {
      id,
    });
    return [gstRegistered, gstRegisteredFrom, gstCheckedByUserFullName];
  };

  test("is recorded for many by an administrator, as the preview says, and names a supplier without an ABN", async () => {
    const admin = await api.aUser({ roles: ["Administrator"] });
    const three = await api.aSupplier({ name: "C Glass", abn: "" });
    await db.update(supplierRows).set({ gstRegistered: null }).where(eq(supplierRows.id, one));
    const known = await api.aSupplier({ name: "D Wood", gstRegistered: true, gstRegisteredFrom: "2020-07-01" });
    const Ids = [one, three, known];
    const { first } = await api.ok(admin, suppliers.previewMany, { Ids, Change: gst("yes") });
    expect(first.map(({ changes, why }) => [changes, why])).toEqual([
      [[{ label: "GST", before: "Not checked", after: "Registered" }], null],
      [[], "GST registration is tied to an ABN. Please enter the supplier's ABN first."],
      [[], null],
    ]);
    const { said } = await done({ Ids, Change: gst("yes") }, admin);
    expect(said).toEqual([
      "C Glass: GST registration is tied to an ABN. Please enter the supplier's ABN first.",
      "1 supplier was changed. 1 supplier was like that already.",
    ]);
    expect(await of(one)).toEqual([true, null, "Kim Doe"]);
    expect(await of(known)).toEqual([true, "2020-07-01", null]);
  });

  test("is not changed by operators", async () => {
    expect((await api.call(operator, suppliers.changeMany, { Ids: [one], Change: gst("yes") })).status).toBe(403);
  });
});

test("staff of a supplier, and those who only manage the catalogue, may not", async () => {
  const staff = await api.aUser({ links: [{ supplier: one, bits: SupplierPermission.generalDetails }] });
  const manager = await api.aUser({ roles: ["Catalogue Manager"] });
  for (const user of [staff, manager])
    expect((await api.call(user, suppliers.changeMany, { Ids: [one], Change: offer() })).status).toBe(403);
});

test.each([
  [{ Ids: [] }, 422],
  [{ Ids: [999_999_999] }, 404],
  [{ Change: { Kind: "offer", MarketplaceId: 1, CommissionRate: 2 } }, 422],
  [{ Change: { Kind: "offer", CommissionRate: 0.2 } }, 422],
  [{ Change: { Kind: "mail", Subject: "Hi", Text: "x".repeat(5_001) } }, 422],
])("refuses %j with %d", async (wrong, status) => {
  const input = { Ids: [one], Change: offer(), ...wrong } as Input;
  expect((await api.call(operator, suppliers.changeMany, input)).status).toBe(status);
});

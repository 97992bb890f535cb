import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { endOfTerm } from "#api/areas/shared/agreement-term.ts";
import {
  commissionRules,
  marketplaceProducts,
  marketplaces,
  supplierMarketplaces,
  users,
} from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { supplierDetails, supplierFinances } from "#tests/support/forms.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { suppliers, files } = operations;
const operator = await api.aUser({ roles: ["Operator"] });
const finance = await api.aUser({ roles: ["Finance"] });
const details = () => ({ ...supplierDetails(supplier), SupplierName: "Acacia & Sons" });

let supplier: number;
let marketplace: number;
let owner: TestUser;
let link: { SupplierId: number; MarketplaceId: number };
beforeEach(async () => {
  supplier = await api.aSupplier({
    name: "Acacia & Sons",
    legalName: "Acacia & Sons Pty Ltd",
    abn: "53004085616",
    address: { unitNumber: "3" },
  });
  marketplace = await api.aMarketplace("Harbour & Co");
  owner = await api.aUser({ links: [{ supplier, bits: SupplierPermission.generalDetails }] });
  link = { SupplierId: supplier, MarketplaceId: marketplace };
});

const upsert = (
  terms: { CommissionRate: number; ReferralCostPerClickCharge?: number | null } = { CommissionRate: 0.3 },
) => api.ok(operator, suppliers.upsertMarketplace, { ...link, ...terms });
const agree = () => api.ok(owner, suppliers.agreeToMarketplaceAgreement, link);
const row = async () =>
  (await api.ok(owner, suppliers.get, { id: supplier })).marketplaces.find(
    ({ marketplaceId }) => marketplaceId === marketplace,
  );

async function documentOf(user = owner): Promise<string> {
  const { raw } = await api.call(user, files.get, { fileId: (await row())?.agreementDocumentFileId ?? "" });
  expect(raw.headers["content-type"]).toBe("application/pdf");
  return (await pagesOf(raw.rawPayload)).join(" ");
}

const statusesOf = async (...products: number[]) => {
  const rows = await db
    .select()
    .from(marketplaceProducts)
    .where(eq(marketplaceProducts.marketplaceId, marketplace))
    .orderBy(asc(marketplaceProducts.productId));
  return products.map((id) => rows.find(({ productId }) => productId === id)?.status);
};

describe("adding a supplier to a marketplace", () => {
  test("creates an agreement that waits for the supplier", async () => {
    const answer = await upsert({ CommissionRate: 0.285, ReferralCostPerClickCharge: 0.9091 });
    expect(answer).toEqual({
      marketplaceId: marketplace,
      marketplaceName: "Harbour & Co",
      status: 1,
      commissionRate: 0.285,
      referralCostPerClickCharge: 0.9091,
      agreementDate: null,
      agreementExecutedByUserId: null,
      agreementExecutedByGivenName: null,
      agreementExecutedBySurname: null,
      agreementDocumentFileId: expect.any(String),
      agreementEndDate: null,
      productCount: 0,
    });
    expect(await row()).toEqual(answer);
  });

  test("documents the parties, the terms, and who issues the tax invoices", async () => {
    await db.update(marketplaces).set({ terms: "No glitter.\n\nNo foam." }).where(eq(marketplaces.id, marketplace));
    await upsert({ CommissionRate: 0.285, ReferralCostPerClickCharge: 0.9091 });
    const said = await documentOf();
    for (const words of [
      "Harbour & Co Terms & Conditions",
      "Harbour & Co Pty Ltd",
      "51 824 753 556",
      "Acacia & Sons Pty Ltd",
      "53 004 085 616",
      "Unit 3, ",
      "12 months from the day on which the Supplier agrees",
      "28.50% of the price of each product sold",
      "$1.00 for each click, including GST",
      "5.1 The Marketplace may issue recipient created tax invoices",
      "5.2 The Supplier will not issue tax invoices for those supplies.",
      "5.3 The Supplier is registered for GST when it enters into this agreement, and will tell the Marketplace if it ceases to be registered.",
      "5.4 The Marketplace is registered for GST when it enters into this agreement, and will tell the Supplier if it ceases to be registered",
      "6. Terms of Harbour & Co 6.1 No glitter. 6.2 No foam.",
      "not agreed yet",
      "Page 2 of 2",
    ])
      expect(said).toContain(words);
  });

  test("says that commission rules come first, while there is one for the supplier's sales there", async () => {
    const orByRule = "of the price of each product sold, or as the commission rules of the Marketplace say";
    const others = { name: "Others", position: 1, rate: 0.1, supplierId: await api.aSupplier() };
    await db.insert(commissionRules).values(others);
    await upsert({ CommissionRate: 0.285 });
    expect(await documentOf()).not.toContain(orByRule);
    await db.insert(commissionRules).values({ name: "Theirs", position: 2, rate: 0.1, supplierId: supplier });
    await upsert({ CommissionRate: 0.29 });
    expect(await documentOf()).toContain(`29.00% ${orByRule}`);
  });

  test("documents statements of supplies for a supplier that is not registered for GST, until it agrees", async () => {
    await upsert();
    const check = (Registered: "yes" | "no" | "unknown") =>
      api.ok(finance, suppliers.checkGst, { SupplierId: supplier, Registered });
    await check("no");
    const said = await documentOf();
    for (const words of [
      "5. Statements of supplies and tax invoices 5.1 The Supplier is not registered for GST when it enters",
      "5.2 For what it sells while it is not registered, the Marketplace issues statements of supplies without GST",
      "5.3 For the supplies that it makes to the Marketplace while it is registered, the Marketplace may issue recipient created tax invoices",
    ])
      expect(said).toContain(words);
    expect(said).not.toContain("The Supplier is registered for GST when");
    for (const registered of ["unknown", "yes"] as const) {
      await check(registered);
      expect(await documentOf()).toContain("5.3 The Supplier is registered for GST when it enters into this agreement");
    }
    await agree();
    const signed = (await row())?.agreementDocumentFileId;
    await check("no");
    expect((await row())?.agreementDocumentFileId).toBe(signed);
  });

  test("marks details that are unknown, and omits the referral cost if there is none", async () => {
    supplier = await api.aSupplier({ name: "New", legalName: "New", abn: "" });
    owner = await api.aUser({ links: [{ supplier }] });
    link = { SupplierId: supplier, MarketplaceId: marketplace };
    await upsert();
    const said = await documentOf();
    expect(said).toContain("None: no product is sold by referral");
    expect(said.match(/not given yet/g)).toHaveLength(3);
  });

  test.each([
    ["CommissionRate", undefined, "Please enter the commission rate."],
    ["CommissionRate", "0.3", "Please enter the commission rate."],
    ["CommissionRate", -0.01, "Please enter the commission rate."],
    ["CommissionRate", 0.9901, "Please enter the commission rate."],
    ["CommissionRate", 0.12345, "Please enter the commission rate."],
    ["ReferralCostPerClickCharge", -1, "If provided, this must be a number greater than 0."],
    ["ReferralCostPerClickCharge", "much", "If provided, this must be a number greater than 0."],
    ["MarketplaceId", 2_000_000_000, "Please choose one from the list."],
    ["MarketplaceId", "", "Please choose one from the list."],
  ])("refuses %s %o", async (field, value, message) => {
    const input = { ...link, CommissionRate: 0.3, [field]: value } as never;
    expect(await api.call(operator, suppliers.upsertMarketplace, input)).toMatchObject({
      status: 422,
      problem: { errors: { [field]: [message] } },
    });
    expect(await row()).toBeUndefined();
  });

  test.each([0, 0.99])("accepts a commission of %d and a referral cost of 0", async (CommissionRate) => {
    expect(await upsert({ CommissionRate, ReferralCostPerClickCharge: 0 })).toMatchObject({
      commissionRate: CommissionRate,
      referralCostPerClickCharge: 0,
    });
  });

  test("takes effect once per Id", async () => {
    const input = { Id: randomUUID(), ...link, CommissionRate: 0.3 };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.ok(operator, suppliers.upsertMarketplace, input)),
    );
    expect(new Set(answers.map(({ agreementDocumentFileId }) => agreementDocumentFileId)).size).toBe(1);
  });
});

describe("accepting an agreement", () => {
  test("makes it active, and records who signed and when in the database and in the document", async () => {
    await db.update(users).set({ givenName: "Ana", surname: "Silva" }).where(eq(users.id, owner.id));
    await upsert();
    const waiting = (await row())?.agreementDocumentFileId;
    await agree();
    const agreed = await row();
    expect(agreed).toMatchObject({
      status: 2,
      agreementExecutedByUserId: owner.id,
      agreementExecutedByGivenName: "Ana",
      agreementExecutedBySurname: "Silva",
    });
    expect(agreed?.agreementDocumentFileId).not.toBe(waiting);
    const at = new Date(agreed?.agreementDate ?? "");
    expect(agreed?.agreementEndDate).toBe(endOfTerm(at, "Australia/Sydney").toISOString());
    const said = await documentOf();
    expect(said).toContain("By Ana Silva");
    // A long address is wrapped over several lines, and must be complete.
    expect(said.replaceAll(" ", "")).toContain(`Email${owner.email}`);
    expect(said).toContain("Australia/Sydney time, agreed electronically");
    expect(said).not.toContain("not agreed yet");
  });

  test("adds the supplier's active products to the approval queue", async () => {
    const [first, second, gone] = [
      await api.aProduct(supplier),
      await api.aProduct(supplier),
      await api.aProduct(supplier, { isDisabled: true }),
    ];
    const foreign = await api.aProduct(await api.aSupplier());
    await upsert();
    expect(await statusesOf(first)).toEqual([undefined]);
    await agree();
    expect(await statusesOf(first, second, gone, foreign)).toEqual([1, 1, undefined, undefined]);
    expect((await row())?.productCount).toBe(2);
    await db.update(marketplaceProducts).set({ status: 4 }).where(eq(marketplaceProducts.productId, second));
    expect((await row())?.productCount).toBe(1);
  });

  test("is refused if the document changed in the meantime", async () => {
    const { agreementDocumentFileId: read } = await upsert();
    await upsert({ CommissionRate: 0.4 });
    const answer = await api.call(owner, suppliers.agreeToMarketplaceAgreement, {
      ...link,
      AgreementDocumentFileId: read ?? "",
    });
    expect(answer).toMatchObject({
      status: 409,
      problem: { message: expect.stringContaining("changed since you opened it (the commission). Nothing was signed") },
    });
    expect((await row())?.status).toBe(1);
  });

  const newAddress = async () => ({ BillingAddressId: await api.anAddress({ streetAddress: "99 New Road" }) });
  test.each([
    [
      "the supplier's legal name",
      "Acacia Two Pty Ltd",
      () => api.ok(operator, suppliers.updateDetails, { ...details(), SupplierLegalName: "Acacia Two Pty Ltd" }),
    ],
    [
      "the supplier's ABN",
      "51 824 753 556",
      () => api.ok(finance, suppliers.updateFinancialDetails, { ...supplierFinances(supplier), ABN: "51824753556" }),
    ],
    [
      "the supplier's address",
      "99 New Road",
      async () => api.ok(operator, suppliers.updateAddress, { SupplierId: supplier, ...(await newAddress()) }),
    ],
    [
      "the marketplace's legal name",
      "Harbour Two Ltd",
      () => db.update(marketplaces).set({ legalName: "Harbour Two Ltd" }).where(eq(marketplaces.id, marketplace)),
    ],
    [
      "the clauses",
      "No foam.",
      () => db.update(marketplaces).set({ terms: "No foam." }).where(eq(marketplaces.id, marketplace)),
    ],
  ])("after a change of %s shows the new version first, and signs only that", async (subject, words, change) => {
    const { agreementDocumentFileId: read } = await upsert();
    await change();
    const command = { Id: randomUUID(), ...link, AgreementDocumentFileId: read ?? "" };
    const answer = await api.call(owner, suppliers.agreeToMarketplaceAgreement, command);
    expect(answer).toMatchObject({
      status: 409,
      problem: { message: expect.stringContaining(`changed since you opened it (${subject}). Nothing was signed.`) },
    });
    const offered = await row();
    expect(offered).toMatchObject({ status: 1, agreementDate: null });
    expect(offered?.agreementDocumentFileId).not.toBe(read);
    expect(await documentOf()).toContain(words);
    // The refused command has not used up its Id.
    await api.ok(owner, suppliers.agreeToMarketplaceAgreement, {
      ...command,
      AgreementDocumentFileId: offered?.agreementDocumentFileId ?? "",
    });
    expect(await row()).toMatchObject({ status: 2 });
    expect(await documentOf()).toContain(words);
  });

  test("is refused if the terms changed since the offer and the request names no version", async () => {
    await upsert();
    await db.update(marketplaces).set({ legalName: "Harbour Two Ltd" }).where(eq(marketplaces.id, marketplace));
    expect(await api.call(owner, suppliers.agreeToMarketplaceAgreement, link)).toMatchObject({ status: 409 });
    await agree();
    expect(await documentOf()).toContain("For Harbour Two Ltd");
  });

  test("preserves the signed document when the supplier's details change later", async () => {
    await upsert();
    await agree();
    const signed = await row();
    await api.ok(operator, suppliers.updateDetails, { ...details(), SupplierLegalName: "Acacia Two Pty Ltd" });
    expect(await row()).toEqual(signed);
  });

  test("cannot be signed by somebody whose name is not known", async () => {
    await db.update(users).set({ givenName: "", surname: "" }).where(eq(users.id, owner.id));
    await upsert();
    const { status, problem } = await api.call(owner, suppliers.agreeToMarketplaceAgreement, link);
    expect([status, problem.message]).toEqual([
      409,
      "An agreement is signed with a name, and yours is not known here. Please ask us to enter it.",
    ]);
    await db.update(users).set({ givenName: "Ana" }).where(eq(users.id, owner.id));
    await agree();
    expect(await row()).toMatchObject({ agreementExecutedByGivenName: "Ana" });
  });

  test("accepts the document that was read, and is refused if none is pending", async () => {
    const { agreementDocumentFileId: read } = await upsert();
    await api.ok(owner, suppliers.agreeToMarketplaceAgreement, {
      ...link,
      AgreementDocumentFileId: read?.toUpperCase(),
    });
    const again = await api.call(owner, suppliers.agreeToMarketplaceAgreement, link);
    expect(again).toMatchObject({
      status: 409,
      problem: { message: "There is no agreement to agree to at the moment. Please reload the page." },
    });
    expect(
      await api.call(owner, suppliers.agreeToMarketplaceAgreement, {
        ...link,
        MarketplaceId: await api.aMarketplace(),
      }),
    ).toMatchObject({ status: 404 });
  });

  test("by 20 users at once takes effect once", async () => {
    await upsert();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.call(owner, suppliers.agreeToMarketplaceAgreement, link)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("changing the terms", () => {
  test("creates a new document that waits for the supplier, and leaves the products unchanged", async () => {
    const product = await api.aProduct(supplier);
    await upsert();
    await agree();
    await db.update(marketplaceProducts).set({ status: 2 }).where(eq(marketplaceProducts.productId, product));
    const before = await row();
    const after = await upsert({ CommissionRate: 0.31 });
    expect(after).toMatchObject({
      status: 1,
      commissionRate: 0.31,
      agreementDate: null,
      agreementExecutedByUserId: null,
      agreementEndDate: null,
    });
    expect(after.agreementDocumentFileId).not.toBe(before?.agreementDocumentFileId);
    expect(await statusesOf(product)).toEqual([2]);
    expect(await documentOf()).toContain("31.00%");
  });

  test("to the same values changes nothing", async () => {
    await upsert({ CommissionRate: 0.3, ReferralCostPerClickCharge: 1.5 });
    await agree();
    const before = await row();
    await upsert({ CommissionRate: 0.3, ReferralCostPerClickCharge: 1.5 });
    expect(await row()).toEqual(before);
    // This is $1.65 inc GST, as shown to users.
    await upsert({ CommissionRate: 0.3, ReferralCostPerClickCharge: 1.5001 });
    expect(await row()).toEqual(before);
  });

  test("of a disabled agreement keeps it disabled, and the next document has the new rate", async () => {
    await upsert();
    await api.ok(operator, suppliers.disableMarketplace, link);
    expect(await upsert({ CommissionRate: 0.4 })).toMatchObject({ status: 4, commissionRate: 0.4 });
    await api.ok(operator, suppliers.enableMarketplace, link);
    expect(await documentOf()).toContain("40.00%");
  });
});

describe("disabling and enabling an agreement", () => {
  test("withdraws the products; afterwards the agreement and the products need approval again", async () => {
    const [approved, reviewed] = [await api.aProduct(supplier), await api.aProduct(supplier)];
    await upsert();
    await agree();
    await db
      .update(marketplaceProducts)
      .set({ status: 2, approvedBy: operator.id })
      .where(eq(marketplaceProducts.productId, approved));
    await db.update(marketplaceProducts).set({ status: 5 }).where(eq(marketplaceProducts.productId, reviewed));
    const elsewhere = await api.aMarketplace("Elsewhere");
    await db
      .insert(marketplaceProducts)
      .values({ productId: approved, marketplaceId: elsewhere, status: 2, syncStatus: 0 });

    await api.ok(operator, suppliers.disableMarketplace, link);
    expect(await row()).toMatchObject({ status: 4, productCount: 2 });
    expect(await statusesOf(approved, reviewed)).toEqual([4, 4]);
    const [other] = await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.marketplaceId, elsewhere));
    expect(other?.status).toBe(2);

    await api.ok(operator, suppliers.enableMarketplace, link);
    expect(await row()).toMatchObject({
      status: 1,
      agreementDate: null,
      agreementExecutedByUserId: null,
      productCount: 2,
    });
    expect(await statusesOf(approved, reviewed)).toEqual([1, 1]);
    expect(await documentOf()).toContain("not agreed yet");
    await agree();
    expect((await row())?.status).toBe(2);
  });

  test("twice has the same effect as once, and does not undo an acceptance", async () => {
    await upsert();
    await agree();
    await api.ok(operator, suppliers.enableMarketplace, link);
    expect((await row())?.status).toBe(2);
    await api.ok(operator, suppliers.disableMarketplace, link);
    await api.ok(operator, suppliers.disableMarketplace, link);
    expect((await row())?.status).toBe(4);
  });

  test("does not affect other marketplaces", async () => {
    const other = await api.aSupplier();
    await api.anAgreement({ supplierId: other, marketplaceId: marketplace });
    await upsert();
    await api.ok(operator, suppliers.disableMarketplace, link);
    const [theirs] = await db
      .select()
      .from(supplierMarketplaces)
      .where(and(eq(supplierMarketplaces.supplierId, other), eq(supplierMarketplaces.marketplaceId, marketplace)));
    expect(theirs?.status).toBe(2);
  });
});

test("the document can be read only by users who can see the supplier", async () => {
  await upsert();
  expect(await documentOf(await api.aUser({ roles: ["Read Only"] }))).toContain("Harbour & Co");
  const fileId = (await row())?.agreementDocumentFileId ?? "";
  expect(
    await api.call(await api.aUser({ links: [{ supplier: await api.aSupplier() }] }), files.get, { fileId }),
  ).toMatchObject({ status: 404 });
  expect(await api.call(undefined, files.get, { fileId })).toMatchObject({ status: 401 });
});

test.each([
  ["2026-11-20T14:00:00Z", "2027-11-20T14:00:00.000Z"],
  // A leap day, and a day on which the UTC offset differs a year later.
  ["2028-02-28T23:30:00Z", "2029-02-27T23:30:00.000Z"],
  ["2025-10-04T15:00:00Z", "2026-10-04T14:00:00.000Z"],
])("a term that begins at %s ends at %s", (from, until) => {
  expect(endOfTerm(new Date(from), "Australia/Sydney").toISOString()).toBe(until);
});

import { beforeAll, expect, test } from "vitest";
import { type Role, SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";

const api = await startApi();
const { get } = operations.suppliers;

const bank = {
  bsb: "980123",
  accountName: "Acacia",
  accountNumber: "123456",
  billingContactEmails: "accounts@acacia.example",
};
const noBank = { bsb: null, accountName: null, accountNumber: null, billingContactEmails: null };

let id: number;
beforeAll(async () => {
  id = await api.aSupplier({
    ...bank,
    name: "Acacia Homewares",
    abn: "51824753556",
    notes: "Call after ten.",
    carrierKeySealed: "a-sealed-key",
    address: {},
  });
});

const operator = (role: Role) => api.aUser({ roles: [role] });
const staff = (bits: number) => api.aUser({ links: [{ supplier: id, bits }] });

test("a supplier includes its address and its country's name", async () => {
  const supplier = await api.ok(await operator("Administrator"), get, { id });
  expect(supplier).toMatchObject({ id, name: "Acacia Homewares", abn: "51824753556", ...bank });
  expect(supplier.billingAddress).toMatchObject({
    city: "Fremantle",
    state: "WA",
    countryCode: "AU",
    countryName: "Australia",
  });
});

test("a supplier without address, users and agreements can be shown", async () => {
  const bare = await api.aSupplier({ name: "Just added" });
  expect(await api.ok(await operator("Operator"), get, { id: bare })).toMatchObject({
    billingAddress: null,
    users: [],
    marketplaces: [],
    logoId: null,
  });
});

test("the Shippit API key is never returned, only whether there is one", async () => {
  const answer = await api.call(await operator("Administrator"), get, { id });
  expect(answer.body.shippitApiKey).toBe(true);
  expect(answer.raw.body).not.toContain("a-sealed-key");
});

test.each<[Role, boolean]>([
  ["Administrator", true],
  ["Operator", true],
  ["Finance", true],
  ["Catalogue Manager", false],
  ["Read Only", false],
])("%s sees the bank details: %s", async (role, isSeen) => {
  expect(await api.ok(await operator(role), get, { id })).toMatchObject({
    ...(isSeen ? bank : noBank),
    canViewBankDetails: isSeen,
  });
});

test("staff see the bank details only with the permission for them", async () => {
  const { financialDetails, ...others } = SupplierPermission;
  expect(await api.ok(await staff(financialDetails), get, { id })).toMatchObject(bank);
  for (const bit of [0, ...Object.values(others)])
    expect(await api.ok(await staff(bit), get, { id })).toMatchObject(noBank);
});

test("notes are visible only to the operator", async () => {
  expect((await api.ok(await operator("Read Only"), get, { id })).notes).toBe("Call after ten.");
  const answer = await api.call(await staff(63), get, { id });
  expect(answer.body.notes).toBeNull();
  expect(answer.raw.body).not.toContain("Call after ten.");
});

test("users of a supplier are shown to those who manage them, with each permission", async () => {
  const manager = await staff(SupplierPermission.users + SupplierPermission.generalDetails);
  const { users } = await api.ok(manager, get, { id });
  expect(users).toContainEqual({ userId: manager.id, email: manager.email, fullName: "Kim Doe", permissions: [1, 32] });
  expect((await api.ok(await staff(SupplierPermission.products), get, { id })).users).toEqual([]);
  expect((await api.ok(await operator("Finance"), get, { id })).users).toEqual([]);
});

test("agreements are listed by marketplace, with the signer", async () => {
  const signer = await staff(63);
  const agreedAt = new Date("2026-03-04T05:06:07.000Z");
  const [second, first] = [await api.aMarketplace("market lane"), await api.aMarketplace("Harbour & Co")];
  await api.anAgreement({
    supplierId: id,
    marketplaceId: second,
    status: 1,
    commissionRate: 0.15,
    referralCostPerClick: 0.5,
  });
  await api.anAgreement({ supplierId: id, marketplaceId: first, agreedAt, agreedBy: signer.id });
  const { marketplaces } = await api.ok(signer, get, { id });
  expect(marketplaces).toMatchObject([
    {
      marketplaceId: first,
      marketplaceName: "Harbour & Co",
      status: 2,
      commissionRate: 0.3,
      agreementDate: agreedAt.toISOString(),
      agreementExecutedBySurname: "Doe",
    },
    { marketplaceId: second, status: 1, commissionRate: 0.15, referralCostPerClickCharge: 0.5, agreementDate: null },
  ]);
});

test.each([
  [
    "Administrator",
    {
      canUpdateGeneralDetails: true,
      canUpdateSupplierNotes: true,
      canUpdateBankDetails: true,
      canManageMarketplaces: true,
      canManageUsers: true,
    },
  ],
  [
    "Operator",
    {
      canUpdateGeneralDetails: true,
      canUpdateSupplierNotes: true,
      canUpdateBankDetails: false,
      canManageMarketplaces: true,
      canManageUsers: true,
    },
  ],
  [
    "Finance",
    {
      canUpdateGeneralDetails: false,
      canUpdateSupplierNotes: false,
      canUpdateBankDetails: true,
      canManageMarketplaces: false,
      canManageUsers: false,
    },
  ],
  [
    "Read Only",
    {
      canUpdateGeneralDetails: false,
      canUpdateSupplierNotes: false,
      canUpdateBankDetails: false,
      canManageMarketplaces: false,
      canManageUsers: false,
    },
  ],
] as const)("%s is told what may be done", async (role, flags) => {
  // An operator cannot sign for a supplier.
  expect(await api.ok(await operator(role), get, { id })).toMatchObject({
    ...flags,
    canAgreeToMarketplaceTerms: false,
  });
});

test("the supplier's owner has all permissions except the operator's", async () => {
  expect(await api.ok(await staff(63), get, { id })).toMatchObject({
    canUpdateGeneralDetails: true,
    canUpdateSupplierNotes: false,
    canUpdateBankDetails: true,
    canManageMarketplaces: false,
    canManageUsers: true,
    canAgreeToMarketplaceTerms: true,
  });
});

test("another's supplier and an unknown one get the same response", async () => {
  const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
  const [foreign, missing] = [
    await api.call(stranger, get, { id }),
    await api.call(stranger, get, { id: 2_000_000_000 }),
  ];
  const seen = ({ status, problem }: typeof foreign) => ({ status, message: problem.message, title: problem.title });
  expect(seen(foreign)).toEqual({
    status: 404,
    title: "Not found",
    message: "This supplier does not exist, or you may not see it.",
  });
  expect(seen(missing)).toEqual(seen(foreign));
});

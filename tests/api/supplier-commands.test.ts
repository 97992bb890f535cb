import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { suppliers } from "#api/core/database/schema/index.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { noId } from "#contract/fields.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { anAddress, supplierDetails, supplierFinances } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { add, get, updateAddress, updateDetails, updateFinancialDetails } = operations.suppliers;

let operator: TestUser;
let supplier: number;
beforeEach(async () => {
  operator = await api.aUser({ roles: ["Administrator"] });
  supplier = await api.aSupplier({ name: "Before", description: "<p>Before</p>", notes: "Kept note" });
});

async function stored(id = supplier) {
  const [row] = await api.database.db.select().from(suppliers).where(eq(suppliers.id, id));
  return row;
}

describe("adding a supplier", () => {
  const input = { SupplierName: "  Tideline Ceramics ", PrimaryContactEmail: "hello@tideline.example" };

  test("returns its id, and uses its email address for orders and billing", async () => {
    const id = await api.ok(operator, add, { ...input, SupplierId: 0 });
    expect(await api.ok(operator, get, { id })).toMatchObject({
      name: "Tideline Ceramics",
      legalName: "Tideline Ceramics",
      orderContactEmails: "hello@tideline.example",
      billingContactEmails: "hello@tideline.example",
    });
  });

  test.each([
    [{ SupplierName: " " }, { SupplierName: ["Please enter the supplier's name"] }],
    [{ SupplierName: "x".repeat(256) }, { SupplierName: ["Please use no more than 255 characters."] }],
    [{ PrimaryContactEmail: "" }, { PrimaryContactEmail: ["Please enter a valid email address"] }],
    [{ PrimaryContactEmail: "hello@" }, { PrimaryContactEmail: ["Please enter a valid email address"] }],
    [{ SupplierId: 7 }, { SupplierId: ["A new supplier gets its number from the API: leave SupplierId out, or 0."] }],
    [{ Id: "1" }, { Id: ["This form has expired. Please reload the page."] }],
  ])("is refused with %j", async (wrong, errors) => {
    const before = await api.database.db.$count(suppliers);
    const { status, problem } = await api.call(operator, add, { ...input, ...wrong } as typeof input);
    expect({ status, errors: problem.errors }).toMatchObject({ status: 422, errors });
    expect(await api.database.db.$count(suppliers)).toBe(before);
  });
});

describe("a supplier's details", () => {
  test("are updated", async () => {
    expect(await api.ok(operator, updateDetails, { ...supplierDetails(supplier), Notes: "New note" })).toBeNull();
    expect(await stored()).toMatchObject({
      name: "Acacia Homewares",
      legalName: "Acacia Homewares Pty Ltd",
      logoId: null,
      description: "<p>Baskets and trays.</p>",
      orderContactEmails: "orders@acacia.example, ana@acacia.example",
      businessPhoneNumber: "(08) 5550 1234",
      notes: "New note",
    });
  });

  const required = "This is a required field";
  test.each([
    [{ SupplierName: "" }, { SupplierName: [required] }],
    [{ SupplierName: "x".repeat(256) }, { SupplierName: ["Please use no more than 255 characters."] }],
    [{ SupplierLegalName: " " }, { SupplierLegalName: [required] }],
    [{ Description: "<p>&nbsp;</p>" }, { Description: [required] }],
    [{ Description: "<script>alert(1)</script>" }, { Description: [required] }],
    [{ OrderContactEmails: "" }, { OrderContactEmails: [required] }],
    [
      { OrderContactEmails: "a@b.example, b" },
      { OrderContactEmails: ["Please enter a valid email address: “b” is not valid."] },
    ],
    [
      { OrderContactEmails: `${"a@b.example,".repeat(42)}a@b.example` },
      { OrderContactEmails: ["Please use no more than 500 characters."] },
    ],
    [{ Notes: "x".repeat(1001) }, { Notes: ["Notes may not exceed 1000 characters."] }],
    [{ BusinessPhoneNumber: "" }, { BusinessPhoneNumber: [required] }],
    [{ BusinessPhoneNumber: "0".repeat(26) }, { BusinessPhoneNumber: ["Please use no more than 25 characters."] }],
    [{ LogoId: "a-logo.png" }, { LogoId: [expect.any(String)] }],
    [{ SupplierId: "x" }, { SupplierId: ["Please choose one from the list."] }],
  ])("are not changed by %j", async (wrong, errors) => {
    const { status, problem } = await api.call(operator, updateDetails, {
      ...supplierDetails(supplier),
      ...wrong,
    } as ReturnType<typeof supplierDetails>);
    expect(status).toBe(422);
    for (const [field, messages] of Object.entries(errors))
      expect(problem.errors?.[field]).toEqual(expect.arrayContaining(messages));
    expect(await stored()).toMatchObject({ name: "Before", description: "<p>Before</p>", notes: "Kept note" });
  });

  test("lose all markup of the description that the editor cannot produce", async () => {
    const Description = `<p style="text-align:center;position:fixed" onclick="alert(1)">Hello <b>you</b><script>alert(2)</script></p>
      <style>p{}</style><img src=x onerror=alert(3)><a href="javascript:alert(4)">link</a><iframe src="//e.example"></iframe><h1>Big</h1>`;
    await api.ok(operator, updateDetails, { ...supplierDetails(supplier), Description });
    const { description } = await api.ok(operator, get, { id: supplier });
    expect(description).toContain('<p style="text-align:center">Hello <strong>you</strong></p>');
    expect(description).not.toMatch(/script|style>|onclick|onerror|alert|javascript|href|img|iframe|h1|position/i);
  });

  test("keep the notes when none are submitted, as by staff, who never see them", async () => {
    const owner = await api.aUser({ links: [{ supplier }] });
    await api.ok(owner, updateDetails, supplierDetails(supplier));
    expect(await stored()).toMatchObject({ name: "Acacia Homewares", notes: "Kept note" });
  });

  test("include notes that staff cannot change", async () => {
    const owner = await api.aUser({ links: [{ supplier }] });
    const { status, problem } = await api.call(owner, updateDetails, { ...supplierDetails(supplier), Notes: "Mine" });
    expect([status, problem.message]).toEqual([
      403,
      "Notes are kept by the marketplace. Please leave them as they are.",
    ]);
    expect(await stored()).toMatchObject({ name: "Before", notes: "Kept note" });
  });

  test("accept a logo that the caller uploaded, and keep the stored one", async () => {
    const LogoId = await api.aFile({ location: FileLocation.supplierLogo, createdBy: operator.id });
    await api.ok(operator, updateDetails, { ...supplierDetails(supplier), LogoId });
    const owner = await api.aUser({ links: [{ supplier }] });
    await api.ok(owner, updateDetails, { ...supplierDetails(supplier), LogoId: LogoId.toUpperCase() });
    expect((await stored())?.logoId).toBe(LogoId);
  });

  test.each([
    ["of another user", () => api.aFile({ location: FileLocation.supplierLogo, createdBy: 1_000_000 })],
    ["uploaded for another purpose", () => api.aFile({ location: FileLocation.productImage, createdBy: operator.id })],
    ["that is an agreement", () => api.aFile({ createdBy: operator.id })],
    ["that does not exist", async () => randomUUID()],
  ])("refuse a logo %s", async (_which, file) => {
    const { status, problem } = await api.call(operator, updateDetails, {
      ...supplierDetails(supplier),
      LogoId: await file(),
    });
    expect([status, problem.errors]).toEqual([422, { LogoId: ["Please upload the logo again."] }]);
    expect(await stored()).toMatchObject({ name: "Before" });
  });
});

describe("a supplier's address", () => {
  test("can be set to a newly entered one", async () => {
    for (const user of [operator, await api.aUser({ links: [{ supplier }] })]) {
      const BillingAddressId = await api.ok(user, operations.locations.findOrCreateAddress, anAddress);
      expect(await api.ok(user, updateAddress, { SupplierId: supplier, BillingAddressId })).toBeNull();
      expect((await api.ok(user, get, { id: supplier })).billingAddress).toMatchObject({
        id: BillingAddressId,
        ...anAddress,
      });
    }
  });

  test("can be submitted again unchanged", async () => {
    const located = await api.aSupplier({ address: {} });
    const owner = await api.aUser({ links: [{ supplier: located }] });
    const { billingAddress } = await api.ok(owner, get, { id: located });
    await api.ok(owner, updateAddress, {
      SupplierId: located,
      BillingAddressId: billingAddress?.id.toUpperCase() ?? "",
    });
    expect((await api.ok(owner, get, { id: located })).billingAddress).toEqual(billingAddress);
  });

  test.each([
    ["does not exist", async () => randomUUID()],
    ["is empty", async () => noId],
  ])("is refused if its id %s", async (_which, id) => {
    const { status, problem } = await api.call(operator, updateAddress, {
      SupplierId: supplier,
      BillingAddressId: await id(),
    });
    expect([status, problem.errors]).toEqual([422, { BillingAddressId: ["Please enter the address."] }]);
  });

  test("cannot be used to read another user's address by its id", async () => {
    const owner = await api.aUser({ links: [{ supplier }] });
    const { status, problem } = await api.call(owner, updateAddress, {
      SupplierId: supplier,
      BillingAddressId: await api.anAddress(),
    });
    expect([status, problem.errors]).toEqual([422, { BillingAddressId: ["Please enter the address."] }]);
    expect((await stored())?.billingAddressId).toBeNull();
  });
});

describe("a supplier's financial details", () => {
  test("are stored, with numbers as digits", async () => {
    expect(await api.ok(operator, updateFinancialDetails, supplierFinances(supplier))).toBeNull();
    expect(await stored()).toMatchObject({
      abn: "51824753556",
      bsb: "980123",
      accountNumber: "123456",
      billingContactEmails: "accounts@acacia.example",
    });
  });

  test("are optional, except for the email address", async () => {
    await api.ok(operator, updateFinancialDetails, {
      ...supplierFinances(supplier),
      ABN: "",
      BSB: "",
      AccountName: "",
      AccountNumber: "",
    });
    expect(await stored()).toMatchObject({ abn: "", bsb: "", accountName: "", accountNumber: "" });
  });

  test.each([
    [{ ABN: "51 824" }, { ABN: ["An ABN has 11 digits, for example 51 824 753 556."] }],
    [{ BSB: "9801234" }, { BSB: ["A BSB has 6 digits, for example 066-102."] }],
    [{ AccountNumber: "1".repeat(21) }, { AccountNumber: ["Please use no more than 20 characters."] }],
    [{ AccountName: "x".repeat(256) }, { AccountName: ["Please use no more than 255 characters."] }],
    [{ BillingContactEmails: "" }, { BillingContactEmails: ["This is a required field"] }],
    [
      { BillingContactEmails: "x" },
      { BillingContactEmails: ["Please enter a valid email address: “x” is not valid."] },
    ],
  ])("are refused with %j", async (wrong, errors) => {
    const { status, problem } = await api.call(operator, updateFinancialDetails, {
      ...supplierFinances(supplier),
      ...wrong,
    });
    expect({ status, errors: problem.errors }).toMatchObject({ status: 422, errors });
    expect(await stored()).toMatchObject({ abn: "53004085616", billingContactEmails: "" });
  });
});

import { and, asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listingCategories,
  marketplaceProducts,
  supplierMarketplaces,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { approvalEdit, chosenByGroup } from "#contract/approvals/edits.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { startApi } from "#tests/support/api.ts";
import { productDetails } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { approvals, products } = operations;

let manager: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
  marketplace = await api.aMarketplace("Harbour & Co");
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
});

const waiting = { status: 1, syncStatus: 0 };

/** A product on the marketplace. @returns the key that commands use */
async function listed(
  listing: Partial<typeof marketplaceProducts.$inferInsert> = waiting,
  traits: Parameters<typeof api.aProduct>[1] = {},
) {
  const on = [{ ...waiting, ...listing, marketplaceId: marketplace }];
  return { ProductId: await api.aProduct(supplier, { name: "Linen tray", ...traits, on }), MarketplaceId: marketplace };
}
type Key = Awaited<ReturnType<typeof listed>>;

async function stored({ ProductId, MarketplaceId }: Key) {
  const [row] = await db
    .select()
    .from(marketplaceProducts)
    .where(and(eq(marketplaceProducts.productId, ProductId), eq(marketplaceProducts.marketplaceId, MarketplaceId)));
  if (!row) throw new Error("The product is not on the marketplace.");
  return row;
}

const staff = () => api.aUser({ links: [{ supplier }] });

const approve = (key: Key, more: Partial<SentInput<typeof approvals.approve>> = {}) =>
  api.call(manager, approvals.approve, { ...key, ...more });

describe("approving a product", () => {
  test.each([1, 2, 3, 4, 5])(
    "with status %i sets status 2 from now on, and marks the marketplace as out of sync",
    async (status) => {
      const key = await listed({ status, disableReason: "No barcode", availableTo: new Date("2020-01-01") });
      const before = Date.now();
      expect(await approve(key)).toMatchObject({ status: 200, body: null });
      const row = await stored(key);
      expect(row).toMatchObject({
        status: 2,
        syncStatus: 1,
        approvedBy: manager.id,
        availableTo: null,
        disableReason: null,
      });
      expect(row.availableFrom?.getTime()).toBeGreaterThanOrEqual(before);
      expect(row.availableFrom?.getTime()).toBeLessThanOrEqual(Date.now());
    },
  );

  test("stores the given dates in UTC", async () => {
    const key = await listed();
    await approve(key, { AvailableFromDate: "2027-01-01T00:00:00+10:00", AvailableToDate: "2027-02-01T00:00:00Z" });
    expect(await stored(key)).toMatchObject({
      availableFrom: new Date("2026-12-31T14:00:00Z"),
      availableTo: new Date("2027-02-01T00:00:00Z"),
    });
  });

  test("is refused if the end is not after the start, where the start can be now", async () => {
    const key = await listed();
    const problem = { errors: { AvailableToDate: ["The end must be after the start."] } };
    const dates = { AvailableFromDate: "2027-02-01T00:00:00Z", AvailableToDate: "2027-02-01T00:00:00Z" };
    expect(await approve(key, dates)).toMatchObject({ status: 422, problem });
    const past = { errors: { AvailableToDate: ["The end must be in the future."] } };
    expect(await approve(key, { AvailableToDate: "2020-01-01T00:00:00Z" })).toMatchObject({
      status: 422,
      problem: past,
    });
    expect(await stored(key)).toMatchObject({ status: 1 });
  });

  test("is refused for a disabled product, without an agreement, and where the product is not listed", async () => {
    const disabled = await listed({}, { isDisabled: true });
    expect(await approve(disabled)).toMatchObject({
      status: 409,
      problem: { message: "This product is disabled. Activate it before approving it." },
    });
    const ended = await listed();
    await db.update(supplierMarketplaces).set({ status: 4 }).where(eq(supplierMarketplaces.supplierId, supplier));
    const message = "The supplier of this product has no active agreement with this marketplace.";
    expect(await approve(ended)).toMatchObject({ status: 409, problem: { message } });
    expect(await stored(ended)).toMatchObject({ status: 1, syncStatus: 0 });
    expect(await approve({ ...ended, MarketplaceId: await api.aMarketplace() })).toMatchObject({ status: 404 });
    expect(await approve({ ...ended, ProductId: 2_000_000_000 })).toMatchObject({ status: 404 });
  });

  test("by the same command again changes nothing", async () => {
    const key = await listed();
    const Id = "7a1d1a54-6f0e-4f5c-9a0c-0f6f5d1f3a11";
    await approve(key, { Id });
    const first = await stored(key);
    await approve(key, { Id });
    expect(await stored(key)).toEqual(first);
  });

  describe("with categories", () => {
    const chosen = async (key: Key) => {
      const { id } = await stored(key);
      const rows = await db
        .select()
        .from(listingCategories)
        .where(eq(listingCategories.listingId, id))
        .orderBy(asc(listingCategories.categoryId));
      return rows.map(({ categoryId }) => categoryId);
    };
    const choice = (group: number, ids: (number | undefined)[]) => ({
      Id: group,
      Name: null,
      Categories: ids.map((id) => ({ Id: id ?? 0 })),
    });

    test("sets those of the given group, and preserves those of other groups", async () => {
      const key = await listed();
      const { group, categories } = await api.aCategoryGroup(marketplace, ["Kitchen", "Bedding"]);
      const departments = await api.aCategoryGroup(marketplace, ["Spring", "Autumn"], "Departments");
      await approve(key, {
        CategoryGroups: [choice(group, [categories[0]]), choice(departments.group, departments.categories)],
      });
      expect(await chosen(key)).toEqual([categories[0], ...departments.categories]);
      await approve(key, { CategoryGroups: [choice(group, [categories[1], categories[1]])] });
      expect(await chosen(key)).toEqual([categories[1], ...departments.categories]);
      await approve(key);
      expect(await chosen(key)).toEqual([categories[1], ...departments.categories]);
      await approve(key, { CategoryGroups: [choice(group, []), choice(departments.group, [])] });
      expect(await chosen(key)).toEqual([]);
    });

    test("keeps what another user has changed since the form was opened", async () => {
      const key = await listed({ status: 2, availableFrom: new Date("2026-04-30T03:04:05.678Z") });
      const { group, categories } = await api.aCategoryGroup(marketplace, ["Kitchen", "Bedding"]);
      const departments = await api.aCategoryGroup(marketplace, ["Spring", "Autumn"], "Departments");
      const { id } = await stored(key);
      const before = await api.ok(manager, approvals.get, { id });
      const Shown = shownText(approvalEdit(before, chosenByGroup(before)));
      const asShown = {
        SeenStatus: 2 as const,
        Shown,
        AvailableFromDate: before.availableFromDate ?? "",
        CategoryGroups: [choice(group, []), choice(departments.group, [])],
      };
      await approve(key, {
        AvailableFromDate: "2026-06-01T00:00:00Z",
        CategoryGroups: [choice(group, [categories[0]]), choice(departments.group, [])],
      });
      const mine = {
        ...asShown,
        AvailableToDate: "2030-01-01T10:00:00+10:00",
        CategoryGroups: [choice(group, []), choice(departments.group, [departments.categories[1]])],
      };
      expect((await approve(key, mine)).status).toBe(200);
      expect(await stored(key)).toMatchObject({
        availableFrom: new Date("2026-06-01T00:00:00Z"),
        availableTo: new Date("2030-01-01T00:00:00Z"),
      });
      expect(await chosen(key)).toEqual([categories[0], departments.categories[1]]);

      const others = [choice(group, [categories[1]])];
      const { status, problem } = await approve(key, { ...asShown, CategoryGroups: others });
      expect([status, problem.theirs]).toEqual([409, { [`Group${group}`]: [categories[0]] }]);
      expect(await chosen(key)).toEqual([categories[0], departments.categories[1]]);
      expect((await approve(key, { ...asShown, Shown: problem.shown, CategoryGroups: others })).status).toBe(200);
      expect(await chosen(key)).toEqual([categories[1], departments.categories[1]]);
    });

    test("refuses unknown categories and those of another marketplace or group", async () => {
      const key = await listed();
      const { group, categories } = await api.aCategoryGroup(marketplace, ["Kitchen"]);
      const departments = await api.aCategoryGroup(marketplace, ["Spring"], "Departments");
      const elsewhere = await api.aCategoryGroup(await api.aMarketplace(), ["Kitchen"]);
      const wrong = [
        [choice(elsewhere.group, elsewhere.categories)],
        [choice(elsewhere.group, [])],
        [choice(group, elsewhere.categories)],
        [choice(group, departments.categories)],
        [choice(group, [...categories, 2_000_000_000])],
      ];
      for (const CategoryGroups of wrong) {
        const errors = { CategoryGroups: ["Please choose the categories from the list."] };
        expect(await approve(key, { CategoryGroups })).toMatchObject({ status: 422, problem: { errors } });
      }
      expect(await chosen(key)).toEqual([]);
      expect(await stored(key)).toMatchObject({ status: 1 });
    });
  });
});

describe("disabling a product", () => {
  const disable = (key: Key, Reason?: string) => api.ok(manager, approvals.disable, { ...key, Reason });
  const contact = () => `orders-${supplier}@acacia.example`;
  const withContacts = async () => {
    supplier = await api.aSupplier({ name: "Acacia" });
    const orderContactEmails = `${contact()}, second-${contact()}`;
    await db.update(suppliers).set({ orderContactEmails }).where(eq(suppliers.id, supplier));
    await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
  };

  test.each([1, 2, 3, 5])("with status %i sets status 4, and marks the marketplace as out of sync", async (status) => {
    const key = await listed({ status, approvedBy: manager.id });
    await disable(key);
    expect(await stored(key)).toMatchObject({ status: 4, syncStatus: 1, disableReason: null, approvedBy: manager.id });
  });

  test("emails the reason once to each of the supplier's order contacts", async () => {
    await withContacts();
    const key = await listed({}, { name: 'The "big" <tray>' });
    await disable(key, "The picture shows a\nwatermark <b>.");
    await disable(key, "The picture shows a\nwatermark <b>.");
    const mails = await api.mailsTo(contact());
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe("A product was disabled on Harbour & Co");
    expect(mails[0]?.text).toContain("watermark <b>.");
    expect(mails[0]?.text).toContain(`http://localhost:3000/products/${key.ProductId}/marketplaces`);
    expect(mails[0]?.html).toContain("&quot;big&quot; &lt;tray&gt; on Harbour &amp; Co");
    expect(mails[0]?.html).not.toContain("<b>");
    expect(await api.mailsTo(`second-${contact()}`)).toHaveLength(1);
  });

  test("without a reason sends no email, and a product already disabled keeps its reason", async () => {
    await withContacts();
    const key = await listed({ status: 4, disableReason: "No barcode" });
    await disable(key);
    expect(await stored(key)).toMatchObject({ status: 4, disableReason: "No barcode" });
    expect(await api.mailsTo(contact())).toEqual([]);
  });

  test("removes an earlier reason when there is a new decision", async () => {
    const key = await listed({ status: 3, disableReason: "No barcode" });
    await disable(key);
    expect(await stored(key)).toMatchObject({ status: 4, disableReason: null });
    const reviewed = await listed({ status: 3, disableReason: "No barcode" });
    await api.ok(manager, approvals.markAsReviewed, reviewed);
    expect(await stored(reviewed)).toMatchObject({ status: 5, disableReason: null });
  });

  test("is not undone by a user who has not seen it", async () => {
    const key = await listed({ status: 4, disableReason: "Fake" });
    expect(await approve(key, { SeenStatus: 2 })).toMatchObject({
      status: 409,
      problem: {
        message:
          "This has changed since you opened it: it is now “Disabled”, because: Fake. Please check it, then press the button again to approve it.",
      },
    });
    expect(await stored(key)).toMatchObject({ status: 4, disableReason: "Fake" });
    expect(await approve(key, { SeenStatus: 4 })).toMatchObject({ status: 200 });
  });

  test("shows the supplier the reason, and any edit submits the product for approval again", async () => {
    const key = await listed({ status: 4, disableReason: "No barcode", syncStatus: 0 });
    const user = await staff();
    const reason = async () => (await api.ok(user, products.get, { id: key.ProductId })).marketplaceAssignments[0];
    expect(await reason()).toMatchObject({ status: 4, disableReason: "No barcode" });
    const { productTypeId } = await api.ok(user, products.get, { id: key.ProductId });
    const details = productDetails(key.ProductId, productTypeId);
    for (const [who, change] of [
      [user, { RecommendedRetailPrice: 8 }],
      [manager, { RecommendedRetailPrice: 8, Name: "Named by the operator" }],
    ] as const) {
      await api.ok(manager, approvals.disable, { ...key, Reason: "No barcode" });
      await api.ok(who, products.updateDetails, { ...details, ...change });
      expect(await reason()).toMatchObject({ status: 3, disableReason: "No barcode" });
    }
    await api.ok(manager, approvals.approve, key);
    expect(await reason()).toMatchObject({ status: 2, disableReason: null });
  });

  test("without a reason stays in effect, whatever the supplier edits", async () => {
    const key = await listed({ status: 4 });
    const { productTypeId } = await api.ok(manager, products.get, { id: key.ProductId });
    await api.ok(await staff(), products.updateDetails, {
      ...productDetails(key.ProductId, productTypeId),
      Name: "Another",
    });
    expect(await stored(key)).toMatchObject({ status: 4 });
  });
});

describe("marking a product as internally reviewed", () => {
  test.each([1, 3])("with status %i sets status 5 and sends no email", async (status) => {
    const key = await listed({ status, syncStatus: 0 });
    await api.ok(manager, approvals.markAsReviewed, key);
    expect(await stored(key)).toMatchObject({ status: 5, syncStatus: 0 });
  });

  test.each([2, 4, 5])("with status %i is refused", async (status) => {
    const key = await listed({ status });
    const message = "Only a product waiting for approval can be marked as internally reviewed.";
    expect(await api.call(manager, approvals.markAsReviewed, key)).toMatchObject({ status: 409, problem: { message } });
    expect(await stored(key)).toMatchObject({ status });
  });
});

test("supplier staff are refused every decision", async () => {
  const key = await listed();
  const user = await staff();
  for (const operation of [approvals.approve, approvals.disable, approvals.markAsReviewed]) {
    expect(await api.call(user, operation, key)).toMatchObject({ status: 403 });
  }
  expect(await stored(key)).toMatchObject({ status: 1 });
});

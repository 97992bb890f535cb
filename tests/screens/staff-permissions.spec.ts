import { addStaff, aSupplier, putOnMarketplace } from "#tests/support/browser/api.ts";
import { button, card, heading, link, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

// Each test creates a supplier and adds this account to its staff with only the permissions under test.
test.use({ account: "acaciaOwner" });

interface Sight {
  bits: number[];
  edits: string[];
  seesBankDetails?: boolean;
  managesUsers?: boolean;
  managesFeeds?: boolean;
  agrees?: boolean;
}

const sights: Record<string, Sight> = {
  "Update General Details": { bits: [1], edits: ["General", "Business Address"], agrees: true },
  "Update Financial Details": { bits: [2], edits: ["Financial Details"], seesBankDetails: true },
  "Manage Products": { bits: [4], edits: [], managesFeeds: true },
  "Manage Orders": { bits: [8], edits: [] },
  "Manage Invoices": { bits: [16], edits: [] },
  "Manage Users": { bits: [32], edits: [], managesUsers: true },
  "every permission": {
    bits: [1, 2, 4, 8, 16, 32],
    edits: ["General", "Business Address", "Financial Details"],
    seesBankDetails: true,
    managesUsers: true,
    managesFeeds: true,
    agrees: true,
  },
};

for (const [
  name,
  { bits, edits, seesBankDetails = false, managesUsers = false, managesFeeds = false, agrees = false },
] of Object.entries(sights)) {
  test(`staff with ${name} see and open only what it permits`, async ({ page }) => {
    const supplier = await aSupplier({ notes: "for the operator alone" });
    await addStaff(supplier, "acaciaOwner", bits);
    await putOnMarketplace(supplier, 1);

    await visit(page, supplier.path);
    await expect(heading(page)).toHaveText(supplier.name);
    await expect(page.getByRole("link", { name: /^Edit (General|Business Address|Financial Details)$/ })).toHaveCount(
      edits.length,
    );
    for (const title of edits) await expect(link(page, `Edit ${title}`)).toBeVisible();
    await expect(card(page, "Financial Details")).toHaveCount(seesBankDetails ? 1 : 0);
    await expect(card(page, "Users")).toHaveCount(managesUsers ? 1 : 0);
    await expect(card(page, "Feeds")).toHaveCount(managesFeeds ? 1 : 0);
    await expect(page.getByText("for the operator alone")).toHaveCount(0);
    // Only the operator puts suppliers on marketplaces, and takes them away.
    await expect(card(page, "Marketplaces").getByRole("link")).toHaveText(["Review Agreement"]);

    await visit(page, `${supplier.path}/marketplaces/1/agreement`);
    await expect(button(page, "Agree")).toHaveCount(agrees ? 1 : 0);
    expect((await visit(page, `${supplier.path}/users/new`))?.status()).toBe(managesUsers ? 200 : 404);
    expect((await visit(page, `${supplier.path}/marketplaces/new`))?.status()).toBe(404);
    expect((await visit(page, `${supplier.path}/feeds/new`))?.status()).toBe(managesFeeds ? 200 : 403);
  });
}

import type { Account } from "#tests/support/browser/accounts.ts";
import { aSupplier, storedSupplier } from "#tests/support/browser/api.ts";
import { card, heading, link, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const sales = ["Orders", "Shipments", "Invoices"];
const catalogue = ["Products", "Approvals", "Product Types", "Attributes", "Shipping Rules"];

interface Sight {
  menu: string[];
  /** The cards of Acacia Homewares that can be edited. */
  edits: string[];
  seesBankDetails: boolean;
}

const sights: Partial<Record<Account, Sight>> = {
  admin: {
    menu: [
      ...sales,
      "Books",
      ...catalogue,
      "Suppliers",
      "Applications",
      "Commission Rules",
      "Marketplaces",
      "Users",
      "History",
      "Settings",
    ],
    edits: ["General", "Business Address", "Financial Details"],
    seesBankDetails: true,
  },
  operator: {
    menu: [...sales, ...catalogue, "Suppliers", "Applications", "Commission Rules", "Marketplaces"],
    edits: ["General", "Business Address"],
    seesBankDetails: true,
  },
  catalogue: { menu: [...catalogue, "Suppliers", "Marketplaces"], edits: [], seesBankDetails: false },
  finance: {
    menu: [...sales, "Books", "Suppliers", "Commission Rules", "Marketplaces", "Settings"],
    edits: ["Financial Details"],
    seesBankDetails: true,
  },
  readonly: {
    menu: [...sales, "Books", ...catalogue, "Suppliers", "Commission Rules", "Marketplaces"],
    edits: [],
    seesBankDetails: false,
  },
  acaciaOwner: {
    menu: [...sales, ...catalogue, "Suppliers"],
    edits: ["General", "Business Address", "Financial Details"],
    seesBankDetails: true,
  },
  acaciaBooks: { menu: [...sales, ...catalogue, "Suppliers"], edits: ["Financial Details"], seesBankDetails: true },
  acaciaProducts: { menu: ["Orders", "Shipments", ...catalogue, "Suppliers"], edits: [], seesBankDetails: false },
};

const cards = { General: "general", "Business Address": "address", "Financial Details": "financial" };

for (const [account, { menu, edits, seesBankDetails }] of Object.entries(sights)) {
  test.describe(`${account}`, () => {
    test.use({ account: account as Account });

    test("sees only the permitted menu entries, cards and Edit buttons", async ({ page }) => {
      await visit(page, "/suppliers/1");
      await expect(heading(page)).toHaveText("Acacia Homewares");
      await expect(page.getByRole("navigation", { name: "Main" }).first().getByRole("link")).toHaveText([
        "Home",
        // A view that is shared with the role, and its count.
        ...(account === "operator" ? [/^Late to ship [\d,]+$/] : []),
        ...menu,
      ]);
      await expect(page.getByRole("link", { name: /^Edit (General|Business Address|Financial Details)$/ })).toHaveCount(
        edits.length,
      );
      for (const title of edits) await expect(link(page, `Edit ${title}`)).toBeVisible();
      await expect(card(page, "Financial Details")).toHaveCount(seesBankDetails ? 1 : 0);
    });

    for (const [title, edit] of Object.entries(cards).filter(([name]) => !edits.includes(name))) {
      test(`cannot open the form of ${title} by its URL`, async ({ page }) => {
        await visit(page, `/suppliers/1?edit=${edit}`);
        await expect(heading(page)).toHaveText("Acacia Homewares");
        await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
      });
    }
  });
}

test.describe("staff of another supplier", () => {
  test.use({ account: "banksiaOwner" });

  test("see only their own supplier in the list", { tag: "@core" }, async ({ page }) => {
    await visit(page, "/suppliers");
    await expect(page.locator("tbody tr td:first-child")).toHaveText(["Banksia Outdoors"]);
  });

  test("get Not found for another supplier", async ({ page }) => {
    const response = await visit(page, "/suppliers/1");
    expect(response?.status()).toBe(404);
    await expect(heading(page)).toHaveText("Not found");
    await expect(page.getByText("Acacia")).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  });
});

test.describe("a form posted by hand", () => {
  test.use({ account: "finance" });

  test("by a user without permission is refused and changes nothing", async ({ page }) => {
    const supplier = await aSupplier();
    const response = await page.request.post(supplier.path, {
      headers: { origin: process.env.PUBLIC_URL ?? "" },
      form: {
        intent: "general",
        SupplierName: "Taken over",
        SupplierLegalName: "x",
        Description: "<p>x</p>",
        OrderContactEmails: "x@x.example",
        BusinessPhoneNumber: "1",
        LogoId: "",
      },
    });
    expect(response.status()).toBe(403);
    expect(await storedSupplier(supplier.id)).toMatchObject({ name: supplier.name });
  });
});

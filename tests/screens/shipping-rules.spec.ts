import type { Page } from "@playwright/test";
import { aName, aShippingRule, aSupplier, command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct } from "#tests/support/browser/catalogue.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  heading,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const rows = (page: Page) => page.locator("tbody tr");
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

test.describe("the list", () => {
  test("shows its columns, is filtered by name and supplier, and leads to a rule and back", async ({ page }) => {
    await visit(page, "/shippingrules");
    await expect(heading(page)).toHaveText("Shipping Rules");
    await page.getByRole("combobox", { name: "Supplier" }).selectOption({ label: "Acacia Homewares" });
    if (!hasScripts()) await button(page, "Search").click();
    await isAt(page, hasScripts() ? "/shippingrules?supplierId=1" : "/shippingrules?name=&supplierId=1");
    await expect(rows(page).first()).toContainText("Letters");
    await field(page, "Name").fill("overseas");
    await button(page, "Search").click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).locator("td")).toHaveText([
      /^\d+$/,
      /^Overseas, tracked/,
      "Acacia Homewares",
      "Yes",
      "Yes",
      "$12.00",
      "$34.95",
    ]);
    const list = new URL(page.url());
    await rows(page).getByRole("link").click();
    await expect(heading(page)).toHaveText("Overseas, tracked");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
    await isAt(page, `${list.pathname}${list.search}`);
  });

  test("is sorted by name by default, and by rates on request", async ({ page }) => {
    const word = aName("zz");
    for (const first of ["b", "A"]) await aShippingRule({ name: `${first} ${word}` });
    await visit(page, `/shippingrules?name=${encodeURIComponent(word)}`);
    await expect(rows(page).getByRole("link")).toHaveText([`A ${word}`, `b ${word}`]);
    await link(page, "Id").click();
    await expect(rows(page).getByRole("link")).toHaveText([`b ${word}`, `A ${word}`]);
  });
});

test("the page of a rule shows the products that use it, and links to the list of all of them", async ({ page }) => {
  const supplier = await aSupplier();
  const rule = await aShippingRule({ supplierId: supplier.id });
  const product = await aProduct({ supplierId: supplier.id });
  await aProduct({ supplierId: supplier.id });
  await visit(page, rule.path);
  await expect(card(page, "Used by products")).toContainText("No product uses this shipping rule.");
  await command("products/UpdateProductShippingMethod", {
    ProductId: product.id,
    ShippingMethod: 2,
    ShippingRuleId: rule.id,
    ShippingNotes: "Soon.",
  });
  await visit(page, rule.path);
  await expect(card(page, "Used by products").getByRole("listitem")).toHaveText([product.name]);
  await link(page, "Show it in the list of products").click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole("group", { name: "Shipping rule" })).toContainText(rule.name);
  await link(page.getByRole("group", { name: "Shipping rule" }), "Remove").click();
  await expect(page.getByRole("group", { name: "Shipping rule" })).toHaveCount(0);
});

test.describe("adding a rule", () => {
  test("asks for name and supplier, and opens the rule", { tag: "@core" }, async ({ page }) => {
    const name = aName("Parcels & <more>");
    await visit(page, "/shippingrules?name=par");
    await link(page, "Add Shipping Rule").click();
    await expect(dialog(page, "Add Shipping Rule")).toBeVisible();
    await isReady(page);
    await field(page, "Shipping Rule Name").fill(name);
    await dialog(page, "Add Shipping Rule").getByLabel("Supplier").selectOption({ label: "Banksia Outdoors" });
    await button(page, "Add").click();
    await expect(heading(page)).toHaveText(name);
    await seesToast(page, "Shipping rule details updated successfully.");
    await expect(detail(card(page, "Details"), "Supplier")).toHaveText("Banksia Outdoors");
    await expect(detail(card(page, "Details"), "Ship within Australia")).toHaveText(
      "Yes, but no default rate has been entered yet",
    );
  });

  test("reports missing fields and keeps the input", async ({ page }) => {
    await visit(page, "/shippingrules/new");
    await field(page, "Shipping Rule Name").fill("x".repeat(256));
    await button(page, "Add").click();
    const open = dialog(page, "Add Shipping Rule");
    await seesFieldError(open, "Shipping Rule Name", "Please use no more than 255 characters.");
    await seesFieldError(open, "Supplier", "Please select the supplier for this shipping rule");
    if (!hasScripts()) await seesSummary(page, "Supplier: Please select the supplier for this shipping rule");
    await expect(field(page, "Shipping Rule Name")).toHaveValue("x".repeat(256));
  });
});

test.describe("the details", () => {
  test("are entered and shown inc GST", async ({ page }) => {
    const rule = await aShippingRule();
    await visit(page, rule.path);
    const form = await edit(page, "Details");
    await expect(field(form, "Ship within Australia")).toBeDisabled();
    await expect(field(form, "Default rate per item within Australia")).toHaveValue("9.95");
    const name = aName("Renamed");
    await field(form, "Name").fill(name);
    await field(form, "Default rate per item within Australia").fill("$1,012.35");
    await field(form, "Ship anywhere Internationally").selectOption("Yes");
    await field(form, "Default rate per item internationally").fill("0");
    await button(form, "Save").click();
    await seesToast(page, "Shipping rule details updated successfully.");
    await isAt(page, rule.path);
    await expect(heading(page)).toHaveText(name);
    await expect(detail(card(page, "Details"), "Ship within Australia")).toHaveText(
      "Yes, by default for $1,012.35 per item",
    );
    await expect(detail(card(page, "Details"), "Ship anywhere Internationally")).toHaveText(
      "Yes, by default for $0.00 per item",
    );
  });

  test("require a rate while its option is on, and ignore it while it is off", async ({ page }) => {
    const rule = await aShippingRule();
    await visit(page, rule.path);
    const form = await edit(page, "Details");
    await field(form, "Ship anywhere Internationally").selectOption("Yes");
    await field(form, "Default rate per item internationally").fill("free");
    await field(form, "Default rate per item within Australia").fill("");
    await field(form, "Name").fill(" ");
    await button(form, "Save").click();
    await seesFieldError(form, "Name", "This is a required field");
    await seesFieldError(form, "Default rate per item within Australia", "This is a required field");
    await seesFieldError(
      form,
      "Default rate per item internationally",
      "Please enter an amount of 0 or more, for example 9.95.",
    );
    await field(form, "Name").fill(rule.name);
    await field(form, "Default rate per item within Australia").fill("5");
    await field(form, "Ship anywhere Internationally").selectOption("No");
    await button(form, "Save").click();
    await seesToast(page, "Shipping rule details updated successfully.");
    await expect(detail(card(page, "Details"), "Ship anywhere Internationally")).toHaveText("No");
  });

  test("disable a rate while its option is off", { tag: "@javascript" }, async ({ page }) => {
    await visit(page, `${(await aShippingRule()).path}?edit=details`);
    const form = card(page, "Details");
    await expect(field(form, "Default rate per item internationally")).toBeDisabled();
    await field(form, "Ship anywhere Internationally").selectOption("Yes");
    await expect(field(form, "Default rate per item internationally")).toBeEnabled();
  });
});

test.describe("deleting a rule", () => {
  const question =
    "This shipping rule is about to be deleted. This cannot be undone. Please click Ok if you wish to continue.";

  test("asks for confirmation; Cancel changes nothing; Ok deletes it and returns to the list", async ({ page }) => {
    const rule = await aShippingRule();
    await visit(page, rule.path);
    await link(page, "Delete").click();
    await expect(dialog(page, "Delete Shipping Rule")).toContainText(question);
    await isReady(page);
    await link(dialog(page, "Delete Shipping Rule"), "Cancel").click();
    await isAt(page, rule.path);
    await visit(page, `${rule.path}/delete`);
    await button(page, "Ok").click();
    await seesToast(page, "Shipping rule deleted successfully.");
    await isAt(page, "/shippingrules");
    expect((await visit(page, rule.path))?.status()).toBe(404);
  });
});

test("a disabled rule is shown and cannot be changed", async ({ page }) => {
  await visit(page, "/shippingrules?name=letters&supplierId=1");
  await expect(rows(page)).toContainText("Disabled");
  await rows(page).getByRole("link").click();
  await expect(heading(page)).toHaveText("Letters");
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  for (const name of ["Delete", "Edit Details", "Edit Shipping Rates"]) await expect(link(page, name)).toHaveCount(0);
  expect((await visit(page, "/shippingrules/3/delete"))?.status()).toBe(404);
});

test("rule 0 does not exist; its page offers to add a rule", async ({ page }) => {
  await visit(page, "/shippingrules/0");
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  await link(page, "Add Shipping Rule").click();
  await expect(dialog(page, "Add Shipping Rule")).toBeVisible();
});

test.describe("why this rate", () => {
  test("shows the shipping charge of an order, which tier applies, and why the others do not", async ({ page }) => {
    const rule = await aShippingRule({
      rates: [
        { CountryCode: "AU", State: "NSW", QuantityFrom: 1, QuantityTo: 4, ShippingRatePerItem: 8 },
        { CountryCode: "AU", State: "NSW", QuantityFrom: 5, QuantityTo: null, ShippingRatePerItem: 6.5 },
        { CountryCode: "NZ", State: null, QuantityFrom: 1, QuantityTo: null, ShippingRatePerItem: 20 },
      ],
    });
    await visit(page, rule.path);
    await link(page, "Try it").click();
    const why = card(page, "Check a rate");
    await expect(why.getByRole("row", { name: /Default within Australia/ })).toContainText(
      "Applies: No tier matches, so the default applies.",
    );
    await field(why, "State").selectOption("NSW");
    await field(why, "Quantity").fill("6");
    await button(why, "Show the rate").click();
    await expect(page).toHaveURL(/country=AU&state=NSW&quantity=6/);
    await expect(why.locator("dl")).toContainText("Per item$7.15 inc GST$6.50 ex GST");
    await expect(why.locator("dl")).toContainText("In total$42.90 inc GST$39.00 ex GST");
    await expect(why.getByRole("row", { name: /^Australia, NSW, 5 items or more/ })).toContainText(
      "Applies: For Australia, NSW, 5 items or more.",
    );
    await expect(why.getByRole("row", { name: /^Australia, NSW, 1 to 4 items/ })).toContainText(
      "For 1 to 4 items, not 6.",
    );
    await field(why, "Country").selectOption("NZ");
    if (!hasScripts()) await button(why, "Show the states of this country").click();
    await expect(field(why, "State").locator("option")).toContainText(["Otago"]);
    await expect(why.locator("dl")).toContainText("In total$132.00 inc GST$120.00 ex GST");
    await field(why, "Country").selectOption("FR");
    await button(why, "Show the rate").click();
    await expect(why.getByText("This rule does not ship there.")).toBeVisible();
  });

  for (const quantity of ["", "0", "two", "1.5"]) {
    test(`shows a message for “${quantity}”, which is not a quantity`, async ({ page }) => {
      await visit(page, `/shippingrules/1?country=AU&state=NSW&quantity=${quantity}`);
      const why = card(page, "Check a rate");
      await expect(why.getByText("Please enter a whole number of 1 or more.")).toBeVisible();
      await expect(field(why, "Quantity")).toHaveValue(quantity);
    });
  }
});

test.describe("staff with the Manage Products permission", () => {
  test.use({ account: "acaciaProducts" });

  test("see, add and change only the rules of their own supplier", async ({ page }) => {
    await visit(page, "/shippingrules");
    await expect(page.getByRole("row", { name: /Overseas, tracked/ })).toHaveCount(1);
    for (const row of await rows(page).locator("td:nth-child(3)").allTextContents())
      expect(row).toBe("Acacia Homewares");
    await link(page, "Add Shipping Rule").click();
    await expect(dialog(page, "Add Shipping Rule").getByLabel("Supplier").locator("option")).toHaveText([
      "(Choose)",
      "Acacia Homewares",
    ]);
    expect((await visit(page, "/shippingrules/4"))?.status()).toBe(404);
    await visit(page, "/shippingrules/1");
    await expect(link(page, "Edit Details")).toBeVisible();
    await expect(link(page, "Delete")).toBeVisible();
  });
});

for (const account of ["readonly", "acaciaBooks"] as const) {
  test.describe(`for ${account}, with read-only access,`, () => {
    test.use({ account });

    test("rules have no buttons", async ({ page }) => {
      await visit(page, "/shippingrules");
      await expect(link(page, "Add Shipping Rule")).toHaveCount(0);
      await visit(page, "/shippingrules/1?edit=rates");
      await expect(heading(page)).toHaveText("Parcels within Australia");
      for (const name of ["Delete", "Edit Details", "Edit Shipping Rates"])
        await expect(link(page, name)).toHaveCount(0);
      await expect(button(page, "Save")).toHaveCount(0);
      expect((await visit(page, "/shippingrules/new"))?.status()).toBe(403);
      expect((await visit(page, "/shippingrules/1/delete"))?.status()).toBe(404);
    });
  });
}

test.describe("for finance, without access to the catalogue,", () => {
  test.use({ account: "finance" });

  for (const path of ["/shippingrules", "/shippingrules/1", "/shippingrules/0", "/shippingrules/new"]) {
    test(`${path} is refused`, async ({ page }) => {
      expect((await visit(page, path))?.status()).toBe(403);
      await expect(page.getByRole("link", { name: "Shipping Rules" })).toHaveCount(0);
    });
  }
});

const states = [
  "",
  "/new",
  "/0",
  "/1",
  "/1?edit=details",
  "/1?edit=rates",
  "/1/delete",
  "/1?country=AU&state=NSW&quantity=3",
  "/1?country=AU&quantity=x",
];

test("axe finds no violations on the screens of shipping rules", { tag: "@javascript" }, async ({ page }) => {
  test.slow();
  for (const state of states) {
    await visit(page, `/shippingrules${state}`);
    await hasNoAxeViolations(page);
  }
});

test("the screens of shipping rules fit a narrow window", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const state of states) {
    await visit(page, `/shippingrules${state}`);
    await staysWithin(page, state);
  }
});

import { aName, aShippingRule, aSupplier } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aProduct, aProductInVariants, type TestRecord } from "#tests/support/browser/catalogue.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const sizes = { "Package weight": "1.2", "Package height": "80", "Package width": "240", "Package depth": "230" };

let product: TestRecord;
let path: string;

test.beforeEach(async ({ page }) => {
  product = await aProduct();
  path = `${product.path}/shipping`;
  await visit(page, path);
});

test("a flat rate is entered and shown inc GST, also for international shipping", { tag: "@core" }, async ({
  page,
}) => {
  await expect(detail(card(page, "Shipping"), "Shipping method")).toHaveText("Not chosen yet");
  const form = await edit(page, "Shipping");
  await field(form, "Shipping notes").fill("Leaves within two days.");
  await field(form, "Handling days").fill("4");
  await field(form, "Shipping method").selectOption("Flat rate per item");
  await field(form, "Domestic rate per item").fill("$9.95");
  await field(form, "Ship internationally").selectOption("Yes");
  await field(form, "International rate per item").fill("34.95");
  await button(form, "Save").click();
  await seesToast(page, "Product shipping method updated successfully");
  await isAt(page, path);
  // Without scripts the page begins with the message, and the form's own fragment is gone.
  expect(new URL(page.url()).hash).toBe(hasScripts() ? "" : "#main");
  const shipping = card(page, "Shipping");
  await expect(detail(shipping, "Shipping method")).toHaveText("Flat rate per item");
  await expect(detail(shipping, "Domestic rate")).toHaveText("$9.95 per item");
  await expect(detail(shipping, "International rate")).toHaveText("$34.95 per item");
  await expect(detail(shipping, "Shipping notes")).toHaveText("Leaves within two days.");
  await expect(detail(shipping, "Handling days")).toHaveText("4");
  await edit(page, "Shipping");
  await field(form, "Ship internationally").selectOption("No");
  await button(form, "Save").click();
  await seesToast(page, "Product shipping method updated successfully");
  await expect(detail(shipping, "International rate")).toHaveCount(0);
});

test("reports missing fields and keeps the input", async ({ page }) => {
  const form = await edit(page, "Shipping");
  await button(form, "Save").click();
  await seesFieldError(form, "Shipping method", "This is a required field");
  await field(form, "Shipping method").selectOption("Flat rate per item");
  await field(form, "Domestic rate per item").fill("cheap");
  await field(form, "Ship internationally").selectOption("Yes");
  await button(form, "Save").click();
  await seesFieldError(form, "Domestic rate per item", "Please enter the default shipping rate for Australian orders");
  await seesFieldError(form, "International rate per item", "This is a required field");
  await seesFieldError(
    form,
    "Shipping notes",
    "Please enter information about how long it takes to ship the product once an order is received and any other special delivery instructions.",
  );
  await expect(field(form, "Domestic rate per item")).toHaveValue("cheap");
});

test("a rule is selected from the supplier's own, and can be viewed", async ({ page }) => {
  const rule = await aShippingRule({ name: aName("Parcels"), supplierId: 1 });
  const others = await aShippingRule({ name: aName("Others"), supplierId: (await aSupplier()).id });
  const form = await edit(page, "Shipping");
  await field(form, "Shipping notes").fill("Soon.");
  await field(form, "Shipping method").selectOption("Shipping rule");
  await expect(link(form, "Create a shipping rule (opens in new tab)")).toHaveAttribute("target", "_blank");
  await button(form, "Save").click();
  await seesFieldError(form, "Shipping rule", "Please select a shipping rule or create a new one here.");
  await expect(field(form, "Shipping rule").getByRole("option", { name: others.name })).toHaveCount(0);
  await field(form, "Shipping rule").selectOption({ label: rule.name });
  await button(form, "Save").click();
  await seesToast(page, "Product shipping method updated successfully");
  await expect(link(card(page, "Shipping"), `${rule.name} (opens in new tab)`)).toHaveAttribute("href", rule.path);

  // The rule is now in use and lists the product.
  await visit(page, `${rule.path}/delete`);
  await button(page, "Ok").click();
  await link(page.getByRole("dialog", { name: "Shipping Rule In Use" }), product.name).click();
  await isAt(page, path);
});

test("a carrier lists the details it still needs, and where to enter them", async ({ page }) => {
  product = await aProduct({ supplierId: (await aSupplier()).id });
  await visit(page, `${product.path}/shipping`);
  const form = await edit(page, "Shipping");
  await field(form, "Shipping notes").fill("Soon.");
  await field(form, "Shipping method").selectOption("Shippit");
  await expect(
    form.getByText(
      "In order to use shippit, the supplier this product belongs to must have a shippit account configured.",
    ),
  ).toBeVisible();
  await expect(form.getByText(/^To use shippit, some additional information is required/)).toBeVisible();
  await expect(form.getByRole("group", { name: "Weight and dimensions" })).toContainText("Not provided");
  await button(form, "Save").click();
  await seesFieldError(
    form,
    "Shipping method",
    "In order to use shippit, the supplier this product belongs to must have a shippit account configured.",
  );
  await expect(field(form, "Shipping notes")).toHaveValue("Soon.");
  if (hasScripts()) page.once("dialog", (leave) => leave.accept());
  await link(form, `Edit ${product.name}`).click();
  await isAt(page, `${product.path}?edit=general&back=shipping-form`);
  await isReady(page);
  const general = card(page, "General");
  await expect(field(general, "Package weight")).toBeInViewport();
  await link(general, "Cancel").click();
  await isAt(page, `${product.path}/shipping?edit=shipping`);
});

test("saving a variant's weight, opened from the Shipping tab, leads back to it", async ({ page }) => {
  product = await aProductInVariants({ Size: ["Small"] }, [{ options: ["Small"] }]);
  await visit(page, `${product.path}/shipping?edit=shipping`);
  const form = card(page, "Shipping");
  await field(form, "Shipping method").selectOption("Shippit");
  if (hasScripts()) page.once("dialog", (leave) => leave.accept());
  await link(form, `Edit ${product.name}`).click();
  const variations = card(page, "Variations");
  await expect(field(variations, "Package weight")).toBeInViewport();
  await isReady(page);
  for (const [label, size] of Object.entries(sizes)) await field(variations, label).fill(size);
  await button(variations, "Save").click();
  await isAt(page, `${product.path}/shipping?edit=shipping`);
  await isReady(page);
  await field(form, "Shipping method").selectOption("Shippit");
  await expect(form.getByRole("group", { name: "Weight and dimensions" })).toContainText("1.2 kg");
  await field(form, "Shipping notes").fill("Soon.");
  await button(form, "Save").click();
  await seesToast(page, "Product shipping method updated successfully");

  // Also from the read view.
  await link(card(page, "Shipping"), `Edit ${product.name}`).click();
  await link(variations, "Cancel").click();
  await isAt(page, `${product.path}/shipping`);
});

test("the page and its form have no axe violations and fit a phone screen @javascript", async ({ page }) => {
  await hasNoAxeViolations(page);
  const form = await edit(page, "Shipping");
  for (const method of ["Flat rate per item", "Shippit", "Shipping rule"]) {
    await field(form, "Shipping method").selectOption(method);
    await hasNoAxeViolations(page);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await field(form, "Shipping method").selectOption("Shippit");
  await staysWithin(page, "the form of shipping");
});

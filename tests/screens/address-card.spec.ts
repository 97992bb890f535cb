import type { Page } from "@playwright/test";
import { aSupplier, type TestSupplier } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  isAt,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const title = "Business Address";
let supplier: TestSupplier;

test.beforeEach(async ({ page }) => {
  supplier = await aSupplier();
  await visit(page, supplier.path);
});

const save = (page: Page) => button(card(page, title), "Save").click();

async function choosesCountry(page: Page, name: string): Promise<void> {
  await field(page, "Country").selectOption({ label: name });
  // With scripts the states load immediately; without scripts a button loads them.
  if (!hasScripts()) await button(page, "Show the states of this country").click();
}

const states = (page: Page) => field(page, "State").locator("option");

test("every field can be edited and is shown after saving", { tag: "@core" }, async ({ page }) => {
  const form = await edit(page, title);
  await field(form, "Street address").fill("7 Mill Road");
  await field(form, "Street address 2").fill("Rear entrance");
  await field(form, "Unit number").fill("3b");
  await field(form, "City").fill("Hobart");
  await field(form, "State").selectOption({ label: "Tasmania" });
  await field(form, "Post code").fill("7000");
  await save(page);
  await seesToast(page, "Address updated successfully.");
  await isAt(page, supplier.path);
  const shown = card(page, title);
  await expect(detail(shown, "Street address")).toHaveText("3b / 7 Mill Road");
  await expect(detail(shown, "Street address 2")).toHaveText("Rear entrance");
  await expect(detail(shown, "City")).toHaveText("Hobart");
  await expect(detail(shown, "State")).toHaveText("TAS");
  await expect(detail(shown, "Post code")).toHaveText("7000");
  await expect(detail(shown, "Country")).toHaveText("Australia");
});

test("choosing a country updates its states and keeps the input of the other fields", async ({ page }) => {
  const form = await edit(page, title);
  await expect(states(page)).toContainText(["Western Australia"]);
  await field(form, "City").fill("Wellington");
  await choosesCountry(page, "New Zealand");
  await expect(states(page)).toContainText(["Otago"]);
  await expect(field(form, "City")).toHaveValue("Wellington");
  await field(form, "State").selectOption({ label: "Otago" });
  await save(page);
  await seesToast(page, "Address updated successfully.");
  await expect(detail(card(page, title), "Country")).toHaveText("New Zealand");
});

test("choosing another country clears the state", async ({ page }) => {
  const form = await edit(page, title);
  await expect(field(form, "State")).toHaveValue("WA");
  await choosesCountry(page, "United States of America");
  await expect(states(page)).toContainText(["Washington"]);
  await expect(field(form, "State")).toHaveValue("");
  await choosesCountry(page, "France");
  await expect(field(form, "State")).toHaveRole("textbox");
  await expect(field(form, "State")).toHaveValue("");
});

test("saving a newly chosen country without a state asks for the state", async ({ page }) => {
  const form = await edit(page, title);
  await field(form, "Country").selectOption({ label: "United States of America" });
  await save(page);
  await seesFieldError(form, "State", "Please choose a state or territory.");
  await expect(field(form, "State")).toHaveValue("");
  await field(form, "State").selectOption({ label: "Oregon" });
  await save(page);
  await seesToast(page, "Address updated successfully.");
  await expect(detail(card(page, title), "State")).toHaveText("OR");
});

test("a country without a list of states accepts any state, or none", async ({ page }) => {
  const form = await edit(page, title);
  await choosesCountry(page, "Singapore");
  await expect(field(form, "State")).toHaveRole("textbox");
  await field(form, "State").fill("");
  await save(page);
  await seesToast(page, "Address updated successfully.");
  await expect(detail(card(page, title), "State")).toHaveText("–");
  await expect(detail(card(page, title), "Country")).toHaveText("Singapore");
});

test("an emptied required field shows a message", async ({ page }) => {
  const form = await edit(page, title);
  for (const label of ["Street address", "City", "Post code"]) await field(form, label).fill("");
  await field(form, "State").selectOption("");
  await save(page);
  for (const label of ["Street address", "City", "Post code"])
    await seesFieldError(form, label, "This is a required field");
  if (!hasScripts()) await seesSummary(page, "Street address: This is a required field");
});

test("an Australian post code without 4 digits is saved, with a warning", async ({ page }) => {
  const warning = "Australian post codes have 4 digits. Please check this one.";
  const form = await edit(page, title);
  await field(form, "Post code").fill("60");
  if (hasScripts()) await expect(form).toContainText(warning);
  await save(page);
  await seesToast(page, "Address updated successfully.");
  await expect(detail(card(page, title), "Post code")).toHaveText(`60${warning}`);
});

test("a state is required if the country has a list of states", async ({ page }) => {
  const form = await edit(page, title);
  await field(form, "State").selectOption("");
  await save(page);
  await seesFieldError(form, "State", "Please choose a state or territory.");
});

for (const { label, max } of [
  { label: "Street address", max: 500 },
  { label: "City", max: 255 },
  { label: "Post code", max: 10 },
]) {
  test(`${label} accepts ${max} characters and refuses one more`, async ({ page }) => {
    const form = await edit(page, title);
    await field(form, label).fill("a".repeat(max + 1));
    await save(page);
    await seesFieldError(form, label, `Please use no more than ${max} characters.`);
    await field(form, label).fill("a".repeat(max));
    await save(page);
    await seesToast(page, "Address updated successfully.");
    await expect(detail(card(page, title), label)).toContainText("a".repeat(max));
  });
}

test("an address can be added to a supplier without one", async ({ page }) => {
  const bare = await aSupplier({ address: false });
  await visit(page, bare.path);
  const form = await edit(page, title);
  await expect(field(form, "Country")).toHaveValue("AU");
  await field(form, "Street address").fill("1 First Street");
  await field(form, "City").fill("Perth");
  await field(form, "State").selectOption("WA");
  await field(form, "Post code").fill("6000");
  await save(page);
  await seesToast(page, "Address updated successfully.");
  await expect(detail(card(page, title), "City")).toHaveText("Perth");
});

test("Cancel returns to the read view and changes nothing", async ({ page }) => {
  const form = await edit(page, title);
  await link(form, "Cancel").click();
  await isAt(page, supplier.path);
  await expect(detail(card(page, title), "City")).toHaveText("Fremantle");
});

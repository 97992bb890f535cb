import type { Page } from "@playwright/test";
import { aSupplier, command, storedSupplier, type TestSupplier } from "#tests/support/browser/api.ts";
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
  seesSummary,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const title = "Financial Details";
const saved = "Supplier financial details updated successfully.";
let supplier: TestSupplier;

test.beforeEach(async ({ page }) => {
  supplier = await aSupplier();
  await visit(page, supplier.path);
});

const save = (page: Page) => button(card(page, title), "Save").click();

test("every field can be edited and is shown after saving", { tag: "@core" }, async ({ page }) => {
  const form = await edit(page, title);
  await field(form, "ABN").fill("53 004 085 616");
  await field(form, "BSB").fill("066-102");
  await field(form, "Account name").fill("Test & Sons");
  await field(form, "Account number").fill("0012 3456");
  await field(form, "Billing contact emails").fill("a@x.example, b@y.example");
  await save(page);
  await seesToast(page, saved);
  await isAt(page, supplier.path);
  const shown = card(page, title);
  await expect(detail(shown, "ABN")).toHaveText("53 004 085 616");
  await expect(detail(shown, "BSB")).toHaveText("066-102");
  await expect(detail(shown, "Account name")).toHaveText("Test & Sons");
  await expect(detail(shown, "Account number")).toHaveText("0012 3456");
  await expect(detail(shown, "Billing contact emails")).toHaveText("a@x.example, b@y.example");
});

for (const [abn, bsb] of [
  ["53004085616", "066102"],
  ["53-004-085-616", "066 102"],
  [" 53 004085 616 ", " 066 - 102 "],
] as const) {
  test(`“${abn}” and “${bsb}” are accepted, stored as digits and shown in groups`, async ({ page }) => {
    const form = await edit(page, title);
    await field(form, "ABN").fill(abn);
    await field(form, "BSB").fill(bsb);
    await save(page);
    await seesToast(page, saved);
    await expect(detail(card(page, title), "ABN")).toHaveText("53 004 085 616");
    await expect(detail(card(page, title), "BSB")).toHaveText("066-102");
    expect(await storedSupplier(supplier.id)).toMatchObject({ abn: "53004085616", bsb: "066102" });
    await edit(page, title);
    await expect(field(page, "ABN")).toHaveValue("53 004 085 616");
    await expect(field(page, "BSB")).toHaveValue("066-102");
  });
}

test("an ABN with wrong check digits is saved, with a warning", async ({ page }) => {
  const form = await edit(page, title);
  await field(form, "ABN").fill("53 004 085 617");
  await save(page);
  await seesToast(page, saved);
  await expect(detail(card(page, title), "ABN")).toHaveText(
    "53 004 085 617This ABN's check digits are not valid. Please check it against the supplier's documents.",
  );
});

for (const { label, typed, words } of [
  { label: "ABN", typed: "53 004 085 61", words: "An ABN has 11 digits, for example 51 824 753 556." },
  { label: "ABN", typed: "53 004 085 61A", words: "An ABN has 11 digits, for example 51 824 753 556." },
  { label: "BSB", typed: "066-10", words: "A BSB has 6 digits, for example 066-102." },
  { label: "Account number", typed: "1".repeat(21), words: "Please use no more than 20 characters." },
  { label: "Account name", typed: "a".repeat(256), words: "Please use no more than 255 characters." },
  { label: "Billing contact emails", typed: "", words: "This is a required field" },
  {
    label: "Billing contact emails",
    typed: "a@x.example; b@y.example",
    words: "Please enter a valid email address: “a@x.example; b@y.example” is not valid.",
  },
  {
    label: "Billing contact emails",
    typed: Array.from({ length: 50 }, () => "ab@x.example").join(","),
    words: "Please use no more than 500 characters.",
  },
]) {
  test(`${label} refuses “${typed.slice(0, 25)}” with a message and keeps the input`, async ({ page }) => {
    const form = await edit(page, title);
    await field(form, label).fill(typed);
    await save(page);
    await seesFieldError(form, label, words);
    await expect(field(form, label)).toHaveValue(typed);
    if (!hasScripts()) await seesSummary(page, `${label}: ${words}`);
  });
}

test("the longest account name and number are accepted", async ({ page }) => {
  const form = await edit(page, title);
  await field(form, "Account number").fill("1".repeat(20));
  await field(form, "Account name").fill("a".repeat(255));
  await save(page);
  await seesToast(page, saved);
  await expect(detail(card(page, title), "Account number")).toHaveText("1".repeat(20));
});

test("every field except the billing contacts may be empty", async ({ page }) => {
  const form = await edit(page, title);
  for (const label of ["ABN", "BSB", "Account name", "Account number"]) await field(form, label).fill("");
  await save(page);
  await seesToast(page, saved);
  await expect(detail(card(page, title), "ABN")).toHaveText("–");
  await expect(detail(card(page, title), "BSB")).toHaveText("–");
});

test("removed bank details are marked as changed, without the words about a confirmation", async ({ page }) => {
  const form = await edit(page, title);
  for (const label of ["BSB", "Account name", "Account number"]) await field(form, label).fill("");
  await save(page);
  await seesToast(page, saved);
  await expect(detail(card(page, title), "Account number")).toHaveText("–");
  await expect(detail(card(page, title), "Verification")).toHaveText(/^Bank details changed \d\d \w{3} \d{4}[^.]*$/);
});

test("Cancel returns to the read view and changes nothing", async ({ page }) => {
  const form = await edit(page, title);
  await link(form, "Cancel").click();
  await isAt(page, supplier.path);
  await expect(detail(card(page, title), "BSB")).toHaveText("980-123");
});

test("an unknown GST registration is saved with its days and the person who checked it", async ({ page }) => {
  await command("suppliers/CheckSupplierGst", { SupplierId: supplier.id, Registered: "unknown" });
  await visit(page, supplier.path);
  await expect(detail(card(page, title), "Registered for GST")).toHaveText("Unknown: not checked yet.");
  await link(page, "Check GST registration").click();
  await isReady(page);
  const dialog = page.getByRole("dialog");
  await field(dialog, "Registered for GST").selectOption("Yes");
  await field(dialog, "Registered since").fill("2020-07-01");
  await field(dialog, "Registered until").fill("2020-06-30");
  await button(dialog, "Save").click();
  await seesFieldError(dialog, "Registered until", "The last day of the registration cannot be before its first day.");
  await field(dialog, "Registered until").fill("2026-06-30");
  await button(dialog, "Save").click();
  await seesToast(page, "GST registration updated successfully.");
  await expect(detail(card(page, title), "Registered for GST")).toHaveText(
    /^Yes, since 01 Jul 2020, until 30 Jun 2026Checked .+ by .+$/,
  );
});

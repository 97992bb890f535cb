import type { Locator, Page } from "@playwright/test";
import { aShippingRule, type TestRate } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  button,
  card,
  edit,
  field,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { letSessionExpire } from "#tests/support/browser/session.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const title = "Shipping Rates";
const saved = "Shipping rule details updated successfully.";
const nsw = (QuantityFrom: number, QuantityTo: number | null, ShippingRatePerItem: number): TestRate => ({
  CountryCode: "AU",
  State: "NSW",
  QuantityFrom,
  QuantityTo,
  ShippingRatePerItem,
});
const three = [nsw(1, 4, 8), nsw(5, 9, 7), nsw(10, null, 6)];

/** The rates form of a rule with these rates. */
async function editRates(page: Page, rates: TestRate[] = []): Promise<Locator> {
  const rule = await aShippingRule({ rates });
  await visit(page, rule.path);
  return edit(page, title);
}

const form = (page: Page) => card(page, title);
const rows = (page: Page) => form(page).locator("tbody tr");
const end = (page: Page, row: number) => rows(page).nth(row).locator("td").nth(3).locator("input");
const rate = (page: Page, row: number) => rows(page).nth(row).locator("td").nth(4).locator("input");
const save = (page: Page) => button(form(page), "Save").click();

/** Clicks a button that changes the form; without scripts the server renders the form again. */
async function presses(page: Page, what: string | RegExp): Promise<void> {
  await form(page).getByRole("button", { name: what, exact: true }).click();
  if (!hasScripts()) await isReady(page);
}

/** Applies the input: on blur with scripts, or with the Update button without. */
async function leavesField(page: Page): Promise<void> {
  if (hasScripts()) await page.keyboard.press("Tab");
  else await presses(page, "Update");
}

async function choosesPlace(page: Page, country: string, state?: string): Promise<void> {
  await field(form(page), "Country").selectOption({ label: country });
  if (!hasScripts()) await presses(page, "Show the states of this country");
  if (state) await field(form(page), "State").selectOption({ label: state });
}

const startsAre = async (page: Page, ...starts: number[]) =>
  expect(rows(page).locator("td:nth-child(3)")).toHaveText(starts.map(String));

test("tiers can be added for a country and a state with quantities and rates, which are shown inc GST", {
  tag: "@core",
}, async ({ page }) => {
  await editRates(page);
  await expect(form(page)).toContainText("the default rates apply");
  await choosesPlace(page, "Australia", "Victoria");
  await presses(page, "Add");
  await startsAre(page, 1);
  await expect(rows(page).nth(0).locator("td").nth(3)).toHaveText("Any");
  await rate(page, 0).fill("$6.50");
  await presses(page, "Add");
  await startsAre(page, 1, 2);
  await expect(end(page, 0)).toHaveValue("1");
  await expect(rate(page, 1)).toHaveValue("$6.50");
  await rate(page, 0).fill("8");
  await end(page, 0).fill("4");
  await leavesField(page);
  await startsAre(page, 1, 5);
  await choosesPlace(page, "(Any)");
  await presses(page, "Add");
  await startsAre(page, 1, 5, 1);
  await rate(page, 2).fill("19.9");
  await save(page);
  await seesToast(page, saved);
  await expect(rows(page).locator("td")).toHaveText([
    ...["Australia", "VIC", "1", "4", "$8.00 $8.80 inc GST"],
    ...["Australia", "VIC", "5", "Any", "$6.50 $7.15 inc GST"],
    ...["Any", "Any", "1", "Any", "$19.90 $21.89 inc GST"],
  ]);
});

test("the rate inc GST is shown next to the entered rate", async ({ page }) => {
  await editRates(page, three);
  await expect(rows(page).nth(0)).toContainText("$8.80 inc GST");
  await rate(page, 0).fill("9.95");
  if (!hasScripts()) await presses(page, "Update");
  await expect(rows(page).nth(0)).toContainText("$10.95 inc GST");
});

test("changing the end of a tier moves the tiers below, and raises ends that are too low", async ({ page }) => {
  await editRates(page, three);
  await end(page, 0).fill("6");
  await leavesField(page);
  await startsAre(page, 1, 7, 10);
  await end(page, 0).fill("20");
  await leavesField(page);
  await startsAre(page, 1, 21, 22);
  await expect(end(page, 1)).toHaveValue("21");
});

test("tiers do not move while a number is being typed", { tag: "@javascript" }, async ({ page }) => {
  await editRates(page, three);
  await end(page, 0).fill("10");
  await end(page, 0).press("0");
  await startsAre(page, 1, 5, 10);
  await page.keyboard.press("Tab");
  await expect(rate(page, 0)).toBeFocused();
  await startsAre(page, 1, 101, 102);
});

test("removing a tier moves the next one to its start; the open-ended tier can only be removed last", async ({
  page,
}) => {
  await editRates(page, three);
  await expect(form(page).getByRole("button", { name: "Remove" })).toHaveCount(2);
  await rate(page, 2).fill("5.55");
  await presses(page, "Remove Australia, NSW from 5");
  await startsAre(page, 1, 5);
  await expect(rate(page, 1)).toHaveValue("5.55");
  await presses(page, "Remove Australia, NSW from 1");
  await startsAre(page, 1);
  await presses(page, "Remove Australia, NSW from 1");
  await expect(rows(page)).toHaveCount(0);
  await save(page);
  await seesToast(page, saved);
  await expect(form(page)).toContainText("No rates for specific countries, states or quantities");
});

test("missing or invalid values show a message at their field and keep the input", async ({ page }) => {
  await editRates(page, three);
  await end(page, 0).fill("");
  await end(page, 1).fill("3");
  await rate(page, 1).fill("");
  await rate(page, 2).fill("free");
  await save(page);
  await seesFieldError(form(page), "Quantity to, Australia, NSW from 1", "This is required");
  await seesFieldError(
    form(page),
    "Quantity to, Australia, NSW from 5",
    "Must be greater than or equal to Quantity From",
  );
  await seesFieldError(form(page), "Rate, Australia, NSW from 5", "Please enter the shipping rate per item ex GST");
  await seesFieldError(form(page), "Rate, Australia, NSW from 10", "Please enter the shipping rate per item ex GST");
  if (!hasScripts())
    await seesSummary(page, "Rate, Australia, NSW from 10: Please enter the shipping rate per item ex GST");
  await expect(end(page, 1)).toHaveValue("3");
  await expect(rate(page, 2)).toHaveValue("free");
  await end(page, 0).fill("4");
  await end(page, 1).fill("12");
  await rate(page, 1).fill("7");
  await rate(page, 2).fill("6");
  await save(page);
  await seesToast(page, saved);
  await startsAre(page, 1, 5, 13);
});

test("an end that was raised automatically is shown for confirmation before it is saved", async ({ page }) => {
  await editRates(page, three);
  await end(page, 0).fill("50");
  // Enter saves the form without a blur event.
  await end(page, 0).press("Enter");
  await seesFieldError(
    form(page),
    "Quantity to, Australia, NSW from 51",
    "This was raised to 51, because the tier before it now ends at 50. Save again if that is right.",
  );
  await startsAre(page, 1, 51, 52);
  await save(page);
  await seesToast(page, saved);
  await startsAre(page, 1, 51, 52);
});

test("choosing a country updates its states", async ({ page }) => {
  await editRates(page);
  await choosesPlace(page, "New Zealand", "Otago");
  await presses(page, "Add");
  await expect(rows(page).nth(0)).toContainText("New ZealandOTA");
  await choosesPlace(page, "Singapore");
  await expect(field(form(page), "State").locator("option")).toHaveText(["(Any)"]);
});

test("a state selected for another country is not applied to the new country", { tag: "@plain-html" }, async ({
  page,
}) => {
  await editRates(page);
  await field(form(page), "State").selectOption("TAS");
  await field(form(page), "Country").selectOption("NZ");
  await presses(page, "Add");
  await expect(rows(page)).toHaveCount(0);
  await expect(form(page)).toContainText("The states are now those of the country you chose.");
  await expect(field(form(page), "State").locator("option")).toContainText(["Otago"]);
});

test("a tier that can never apply is marked before it is saved", async ({ page }) => {
  const uk = (State: string | null): TestRate => ({
    CountryCode: "GB",
    State,
    QuantityFrom: 1,
    QuantityTo: null,
    ShippingRatePerItem: 30,
  });
  await editRates(page, ["ENG", "SCT", "WLS", null].map(uk));
  await expect(form(page)).not.toContainText("can never apply");
  await choosesPlace(page, "United Kingdom", "Northern Ireland");
  await presses(page, "Add");
  await expect(rows(page).filter({ hasText: "can never apply" })).toHaveText(
    /^United KingdomThis tier can never apply: every state has tiers of its own for these quantities\.Any1Any/,
  );
});

test("Cancel returns to the read view and changes nothing", async ({ page }) => {
  const rule = await aShippingRule({ rates: three });
  await visit(page, rule.path);
  await edit(page, title);
  await link(form(page), "Cancel").click();
  await isAt(page, rule.path);
  await startsAre(page, 1, 5, 10);
});

test("leaving with unsaved rows asks for confirmation", { tag: "@javascript" }, async ({ page }) => {
  await editRates(page, three);
  const asked: string[] = [];
  page.on("dialog", async (question) => {
    asked.push(question.message());
    await question.dismiss();
  });
  await presses(page, "Remove Australia, NSW from 5");
  await link(form(page), "Cancel").click();
  await expect.poll(() => asked).toEqual(["You have changes that are not saved. Leave this form and lose them?"]);
  await startsAre(page, 1, 5);
});

test("rows entered before the session ended are restored after signing in", async ({ page, context }) => {
  await editRates(page, three);
  await presses(page, "Remove Australia, NSW from 5");
  await end(page, 0).fill("6");
  await rate(page, 1).fill("5.55");
  await letSessionExpire(context);
  await save(page);
  await link(page.getByRole("dialog", { name: "You have been logged out" }), "OK").click();
  await expect(rate(page, 1)).toHaveValue("5.55");
  await isReady(page);
  await startsAre(page, 1, 7);
  await save(page);
  await seesToast(page, saved);
  await startsAre(page, 1, 7);
});

test("axe finds no violations in the editor with errors and warnings", { tag: "@javascript" }, async ({ page }) => {
  await editRates(page, three);
  await rate(page, 0).fill("");
  await save(page);
  await seesFieldError(form(page), "Rate, Australia, NSW from 1", "Please enter the shipping rate per item ex GST");
  await hasNoAxeViolations(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await staysWithin(page, "the editor");
});

test("the rates are edited on a phone without scrolling sideways", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await editRates(page, three);
  await expect(rows(page)).toHaveCount(3);
  for (const input of await form(page).locator("tbody input:visible").all()) {
    const box = await input.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 1_000)).toBeLessThanOrEqual(360);
  }
  await expect(form(page).locator("tbody input:visible")).toHaveCount(5);
  const [above, below] = [await end(page, 0).boundingBox(), await rate(page, 0).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 1_000)).toBeLessThanOrEqual(below?.y ?? 0);
});

import type { Locator, Page } from "@playwright/test";
import { aName } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { anAttribute } from "#tests/support/browser/catalogue.ts";
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
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const rows = (page: Page) => page.locator("tbody tr");
const dialog = (page: Page) => page.getByRole("dialog");
const saved = "Attribute details updated successfully.";
const codes = (within: Page | Locator) => within.getByLabel(/^Code of option/);
const names = (within: Page | Locator) => within.getByLabel(/^Name of option/);
const shown = (page: Page) => card(page, "Options").locator("tbody tr");

/** Without scripts the server shows the form again. */
async function press(page: Page, name: string): Promise<void> {
  await button(card(page, "Options"), name).click();
  await isReady(page);
}

async function typeInto(cell: Locator, ...texts: string[]): Promise<void> {
  for (const [i, text] of texts.entries()) await cell.nth(i).fill(text);
}

test("the list shows active attributes sorted by name and is searched by either of their names", async ({ page }) => {
  await visit(page, "/attributes");
  await expect(page).toHaveTitle("Attributes · Countinghouse");
  await expect(page.getByRole("columnheader")).toHaveText(["Id", /^Name/, "Display Name", "Is Active"]);
  await expect(field(page, "Active only")).toBeChecked();
  await field(page, "Name").fill("works on");
  await button(page, "Search").click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Hob Types");
  await expect(rows(page).locator("td").last()).toHaveText("Yes");
});

test("disabled attributes are shown on request", async ({ page }) => {
  await visit(page, "/attributes?name=warranty");
  await expect(page.getByText("No attributes match these filters.")).toBeVisible();
  await field(page, "Active only").uncheck();
  if (!hasScripts()) await button(page, "Search").click();
  await expect(rows(page).locator("td").last()).toHaveText("No");
});

test("adds an attribute with the most common types as defaults, and opens it", async ({ page }) => {
  const name = aName("Attribute");
  await visit(page, "/attributes");
  await link(page, "Add Attribute").click();
  await isReady(page);
  await expect(field(dialog(page), "Selection type").locator("option:checked")).toHaveText("SingleSelect");
  await expect(field(dialog(page), "Option data type").locator("option:checked")).toHaveText("Text");
  await field(dialog(page), "Internal name").fill(name);
  await field(dialog(page), "Display name").fill("Colour");
  await field(dialog(page), "Selection type").selectOption("MultiSelect");
  await field(dialog(page), "Option data type").selectOption("Number");
  await button(dialog(page), "Add").click();
  await expect(heading(page)).toHaveText(name);
  await seesToast(page, saved);
  for (const [term, value] of [
    ["Internal name", name],
    ["Display name", "Colour"],
    ["Selection type", "MultiSelect"],
    ["Data type", "Number"],
  ] as const) {
    await expect(detail(card(page, "Details"), term)).toHaveText(value);
  }
  await expect(card(page, "Options")).toContainText("This attribute has no options yet.");
});

test("reports missing, too long and duplicate values and keeps the input", async ({ page }) => {
  const other = await anAttribute();
  await visit(page, "/attributes/new");
  await field(dialog(page), "Display name").fill("x".repeat(51));
  await field(dialog(page), "Selection type").selectOption("MultiSelect");
  await button(dialog(page), "Add").click();
  await seesFieldError(dialog(page), "Internal name", "This is a required field");
  await seesFieldError(dialog(page), "Display name", "Please use no more than 50 characters.");
  await field(dialog(page), "Internal name").fill(other.name.toUpperCase());
  await field(dialog(page), "Display name").fill("Colour");
  await button(dialog(page), "Add").click();
  await seesSummary(page, "Internal name: Another attribute has this internal name.");
  await expect(field(dialog(page), "Display name")).toHaveValue("Colour");
  await expect(field(dialog(page), "Selection type").locator("option:checked")).toHaveText("MultiSelect");
});

test("the names and the selection type can be changed, the data type cannot", async ({ page }) => {
  const attribute = await anAttribute();
  await visit(page, attribute.path);
  const form = await edit(page, "Details");
  await expect(field(form, "Option data type")).toHaveCount(0);
  await field(form, "Display name").fill("Farbe");
  await field(form, "Selection type").selectOption("Text");
  await button(form, "Save").click();
  await seesToast(page, saved);
  await isAt(page, attribute.path);
  await expect(detail(card(page, "Details"), "Display name")).toHaveText("Farbe");
  await expect(card(page, "Options")).toContainText("This selection type has no options");
  await expect(link(page, "Edit Options")).toHaveCount(0);
});

test("deactivating asks for confirmation and keeps the options; activating reverses it", async ({ page }) => {
  const attribute = await anAttribute({ options: ["Red"] });
  await visit(page, attribute.path);
  await link(page, "Deactivate").click();
  await isReady(page);
  await expect(dialog(page)).toContainText("Its options stay");
  await button(dialog(page), "Deactivate").click();
  await expect(heading(page)).toHaveText(`${attribute.name} (Disabled)`);
  await expect(shown(page)).toHaveText(["redRed"]);
  await isReady(page);
  await button(page, "Activate").click();
  await expect(heading(page)).toHaveText(attribute.name);
});

test("options can be added, renamed and removed, and are saved together", { tag: "@core" }, async ({ page }) => {
  const attribute = await anAttribute({ options: ["Red", "Green", "Blue"] });
  await visit(page, attribute.path);
  await expect(shown(page)).toHaveText(["redRed", "greenGreen", "blueBlue"]);
  const form = await edit(page, "Options");
  await names(form).nth(0).fill("Crimson");
  await press(page, "Remove option 2");
  await expect(names(form)).toHaveCount(2);
  await press(page, "Add Option");
  await press(page, "Add Option");
  await expect(names(form)).toHaveCount(4);
  await typeInto(names(form), "Crimson", "Blue", "Dark Teal", "Tan");
  await codes(form).nth(3).fill("T-1");
  await button(form, "Save").click();
  await seesToast(page, saved);
  await isAt(page, attribute.path);
  await expect(shown(page)).toHaveText(["redCrimson", "blueBlue", "dark-tealDark Teal", "T-1Tan"]);
});

test("adding or removing a row keeps the input of the other rows", async ({ page }) => {
  const attribute = await anAttribute({ options: ["Red", "Green"] });
  await visit(page, `${attribute.path}?edit=options`);
  await typeInto(names(page), "Rot", "Grün");
  await press(page, "Add Option");
  await names(page).nth(2).fill("Blau");
  await press(page, "Remove option 1");
  await expect(names(page)).toHaveCount(2);
  await expect(names(page).nth(0)).toHaveValue("Grün");
  await expect(names(page).nth(1)).toHaveValue("Blau");
  await expect(codes(page).nth(0)).toHaveValue("green");
});

test("Cancel leaves the options unchanged", async ({ page }) => {
  page.on("dialog", (question) => question.accept());
  const attribute = await anAttribute({ options: ["Red", "Green"] });
  await visit(page, `${attribute.path}?edit=options`);
  await names(page).nth(0).fill("Rot");
  await press(page, "Remove option 2");
  await link(card(page, "Options"), "Cancel").click();
  await isAt(page, attribute.path);
  await expect(shown(page)).toHaveText(["redRed", "greenGreen"]);
});

test("all options can be removed", async ({ page }) => {
  const attribute = await anAttribute({ options: ["Red"] });
  await visit(page, `${attribute.path}?edit=options`);
  await press(page, "Remove option 1");
  await expect(page.getByText("If you save now, the attribute will have none.")).toBeVisible();
  await button(page, "Save").click();
  await expect(card(page, "Options")).toContainText("This attribute has no options yet.");
});

test("Enter saves the form and does not remove a row", async ({ page }) => {
  const attribute = await anAttribute({ options: ["Red", "Green"] });
  await visit(page, `${attribute.path}?edit=options`);
  await names(page).nth(1).fill("Moss");
  await names(page).nth(1).press("Enter");
  await seesToast(page, saved);
  await expect(shown(page)).toHaveText(["redRed", "greenMoss"]);
});

test("errors are shown at their rows, and the other input is kept", async ({ page }) => {
  const attribute = await anAttribute({ options: ["Red", "Green", "Blue"] });
  await visit(page, `${attribute.path}?edit=options`);
  await typeInto(names(page), "Rot", "", "rot");
  await codes(page).nth(1).fill("RED");
  await button(page, "Save").click();
  await seesCellError(page, "Name of option 2", "This is a required field");
  await seesCellError(page, "Name of option 3", "Another option has this name.");
  await seesCellError(page, "Code of option 2", "Another option has this code.");
  if (!hasScripts()) await seesSummary(page, "Name of option 3: Another option has this name.");
  await expect(names(page).nth(0)).toHaveValue("Rot");
  await typeInto(names(page), "Rot", "Grün", "Blau");
  await codes(page).nth(1).fill("green");
  await button(page, "Save").click();
  await expect(shown(page)).toHaveText(["redRot", "greenGrün", "blueBlau"]);
});

/** Only the API knows that the options of this attribute are numbers. */
test("errors from the API are shown at their rows, even after rows were removed", async ({ page }) => {
  await visit(page, "/attributes/4?edit=options");
  await press(page, "Remove option 1");
  await names(page).nth(1).fill("seven and a half");
  await button(page, "Save").click();
  await seesSummary(page, "Name of option 2: Please enter a number, for example 12 or 0.5.");
  await seesCellError(page, "Name of option 2", "Please enter a number, for example 12 or 0.5.");
  await expect(names(page).nth(1)).toHaveValue("seven and a half");
  await expect(names(page)).toHaveCount(8);
});

async function seesCellError(page: Page, label: string, words: string): Promise<void> {
  await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, label)).toHaveAccessibleDescription(words);
}

test("500 options can be edited", async ({ page }) => {
  const attribute = await anAttribute({ options: Array.from({ length: 500 }, (_, i) => `Option ${i + 1}`) });
  await visit(page, `${attribute.path}?edit=options`);
  await expect(names(page)).toHaveCount(500);
  await names(page).nth(250).fill("The middle one");
  await press(page, "Remove option 500");
  await press(page, "Add Option");
  await names(page).nth(499).fill("The last one");
  await button(page, "Save").click();
  await seesToast(page, saved);
  await expect(shown(page)).toHaveCount(500);
  await expect(shown(page).nth(250)).toHaveText("option 251The middle one");
  await expect(shown(page).nth(499)).toHaveText("the-last-oneThe last one");
});

test.describe("with scripts", { tag: "@javascript" }, () => {
  test("the focus moves with added and removed rows", async ({ page }) => {
    const attribute = await anAttribute({ options: ["Red", "Green"] });
    await visit(page, `${attribute.path}?edit=options`);
    await button(page, "Add Option").click();
    await expect(field(page, "Code of option 3")).toBeFocused();
    await button(page, "Remove option 2").click();
    await expect(button(page, "Remove option 2")).toBeFocused();
    await button(page, "Remove option 2").click();
    await expect(button(page, "Add Option")).toBeFocused();
  });

  test("leaving the page after removing a row asks for confirmation", async ({ page }) => {
    const attribute = await anAttribute({ options: ["Red", "Green"] });
    await visit(page, `${attribute.path}?edit=options`);
    await button(page, "Remove option 1").click();
    const asked = page.waitForEvent("dialog");
    const left = link(page.getByRole("navigation", { name: "Breadcrumb" }), "Attributes").click();
    const question = await asked;
    expect(question.message()).toContain("not saved");
    await question.dismiss();
    await left;
    await expect(names(page)).toHaveCount(1);
  });

  test("the pages hydrate without console errors", async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    for (const path of [
      "/attributes",
      "/attributes/new",
      "/attributes/1",
      "/attributes/1?edit=details",
      "/attributes/1?edit=options",
      "/attributes/1/deactivate",
    ]) {
      await visit(page, path);
      await expect(heading(page)).toBeVisible();
    }
    expect(complaints).toEqual([]);
  });

  test("axe finds no violations on options with error messages", async ({ page }) => {
    await visit(page, "/attributes/1?edit=options");
    await names(page).nth(0).fill("");
    await button(page, "Save").click();
    await seesCellError(page, "Name of option 1", "This is a required field");
    await hasNoAxeViolations(page);
  });
});

test("attribute 0 does not exist; its page offers to add an attribute", async ({ page }) => {
  await visit(page, "/attributes/0");
  await expect(heading(page)).toHaveText("Attribute");
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  await link(page, "Add Attribute").click();
  await expect(dialog(page)).toBeVisible();
});

for (const account of ["readonly", "acaciaOwner"] as const) {
  test.describe(`${account}`, () => {
    test.use({ account });

    test("sees attributes and cannot change them", async ({ page }) => {
      await visit(page, "/attributes");
      await expect(link(page, "Add Attribute")).toHaveCount(0);
      await visit(page, "/attributes/1?edit=options");
      await expect(shown(page).first()).toHaveText("blackBlack");
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
      await expect(page.getByRole("link", { name: /^(Edit|Deactivate)/ })).toHaveCount(0);
      for (const path of ["/attributes/new", "/attributes/1/deactivate"])
        expect((await visit(page, path))?.status()).toBe(403);
    });
  });
}

test("links to the product types that use it", async ({ page }) => {
  await visit(page, "/attributes/6");
  const types = card(page, "Used by product types").getByRole("link");
  const name = await types.first().innerText();
  await types.first().click();
  await expect(heading(page)).toHaveText(name.split(" > ").at(-1) ?? "");
});

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { CellValue } from "exceljs";
import { aName, command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  button,
  card,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { choose } from "#tests/support/browser/uploads.ts";
import { taxonomyNames, taxonomyText } from "#tests/support/taxonomy.ts";
import { opened, rowsOf, sheetNamed, workbookFile, workbookOf } from "#tests/support/workbook.ts";

test("categories are opened level by level, added, renamed and deleted @core", async ({ page }) => {
  const name = aName("Lanterns").slice(0, 60);
  await visit(page, "/marketplaces/1");
  await link(page, "Categories").click();
  await expect(heading(page)).toContainText("Categories of");
  await isReady(page);
  await link(page.getByRole("main"), "Home").click();
  await expect(page.getByRole("navigation", { name: "Levels" })).toContainText("Home");
  await isReady(page);
  await link(page, "Add Category").click();
  await expect(field(page, "Below")).toHaveValue("Home");
  await field(page, "Name").fill("Home > Lanterns");
  await button(page, "Save").click();
  await seesFieldError(page, "Name", "Please enter one name without “>”.");
  await field(page, "Name").fill(name);
  await button(page, "Save").click();
  await seesToast(page, "The category was saved.");
  await isReady(page);
  await link(page, `Edit Home > ${name}`).click();
  await field(page, "Name").fill(`${name} 2`);
  await button(page, "Save").click();
  await expect(page.getByRole("row").filter({ hasText: `${name} 2` })).toBeVisible();
  await isReady(page);
  await link(page, `Delete Home > ${name} 2`).click();
  await button(page, "Delete").click();
  await seesToast(page, "The category was deleted.");
});

test("a category that products have is not deleted, and the products are named", async ({ page }) => {
  await visit(page, "/marketplaces/1/categories");
  await link(page, "Delete Home").click();
  await button(page, "Delete").click();
  await expect(page.getByRole("dialog")).toContainText("cannot be deleted, because these products have it");
});

test("a search finds categories of every level", async ({ page }) => {
  await visit(page, "/marketplaces/1/categories");
  await field(page, "Search").fill("vase");
  await button(page, "Search").click();
  await expect(page.locator("tbody tr").first()).toContainText("Home > Decor > Vases");
});

test.describe("an import of categories", () => {
  // A user can run only one import at a time, so these tests run in sequence and each project has its own account.
  test.describe.configure({ mode: "default" });
  test.use({ account: ({ javaScriptEnabled }, use) => use(javaScriptEnabled === false ? "catalogue" : "operator") });

  let marketplace: number;
  test.beforeEach(async () => {
    marketplace = await command<number>("marketplaces/AddMarketplace", {
      Name: aName("Outlet"),
      LegalName: "Outlet Pty Ltd",
      Abn: "51824753556",
    });
    // At once, because other tests compare what pickers offer.
    await command("marketplaces/DeactivateMarketplace", { MarketplaceId: marketplace });
  });
  const list = () => `/marketplaces/${marketplace}/categories`;
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Import Categories" });

  async function sends(page: Page, file: File): Promise<void> {
    await visit(page, list());
    await link(page, "Import").click();
    await isReady(page);
    await choose(field(page, "File"), file);
    await button(page, "Import").click();
  }

  async function imports(page: Page, file: File): Promise<void> {
    await sends(page, file);
    await expect(card(page, "Summary")).toBeVisible();
    await isReady(page);
    await button(page, "Apply").click();
    await expect(dialog(page)).toContainText("Information:");
  }

  test("takes Google's taxonomy, and then an edited export @core", async ({ page }) => {
    const names = taxonomyNames(300);
    await sends(page, new File([taxonomyText(names)], "taxonomy-with-ids.en-US.txt"));
    await expect(page.getByRole("main")).toContainText(
      /Categories of Outlet.*: “taxonomy-with-ids\.en-US\.txt” has been checked\./,
    );
    await expect(card(page, "Summary")).toContainText("To add: 300 categories");
    await expect(card(page, "To add: 300 categories")).toContainText("These are the first 20 of them.");
    if (hasScripts()) await hasNoAxeViolations(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await staysWithin(page, "the check");
    await page.setViewportSize({ width: 1280, height: 800 });
    await isReady(page);
    await button(page, "Apply").click();
    await expect(page.getByText("All categories were imported successfully!")).toBeVisible();
    await link(dialog(page), "Close").click();
    await expect(heading(page)).toContainText("Categories of Outlet");
    await expect(page.getByRole("row").filter({ hasText: "Department 20 & Accessories" })).toBeVisible();

    await isReady(page);
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Export").click()]);
    const rows = rowsOf(sheetNamed(await opened(await readFile(await file.path())), "Categories"));
    expect(rows).toHaveLength(300);
    const edited = rows.map((row): CellValue[] => [
      row.ExternalId ?? null,
      String(row.Category).replace("Department 1 &", "Renamed &"),
    ]);
    await imports(page, workbookFile(await workbookOf([["ExternalId", "Category"], ...edited], "Categories")));
    await expect(dialog(page)).toContainText("Renamed: 1. Moved: 0. External ids changed: 0. Unchanged: 299.");
    await link(dialog(page), "Close").click();
    await expect(page.getByRole("row").filter({ hasText: "Renamed & Accessories" })).toBeVisible();
  });

  test("shows refused rows with their reasons, and levels that may be misspelt", async ({ page }) => {
    await sends(page, new File(["1 - Home\n1 - Garden\n2 - Hom > Decor\n3 - Home > Lam"], "few.txt"));
    await expect(card(page, "Refused: 1 category")).toContainText("Row 2: The external id is already in row 1.");
    const warned = page.getByRole("region", { name: "Before you apply this" });
    await expect(warned).toContainText("One level is new and only part of longer names: “Hom”.");
    await expect(warned).toContainText("The file ends within its last line, “3 - Home > Lam”.");
    await isReady(page);
    await link(page, "Cancel").click();
    await expect(page.getByText("There are no categories yet.")).toBeVisible();
    await isReady(page);
    await link(page, "Import").click();
    await expect(dialog(page)).toContainText("Last import: “few.txt” (checked).");
    await link(dialog(page), "All imports of the last 7 days").click();
    await expect(page.getByRole("row").filter({ hasText: "few.txt" })).toContainText("Checked, not applied");
  });

  test("says what is wrong with a file as a whole", async ({ page }) => {
    await sends(page, new File(["1 - Home\n"], "taxonomy.csv"));
    await seesFieldError(page, "File", "Please choose a file that ends with .xlsx or .txt.");
    const loop: CellValue[][] = [
      ["ExternalId", "Name", "ParentExternalId"],
      ["1", "A", "2"],
      ["2", "B", "1"],
    ];
    await sends(page, workbookFile(await workbookOf(loop, "Categories")));
    await expect(dialog(page)).toContainText("Rows 2, 3 are below each other in a loop.");
  });
});

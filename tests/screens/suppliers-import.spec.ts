import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { suppliersSheet } from "#contract/suppliers/workbook.ts";
import { aName, aSupplier } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { linkInMailTo } from "#tests/support/browser/mail.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isReady,
  link,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { isIn, someoneWithPassword, typesPassword } from "#tests/support/browser/second-factor.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { choose } from "#tests/support/browser/uploads.ts";
import { type Cells, edited } from "#tests/support/products-workbook.ts";
import { suppliersWorkbook } from "#tests/support/suppliers-workbook.ts";
import { opened, rowsOf, sheetNamed, workbookFile } from "#tests/support/workbook.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Import Suppliers" });
const openExport = (page: Page) => page.locator("summary").filter({ hasText: "Export" }).click();
const rowsIn = async (content: Buffer) => rowsOf(sheetNamed(await opened(content), suppliersSheet));

async function sends(page: Page, file: File, search = ""): Promise<void> {
  await visit(page, `/suppliers${search}`);
  await link(page, "Import").click();
  await expect(dialog(page)).toBeVisible();
  await isReady(page);
  await choose(field(page, "File"), file);
}

test.describe("an import of suppliers", () => {
  test.use({ account: "signed out" });
  // A user can run only one export or import at a time, so each test has a user of its own.
  test.beforeEach(async ({ page }) => {
    const email = await someoneWithPassword(page);
    await typesPassword(page, email);
    await isIn(page);
  });

  test("takes an edited export: it is shown cell by cell, applied with its people, and can be undone @core", async ({
    page,
  }) => {
    const { id, name } = await aSupplier();
    const person = `kim-${id}@supplier.example`;
    const search = `?name=${encodeURIComponent(name)}`;
    await visit(page, `/suppliers${search}`);
    await openExport(page);
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "All supplier data").click()]);
    expect(file.suggestedFilename()).toBe("Suppliers.xlsx");
    const content = await readFile(await file.path());
    expect(await rowsIn(content)).toMatchObject([{ SupplierId: id, Name: name }]);
    const changed = await edited(
      content,
      (row) =>
        Object.assign(row, {
          Phone: "08 9444 2222",
          PersonEmail: person,
          PersonPermissions: "Manage Products | Manage Orders",
        }),
      suppliersSheet,
    );
    await sends(page, workbookFile(changed, "Suppliers.xlsx"), search);
    await button(dialog(page), "Import").click();
    await expect(page.getByText("has been checked. Nothing has changed yet.")).toBeVisible();
    const changes = card(page, "To update: 1 supplier");
    await expect(changes).toContainText("→ 08 9444 2222");
    await expect(changes).toContainText(`Person: ${person}: Manage Products | Manage Orders`);
    await expect(page.getByRole("region", { name: "Before you apply this" })).toContainText(
      "1 person gets an invitation by email when you apply this.",
    );
    if (hasScripts()) await hasNoAxeViolations(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await staysWithin(page, "what has been checked");
    await page.setViewportSize({ width: 1280, height: 800 });
    await isReady(page);
    await button(page, "Apply").click();
    await expect(dialog(page)).toContainText("All suppliers were updated successfully!");
    await linkInMailTo(person, "invitation");
    await visit(page, `/suppliers/${id}`);
    await expect(detail(card(page, "General"), "Business phone")).toContainText("08 9444 2222");
    await expect(page.getByRole("main")).toContainText(person);
    await visit(page, "/suppliers/imports");
    await expect(heading(page)).toHaveText("Imports of suppliers");
    if (hasScripts()) await hasNoAxeViolations(page);
    await link(page, "Undo Suppliers.xlsx").click();
    await isReady(page);
    await button(page, "Undo").click();
    await expect(dialog(page)).toContainText("Everything was undone.");
    await visit(page, `/suppliers/${id}`);
    await expect(page.getByRole("main")).not.toContainText(person);
  });

  test("creates the suppliers of unknown rows if the box is ticked, and returns refused rows", async ({ page }) => {
    const [name, other] = [aName(), aName()];
    const rows: Cells[] = [
      { Name: name, OrderContactEmails: "orders@new.example", Phnoe: "08" },
      { Name: other, OrderContactEmails: "nobody" },
    ];
    await sends(page, await suppliersWorkbook(rows));
    await button(dialog(page), "Import").click();
    await expect(card(page, "Refused: 2 suppliers")).toContainText(
      `Row 2, Name: There is no supplier with the name “${name}”.`,
    );
    await expect(page.getByText("There is nothing to apply.")).toBeVisible();
    await sends(page, await suppliersWorkbook(rows));
    await dialog(page).getByLabel("Rows of no known supplier create a new one").check();
    await button(dialog(page), "Import").click();
    await expect(card(page, "Summary")).toContainText("Ignored, column names not recognised: Phnoe");
    await expect(card(page, "To create: 1 supplier")).toContainText(name);
    await isReady(page);
    await button(page, "Apply").click();
    await expect(dialog(page).getByRole("alert")).toContainText("There were some errors while importing the file.");
    const [file] = await Promise.all([page.waitForEvent("download"), link(page, "Download the refused rows").click()]);
    expect(await rowsIn(await readFile(await file.path()))).toMatchObject([
      { Name: other, Reason: expect.stringContaining("“nobody” is not valid") },
    ]);
    await visit(page, `/suppliers?name=${encodeURIComponent(name)}`);
    await expect(link(page, name)).toBeVisible();
  });
});

test.describe("a user without permission to add suppliers", () => {
  test.use({ account: "readonly" });
  test("may export the list, and has neither the import button nor its page", async ({ page }) => {
    await visit(page, "/suppliers");
    await openExport(page);
    await expect(button(page, "All supplier data")).toBeVisible();
    await expect(link(page, "Import")).toHaveCount(0);
    expect((await visit(page, "/suppliers/import"))?.status()).toBe(403);
  });
});

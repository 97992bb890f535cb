import type { Page } from "@playwright/test";
import { aName } from "#tests/support/browser/api.ts";
import { button, field, isReady, link, seesFieldError, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test.use({ account: "finance" });

const dialog = (page: Page) => page.getByRole("dialog");

test("a charge is entered for a supplier, found, and withdrawn with a reason", async ({ page }) => {
  const description = aName("Photos");
  await visit(page, "/charges");
  await link(page, "Add Charge").click();
  await isReady(page);
  await field(dialog(page), "Supplier").selectOption({ label: "Acacia Homewares" });
  await field(dialog(page), "Marketplace").selectOption({ label: "Harbour & Co" });
  await field(dialog(page), "Description").fill(description);
  await field(dialog(page), "Amount inc GST").fill("-5");
  await button(dialog(page), "Add").click();
  await seesFieldError(dialog(page), "Amount inc GST", "Please enter an amount above 0, for example 9.95.");
  await field(dialog(page), "Amount inc GST").fill("1,264.00");
  await button(dialog(page), "Add").click();
  await seesToast(page, "Charge saved successfully.");

  await visit(page, `/charges?description=${encodeURIComponent(description)}`);
  const found = page.getByRole("row").filter({ hasText: description });
  await expect(found).toContainText("$1,264.00");
  await expect(found).toContainText("Waits for the next document");
  await link(found, `Withdraw ${description}`).click();
  await isReady(page);
  await field(dialog(page), "Reason").fill("Another supplier.");
  await button(dialog(page), "Withdraw").click();
  await seesToast(page, "Charge withdrawn successfully.");
  await expect(found).toContainText("Withdrawn: Another supplier.");
});

test("a supplier sees its charges in its document, and that the rest is paid", async ({ page }) => {
  await visit(page, "/charges?state=issued");
  await page.getByRole("link", { name: /^INV-/ }).first().click();
  await isReady(page);
  const charges = page.getByRole("region", { name: "Charges and Credits" });
  await expect(charges).toContainText("-F of");
  await expect(page.getByText("Less charges inc GST")).toBeVisible();
});

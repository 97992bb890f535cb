import type { Page } from "@playwright/test";
import { aName } from "#tests/support/browser/api.ts";
import { button, card, detail, field, heading, holdScripts, isReady, link } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const question = "You have changes that are not saved. Leave this form and lose them?";

/** Together they have every kind of field: text, rich text, number, date, select, checkbox and rows. */
const forms = [
  "/suppliers/1?edit=general",
  "/suppliers/1?edit=address",
  "/suppliers/1?edit=financial",
  "/suppliers/1/users/new",
  "/users/2?edit=details",
  "/users/0",
  "/products/1?edit=general",
  "/products/3/variations?edit=new",
  "/products/1/shipping?edit=shipping",
  "/products/3/attributes?edit=new",
  "/producttypes/3?edit=details",
  "/attributes/1?edit=details",
  "/attributes/1?edit=options",
  "/shippingrules/1?edit=details",
  "/shippingrules/1?edit=rates",
  "/orders/1?edit=details",
  "/invoices/payments/new",
  "/invoices/generate",
] as const;

/** Fields that scripts remove or clear depending on the value of another field, by the form. */
const followers: Partial<Record<(typeof forms)[number], RegExp>> = {
  "/products/1?edit=general": /^(ReferralProduct\w+|StockQuantity)=/,
  "/products/3/variations?edit=new": /^(Name|RecommendedRetailPrice|SalePrice|StockQuantity)=/,
  "/products/1/shipping?edit=shipping": /^(DomesticFlatRate|AllowShippingInternationally|InternationalFlatRate)=/,
  "/shippingrules/1?edit=details": /^DefaultInternationalShippingRate=/,
  "/shippingrules/1?edit=rates": /^(NewState|NewStatesOf)=/,
};

/** Changes every editable field of the form except files. @returns the number of changed fields */
const changeAll = (page: Page) =>
  page.evaluate(() => {
    let changed = 0;
    const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      "form[method=post] :is(input:not([type=hidden], [type=file], [type=submit]), select, textarea)",
    );
    for (const field of fields) {
      if (field.closest("form")?.id.startsWith("form-") !== true || field.disabled) continue;
      if (field instanceof HTMLSelectElement) {
        const others = [...field.options].filter((option) => !option.selected && !option.disabled);
        if (others[0] === undefined) continue;
        others[0].selected = true;
      } else if (field.type === "checkbox" || field.type === "radio") {
        (field as HTMLInputElement).checked = !(field as HTMLInputElement).checked;
      } else if (field.type === "date") field.value = "2030-01-02";
      else if (field.type === "datetime-local") field.value = "2030-01-02T03:04";
      else field.value = `${field.value}1`;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
      changed++;
    }
    return changed;
  });

/** The entries that the forms would submit. */
const entries = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLFormElement>("form[method=post][id^=form-]")].flatMap((form) =>
      [...new FormData(form)]
        .filter(([, value]) => typeof value === "string")
        .map(([name, value]) => `${name}=${value}`),
    ),
  );

test.setTimeout(30_000);

for (const address of forms) {
  test(`input typed before the scripts loaded is kept, and leaving asks for confirmation: ${address}`, {
    tag: "@javascript",
  }, async ({ page }) => {
    const letThrough = await holdScripts(page);
    await page.goto(address, { waitUntil: "commit" });
    await page.locator("footer").waitFor();
    expect(await changeAll(page)).toBeGreaterThan(0);
    const typed = await entries(page);
    letThrough();
    await isReady(page);
    const isTyped = (entry: string) => !followers[address]?.test(entry);
    expect((await entries(page)).filter(isTyped)).toEqual(typed.filter(isTyped));
    const asked = page.waitForEvent("dialog");
    // Nothing behind a dialog can be clicked.
    const inDialog = link(page.getByRole("dialog"), "Cancel");
    const away =
      (await inDialog.count()) > 0 ? inDialog : link(page.getByRole("navigation", { name: "Main" }).first(), "Orders");
    await away.click({ noWaitAfter: true });
    const dialog = await asked;
    expect(dialog.message()).toBe(question);
    await dialog.dismiss();
  });
}

test("a form filled in before the scripts loaded is submitted with its input and checkboxes", {
  tag: "@javascript",
}, async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto("/users/0", { waitUntil: "commit" });
  await page.locator("footer").waitFor();
  await field(page, "Given name").fill("Early");
  await field(page, "Surname").fill("Bird");
  await field(page, "Email").fill(`${aName("early").toLowerCase().replaceAll(" ", "-")}@example.com`);
  await page.getByRole("checkbox", { name: "Read Only" }).check();
  letThrough();
  await isReady(page);
  await button(page, "Save").click();
  await expect(heading(page)).toHaveText("Early Bird");
  await expect(detail(card(page, "Details"), "Roles")).toHaveText("Read Only");
});

import type { Page } from "@playwright/test";
import { aName, aSupplier } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  holdScripts,
  isReady,
  link,
  seesToast,
} from "#tests/support/browser/page.ts";
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

test.describe("before its scripts have loaded, a form", { tag: "@javascript" }, () => {
  /** Dismisses every question of the browser. @returns how many there were */
  function dismissed(page: Page): { type: string }[] {
    const asked: { type: string }[] = [];
    page.on("dialog", async (dialog) => {
      asked.push({ type: dialog.type() });
      await dialog.dismiss();
    });
    return asked;
  }

  const orders = (page: Page) => link(page.getByRole("navigation", { name: "Main" }).first(), "Orders");

  const general = "/suppliers/1?edit=general";
  const changes: [what: string, address: string, change: (page: Page) => Promise<unknown>][] = [
    ["a text", general, (page) => field(page, "Legal name").fill("Typed early")],
    ["formatted text", general, (page) => page.getByRole("textbox", { name: "Description" }).fill("<p>Early</p>")],
    ["a select", general, (page) => field(page, "Emails about orders").selectOption("Never")],
    ["a checkbox", "/users/2?edit=details", (page) => page.getByRole("checkbox", { name: "Read Only" }).click()],
  ];

  for (const [what, address, change] of changes) {
    test(`asks before it is left by a link if ${what} was changed`, async ({ page }) => {
      const asked = dismissed(page);
      await holdScripts(page);
      await page.goto(address, { waitUntil: "commit" });
      await page.locator("footer").waitFor();
      await change(page);
      const typed = await entries(page);
      await orders(page).click({ noWaitAfter: true });
      await expect.poll(() => asked).toEqual([{ type: "beforeunload" }]);
      expect(await entries(page)).toEqual(typed);
    });
  }

  test("asks if the shell is ready before it", async ({ page }) => {
    const asked = dismissed(page);
    await page.route(/\/assets\/general-form-.*\.js$/, () => {});
    await page.goto("/suppliers/1?edit=general", { waitUntil: "commit" });
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await field(page, "Legal name").fill("Typed early");
    await orders(page).click({ noWaitAfter: true });
    await expect.poll(() => asked).toEqual([{ type: "beforeunload" }]);
    await expect(field(page, "Legal name")).toHaveValue("Typed early");
  });

  test("asks if another form of the page is sent", async ({ page }) => {
    const asked = dismissed(page);
    await holdScripts(page);
    await page.goto("/suppliers/1?edit=general", { waitUntil: "commit" });
    await field(page, "Legal name").fill("Typed early");
    const search = page.getByRole("searchbox", { name: "Search all records" });
    await search.fill("acacia");
    await search.press("Enter", { noWaitAfter: true });
    await expect.poll(() => asked).toEqual([{ type: "beforeunload" }]);
    await expect(field(page, "Legal name")).toHaveValue("Typed early");
  });

  test("asks if it was refused and has not been saved since", async ({ page }) => {
    const asked = dismissed(page);
    await holdScripts(page);
    await page.goto("/suppliers/1?edit=general", { waitUntil: "commit" });
    await field(page, "Legal name").fill("");
    await button(card(page, "General"), "Save").click({ noWaitAfter: true });
    await expect(page).toHaveTitle(/^Error: /);
    await orders(page).click({ noWaitAfter: true });
    await expect.poll(() => asked).toEqual([{ type: "beforeunload" }]);
  });

  test("does not ask if nothing was changed, or when it is sent", async ({ page }) => {
    const asked = dismissed(page);
    await holdScripts(page);
    await page.goto("/suppliers/1?edit=general", { waitUntil: "commit" });
    await field(page, "Legal name").focus();
    await orders(page).click({ noWaitAfter: true });
    await expect(heading(page)).toHaveText("Orders");
    const { path } = await aSupplier();
    await page.goto(`${path}?edit=general`, { waitUntil: "commit" });
    await field(page, "Legal name").fill("Typed early");
    await button(card(page, "General"), "Save").click({ noWaitAfter: true });
    await seesToast(page, "Supplier updated successfully.");
    expect(asked).toEqual([]);
  });

  test("asks only once if its scripts load before it is left", async ({ page }) => {
    const asked = dismissed(page);
    const letThrough = await holdScripts(page);
    await page.goto("/suppliers/1?edit=general", { waitUntil: "commit" });
    await field(page, "Legal name").fill("Typed early");
    letThrough();
    await isReady(page);
    await orders(page).click({ noWaitAfter: true });
    await expect.poll(() => asked).toEqual([{ type: "confirm" }]);
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual([{ type: "confirm" }, { type: "beforeunload" }]);
    await expect(page.locator("[data-asks]")).toHaveCount(0);
  });
});

import type { Locator, Page } from "@playwright/test";
import { aName, aSupplier, get } from "#tests/support/browser/api.ts";
import { test } from "#tests/support/browser/few-options.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts } from "#tests/support/browser/test.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const options = (page: Page) => page.getByRole("listbox").getByRole("option");
const combobox = (within: Page | Locator) => within.getByRole("combobox", { name: "Supplier", exact: true });
const plainControl = (within: Page | Locator) => within.getByRole("button", { name: /^Supplier: / });
const chunk = /\/assets\/record-combobox-.*\.js$/;
const matches = /\/lookups\/records\/\w+\/matches/;

/** Searches for the supplier and chooses it: in the combobox with scripts, on a page of its own without. */
async function chooses(page: Page, within: Page | Locator, name: string): Promise<void> {
  if (hasScripts()) {
    await reaches(within);
    await combobox(within).click();
    await combobox(within).fill(name);
    await options(page).filter({ hasText: name }).click();
  } else {
    await plainControl(within).click();
    await searchesOnPage(page, name);
  }
  await seesChosen(within, name);
}

/** Returns the address of an order of the demo data. */
async function orderWithoutSupplier(): Promise<string> {
  const { items } = await get<{ items: { id: number }[] }>(
    "orders?onlyShowProductsWithNoSupplier=true&outstandingOrdersOnly=false&pageSize=1",
  );
  return `/orders/${items[0]?.id}`;
}

/** Waits for the combobox, which loads when the mouse reaches the plain control. */
async function reaches(within: Page | Locator): Promise<void> {
  await plainControl(within).or(combobox(within)).hover();
  await expect(combobox(within)).toBeVisible();
}

async function searchesOnPage(page: Page, name: string): Promise<void> {
  await expect(heading(page)).toHaveText("Choose a supplier");
  await field(page, "Name").fill(name);
  await field(page, "Name").press("Enter");
  await expect(page.getByText("1 found.")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name }).click();
  await isReady(page);
}

async function seesChosen(within: Page | Locator, name: string): Promise<void> {
  if (await combobox(within).count()) await expect(combobox(within)).toHaveValue(name);
  else await expect(plainControl(within)).toHaveText(new RegExp(`^${name}`));
}

test("a supplier among many is searched for in a form, which keeps everything typed", { tag: "@core" }, async ({
  page,
}) => {
  const supplier = await aSupplier();
  await visit(page, "/orders/new?outstandingOrdersOnly=false&sort=orderDate&direction=desc");
  await field(dialog(page), "Marketplace").selectOption({ index: 1 });
  await field(dialog(page), "Customer Email").fill("ana@test.example");
  await field(dialog(page), "First Name").fill("  Ana & Söhne “1”  ");
  await chooses(page, dialog(page), supplier.name);
  await isAt(page, "/orders/new?outstandingOrdersOnly=false&sort=orderDate&direction=desc");
  await expect(field(dialog(page), "Customer Email")).toHaveValue("ana@test.example");
  await expect(field(dialog(page), "First Name")).toHaveValue("  Ana & Söhne “1”  ");
  await expect(page.locator("[name=MarketplaceId]")).not.toHaveValue("");

  await button(dialog(page), "Add").click();
  await seesFieldError(dialog(page), "Surname", "This is a required field");
  await isReady(page);
  await seesChosen(dialog(page), supplier.name);
  await field(dialog(page), "Surname").fill("Lee");
  await field(dialog(page), "Phone Number").fill("08 5550 1234");
  await field(dialog(page), "Phone Number").press("Enter");
  await seesToast(page, "Order details updated successfully.");
  const [, id] = /orders\/(\d+)/.exec(page.url()) ?? [];
  expect(await get(`orders/${id}`)).toMatchObject({ supplierId: supplier.id, customerFirstName: "Ana & Söhne “1”" });
});

test("a form without a supplier is refused beside the control, which still chooses one", async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, "/shippingrules/new");
  await field(dialog(page), "Shipping Rule Name").fill("Everywhere");
  await button(dialog(page), "Add").click();
  await expect(dialog(page).getByText("Please select the supplier for this shipping rule").last()).toBeVisible();
  await isReady(page);
  const control = plainControl(dialog(page)).or(combobox(dialog(page)));
  await expect(control).toHaveAccessibleDescription("Please select the supplier for this shipping rule");
  await chooses(page, dialog(page), supplier.name);
  await expect(field(dialog(page), "Shipping Rule Name")).toHaveValue("Everywhere");
  await button(dialog(page), "Add").click();
  await expect(heading(page)).toHaveText("Everywhere");
  await expect(detail(card(page, "Details"), "Supplier")).toHaveText(supplier.name);
});

test("an order without a supplier can be given one, or none again, and keeps long notes", async ({ page }) => {
  const supplier = await aSupplier();
  const notes = "Ring the bell.\n".repeat(130);
  await visit(page, `${await orderWithoutSupplier()}?edit=details`);
  const form = card(page, "Order Details");
  await field(form, "Company name").fill("Lee & Co");
  await field(form, "Order notes").fill(notes);
  await chooses(page, form, supplier.name);
  await expect(field(form, "Company name")).toHaveValue("Lee & Co");
  await expect(field(form, "Order notes")).toHaveValue(notes);
  if (hasScripts()) {
    await combobox(form).click();
    await options(page)
      .filter({ hasText: /^None$/ })
      .click();
  } else {
    await plainControl(form).click();
    await page.getByRole("main").getByRole("button", { name: "None" }).click();
  }
  await seesChosen(form, "None");
  await expect(page.locator("[name=SupplierId]")).toHaveValue("");
  await expect(field(form, "Order notes")).toHaveValue(notes);
});

test("the export of referrals has its supplier chosen on a page", async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, "/products/referrals?name=vase");
  await field(dialog(page), "From").fill("2026-01-02");
  await field(dialog(page), "To").fill("2026-02-03");
  await button(dialog(page), "Choose").click();
  await expect(heading(page)).toHaveText("Choose a supplier");
  await isReady(page);
  await page.getByRole("textbox", { name: "Name" }).fill(supplier.name);
  await button(page, "Search").click();
  await page.getByRole("main").getByRole("link", { name: supplier.name }).click();
  await expect(dialog(page).getByRole("group", { name: "Supplier" })).toContainText(supplier.name);
  await expect(field(dialog(page), "From")).toHaveValue("2026-01-02");
  await expect(field(dialog(page), "To")).toHaveValue("2026-02-03");
  await isReady(page);
  await link(dialog(page), "Cancel").click();
  await expect(page).toHaveURL(/\/products\?.*name=vase/);
});

test("the page that searches says that it belongs to a form", async ({ page }) => {
  await visit(page, "/lookups/records/suppliers?form=%2Forders%2Fnew");
  await link(page, "Go to the form").click();
  await isAt(page, "/orders/new");
  for (const elsewhere of ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example"]) {
    await visit(page, `/lookups/records/suppliers?form=${encodeURIComponent(elsewhere)}`);
    await expect(link(page, "Go to the form")).toHaveAttribute("href", "/");
  }
  expect((await visit(page, "/lookups/records/constructor"))?.status()).toBe(404);
});

test.describe("without scripts", { tag: "@plain-html" }, () => {
  test("Cancel leads back with the earlier choice and everything typed", async ({ page }) => {
    const supplier = await aSupplier();
    await visit(page, "/products/new");
    await field(dialog(page), "Name").fill("Tray");
    await field(dialog(page), "Has variations").selectOption("Yes");
    await chooses(page, dialog(page), supplier.name);
    await plainControl(dialog(page)).click();
    await field(page, "Name").fill("no such supplier");
    await button(page, "Search").click();
    await expect(page.getByText("No suppliers match.")).toBeVisible();
    await button(page, "Cancel").click();
    await seesChosen(dialog(page), supplier.name);
    await expect(field(dialog(page), "Name")).toHaveValue("Tray");
    await expect(field(dialog(page), "Has variations")).toHaveValue("true");
  });

  test("two tabs choose at the same time, each for its own form", async ({ page, context }) => {
    const [one, two] = [await aSupplier(), await aSupplier()];
    const other = await context.newPage();
    for (const [tab, name] of [
      [page, "First"],
      [other, "Second"],
    ] as const) {
      await visit(tab, "/shippingrules/new");
      await field(dialog(tab), "Shipping Rule Name").fill(name);
      await plainControl(dialog(tab)).click();
    }
    await searchesOnPage(other, two.name);
    await searchesOnPage(page, one.name);
    await seesChosen(dialog(page), one.name);
    await seesChosen(dialog(other), two.name);
    await expect(field(dialog(page), "Shipping Rule Name")).toHaveValue("First");
    await expect(field(dialog(other), "Shipping Rule Name")).toHaveValue("Second");
    await other.close();
  });

  test("forms do not grow with the number of suppliers", async ({ request }) => {
    const order = await orderWithoutSupplier();
    const paths = [
      `${order}?edit=details`,
      `${order}/supplier`,
      "/orders/new?searchText=no+such+order",
      "/products/new?name=no+such+product",
      "/shippingrules/new?name=no+such+rule",
      "/products/referrals?name=no+such+product",
    ];
    const sizes = async () =>
      Promise.all(
        paths.map(async (path) => (await (await request.get(path)).text()).replace(/"[\w-]{20,}"/g, "").length),
      );
    // The first page has the style sheet.
    await request.get("/search");
    // Other tests add product types at the same time, which these pages do offer.
    await expect(async () => {
      const before = await sizes();
      for (let i = 0; i < 10; i += 1)
        await aSupplier({ name: aName("A supplier with quite a long name"), address: false });
      const after = await sizes();
      for (const [i, size] of after.entries()) expect(Math.abs(size - (before[i] ?? 0)), paths[i]).toBeLessThan(100);
    }).toPass({ timeout: 30_000 });
  });
});

test.describe("with scripts", { tag: "@javascript" }, () => {
  test("the combobox is loaded when it is reached, and searches at the server", async ({ page }) => {
    const part = crypto.randomUUID().slice(0, 8);
    const names = ["Pottery", "Glass"].map((what) => `Wattle ${part} ${what}`);
    for (const name of names) await aSupplier({ name });
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await visit(page, "/shippingrules/new");
    await field(dialog(page), "Shipping Rule Name").fill("Keys");
    expect(loaded.filter((url) => chunk.test(url) || matches.test(url))).toEqual([]);
    await page.keyboard.press("Tab");
    await expect(combobox(dialog(page))).toBeFocused();
    await page.keyboard.type(part.toUpperCase());
    await expect(options(page)).toHaveText([/Wattle .* GlassFremantle, WA/, /Wattle .* PotteryFremantle, WA/]);
    await expect(page.getByRole("status").filter({ hasText: "2 matches" })).toBeAttached();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(combobox(dialog(page))).toHaveValue(names[0] ?? "");

    await combobox(dialog(page)).fill("no such supplier");
    await expect(page.getByText("Nothing matches.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeVisible();
    await expect(combobox(dialog(page))).toHaveValue(names[0] ?? "");
    await combobox(dialog(page)).click();
    await expect(options(page).filter({ hasText: "more: type part of a name" })).toBeVisible();
    await expect(options(page).filter({ hasText: names[0] ?? "" })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await expect(options(page)).toHaveCount(0);
    await expect(dialog(page)).toBeVisible();
  });

  test("a slow answer never chooses a record of an earlier search", async ({ page }) => {
    await visit(page, "/shippingrules/new");
    await reaches(dialog(page));
    await combobox(dialog(page)).click();
    await expect(options(page).filter({ hasText: "Acacia Homewares" })).toBeVisible();
    await page.route(matches, () => {});
    await combobox(dialog(page)).fill("zzz");
    await expect(page.getByText("Searching…")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(combobox(dialog(page))).toHaveValue("(Choose)");
    await expect(page.locator("[name=SupplierId]")).toHaveValue("");
    await isAt(page, "/shippingrules/new");
  });

  test("a search that fails says so, and works again when more is typed", async ({ page }) => {
    await page.route(matches, (route) => route.abort());
    await visit(page, "/shippingrules/new");
    await reaches(dialog(page));
    await combobox(dialog(page)).fill("acac");
    await expect(page.getByText("The suppliers could not be searched. Please type again.")).toBeVisible();
    await page.unroute(matches);
    await combobox(dialog(page)).fill("acacia");
    await options(page).filter({ hasText: "Acacia Homewares" }).click();
    await expect(combobox(dialog(page))).toHaveValue("Acacia Homewares");
  });

  test("a choice is a change that the form asks about before it is left", async ({ page }) => {
    const asked: string[] = [];
    page.on("dialog", (question) => {
      asked.push(question.message());
      void question.dismiss();
    });
    await visit(page, "/shippingrules/new");
    await chooses(page, dialog(page), "Acacia Homewares");
    await link(dialog(page), "Cancel").click();
    await expect.poll(() => asked.length).toBe(1);
    await isAt(page, "/shippingrules/new");
    await seesChosen(dialog(page), "Acacia Homewares");
  });

  test("if the combobox cannot be loaded, a press leads to the page that searches", async ({ page }) => {
    const supplier = await aSupplier();
    const asked: string[] = [];
    page.on("dialog", (question) => {
      asked.push(question.type());
      void question.accept();
    });
    await page.route(chunk, (route) => route.abort());
    await visit(page, "/shippingrules/new?sort=name");
    await field(dialog(page), "Shipping Rule Name").fill("Offline");
    await plainControl(dialog(page)).click();
    await searchesOnPage(page, supplier.name);
    await isAt(page, "/shippingrules/new?sort=name");
    await seesChosen(dialog(page), supplier.name);
    await expect(field(dialog(page), "Shipping Rule Name")).toHaveValue("Offline");
    expect(asked).toEqual([]);
    await button(dialog(page), "Add").click();
    await expect(heading(page)).toHaveText("Offline");
  });

  test.describe("on a touch screen", () => {
    test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

    test("a tap opens the combobox", async ({ page }) => {
      await visit(page, "/shippingrules/new");
      await plainControl(dialog(page)).tap();
      await combobox(dialog(page)).fill("acacia home");
      await options(page).filter({ hasText: "Acacia Homewares" }).tap();
      await expect(combobox(dialog(page))).toHaveValue("Acacia Homewares");
      await staysWithin(page, "the form");
    });
  });
});

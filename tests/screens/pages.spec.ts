import { gzipSync } from "node:zlib";
import { heading, isAt, link, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test("the start page is the list of suppliers", async ({ page }) => {
  await visit(page, "/");
  await isAt(page, "/suppliers");
  await expect(heading(page)).toHaveText("Suppliers");
});

test("the footer shows the year and that all values include GST", async ({ page }) => {
  await visit(page, "/suppliers");
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(String(new Date().getFullYear()));
  await expect(footer).toContainText("All values are inclusive of GST.");
});

test("every menu entry opens a page with its name", { tag: "@core" }, async ({ page }) => {
  await visit(page, "/suppliers");
  const menu = page.getByRole("navigation", { name: "Main" }).first();
  for (const name of await menu.getByRole("link").allTextContents()) {
    await link(menu, name).click();
    await expect(heading(page)).toHaveText(name);
    await expect(page).toHaveTitle(`${name} · Countinghouse`);
    await expect(link(menu, name)).toHaveAttribute("aria-current", "page");
  }
});

for (const path of ["/nowhere", "/suppliers/999999999", "/suppliers/acacia", "/suppliers/1/2"]) {
  test(`${path} shows Not found with the main menu`, async ({ page }) => {
    const response = await visit(page, path);
    expect(response?.status()).toBe(404);
    await expect(heading(page)).toHaveText("Not found");
    await expect(page).toHaveTitle("Not found · Countinghouse");
    const list = link(page, "Go to the list");
    if (path === "/nowhere") {
      await expect(list).toHaveCount(0);
      await link(page.getByRole("navigation", { name: "Main" }).first(), "Suppliers").click();
    } else await list.click();
    await expect(heading(page)).toHaveText("Suppliers");
  });
}

test("pages hydrate without console errors", { tag: "@javascript" }, async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  for (const path of [
    "/suppliers",
    "/suppliers?page=2&sort=city",
    "/suppliers/new",
    "/suppliers/1",
    "/suppliers/1?edit=general",
    "/suppliers/1?edit=address",
    "/suppliers/1?edit=financial",
    "/dashboard",
    "/orders",
  ]) {
    await visit(page, path);
    await expect(heading(page)).toBeVisible();
  }
  expect(complaints).toEqual([]);
});

test("navigating requests only the data of the next page", { tag: "@javascript" }, async ({ page }) => {
  await visit(page, "/suppliers");
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(request.url());
  });
  await page.getByRole("link", { name: "Next ›" }).first().click();
  await isAt(page, "/suppliers?page=2");
  await page.locator("tbody a").first().click();
  await expect(heading(page)).not.toHaveText("Suppliers");
  expect(documents).toEqual([]);
});

test("the first page contains the style sheet, and later ones are smaller by it", async ({ page, request }) => {
  const cached = page.waitForResponse(/\/assets\/tailwind-[\w-]+\.css$/);
  await visit(page, "/suppliers");
  await expect(page.locator("head style")).toHaveCount(1);
  await cached;
  const session = await page.context().cookies();
  const withoutStyleSheet = session.filter(({ name }) => name !== "style-sheet");
  const cookie = withoutStyleSheet.map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const list of ["/suppliers", "/orders", "/products", "/shipments", "/invoices", "/shippingrules", "/users"]) {
    await visit(page, list);
    await expect(page.locator("head style")).toHaveCount(0);
    await expect(page.locator("main form.card").first()).toHaveCSS("border-radius", "6px");
    const first = await (await request.get(list, { headers: { cookie } })).text();
    const later = await (await page.request.get(list)).text();
    expect(gzipSync(first).length - gzipSync(later).length, list).toBeGreaterThan(5_000);
  }
});

test("filters of a list below an open dialog lead to the list", async ({ page }) => {
  for (const list of ["/invoices", "/products", "/suppliers"]) {
    const dialog = { "/invoices": "notify", "/products": "referrals", "/suppliers": "new" }[list];
    await visit(page, `${list}/${dialog}?sort=id`);
    const filters = page.locator('main form[role="search"]').first();
    await expect(filters).toHaveAttribute("action", list);
    await expect(filters.locator("a", { hasText: "Clear" })).toHaveAttribute("href", list);
    await expect(page.locator("th a").first()).toHaveAttribute("href", new RegExp(`^${list}\\?`));
  }
});

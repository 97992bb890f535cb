import type { Page } from "@playwright/test";
import { aName, aSupplier } from "#tests/support/browser/api.ts";
import { button, edit, field, heading, isAt, isReady, link, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

/** Prefix of this run's suppliers: counts must not include those of other workers or of a repeated run. */
let group: string;
const count = 23;

test.beforeAll(async () => {
  group = aName("Group");
  const places = [
    { city: "Albury", state: "NSW" },
    { city: "Bendigo", state: "VIC" },
    { city: "Cairns", state: "QLD" },
  ];
  const numbers = Array.from({ length: count }, (_, i) => i);
  await Promise.all(
    numbers.map((i) =>
      aSupplier({ name: `${group} ${String(i).padStart(2, "0")}`, address: places[i % places.length] }),
    ),
  );
});

const groupPath = (rest = "") => `/suppliers?${new URLSearchParams({ name: group })}${rest}`;
/** Counted from 1, without that of the boxes. */
const cells = (page: Page, column: number) => page.locator(`tbody tr td:nth-child(${column + 1})`);
const columnHead = (page: Page, name: string) => page.getByRole("columnheader", { name });

async function searches(page: Page, filters: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(filters)) await field(page, label).fill(value);
  await button(page, "Search").click();
}

test("shows suppliers sorted by name, 20 to a page, and which range is shown", async ({ page }) => {
  await visit(page, groupPath());
  await expect(page).toHaveTitle("Suppliers · Countinghouse");
  await expect(heading(page)).toHaveText("Suppliers");
  await expect(page.getByRole("row")).toHaveCount(21);
  await expect(page.getByText(`1–20 of ${count}`)).toHaveCount(2);
  await expect(columnHead(page, "Name")).toHaveAttribute("aria-sort", "ascending");
});

test("can be searched by name, city and state, individually and combined", { tag: "@core" }, async ({ page }) => {
  await visit(page, "/suppliers");
  await searches(page, { Name: "acacia home" });
  await expect(cells(page, 1)).toHaveText(["Acacia Homewares"]);

  await searches(page, { Name: group, City: "bend" });
  await expect(cells(page, 2).first()).toHaveText("Bendigo");
  expect(new Set(await cells(page, 2).allTextContents())).toEqual(new Set(["Bendigo"]));

  await searches(page, { City: "", State: "qld" });
  await expect(cells(page, 3).first()).toHaveText("QLD");
  expect(new Set(await cells(page, 3).allTextContents())).toEqual(new Set(["QLD"]));

  await searches(page, { City: "albury", State: "qld" });
  await expect(page.getByText("No suppliers match these filters.")).toBeVisible();
});

test("an empty list explains why, and can clear its filters", async ({ page }) => {
  await visit(page, "/suppliers?name=there+is+no+such+supplier");
  await expect(page.getByText("No suppliers match these filters.")).toBeVisible();
  await link(page, "Clear the filters").click();
  await isAt(page, "/suppliers");
  await expect(field(page, "Name")).toHaveValue("");
  await expect(page.getByRole("row")).toHaveCount(21);
});

test("Clear removes all filters", async ({ page }) => {
  await visit(page, groupPath("&city=cairns&state=qld&sort=city&direction=desc&page=1"));
  await link(page, "Clear").click();
  await isAt(page, "/suppliers");
  for (const label of ["Name", "City", "State"]) await expect(field(page, label)).toHaveValue("");
});

for (const [name, column] of [
  ["Name", 1],
  ["City", 2],
  ["State", 3],
] as const) {
  test(`can be sorted by ${name} in both directions`, async ({ page }) => {
    await visit(page, groupPath("&sort=none"));
    const head = columnHead(page, name);
    const isDefault = name === "Name";
    if (!isDefault) {
      await expect(head).not.toHaveAttribute("aria-sort");
      await link(head, name).click();
    }
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    const up = await cells(page, column).allTextContents();
    expect(up).toEqual(up.toSorted());

    await head.getByRole("link").click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(page).toHaveURL(new RegExp(`sort=${name.toLowerCase()}&direction=desc`));
    const down = await cells(page, column).allTextContents();
    expect(down).toEqual(down.toSorted().toReversed());
    expect(down[0]).not.toBe(up[0]);
    for (const other of ["Name", "City", "State"].filter((each) => each !== name))
      await expect(columnHead(page, other)).not.toHaveAttribute("aria-sort");
  });
}

test("Next and Prev go through the pages and are disabled at the ends", { tag: "@core" }, async ({ page }) => {
  await visit(page, groupPath());
  const above = page.getByRole("navigation", { name: "Pages, above the list" });
  await expect(above.getByText("‹ Prev")).not.toHaveAttribute("href");
  await link(above, "Next ›").click();
  await expect(page).toHaveURL(/page=2/);
  await expect(above).toContainText(`21–${count} of ${count}`);
  await expect(cells(page, 1)).toHaveText([`${group} 20`, `${group} 21`, `${group} 22`]);
  await expect(above.getByText("Next ›")).not.toHaveAttribute("href");
  await link(above, "‹ Prev").click();
  await expect(above).toContainText(`1–20 of ${count}`);
  await expect(page).not.toHaveURL(/page=/);
});

test("Next asks the server for the rows alone", { tag: "@javascript" }, async ({ page }) => {
  await visit(page, groupPath());
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await link(page.getByRole("navigation", { name: "Pages, above the list" }), "Next ›").click();
  await expect(cells(page, 1)).toHaveText([`${group} 20`, `${group} 21`, `${group} 22`]);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual(["/suppliers.data"]);
});

test("a row's link opens the record in this tab, or with Ctrl in a new one", { tag: "@javascript" }, async ({
  page,
}) => {
  await visit(page, groupPath());
  const name = link(page, `${group} 01`);
  const [tab] = await Promise.all([page.context().waitForEvent("page"), name.click({ modifiers: ["ControlOrMeta"] })]);
  await expect(heading(tab)).toHaveText(`${group} 01`);
  await tab.close();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await name.click();
  await expect(heading(page)).toHaveText(`${group} 01`);
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});

test("a page number beyond the last page shows a message and a link to the first page", async ({ page }) => {
  await visit(page, groupPath("&page=9"));
  await expect(page.getByText("There is nothing on this page.")).toBeVisible();
  await link(page, "Go to the first page").click();
  await expect(page.getByText(`1–20 of ${count}`).first()).toBeVisible();
});

test("a search starts at its first page and keeps the sort order", async ({ page }) => {
  await visit(page, groupPath("&sort=city&direction=desc&page=2"));
  await searches(page, { City: "cairns" });
  await expect(page.getByText("1–7 of 7")).toHaveCount(1);
  await expect(page.getByRole("navigation", { name: /^Pages/ })).toHaveCount(0);
  await expect(columnHead(page, "City")).toHaveAttribute("aria-sort", "descending");
});

test("the URL can be bookmarked and restores filters, sort order and page", async ({ page, context }) => {
  await visit(page, groupPath("&sort=name&direction=desc&page=2"));
  const shown = await cells(page, 1).allTextContents();
  expect(shown).toHaveLength(3);
  const second = await context.newPage();
  await visit(second, page.url());
  await expect(cells(second, 1)).toHaveText(shown);
  await expect(field(second, "Name")).toHaveValue(group);
});

test("Back undoes a search", async ({ page }) => {
  await visit(page, groupPath());
  await searches(page, { City: "albury" });
  await expect(page.getByText("1–8 of 8").first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`1–20 of ${count}`).first()).toBeVisible();
  await expect(field(page, "City")).toHaveValue("");
});

test("invalid query parameters are ignored", async ({ page }) => {
  const response = await visit(page, groupPath("&sort=password&direction=sideways&page=minus+one"));
  expect(response?.status()).toBe(200);
  await expect(columnHead(page, "Name")).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByText(`1–20 of ${count}`).first()).toBeVisible();
});

test("returning from a supplier restores the filters, page and row, even after an edit", async ({ page }) => {
  await visit(page, groupPath("&sort=name&direction=desc&page=2"));
  await link(page, `${group} 01`).click();
  await expect(heading(page)).toHaveText(`${group} 01`);
  await isReady(page);
  const general = await edit(page, "General");
  await link(general, "Cancel").click();
  await expect(link(page, "Edit General")).toBeVisible();
  const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(breadcrumb).toContainText(`${group} 01`);
  await link(breadcrumb, "Suppliers").click();
  await expect(page).toHaveURL(/name=Group.*&sort=name&direction=desc&page=2#row-\d+$/);
  const row = page.getByRole("row", { name: `${group} 01` });
  await expect(row).toBeInViewport();
  await expect(row, "it is marked").toHaveCSS("background-color", "rgb(227, 241, 237)");
});

test("list pages have no breadcrumb", async ({ page }) => {
  await visit(page, "/suppliers");
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveCount(0);
});

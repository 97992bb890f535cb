import type { Page } from "@playwright/test";
import { button, heading, isReady, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const lines = (page: Page) => page.getByRole("region", { name: "Waiting for you" }).getByRole("link");

test("every line of what waits leads to a page with as many records as it says @core", async ({ page }) => {
  await visit(page, "/dashboard");
  await expect(heading(page)).toHaveText("Home");
  const lists = (await lines(page).allTextContents()).filter((text) => !/imports|to notify/.test(text));
  expect(lists.length).toBeGreaterThan(3);
  for (const text of lists) {
    const words = text.replace(/^\S+ /, "");
    // Tests that run at the same time change the demo data: a count that has changed meanwhile is read again.
    await expect(async () => {
      await visit(page, "/dashboard");
      const line = lines(page).filter({ hasText: new RegExp(`^\\S+ ${words}$`) });
      const [count = ""] = ((await line.textContent({ timeout: 2000 })) ?? "").split(" ");
      await line.click();
      await expect(page.getByText(new RegExp(`^[\\d,]+–[\\d,]+ of ${count}$`)).first()).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 30_000 });
  }
});

test.describe("in the morning", () => {
  test.use({ account: "operator" });

  test("an operator finds all that waits in at most 10 lines, and the last record with two clicks @core", async ({
    page,
  }) => {
    await visit(page, "/dashboard");
    const round = page.getByRole("region", { name: "Waiting for you" }).locator("li > a:first-child strong");
    expect(await round.count()).toBeGreaterThan(3);
    expect(await round.count()).toBeLessThanOrEqual(10);
    await round.last().click();
    await isReady(page);
    // The last line can be an import, whose address ends with a UUID.
    await page.getByRole("main").locator("tbody a").first().click();
    await expect(page).toHaveURL(/\/[\da-f-]*\d[\da-f-]*(\?|$)/);
  });
});

test("the figures of the last 30 days are drawn, and listed in a table", async ({ page }) => {
  await visit(page, "/dashboard");
  for (const name of [/^Orders: /, /^Sales inc GST: /, /^Commission inc GST: /, /^Shipments sent late: /])
    await expect(page.getByRole("img", { name })).toBeVisible();
  await page.getByText("The figures of each day", { exact: true }).click();
  await expect(page.getByRole("group", { name: "The figures of each day" }).getByRole("row")).toHaveCount(31);
});

test("people choose whether they start with the home page", async ({ page }) => {
  await visit(page, "/");
  await expect(heading(page)).toHaveText("Suppliers");
  await visit(page, "/dashboard");
  await button(page, "Start with this page").click();
  await expect(button(page, "Start with Suppliers")).toBeVisible();
  await visit(page, "/");
  await expect(heading(page)).toHaveText("Home");
  await button(page, "Start with Suppliers").click();
  await expect(button(page, "Start with this page")).toBeVisible();
  await visit(page, "/");
  await expect(heading(page)).toHaveText("Suppliers");
});

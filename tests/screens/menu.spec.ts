import { viewListEntries } from "#app/services/pages/view-lists.server.ts";
import { link, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

/** The addresses with the first marketplace in place of any. */
const withMarketplace = (path: string) => path.replace("/marketplaces/any", "/marketplaces/1");

test("the menu leads to every list in it, and another page to each of the others", async ({ page }) => {
  const lists = Object.values(viewListEntries);
  await visit(page, "/");
  const menu = page.getByRole("navigation", { name: "Main", exact: true });
  for (const { label, path } of lists.filter((list) => typeof list.menu === "string"))
    await expect(link(menu, label)).toHaveAttribute("href", path);
  for (const { path, menu: place } of lists) {
    if (typeof place === "string") continue;
    await visit(page, withMarketplace(place.reachedFrom));
    await expect(page.locator(`#main a[href^="${withMarketplace(path)}"]`).first()).toBeVisible();
  }
});

import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { heading, staysWithin } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test.use({ account: "signed out" });

const guide = () => `${process.env.API_URL}/docs`;

test("the guide of the API leads from page to page and to the reference", async ({ page }) => {
  await page.goto(guide());
  await expect(heading(page)).toHaveText("The API");
  const list = page.getByRole("navigation", { name: "Pages of the guide" });
  await list.getByRole("link", { name: "Place an order" }).click();
  await expect(page).toHaveTitle("Place an order – Countinghouse API");
  await expect(list.getByRole("link", { name: "Place an order" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Cancel and refund →" }).click();
  await expect(heading(page)).toHaveText("Cancel and refund");
  await list.getByRole("link", { name: "Reference" }).click();
  await expect(page).toHaveURL(/\/docs\/reference\/$/);
});

test("the guide is accessible and only its code scrolls sideways on a narrow screen", { tag: "@javascript" }, async ({
  page,
}) => {
  for (const [width, path] of [
    [1280, "/keys"],
    [360, "/events"],
    [320, "/placing-orders"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${guide()}${path}`);
    await staysWithin(page, `${path} at ${width} pixels`);
    await hasNoAxeViolations(page);
  }
});

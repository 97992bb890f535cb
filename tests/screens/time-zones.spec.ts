import type { APIRequestContext, Page } from "@playwright/test";
import { aSupplier } from "#tests/support/browser/api.ts";
import { anOrder } from "#tests/support/browser/orders.ts";
import { visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { walks } from "#tests/support/browser/walk.ts";

const operatorZone = "Australia/Sydney";
const otherZones = ["Australia/Perth", "UTC"];
const named = `Times are in ${operatorZone} unless another time zone is named.`;

const moments = /\b\d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}(?:, \d{1,2}:\d\d [ap]m)?/g;

async function opened(request: APIRequestContext, path: string, zone: string): Promise<string> {
  const { cookies } = await request.storageState();
  const cookie = [...cookies, { name: "tz", value: zone }].map(({ name, value }) => `${name}=${value}`).join("; ");
  const html = await (await request.get(path, { headers: { cookie } })).text();
  // React separates the texts of an element by comments.
  return html.replaceAll("<!-- -->", "");
}

const momentsOf = (html: string) => html.match(moments) ?? [];

// The pages of a walk are opened three times each, which takes a while on a slow machine.
test.describe.configure({ timeout: 120_000 });

for (const { title, paths } of walks) {
  test(`${title}: users of every time zone see the same moments, or the name of another time zone`, {
    tag: "@plain-html",
  }, async ({ request }) => {
    for (const path of paths) {
      // Other tests may change what a page shows between two requests.
      await expect(async () => {
        const operators = momentsOf(await opened(request, path, operatorZone));
        for (const zone of otherZones) {
          const html = await opened(request, path, zone);
          if (!html.includes(`(${zone})`) && !html.includes(`Times are in ${zone}.`))
            expect(momentsOf(html), `${path} in ${zone}`).toEqual(operators);
          if (html.includes('id="main"')) expect(html, `${path} in ${zone}`).toContain(named);
        }
      }).toPass();
    }
  });
}

const footer = (page: Page) => page.getByRole("contentinfo");

test("the operator's time zone is named for users of other zones and where the user's is unknown", async ({ page }) => {
  await visit(page, "/orders");
  await expect(footer(page)).toContainText(named);
  await visit(page, "/shipments");
  await expect(footer(page)).toContainText("All values are inclusive of GST.");
  // The script of the first page has reported the zone of the browser, which is the operator's.
  await expect(footer(page)).toHaveText(hasScripts() ? /GST\.$/ : /named\.$/);
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Australia/Perth" });

  test("the days of the rows are those that the filter finds, in the nights of both clock changes as well", async ({
    page,
  }) => {
    const supplier = await aSupplier();
    // Half past midnight in Sydney, which is the evening before in Perth.
    const nights = [
      ["2026-04-04T13:30:00Z", "2026-04-05", "05 Apr 2026"],
      ["2026-10-03T14:30:00Z", "2026-10-04", "04 Oct 2026"],
    ] as const;
    await visit(page, "/orders");
    for (const [orderedAt, day, shown] of nights) {
      const { name } = await anOrder({ supplierId: supplier.id, orderedAt });
      await visit(page, `/orders?supplierId=${supplier.id}&fromDate=${day}&toDate=${day}`);
      await expect(page.locator("tbody tr.row-link")).toHaveCount(1);
      await expect(page.locator("tbody tr.row-link")).toContainText(name);
      await expect(page.locator("tbody tr.row-link")).toContainText(shown);
      await expect(footer(page)).toContainText(named);
    }
  });
});

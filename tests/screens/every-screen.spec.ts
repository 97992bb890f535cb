/** Properties of every screen and state that has a URL. Each is opened once for all of them. */
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { heading, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { walks } from "#tests/support/browser/walk.ts";
import { storedIn, watchComplaints, watchTokens } from "#tests/support/browser/watch.ts";

const size = { width: 1280, height: 800 };
const otherWidths = [320, 899];

// Five pages in a test take a while on a slow machine.
test.describe.configure({ timeout: 120_000 });

for (const { title, paths } of walks) {
  test(`${title}: each page fits narrow screens, obeys its security policy, shows no token and, with scripts, passes axe`, async ({
    page,
    context,
  }) => {
    const complaints = await watchComplaints(page);
    const tokens = await watchTokens(page, context);
    for (const path of paths) {
      await page.setViewportSize(size);
      await visit(page, path);
      await expect(heading(page)).toBeVisible();
      // axe itself needs scripts. Plain HTML is tested in Low data.
      if (hasScripts()) {
        await expect(page.getByText("is loading")).toHaveCount(0);
        await hasNoAxeViolations(page, path);
      }
      await staysWithin(page, `${path} at ${size.width} pixels`);
      for (const width of otherWidths) {
        await page.setViewportSize({ width, height: 640 });
        await staysWithin(page, `${path} at ${width} pixels`);
      }
    }
    expect(complaints).toEqual([]);
    expect(await tokens.responsesWithOne()).toEqual([]);
    expect(tokens.responses()).toBeGreaterThanOrEqual(paths.length);
    expect(await storedIn(page)).not.toMatch(/eyJ/);
  });
}

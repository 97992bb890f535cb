import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules that depend on colours, and so on the theme. */
const colourRules = ["color-contrast", "link-in-text-block"];
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * Checks the current page by all rules in the light theme, and by the rules about colours in the dark one.
 * @param where names the page in the message of a failure
 */
export async function hasNoAxeViolations(page: Page, where = page.url()): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Only violations are described in full, which is faster.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
    // Without frames to collect from, which would take a second page for each analysis.
    if (page.frames().length === 1) axe.setLegacyMode();
    const { violations } = await (colorScheme === "light"
      ? axe.withTags(standards)
      : axe.withRules(colourRules)
    ).analyze();
    const found = violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join("\n")}`,
    );
    expect(found, `${where} in the ${colorScheme} theme`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

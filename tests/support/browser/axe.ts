import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

export const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules that depend on colours, and so on the theme. */
const colourRules = ["color-contrast", "link-in-text-block"];

type Scope = { type: "tag" | "rule"; values: string[] };

/**
 * Checks the current page by all rules in the light theme, and by the rules about colours in the dark one.
 * @param where names the page in the message of a failure
 */
export async function hasNoAxeViolations(page: Page, where = page.url()): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(axe.source);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await violationsOf(page, { type: "tag", values: standards }), `${where} in the light theme`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await violationsOf(page, { type: "rule", values: colourRules }), `${where} in the dark theme`).toEqual([]);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Each violation in words. The frames of the page have the scripts of axe already. */
function violationsOf(page: Page, runOnly: Scope): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    // Only violations are described in full, which is faster.
    const { violations } = await loaded.run(document, { runOnly, resultTypes: ["violations"] });
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join("\n")}`,
    );
  }, runOnly);
}

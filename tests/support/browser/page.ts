/** What somebody at the browser does and sees, in words. */
import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { hasScripts } from "./test.ts";

/** Opens an address and, where scripts run, waits until the page listens to them. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path);
  await isReady(page);
  return response;
}

/** A page that came as a document takes a moment until keys and clicks reach its scripts. */
export async function isReady(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  if (!hasScripts() || (await page.locator("body script").count()) === 0) return;
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
  // Forms are loaded when they are opened, so their scripts come after the page's: React leaves its properties on them.
  await page.waitForFunction(() =>
    [...document.forms].every((form) => Object.keys(form).some((key) => key.startsWith("__reactProps"))),
  );
  // The editor of formatted text comes last, and takes the place of a plain field.
  if ((await page.locator('textarea[name="Description"]').count()) > 0)
    await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
}

/** Until what it gives is called, no script of the pages arrives. */
export async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

/** The address with its parameters; where on the page the browser stands does not matter. */
export async function isAt(page: Page, address: string): Promise<void> {
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === address);
}

export function heading(page: Page): Locator {
  return page.getByRole("heading", { level: 1 });
}

export function card(page: Page, title: string): Locator {
  return page.getByRole("region", { name: title, exact: true });
}

/** What a card says about a term. */
export function detail(within: Locator, term: string): Locator {
  return within.locator("dt", { hasText: new RegExp(`^${term}$`) }).locator("+ dd");
}

export function button(page: Page | Locator, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

export function link(page: Page | Locator, name: string): Locator {
  return page.getByRole("link", { name, exact: true });
}

export function field(page: Page | Locator, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

/** Opens the edit mode of a card as a person does. */
export async function edit(page: Page, title: string): Promise<Locator> {
  await link(page, `Edit ${title}`).click();
  await expect(button(card(page, title), "Save")).toBeVisible();
  await isReady(page);
  return card(page, title);
}

/** Success words: a toast where scripts run, a banner where they don't. */
export async function seesToast(page: Page, words: string): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
}

/** The words below a field, which assistive technology reads with it. */
export async function seesFieldError(page: Page | Locator, label: string, words: string): Promise<void> {
  const input = field(page, label);
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await expect(input).toHaveAccessibleDescription(new RegExp(`${escaped(words)}$`));
}

/** The words above a form that the server refused. Where scripts run, most forms are not even sent before they are right. */
export async function seesSummary(page: Page, words: string): Promise<void> {
  await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toContainText(words);
}

/** Nothing sticks out at the side: not even tables, which scroll in their own boxes. */
export async function staysWithin(page: Page, where: string): Promise<void> {
  const { content, room } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    room: window.innerWidth,
  }));
  expect(content, `${where} scrolls sideways`).toBeLessThanOrEqual(room);
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Actions of users in the browser, and the elements that they see. */
import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { hasScripts } from "./test.ts";

/** Opens an address and, with scripts, waits for hydration. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path);
  await isReady(page);
  return response;
}

/** Whether this page has scripts that run: there are none in Low data. */
const runsScripts = async (page: Page) => hasScripts() && (await page.locator("body script").count()) > 0;

/** Waits until the page's scripts handle keys and clicks. */
export async function isReady(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  if (!hasScripts()) return;
  await expect(async () => expect(await whatIsAwaited(page)).toBe("nothing")).toPass({ timeout: 15_000 });
}

/** One request to the page, because each one that uses Playwright's own scripts would load them into each document. */
const whatIsAwaited = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const awaited = () => {
      // There are no scripts in Low data.
      if (!document.querySelector("body script")) return "nothing";
      if (document.documentElement.dataset.hydrated !== "true") return "hydration";
      // Forms are loaded on demand, after the page's scripts; React sets properties on their elements.
      if (![...document.forms].every((form) => Object.keys(form).some((key) => key.startsWith("__reactProps"))))
        return "the scripts of a form";
      // The rich text editor is loaded last and replaces a plain field.
      if (document.querySelector('textarea[name="Description"]')) {
        const toolbar = document.querySelector('[role="toolbar"][aria-label="Formatting"]');
        if (!toolbar?.checkVisibility({ visibilityProperty: true })) return "the rich text editor";
      }
      return "nothing";
    };
    for (let attempt = 0; attempt < 500 && awaited() !== "nothing"; attempt++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return awaited();
  });

/** Blocks all scripts of the pages until the returned function is called. */
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

/** Expects the address with its query parameters, without the fragment. */
export async function isAt(page: Page, address: string): Promise<void> {
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === address);
}

export function heading(page: Page): Locator {
  return page.getByRole("heading", { level: 1 });
}

export function card(page: Page, title: string): Locator {
  return page.getByRole("region", { name: title, exact: true });
}

/** Returns the description of a term on a card. */
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

/** Opens the account menu. With scripts this is the one with arrow keys, which loads when the mouse reaches its button. */
export async function openAccountMenu(page: Page, person = "Mia Kerr"): Promise<void> {
  await isReady(page);
  if (await runsScripts(page)) {
    await page.getByText(person, { exact: true }).hover();
    await expect(button(page, person)).toHaveAttribute("aria-haspopup", "menu");
  }
  await page.getByText(person, { exact: true }).click();
}

/** Returns an entry of the open account menu: a link or button, which is a menu item with scripts. */
export function menuEntry(page: Page, name: string): Locator {
  const options = { name, exact: true };
  return link(page, name)
    .or(button(page, name))
    .or(page.getByRole("menuitem", options))
    .or(page.getByRole("menuitemradio", options));
}

/** Opens the edit mode of a card. */
export async function edit(page: Page, title: string): Promise<Locator> {
  await link(page, `Edit ${title}`).click();
  await expect(button(card(page, title), "Save")).toBeVisible();
  await isReady(page);
  return card(page, title);
}

/** Expects a success message: a toast with scripts, a banner without. */
export async function seesToast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
}

/** Expects an error message below a field, linked for assistive technology. */
export async function seesFieldError(page: Page | Locator, label: string, text: string | RegExp): Promise<void> {
  const input = field(page, label);
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await expect(input).toHaveAccessibleDescription(typeof text === "string" ? new RegExp(`${escaped(text)}$`) : text);
}

/**
 * Expects a message in the error summary of a rejected form. With scripts, most forms are validated before they are
 * sent.
 */
export async function seesSummary(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toContainText(text);
}

/** Expects no horizontal overflow of the page; tables scroll inside their own boxes. */
export async function staysWithin(page: Page, where: string): Promise<void> {
  const { content, room } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    room: window.innerWidth,
  }));
  expect(content, `${where} scrolls sideways`).toBeLessThanOrEqual(room);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

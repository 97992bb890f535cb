/** The main flows and every screen in the Firefox of Debian, which Playwright cannot drive. */
import axe from "axe-core";
import puppeteer, { type Browser, type BrowserContext, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accounts, password } from "#tests/support/browser/accounts.ts";
import { standards } from "#tests/support/browser/axe.ts";
import { startProduct } from "#tests/support/browser/product.ts";
import { screens } from "#tests/support/browser/walk.ts";
import { program } from "#tests/support/outside/partners.ts";

const firefox = program("firefox-esr", "the screens were not opened in Firefox.");
const isThorough = process.env.OUTSIDE_THOROUGH === "1";
/** One in seven, unless all are asked for. */
const opened = screens.filter((_, i) => isThorough || i % 7 === 0);

describe.skipIf(!firefox)("Firefox", () => {
  let stop: () => Promise<void>;
  let browser: Browser;
  const address = (path: string) => `${process.env.PUBLIC_URL}${path}`;

  beforeAll(async () => {
    stop = await startProduct();
    browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox as string, headless: true });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await stop?.();
  });

  /** By key: clicks at the place of a button missed it now and then. */
  async function pressed(page: Page, name: string): Promise<void> {
    const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space()='${name}'])`, { visible: true });
    await button?.press("Enter");
  }
  /** Types in place of what is in the field. */
  async function typed(page: Page, selector: string, text: string): Promise<void> {
    const field = await page.waitForSelector(selector, { visible: true });
    await field?.evaluate((element) => (element as HTMLInputElement).select());
    await field?.type(text);
  }

  /** Opens a page and signs in on the sign-in page. */
  async function signedIn(context: BrowserContext, scripts: boolean): Promise<{ page: Page; complaints: string[] }> {
    const page = await context.newPage();
    // Firefox cannot be told to run no scripts; pages in low data have none.
    if (!scripts) await page.setExtraHTTPHeaders({ "save-data": "on" });
    await page.setViewport({ width: 1280, height: 800 });
    const complaints: string[] = [];
    page.on("console", (message) => {
      // Remix says so when a page is left while it fetches what links may need.
      const isLeft = message.text().startsWith("Failed to fetch manifest patches");
      if (message.type() !== "error" || isLeft) return;
      // An error that is logged has no text of its own here.
      const places = message.stackTrace().map(({ url, lineNumber }) => `${url}:${lineNumber}`);
      complaints.push(`${message.text()} on ${page.url()}, from ${places.join(", ")}`);
    });
    // Whether to leave a form with unsaved changes.
    page.on("dialog", (dialog) => void dialog.accept());
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(address("/suppliers"));
    await typed(page, "input[name=email]", accounts.admin);
    await typed(page, "input[type=password]", password);
    await Promise.all([page.waitForNavigation(), pressed(page, "Sign in")]);
    await page.waitForSelector("h1");
    return { page, complaints };
  }

  /** Opens an address and waits for the scripts of the page, if it has any. */
  async function visit(page: Page, path: string, scripts: boolean): Promise<void> {
    await page.goto(address(path), { waitUntil: "load" });
    if (!scripts) return;
    await page.waitForFunction(
      () => !document.querySelector("body script") || document.documentElement.dataset.hydrated === "true",
    );
  }

  describe.each([
    ["with scripts", true],
    ["in low data", false],
  ])("%s", (_, scripts) => {
    let context: BrowserContext;
    let page: Page;
    let complaints: string[];
    beforeAll(async () => {
      context = await browser.createBrowserContext();
      ({ page, complaints } = await signedIn(context, scripts));
    });
    afterAll(async () => context?.close());

    const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent?.trim());

    test("signs in, and shows the list that was asked for", async () => {
      expect(new URL(page.url()).pathname).toBe("/suppliers");
      expect(await textOf("h1")).toBe("Suppliers");
    });

    test("pages have the scripts that they should have", async () => {
      await visit(page, "/suppliers", scripts);
      expect((await page.$$("script")).length > 0).toBe(scripts);
      expect(await page.evaluate(() => document.documentElement.dataset.hydrated)).toBe(scripts ? "true" : undefined);
    });

    const phone = "input[name=BusinessPhoneNumber]";

    test("a change is saved", async () => {
      await visit(page, "/suppliers/7?edit=general", scripts);
      const other = scripts ? "(08) 5550 1111" : "(08) 5550 2222";
      await typed(page, phone, other);
      await pressed(page, "Save");
      await page.waitForSelector(`::-p-xpath(//dd[contains(., '${other}')])`);
    });

    test("what was deactivated is undone from the message about it", async () => {
      await visit(page, "/products/5/deactivate", scripts);
      await pressed(page, "Deactivate");
      await page.waitForSelector("::-p-xpath(//h1[contains(., '(Disabled)')])");
      await pressed(page, "Undo");
      await page.waitForSelector("::-p-xpath(//*[@role='status'][contains(., 'Undone.')])");
      expect(await textOf("h1")).not.toContain("(Disabled)");
    });

    test("a form that is not valid keeps what was typed, beside its messages", async () => {
      await visit(page, "/suppliers/7?edit=general", scripts);
      await typed(page, "input[name=SupplierName]", "  ");
      await typed(page, phone, "12");
      await pressed(page, "Save");
      await page.waitForSelector("[aria-invalid=true]");
      expect(await page.$eval(phone, (field) => (field as HTMLInputElement).value)).toBe("12");
    });

    test("each screen has its heading, stays within the window and passes axe, without an error in the console", async () => {
      complaints.length = 0;
      const faults: string[] = [];
      for (const path of opened) {
        await visit(page, path, scripts);
        const { title, content, room } = await page.evaluate(() => ({
          title: document.querySelector("h1")?.textContent ?? "",
          content: document.documentElement.scrollWidth,
          room: window.innerWidth,
        }));
        // Requests of a page that is left fail, and are logged.
        if (scripts) await page.waitForNetworkIdle({ idleTime: 100 });
        if (!title) faults.push(`${path} has no heading`);
        if (content > room) faults.push(`${path} is ${content - room} pixels wider than the window`);
        if (!scripts) continue;
        await page.evaluate(axe.source);
        const violations = await page.evaluate(async (values) => {
          const { axe: loaded } = window as unknown as { axe: typeof axe };
          const found = await loaded.run(document, {
            runOnly: { type: "tag", values },
            resultTypes: ["violations"],
          });
          return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
        }, standards);
        faults.push(...violations.map((violation) => `${path} ${violation}`));
      }
      expect(faults).toEqual([]);
      expect(complaints).toEqual([]);
    }, 900_000);
  });
});

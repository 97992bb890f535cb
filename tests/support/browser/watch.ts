/** Watches what a page must never do, while a test uses it. */
import type { BrowserContext, Page } from "@playwright/test";
import { openSession } from "./session.ts";

/** Collects violations of the Content Security Policy, from events and from the console. */
export async function watchComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|violates/i.test(message.text())) complaints.push(message.text());
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) =>
      console.error(`violates ${event.violatedDirective}: ${event.blockedURI}`),
    );
  });
  return complaints;
}

/** Reads each response of the back office to this page. */
export async function watchTokens(page: Page, context: BrowserContext) {
  const { tokens } = await openSession({ cookies: await context.cookies() });
  const secrets = [tokens.access, tokens.refresh ?? tokens.access];
  const seen: string[] = [];
  const read: Promise<void>[] = [];
  page.on("response", (response) => {
    if (!response.url().startsWith(process.env.PUBLIC_URL ?? "")) return;
    const { location = "" } = response.headers();
    read.push(
      response
        .text()
        .catch(() => "")
        .then((text) => {
          if (/eyJ[\w-]{10,}\.[\w-]{10,}/.test(text + location) || secrets.some((secret) => text.includes(secret)))
            seen.push(response.url());
        }),
    );
  });
  return {
    /** How many responses have been read. */
    responses: () => read.length,
    /** The URLs whose responses contained a token. */
    async responsesWithOne(): Promise<string[]> {
      await Promise.all(read);
      return seen;
    },
  };
}

/** The data that scripts of the page have stored in the browser. */
export const storedIn = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

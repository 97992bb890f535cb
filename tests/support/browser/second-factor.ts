/** Users with their own password and second factor, in a browser. */
import { expect, type Page } from "@playwright/test";
import { codeOf } from "#tests/support/authenticator.ts";
import { aUser } from "./api.ts";
import { linkInMailTo } from "./mail.ts";
import { button, field, heading, isAt, isReady } from "./page.ts";

export const ownPassword = "correct horse battery";

/** Creates a user with these roles who has chosen a password. @returns the email address */
export async function someoneWithPassword(page: Page, roles: string[] = ["Operator"]): Promise<string> {
  const { email } = await aUser(roles);
  await page.goto(await linkInMailTo(email, "An account has been created for this email address"));
  await field(page, "New password").fill(ownPassword);
  await field(page, "New password again").fill(ownPassword);
  await button(page, "Set password").click();
  await expect(heading(page)).toHaveText("Your password is set");
  return email;
}

export async function typesPassword(page: Page, email: string, path = "/suppliers"): Promise<void> {
  await page.goto(path);
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(ownPassword);
  await button(page, "Sign in").click();
}

export async function isIn(page: Page): Promise<void> {
  await isAt(page, "/suppliers");
  await expect(heading(page)).toHaveText("Suppliers");
  await isReady(page);
}

/** Completes the set-up on the page that shows the secret. */
export async function typesFirstCode(page: Page): Promise<string> {
  const secret = (await page.locator("li code").innerText()).replaceAll(" ", "");
  await field(page, "Code that the app shows").fill(codeOf(secret));
  await button(page, "Turn on").click();
  return secret;
}

export async function readsRecoveryCodes(page: Page): Promise<string[]> {
  await expect(heading(page)).toHaveText("Your recovery codes");
  return page.locator("li code").allInnerTexts();
}

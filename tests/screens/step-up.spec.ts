import type { Page } from "@playwright/test";
import { codeOf } from "#tests/support/authenticator.ts";
import { aUser } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isAt,
  isReady,
  link,
  menuEntry,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import {
  isIn,
  ownPassword,
  readsRecoveryCodes,
  someoneWithPassword,
  typesFirstCode,
  typesPassword,
} from "#tests/support/browser/second-factor.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test.use({ account: "signed out" });

/** An administrator who signed in with only the password and has since set up an authenticator app. */
async function anAdministrator(page: Page) {
  const email = await someoneWithPassword(page, ["Administrator"]);
  await typesPassword(page, email);
  await button(page, "Later").click();
  await isIn(page);
  await page.getByText("Kim Doe").click();
  await menuEntry(page, "Profile").click();
  await link(page, "Set up a second factor").click();
  await button(page, "Set up an authenticator app").click();
  await field(page, "Current password").fill(ownPassword);
  const secret = await typesFirstCode(page);
  return { secret, codes: await readsRecoveryCodes(page) };
}

test("changing roles asks for the second factor once, and returns to the filled form", async ({ page }) => {
  const { secret } = await anAdministrator(page);
  const { id } = await aUser();
  await visit(page, `/users/${id}?edit=details`);
  await field(page, "Surname").fill("Typed before");
  await field(page, "Operator").check();
  await button(page, "Save").click();

  await expect(heading(page)).toHaveText("Confirm that it is you");
  await expect(field(page, "Password")).toHaveCount(0);
  await field(page, "Code from your authenticator app").fill(codeOf(secret, 1));
  await button(page, "Continue").click();

  await isAt(page, `/users/${id}?edit=details`);
  await isReady(page);
  await expect(field(page, "Surname")).toHaveValue("Typed before");
  await expect(field(page, "Operator")).toBeChecked();
  await button(page, "Save").click();
  await seesToast(page, "User details updated successfully.");
  await expect(detail(card(page, "Details"), "Roles")).toHaveText("Operator, Read Only");

  await visit(page, `/users/${id}?edit=details`);
  await field(page, "Surname").fill("Typed afterwards");
  await button(page, "Save").click();
  await seesToast(page, "User details updated successfully.");
});

test("a wrong code is refused on the step-up page, and going back changes nothing", async ({ page }) => {
  await anAdministrator(page);
  const { id } = await aUser();
  await visit(page, `/users/${id}?edit=details`);
  await field(page, "Surname").fill("Never stored");
  await button(page, "Save").click();
  await field(page, "Code from your authenticator app").fill("000000");
  await button(page, "Continue").click();
  await expect(page.getByRole("alert")).toContainText("This code is not right");
  await visit(page, `/users/${id}`);
  await expect(detail(card(page, "Details"), "Surname")).toHaveText("Doe");
});

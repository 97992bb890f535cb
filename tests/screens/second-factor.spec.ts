import type { Page } from "@playwright/test";
import { codeOf } from "#tests/support/authenticator.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isReady,
  link,
  menuEntry,
  openAccountMenu,
  seesFieldError,
  seesToast,
  staysWithin,
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

/** Opens the page from the account menu. */
async function opensSecondFactor(page: Page): Promise<void> {
  await openAccountMenu(page, "Kim Doe");
  await menuEntry(page, "Profile").click();
  await link(page, "Set up a second factor").click();
  await expect(heading(page)).toHaveText("Second factor");
}

async function typesCode(page: Page, code: string): Promise<void> {
  await expect(heading(page)).toHaveText("Confirm that it is you");
  await field(page, "Code from your authenticator app").fill(code);
  await button(page, "Continue").click();
}

/** Sets up an authenticator app in the profile. */
async function setsUpApp(page: Page) {
  await opensSecondFactor(page);
  await button(page, "Set up an authenticator app").click();
  await field(page, "Current password").fill(ownPassword);
  const secret = await typesFirstCode(page);
  const codes = await readsRecoveryCodes(page);
  await link(page, "I have kept them").click();
  await expect(page.getByText("10 are left.")).toBeVisible();
  return { secret, codes };
}

/** Signs in without cookies, as in another browser. */
async function signsInAnew(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await typesPassword(page, email);
}

test("an authenticator app can be set up in the profile, and its code is required to sign in", async ({ page }) => {
  const email = await someoneWithPassword(page);
  await typesPassword(page, email);
  await isIn(page);
  const { secret, codes } = await setsUpApp(page);
  expect(codes).toHaveLength(10);

  await signsInAnew(page, email);
  await typesCode(page, "000000");
  await seesFieldError(
    page,
    "Code from your authenticator app",
    "This code is not right, or has already been used. Type the one that your app shows now.",
  );
  await typesCode(page, codeOf(secret, 1));
  await isIn(page);
});

test("a recovery code signs in without the phone and removes the authenticator app", async ({ page }) => {
  const email = await someoneWithPassword(page);
  await typesPassword(page, email);
  await isIn(page);
  const { codes } = await setsUpApp(page);

  await signsInAnew(page, email);
  await page.getByText("Use a recovery code instead").click();
  await field(page, "Recovery code").fill("aaaa-bbbb-cccc-dddd");
  await button(page, "Continue").click();
  await seesFieldError(page, "Recovery code", "This is not one of your recovery codes, or it has already been used.");
  await field(page, "Recovery code").fill(codes[0] ?? "");
  await button(page, "Continue").click();
  await isIn(page);

  await openAccountMenu(page, "Kim Doe");
  await menuEntry(page, "Profile").click();
  await link(page, "Change second factor").click();
  await expect(page.getByText("9 are left.")).toBeVisible();
  await link(page, "Remove the authenticator app").click();
  await field(page, "Current password").fill(ownPassword);
  await page.getByText("Use a recovery code instead").click();
  await field(page, "Recovery code").fill(codes[1] ?? "");
  await button(page, "Remove").click();
  await expect(page.getByText("The authenticator app was removed.")).toBeVisible();

  await signsInAnew(page, email);
  await isIn(page);
});

test("new recovery codes replace the previous ones", async ({ page }) => {
  const email = await someoneWithPassword(page);
  await typesPassword(page, email);
  await isIn(page);
  const { secret, codes } = await setsUpApp(page);
  await link(page, "Make new recovery codes").click();
  await field(page, "Current password").fill(ownPassword);
  await field(page, "Code from your authenticator app").fill(codeOf(secret, 1));
  await button(page, "Make new codes").click();
  const renewed = await readsRecoveryCodes(page);
  expect(renewed).toHaveLength(10);
  expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
});

test("the second-factor pages are accessible on wide and narrow screens", { tag: "@javascript" }, async ({ page }) => {
  const email = await someoneWithPassword(page);
  await typesPassword(page, email);
  await isIn(page);
  await opensSecondFactor(page);
  await isReadable(page, "overview");
  await button(page, "Set up an authenticator app").click();
  await isReadable(page, "set-up");
  await button(page, "Turn on").click();
  await isReadable(page, "set-up-with-errors");
  await field(page, "Current password").fill(ownPassword);
  await typesFirstCode(page);
  await readsRecoveryCodes(page);
  await isReadable(page, "recovery-codes");
  await link(page, "I have kept them").click();
  await isReadable(page, "overview-with-app");
  await link(page, "Remove the authenticator app").click();
  await isReadable(page, "remove");
  await signsInAnew(page, email);
  await isReadable(page, "code");
  await button(page, "Continue").click();
  await isReadable(page, "code-with-errors");
});

async function isReadable(page: Page, name: string): Promise<void> {
  await hasNoAxeViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await staysWithin(page, name);
  await takesPicture(page, `${name}-narrow`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await takesPicture(page, name);
}

/** Saves screenshots for manual review if PICTURES names a folder. */
async function takesPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
}

test("an administrator is asked to set up a second factor at each sign-in and can postpone it", async ({ page }) => {
  const email = await someoneWithPassword(page, ["Administrator"]);
  await typesPassword(page, email);
  await expect(heading(page)).toHaveText("Set up an authenticator app");
  await button(page, "Later").click();
  await isIn(page);

  await signsInAnew(page, email);
  await button(page, "Turn on").click();
  await seesFieldError(page, "Code that the app shows", "This is a required field");
  await typesFirstCode(page);
  expect(await readsRecoveryCodes(page)).toHaveLength(10);
  await link(page, "I have kept them").click();
  await isIn(page);
});

test.describe("for an administrator,", () => {
  test.use({ account: "admin" });

  test("the page of a user shows whether there is a second factor, and can reset it", async ({ page, browser }) => {
    const theirs = await browser.newPage({ storageState: { cookies: [], origins: [] } });
    const email = await someoneWithPassword(theirs);
    await typesPassword(theirs, email);
    await isIn(theirs);
    await visit(page, `/users?searchText=${email}`);
    await link(page, email).click();
    await expect(detail(card(page, "Details"), "Second factor")).toHaveText("Off");
    await expect(link(page, "Reset Second Factor")).toHaveCount(0);

    await setsUpApp(theirs);
    await visit(page, new URL(page.url()).pathname);
    await expect(detail(card(page, "Details"), "Second factor")).toHaveText("On");
    await link(page, "Reset Second Factor").click();
    await isReady(page);
    await button(page.getByRole("dialog"), "Reset").click();
    await seesToast(page, "The second factor was removed. The user has been told by email.");
    await expect(detail(card(page, "Details"), "Second factor")).toHaveText("Off");

    await signsInAnew(theirs, email);
    await isIn(theirs);
    await theirs.close();
  });
});

test.describe("a passkey", { tag: "@javascript" }, () => {
  test("can be added in the profile, used to sign in after the password, and removed", async ({ page }) => {
    await hasAuthenticator(page);
    const email = await someoneWithPassword(page);
    await typesPassword(page, email);
    await isIn(page);
    await opensSecondFactor(page);
    await link(page, "Add a passkey").click();
    await isReadable(page, "add-passkey");
    await field(page, "Name of the passkey").fill("My <b>phone</b>");
    await button(page, "Add passkey").click();
    await seesFieldError(page, "Current password", "This is a required field");
    await expect(field(page, "Name of the passkey")).toHaveValue("My <b>phone</b>");
    await field(page, "Current password").fill(ownPassword);
    await button(page, "Add passkey").click();
    const codes = await readsRecoveryCodes(page);
    expect(codes).toHaveLength(10);
    await link(page, "I have kept them").click();
    await expect(page.getByRole("cell", { name: "My <b>phone</b> Added" })).toContainText("not used yet");
    await isReadable(page, "passkeys");

    await signsInAnew(page, email);
    await expect(heading(page)).toHaveText("Confirm that it is you");
    await expect(field(page, "Code from your authenticator app")).toHaveCount(0);
    await isReadable(page, "use-passkey");
    await button(page, "Use a passkey").click();
    await isIn(page);

    await openAccountMenu(page, "Kim Doe");
    await menuEntry(page, "Profile").click();
    await link(page, "Change second factor").click();
    await expect(page.getByRole("cell", { name: "My <b>phone</b> Added" })).toContainText("last used");
    await link(page, "Remove My <b>phone</b>").click();
    await field(page, "Current password").fill(ownPassword);
    await button(page, "Use a passkey").click();
    await expect(page.getByText("The passkey was removed.")).toBeVisible();
    await signsInAnew(page, email);
    await isIn(page);
  });

  test("is added to an app after a code of it, and then proves who changes the password", async ({ page }) => {
    await hasAuthenticator(page);
    const email = await someoneWithPassword(page);
    await typesPassword(page, email);
    await isIn(page);
    const { secret } = await setsUpApp(page);
    await link(page, "Add a passkey").click();
    await expect(heading(page)).toHaveText("Confirm that it is you");
    await isReadable(page, "prove-to-add");
    await field(page, "Current password").fill(ownPassword);
    await field(page, "Code from your authenticator app").fill(codeOf(secret, 1));
    await button(page, "Continue").click();
    await isReadable(page, "add-passkey-after-proof");
    await field(page, "Name of the passkey").fill("Laptop");
    await button(page, "Add passkey").click();
    await expect(page.getByText("The passkey was added.")).toBeVisible();

    await link(page, "Back to your profile").click();
    await isReadable(page, "profile-with-factor");
    await field(page, "Current password").fill(ownPassword);
    await field(page, "New password").fill("another long password");
    await field(page, "New password again").fill("another long password");
    await button(page, "Use a passkey").click();
    await expect(page.getByText("Your password was changed.")).toBeVisible();
  });

  test("that is missing shows a message, and a recovery code can be used instead", async ({ page }) => {
    const remove = await hasAuthenticator(page);
    const email = await someoneWithPassword(page);
    await typesPassword(page, email);
    await isIn(page);
    await opensSecondFactor(page);
    await link(page, "Add a passkey").click();
    await field(page, "Name of the passkey").fill("Lost");
    await field(page, "Current password").fill(ownPassword);
    await button(page, "Add passkey").click();
    const [code = ""] = await readsRecoveryCodes(page);
    await remove();
    await hasAuthenticator(page);
    await signsInAnew(page, email);
    await button(page, "Use a passkey").click();
    await expect(page.getByRole("alert")).toContainText("The passkey was not used. Try again, or use a code.");
    await field(page, "Recovery code").fill(code);
    await button(page, "Continue").click();
    await isIn(page);
  });
});

/** Adds a virtual authenticator to the browser. @returns a function that removes it */
async function hasAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: options as { protocol: "ctap2"; transport: "internal" },
  });
  return async () => {
    await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  };
}

import {
  button,
  card,
  edit,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

test("a mail server is set, tried and removed, and its password is never shown @core", async ({ page }) => {
  await visit(page, "/settings");
  await edit(page, "Emails");
  await field(page, "Mail server").fill("mail.example");
  await button(page, "Save").click();
  await seesFieldError(page, "Mail server", "Please enter an address such as smtps://user:password@mail.example:465.");
  await field(page, "Mail server").fill("smtp://kim:low%20tide@127.0.0.1:1");
  await button(page, "Save").click();
  await seesToast(page, "The settings were saved.");
  const emails = card(page, "Emails");
  await expect(emails).toContainText("smtp://kim@127.0.0.1:1");
  await expect(emails).toContainText(/Set by .+ on/);
  expect(await page.content()).not.toContain("tide");
  await isReady(page);
  await button(page, "Send Me a Test Mail").click();
  await expect(emails).toContainText("The test email could not be sent.");
  await isReady(page);
  await button(page, "Remove Mail Server").click();
  await expect(emails).toContainText("None: emails are written to a folder");
});

test("a paying account waits until somebody else confirms it", async ({ page }) => {
  await visit(page, "/settings");
  await edit(page, "Paying Account");
  await field(page, "Bank").first().fill("WBC");
  await field(page, "User id at the bank").fill("301500");
  await field(page, "Account name").fill("Harbour Trading");
  await field(page, "BSB").fill("032-001");
  await field(page, "Account number").fill("12x");
  await button(page, "Save").click();
  await seesFieldError(page, "Account number", "Please enter at most nine digits.");
  await expect(field(page, "Account name")).toHaveValue("Harbour Trading");
  await field(page, "Account number").fill("123456");
  await button(page, "Save").click();
  const account = card(page, "Paying Account");
  await expect(account).toContainText("Somebody else has to confirm it.");
  await expect(account).toContainText("032-001");
  await isReady(page);
  await button(page, "Withdraw").click();
  await expect(account).not.toContainText("Waiting for confirmation");
});

test("the list of what a first sale needs leads to each page", async ({ page }) => {
  await visit(page, "/setup");
  await expect(page.getByRole("listitem").filter({ hasText: "A product type" })).toContainText("Done");
  await link(page, "The paying account").click();
  await expect(heading(page)).toHaveText("Settings");
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { abnFrom } from "#contract/rules/abn.ts";
import { signedInState } from "#tests/support/browser/accounts.ts";
import { aName } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { linkInMailTo } from "#tests/support/browser/mail.ts";
import {
  button,
  card,
  detail,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { choose } from "#tests/support/browser/uploads.ts";

// Applicants have no account; operators sign in where a test needs one.
test.use({ account: "signed out" });

const received = "has applied to sell with";
const asked = "Before we can decide";
const accepted = "was accepted. An account has been created";
const linkOf = (email: string, text: string) => linkInMailTo(email, text, /https?:\/\/\S+\/apply\/\S+/);

const pdf = (name: string) => new File(["%PDF-1.7\n"], name);

interface Applicant {
  name: string;
  email: string;
  abn: string;
}

function anApplicant(): Applicant {
  const digits = String(Math.floor(Math.random() * 1e9)).padStart(9, "0");
  return { name: aName("Gumnut"), email: `kim-${randomUUID().slice(0, 8)}@gumnut.example`, abn: abnFrom(digits) };
}

async function fillIn(page: Page, { name, email, abn }: Applicant): Promise<void> {
  await field(page, "Business name").fill(name);
  await field(page, "ABN").fill(abn);
  await field(page, "Given name").fill("Kim");
  await field(page, "Surname").fill("Lee");
  await field(page, "Email").fill(email);
  await field(page, "Phone").fill("(03) 5550 1234");
  await page.getByRole("group", { name: "Marketplaces" }).getByRole("checkbox").first().check();
}

async function apply(page: Page, applicant = anApplicant()): Promise<Applicant> {
  await visit(page, "/apply");
  await fillIn(page, applicant);
  await button(page, "Send Application").click();
  await expect(heading(page)).toHaveText("Thank you");
  return applicant;
}

async function signIn(page: Page): Promise<void> {
  await page.context().addCookies((await signedInState("operator")).cookies);
}

async function open(page: Page, { name }: Applicant): Promise<void> {
  await visit(page, `/applications?companyName=${encodeURIComponent(name)}`);
  await link(page, name).click();
  await expect(heading(page)).toHaveText(name);
  await isReady(page);
}

test("a business applies, answers a question and is accepted", { tag: "@core" }, async ({ page }) => {
  const applicant = anApplicant();
  await visit(page, "/apply");
  await fillIn(page, applicant);
  await field(page, "About your business").fill("Bowls.");
  await choose(field(page, "Documents"), pdf("register.pdf"));
  await button(page, "Send Application").click();
  await expect(heading(page)).toHaveText("Thank you");
  const own = await linkOf(applicant.email, received);
  await visit(page, own);
  await expect(page.getByRole("status")).toContainText("There is nothing for you to do.");
  await expect(page.getByRole("main")).toContainText("register.pdf");

  await signIn(page);
  await open(page, applicant);
  await expect(link(card(page, "Application"), "register.pdf")).toBeVisible();
  await link(page, "Ask for More").click();
  await isReady(page);
  await button(page, "Send").click();
  await seesFieldError(page.getByRole("dialog"), "What do you need?", "Please write what you need.");
  await field(page, "What do you need?").fill("Please send your certificate.");
  await button(page, "Send").click();
  await seesToast(page, "The applicant has been asked by email.");

  await page.context().clearCookies();
  await visit(page, await linkOf(applicant.email, asked));
  await expect(page.getByRole("region", { name: "Questions and answers" })).toContainText(
    "Please send your certificate.",
  );
  await field(page, "Your answer").fill("Here it is.");
  await choose(field(page, "Documents"), pdf("certificate.pdf"));
  await button(page, "Send Answer").click();
  await expect(page.getByRole("status")).toContainText("There is nothing for you to do.");
  await expect(page.getByRole("region", { name: "Questions and answers" })).toContainText("With certificate.pdf");

  await signIn(page);
  await open(page, applicant);
  const answers = card(page, "Questions and answers");
  const [file] = await Promise.all([page.waitForEvent("download"), link(answers, "certificate.pdf").click()]);
  expect(file.suggestedFilename()).toBe("certificate.pdf");
  await link(page, "Accept").click();
  await isReady(page);
  await expect(field(page, "First user")).toHaveValue(applicant.email);
  await field(page, "Commission rate").fill("25");
  await button(page.getByRole("dialog"), "Accept").click();
  await expect(heading(page)).toHaveText(applicant.name);
  await expect(page).toHaveURL(/\/suppliers\/\d+/);
  await seesToast(page, "The application was accepted.");
  await expect(card(page, "Marketplaces")).toContainText("Pending");
  await expect(card(page, "Marketplaces")).toContainText("25.00%");
  await expect(card(page, "Users")).toContainText(applicant.email);
  await link(page, "Application").click();
  await expect(detail(card(page, "Application"), "Status")).toHaveText("Accepted");
  await expect(link(page, "Accept")).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto(await linkInMailTo(applicant.email, accepted, /https?:\/\/\S+\/password\/\S+/));
  await expect(field(page, "Email")).toHaveValue(applicant.email);
});

test("a wrong form comes back with all that was entered, and its documents need not be chosen again", async ({
  page,
}) => {
  const applicant = anApplicant();
  await visit(page, "/apply");
  await fillIn(page, applicant);
  await field(page, "ABN").fill("51 824 753 557");
  await field(page, "Email").fill("kim@gumnut");
  await field(page, "About your business").fill("Bowls.\nVases.");
  await choose(field(page, "Documents"), pdf("register.pdf"));
  await button(page, "Send Application").click();
  await seesFieldError(page, "ABN", "Please compare them with the register.");
  await seesFieldError(page, "Email", "Please enter a valid email address");
  await expect(field(page, "Business name")).toHaveValue(applicant.name);
  await expect(field(page, "About your business")).toHaveValue("Bowls.\nVases.");
  if (!hasScripts()) {
    await seesSummary(page, "Email: Please enter a valid email address");
    await expect(page.getByRole("checkbox", { name: "register.pdf" })).toBeChecked();
  }
  await field(page, "ABN").fill(applicant.abn);
  await field(page, "Email").fill(applicant.email);
  await button(page, "Send Application").click();
  await expect(heading(page)).toHaveText("Thank you");
  await visit(page, await linkOf(applicant.email, received));
  await expect(page.getByRole("main")).toContainText("register.pdf");
});

test("nothing entered is answered with a message at each field", async ({ page }) => {
  await visit(page, "/apply");
  await button(page, "Send Application").click();
  await seesFieldError(page, "Business name", "Please enter the name of your business.");
  await seesFieldError(page, "ABN", "Please enter your ABN.");
  await seesFieldError(page, "Phone", "Please enter a phone number.");
  await expect(page.getByRole("group", { name: "Marketplaces" })).toHaveAccessibleDescription(
    /Please choose at least one marketplace\.$/,
  );
});

test("a file that is no document is refused by name, and the rest of the form is kept", async ({ page }) => {
  const applicant = anApplicant();
  await visit(page, "/apply");
  await fillIn(page, applicant);
  await choose(field(page, "Documents"), new File(["MZ"], "setup.pdf"));
  await button(page, "Send Application").click();
  await seesFieldError(
    page,
    "Documents",
    "“setup.pdf” is not a PDF, JPEG or PNG file. Please choose another one. Please choose again: setup.pdf.",
  );
  await expect(field(page, "Business name")).toHaveValue(applicant.name);
  await choose(field(page, "Documents"), pdf("register.pdf"));
  await button(page, "Send Application").click();
  await expect(heading(page)).toHaveText("Thank you");
});

test("files of more than 10 MB are refused, and the rest of the form is kept", async ({ page }) => {
  const applicant = anApplicant();
  await visit(page, "/apply");
  await fillIn(page, applicant);
  await choose(field(page, "Documents"), new File(["%PDF-", " ".repeat(11 * 1024 * 1024)], "book.pdf"));
  await button(page, "Send Application").click();
  await seesFieldError(
    page,
    "Documents",
    hasScripts()
      ? "These files have more than 10 MB together. Please choose smaller ones."
      : "“book.pdf” is larger than 10 MB. Please choose a smaller file.",
  );
  await expect(field(page, "Business name")).toHaveValue(applicant.name);
});

test("an application is declined with a reason, which its applicant reads", async ({ page }) => {
  const applicant = await apply(page);
  const own = await linkOf(applicant.email, received);
  await signIn(page);
  await open(page, applicant);
  await link(page, "Decline").click();
  await isReady(page);
  await button(page.getByRole("dialog"), "Decline").click();
  await seesFieldError(page.getByRole("dialog"), "Reason", "Please write the reason.");
  await field(page, "Reason").fill("We have enough bowls.");
  await button(page.getByRole("dialog"), "Decline").click();
  await seesToast(page, "The application was declined.");
  await expect(detail(card(page, "Application"), "Status")).toHaveText("Declined");
  await visit(page, `${new URL(page.url()).pathname}/accept`);
  await expect(page.getByRole("dialog")).toContainText("This application has been decided already.");
  await page.context().clearCookies();
  await visit(page, own);
  await expect(page.getByRole("main")).toContainText("We have enough bowls.");
});

test("an ABN that is known already is shown to operators", async ({ page }) => {
  const first = await apply(page);
  const second = await apply(page, { ...anApplicant(), abn: first.abn });
  await signIn(page);
  await open(page, second);
  await link(page.getByRole("region", { name: "The same ABN" }), `Application of ${first.name}`).click();
  await expect(heading(page)).toHaveText(first.name);
});

test.describe("a marketplace", () => {
  test.use({ account: "admin" });

  test("that takes no applications is not offered by the form", async ({ page }) => {
    // Each project has its own marketplace, because the setting is one of its fields.
    const id = hasScripts() ? 3 : 4;
    const choose = async (answer: string) => {
      await visit(page, `/marketplaces/${id}?edit=general`);
      const name = await field(page, "Name").inputValue();
      await field(page, "Takes applications").selectOption(answer);
      await button(page, "Save").click();
      await expect(detail(card(page, "General"), "Takes applications")).toHaveText(answer);
      return name;
    };
    const name = await choose("No");
    await visit(page, "/apply");
    const offered = page.getByRole("group", { name: "Marketplaces" }).getByRole("checkbox", { name });
    await expect(offered).toHaveCount(0);
    await choose("Yes");
    await visit(page, "/apply");
    await expect(offered).toHaveCount(1);
  });
});

test("a link that is not complete leads to no application", async ({ page }) => {
  const { email } = await apply(page);
  const own = await linkOf(email, received);
  const response = await visit(page, own.slice(0, -1));
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("alert")).toContainText("Please open the link from your email again");
});

test("the sign-in page leads to the form", async ({ page }) => {
  await page.goto("/login");
  await link(page, "Become a supplier").click();
  await expect(heading(page)).toHaveText("Apply to become a supplier");
});

for (const account of ["finance", "readonly", "catalogue", "acaciaOwner"] as const) {
  test.describe(`for ${account}, who may not add suppliers,`, () => {
    test.use({ account });

    test("applications are neither in the menu nor open", async ({ page }) => {
      const response = await visit(page, "/applications");
      expect(response?.status()).toBe(403);
      await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
      await expect(link(page, "Applications")).toHaveCount(0);
    });
  });
}

test("the pages of an applicant fit a narrow screen and have no barriers", { tag: "@javascript" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { email } = await apply(page);
  await visit(page, await linkOf(email, received));
  await staysWithin(page, "the applicant's page");
  await hasNoAxeViolations(page);
  await visit(page, "/apply");
  await staysWithin(page, "the form");
  await hasNoAxeViolations(page);
});

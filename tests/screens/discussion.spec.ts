import type { Browser, Page } from "@playwright/test";
import { type Account, signedInState } from "#tests/support/browser/accounts.ts";
import { aName, aUser } from "#tests/support/browser/api.ts";
import { linkInMailTo } from "#tests/support/browser/mail.ts";
import { anOrder } from "#tests/support/browser/orders.ts";
import {
  button,
  card,
  field,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { someoneWithPassword, typesPassword } from "#tests/support/browser/second-factor.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

test.use({ account: "operator" });

/** The latest one about the order. */
const notification = (page: Page, orderName: string) =>
  page
    .getByRole("main")
    .getByRole("link", { name: `wrote about order ${orderName}` })
    .first();

const message = (page: Page) => page.getByRole("textbox", { name: "Message" });

async function as(browser: Browser, account: Account, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    storageState: await signedInState(account),
    javaScriptEnabled: hasScripts(),
  });
  await work(await context.newPage());
  await context.close();
}

async function writes(page: Page, text: string, audience?: string): Promise<void> {
  await link(page, "Write a Message").click();
  await isReady(page);
  await message(page).fill(text);
  if (audience) await field(page.getByRole("dialog"), "Who can read it").selectOption(audience);
  await button(page.getByRole("dialog"), "Send").click();
}

test("an operator asks the supplier about an order, who is notified and answers @core", async ({ page, browser }) => {
  const order = await anOrder({ supplierId: 2 });
  await visit(page, `/orders/${order.id}`);
  await writes(page, "@Nobody is it on its way?", "Operators and the supplier");
  await seesFieldError(
    page.getByRole("dialog"),
    "Message",
    "“@Nobody” is not someone who can read this message. Please use a name from the list, or put a space after the @.",
  );
  await message(page).fill("Is it on its way?");
  await button(page.getByRole("dialog"), "Send").click();
  await seesToast(page, "Message has been sent successfully.");
  await writes(page, "They are often late.", "Operators only");
  await seesToast(page, "Message has been sent successfully.");
  await expect(card(page, "Discussion").getByRole("listitem")).toHaveText([
    /Is it on its way\?/,
    /Operators only.*They are often late\./s,
  ]);

  await as(browser, "banksiaOwner", async (theirs) => {
    await visit(theirs, "/notifications");
    await expect(
      theirs.getByRole("banner").getByRole("link", { name: /^Notifications, \d+\+? unread$/ }),
    ).toBeVisible();
    await notification(theirs, order.name).click();
    await isAt(theirs, `/orders/${order.id}`);
    await expect(card(theirs, "Discussion").getByRole("listitem")).toHaveCount(1);
    await isReady(theirs);
    await writes(theirs, "It left yesterday.");
    await seesToast(theirs, "Message has been sent successfully.");
  });

  await visit(page, "/notifications");
  await notification(page, order.name).click();
  await expect(card(page, "Discussion")).toContainText("It left yesterday.");
});

test("what was typed in a message stays when it is refused, and long words do not widen the page", async ({ page }) => {
  const order = await anOrder({ supplierId: 1 });
  await visit(page, `/orders/${order.id}`);
  await writes(page, "Is it on its way?");
  await seesFieldError(page.getByRole("dialog"), "Who can read it", "Please choose who can read this message.");
  await expect(message(page)).toHaveValue("Is it on its way?");
  await message(page).fill("x".repeat(4_001));
  await field(page.getByRole("dialog"), "Who can read it").selectOption("Operators only");
  await button(page.getByRole("dialog"), "Send").click();
  await seesFieldError(page.getByRole("dialog"), "Message", "Please use no more than 4,000 characters.");
  await message(page).fill("x".repeat(4_000));
  await button(page.getByRole("dialog"), "Send").click();
  await seesToast(page, "Message has been sent successfully.");
  await page.setViewportSize({ width: 360, height: 800 });
  await staysWithin(page, "the order");
});

test("the author deletes a message", async ({ page }) => {
  const order = await anOrder({ supplierId: 1 });
  await visit(page, `/orders/${order.id}`);
  await writes(page, "A slip of the keyboard.", "Operators only");
  await seesToast(page, "Message has been sent successfully.");
  await isReady(page);
  await card(page, "Discussion")
    .getByRole("link", { name: /^Delete the message of/ })
    .click();
  await button(page.getByRole("dialog"), "Delete").click();
  await seesToast(page, "Message has been deleted successfully.");
  await expect(card(page, "Discussion")).toContainText("Nobody has written anything yet.");
});

test("an email about a message has a link that stops such emails without signing in", async ({ page, browser }) => {
  const order = await anOrder({ supplierId: 2, name: aName("STOP") });
  const { email } = await aUser(["Operator"]);
  await visit(page, `/orders/${order.id}`);
  await writes(page, `@${email} please call.`, "Operators only");
  await seesToast(page, "Message has been sent successfully.");
  expect(await linkInMailTo(email, order.name)).toContain(`/orders/${order.id}#discussion`);
  const stop = new URL(await linkInMailTo(email, order.name, /https?:\/\/\S+\/unsubscribe\S+/));

  const context = await browser.newContext({ javaScriptEnabled: hasScripts() });
  const nobody = await context.newPage();
  await visit(nobody, `${stop.pathname}${stop.search}`);
  await button(nobody, "Stop these emails").click();
  await expect(nobody.getByRole("status")).toContainText("You will get no more emails about “Messages for me”.");
  await visit(nobody, "/unsubscribe?key=not-a-key");
  await expect(nobody.getByRole("alert")).toContainText("This link does not work");
  await visit(nobody, `/unsubscribe?key=${"k".repeat(32)}&kind=mentioned`);
  await button(nobody, "Stop these emails").click();
  await expect(nobody.getByRole("alert")).toContainText("This link does not work");
  await context.close();
});

test("Mark all read empties the bell", async ({ page, browser }) => {
  const order = await anOrder({ supplierId: 2 });
  const context = await browser.newContext({ javaScriptEnabled: hasScripts() });
  const theirs = await context.newPage();
  const email = await someoneWithPassword(theirs);
  await visit(page, `/orders/${order.id}`);
  await writes(page, `@${email} please call.`, "Operators only");
  await seesToast(page, "Message has been sent successfully.");
  await typesPassword(theirs, email, "/notifications");
  await isAt(theirs, "/notifications");
  const bell = theirs.getByRole("banner").getByRole("link", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/, \d+\+? unread$/);
  await isReady(theirs);
  await button(theirs, "Mark all read").click();
  await expect(bell).toHaveAccessibleName("Notifications");
  await expect(notification(theirs, order.name)).toBeVisible();
  await context.close();
});

test("each kind of email is chosen, and the choice is kept", async ({ page }) => {
  await visit(page, "/notifications");
  await link(page, "Emails...").click();
  await isReady(page);
  const imports = field(page.getByRole("dialog"), "Imports and other long work of mine that is done");
  const before = await imports.inputValue();
  await imports.selectOption(before === "daily" ? "off" : "daily");
  await button(page.getByRole("dialog"), "Save").click();
  await seesToast(page, "Emails have been saved successfully.");
  await visit(page, "/notifications/emails");
  await expect(imports).toHaveValue(before === "daily" ? "off" : "daily");
});

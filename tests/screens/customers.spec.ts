import { aName, command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aLineItem, anOrder } from "#tests/support/browser/orders.ts";
import { button, field, heading, isReady, link, seesToast, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

test("a customer's data are found, handed over and erased", { tag: "@core" }, async ({ page }) => {
  const surname = aName("Quill");
  const recent = await anOrder({ customer: { firstName: "Zoe", surname } });
  await visit(page, "/settings");
  await link(page, "Personal Data").click();
  await expect(heading(page)).toHaveText("Personal Data");
  await field(page, "Name, email address or phone number").fill("q");
  await button(page, "Search").last().click();
  await expect(page.getByText("Please enter at least 3 characters.")).toBeVisible();
  await field(page, "Name, email address or phone number").fill(surname);
  await button(page, "Search").last().click();
  await isReady(page);
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`Zoe ${surname}`);
  await expect(rows).toContainText("Something is still to be shipped.");
  await staysWithin(page, "the page of personal data");
  if (hasScripts()) await hasNoAxeViolations(page);
  const download = page.waitForEvent("download");
  await button(page, "Export").click();
  expect((await download).suggestedFilename()).toBe("Personal data.zip");
  await button(page, "Erase").click();
  await expect(page.getByRole("alert").getByText("None of these orders can be erased yet.")).toBeVisible();
  await visit(page, `/orders/${recent.id}`);
  await expect(field(page, "Surname")).toHaveValue(surname);
});

test("what the books no longer need is erased after a question", async ({ page }) => {
  const surname = aName("Quill");
  const order = await anOrder({ customer: { firstName: "Zoe", surname }, orderedAt: "2010-03-02T00:00:00Z" });
  await aLineItem(order);
  await command("orders/CancelLineItems", { OrderId: order.id, LineItemIds: null, Comment: "Not wanted." });
  await visit(page, `/customers?q=${surname}`);
  await button(page, "Erase").click();
  await expect(page.getByRole("dialog", { name: "Erase Personal Data" })).toContainText(`Zoe ${surname}`);
  await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
  await seesToast(page, "The customer’s details were erased.");
  await expect(page.getByText(`No order has a customer like “${surname}”.`)).toBeVisible();
  await visit(page, `/orders/${order.id}`);
  await expect(field(page, "First name")).toHaveValue("Erased");
});

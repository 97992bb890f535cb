import { aShippingRule } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { button, heading, isAt, link, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, hasScripts } from "#tests/support/browser/test.ts";
import { test } from "#tests/support/browser/test-with-faulty-api.ts";

const call = "/DeleteShippingRule";

for (const [status, body] of [
  [
    500,
    [
      { id: 7, name: "Jarrah tray <b>" },
      { id: 8, name: "Woven basket" },
    ],
  ],
  [409, ["Jarrah tray <b>", "Woven basket"]],
] as const) {
  test(`a rule in use is not deleted, and its products are listed, if the API responds with ${status}`, async ({
    page,
    api,
  }) => {
    const rule = await aShippingRule();
    await visit(page, `${rule.path}/delete`);
    api.answers(call, status, body);
    await button(page, "Ok").click();
    const dialog = page.getByRole("dialog", { name: "Shipping Rule In Use" });
    await expect(dialog).toContainText("cannot be deleted");
    await expect(dialog.getByRole("listitem")).toHaveText(["Jarrah tray <b>", "Woven basket"]);
    await expect(page.getByText("Uh Oh")).toHaveCount(0);
    if (hasScripts()) await hasNoAxeViolations(page);
    await link(dialog, "OK").click();
    await isAt(page, rule.path);
    await expect(heading(page)).toHaveText(rule.name);
    api.comesBack();
    await visit(page, `${rule.path}/delete`);
    await button(page, "Ok").click();
    await seesToast(page, "Shipping rule deleted successfully.");
  });
}

test("any other failure shows the message for unexpected errors", async ({ page, api }) => {
  const rule = await aShippingRule();
  await visit(page, `${rule.path}/delete`);
  api.answers(call, 500, { message: "secret words" });
  await button(page, "Ok").click();
  // Without scripts the page itself would send another request to the API.
  if (hasScripts())
    await expect(page.getByRole("alert").filter({ hasText: "Uh Oh" })).toContainText(
      "Oh no - an unexpected error has occurred.",
    );
  else await expect(heading(page)).toHaveText("Not available right now");
  await expect(page.getByText("secret words")).toHaveCount(0);
  api.comesBack();
  await visit(page, rule.path);
  await expect(heading(page)).toHaveText(rule.name);
});

import { button, card, detail, heading, isAt, isReady, link, seesToast, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";

const again = "This will be sent again within seconds.";

test("what a marketplace was told is found, read and sent again", { tag: "@core" }, async ({ page }) => {
  await visit(page, "/marketplaces");
  await link(page, "Deliveries").click();
  await isReady(page);
  await expect(heading(page)).toHaveText("Deliveries");
  await visit(page, "/settings/deliveries?event=refunded");
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(2);
  await link(page, "Refunded").click();
  await isReady(page);
  await expect(heading(page)).toHaveText(/^Refunded, delivery \d+$/);
  await expect(detail(card(page, "Answer"), "Status")).toHaveText("503");
  await expect(card(page, "Answer")).toContainText("The shop is closed for maintenance.");
  await expect(card(page, "Request")).toContainText('"event": "refunded"');

  await button(page, "Send Again").click();
  await seesToast(page, again);
  // The marketplace of the demo data has neither a webhook nor a shop.
  await expect(async () => {
    await page.reload();
    await expect(detail(card(page, "Delivery"), "State")).toHaveText("Given up", { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await expect(detail(card(page, "Answer"), "Failure")).toHaveText(
    /Its status was 503.|This marketplace no longer has a webhook or a shop./,
  );

  await visit(page, "/settings/deliveries?marketplaceId=1");
  await link(page, "Send All that Failed").click();
  await isReady(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(/deliver(y|ies) to Harbour & Co (has|have) failed/);
  await button(dialog, "Send Again").click();
  await seesToast(page, "What failed will be sent again within seconds.");
  await isAt(page, "/settings/deliveries?marketplaceId=1");
});

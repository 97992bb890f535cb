import { abnFrom } from "#contract/rules/abn.ts";
import { aName } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  heading,
  isReady,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";

const saved = "Marketplace details updated successfully.";

test("a marketplace is added and deactivated, and gets clauses and a webhook", { tag: "@core" }, async ({ page }) => {
  const name = aName("Marketplace");
  const dialog = page.getByRole("dialog");
  await visit(page, "/marketplaces");
  await link(page, "Add Marketplace").click();
  await isReady(page);
  await field(dialog, "Name").fill(name);
  await field(dialog, "Legal name").fill(`${name} Pty Ltd`);
  await field(dialog, "ABN").fill("51 824 753 5567");
  await button(dialog, "Add").click();
  await seesFieldError(dialog, "ABN", "An ABN has 11 digits, for example 51 824 753 556.");
  // That of a marketplace of the demo data.
  await field(dialog, "ABN").fill(abnFrom("641208337"));
  await button(dialog, "Add").click();
  await seesFieldError(dialog, "ABN", "“Harbour & Co” has this ABN already. If that is right, save again.");
  await button(dialog, "Add").click();
  await seesToast(page, "Marketplace added.");
  await expect(heading(page)).toHaveText(name);

  // At once, because other tests compare what pickers offer.
  await link(page, "Deactivate").click();
  await expect(dialog).toContainText(`${name} has 0 suppliers and 0 products listed.`);
  await button(dialog, "Deactivate").click();
  await expect(heading(page)).toHaveText(`${name} (Disabled)`);

  await edit(page, "Clauses of the Agreement");
  await field(page, "Clauses").fill("x\n".repeat(300));
  await button(page, "Save").click();
  await seesFieldError(page, "Clauses", "Please enter at most 100 clauses, one on each line; these are 300.");
  await field(page, "Clauses").fill("Parcels carry our slip.\n\nReturns are accepted.");
  await button(page, "Save").click();
  await expect(card(page, "Clauses of the Agreement").getByRole("listitem")).toHaveText([
    "Parcels carry our slip.",
    "Returns are accepted.",
  ]);
  const preview = await page.request.get(
    (await link(page, "Preview agreement").getAttribute("href")) ?? "there is no link",
  );
  expect([preview.status(), preview.headers()["content-type"]]).toEqual([200, "application/pdf"]);

  await edit(page, "Basis");
  await field(page, "Agent of its suppliers from").fill("2999-01-01");
  await button(page, "Save").click();
  await expect(card(page, "Basis")).toContainText("Buyer until 01 Jan 2999: from that day on, the marketplace sells");
  await edit(page, "Basis");
  await field(page, "Agent of its suppliers from").fill("");
  await button(page, "Save").click();
  await expect(card(page, "Basis")).toContainText("Buyer: the marketplace buys what it sells from its suppliers.");

  await edit(page, "Channel");
  await field(card(page, "Channel"), "Channel").selectOption("Webhook");
  await field(page, "Webhook address").fill("https://10.0.0.1/listings");
  await field(page, "Webhook secret").fill("a secret of a webhook");
  await button(page, "Save").click();
  await seesFieldError(
    page,
    "Webhook address",
    "10.0.0.1 is an address of this machine or of a private network. Please enter an address that can be reached from the internet.",
  );
  await field(page, "Webhook address").fill("https://there-is-none.invalid/listings");
  // A refused form never shows a secret again.
  await field(page, "Webhook secret").fill("a secret of a webhook");
  await button(page, "Save").click();
  await expect(detail(card(page, "Channel"), "Webhook secret")).toHaveText(/^Set on .+ by Mia Kerr$/);
  await expect(page.locator("body")).not.toContainText("a secret of a webhook");
  await link(page, "Send a test").click();
  await isReady(page);
  await button(dialog, "Send").click();
  await seesSummary(page, "The test did not arrive. There is no server with this name.");
  await link(dialog, "Cancel").click();
});

test("the product feed is turned on, fetched by its address, and gets a new one", async ({ page, request }) => {
  // Each project has its own marketplace, because the address is one of its settings.
  const path = `/marketplaces/${hasScripts() ? 2 : 3}`;
  const feed = card(page, "Product Feed");
  const address = feed.getByRole("link", { name: /\.xml$/ });
  await visit(page, `${path}?edit=feed`);
  await isReady(page);
  await field(feed, "Product feed").selectOption({ label: "Yes" });
  await field(feed, "Address of a product in the shop").fill("shop.example");
  await button(feed, "Save").click();
  await seesFieldError(
    feed,
    "Address of a product in the shop",
    "Please enter an address with {sku} or {id} in it, for example https://shop.example/p/{sku}.",
  );
  await field(feed, "Address of a product in the shop").fill("https://shop.example/p/{sku}");
  await button(feed, "Save").click();
  await seesToast(page, saved);
  const first = (await address.textContent()) ?? "";
  const answer = await request.get(first, { headers: { cookie: "" } });
  expect(answer.headers()["content-type"]).toBe("application/xml; charset=utf-8");
  expect(await answer.text()).toContain("https://shop.example/p/");
  const known = await request.get(first, { headers: { cookie: "", "if-none-match": answer.headers().etag ?? "" } });
  expect([known.status(), await known.text()]).toEqual([304, ""]);

  await isReady(page);
  await link(feed, "New address").click();
  await isReady(page);
  await button(page.getByRole("dialog"), "Make a New Address").click();
  await seesToast(page, saved);
  await expect(address).not.toHaveText(first);
  expect((await request.get(first)).status()).toBe(404);
});

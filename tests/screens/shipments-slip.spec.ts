import type { Locator, Page } from "@playwright/test";
import { aName, aSupplier, command } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { aLineItem, anOrder, aShipment, deliverTo, track } from "#tests/support/browser/orders.ts";
import { button, card, field, heading, isAt, isReady, link, staysWithin, visit } from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";
import { barcodesOf, pagesOf, sizesOf } from "#tests/support/pdf.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const paper = (page: Page) => page.getByRole("article", { name: "Packaging slip" });
const printedWords = /Packaging slip printed \d\d \w{3} \d{4}, \d+:\d\d [ap]m by \w+/;

async function anOrderedBasket(supplierId?: number) {
  const order = await anOrder({ supplierId });
  await deliverTo(order, { companyName: "Lee & Co", notes: "Ring twice." });
  return { order, item: await aLineItem(order, { options: [{ Name: "Colour", Value: "Red" }] }) };
}

/** Creates a shipment whose slip can be printed, unless the tracking number is empty. */
async function aTrackedShipment({ supplierId, number = "33XYZ0001" }: { supplierId?: number; number?: string } = {}) {
  const { order, item } = await anOrderedBasket(supplierId);
  const id = await aShipment(order, [[item, 2]]);
  if (number) await track(id, number);
  return { id, name: `${order.name}-${id}`, path: `/shipments/${id}` };
}

/** Returns the file that a button opens in a new tab. */
async function opened(page: Page, pressed: Locator): Promise<{ file: Buffer; name: string }> {
  const answered = page
    .context()
    .waitForEvent("response", (response) => /\.pdf(\?|$)/.test(response.url()) && response.status() === 200);
  await pressed.click();
  const url = (await answered).url();
  // A connection that was idle may have been closed by the server just now.
  const again = await page.request.get(url, { maxRetries: 2 });
  return { file: await again.body(), name: again.headers()["content-disposition"] ?? "" };
}

test.describe("the slip of a shipment", () => {
  test("shows its content, opens as a file, and is then marked as printed", {
    tag: "@core",
  }, async ({ page }) => {
    const { name, path } = await aTrackedShipment();
    await visit(page, path);
    await link(page, "Print Packaging Slip").click();
    await isAt(page, `${path}/slip`);
    await isReady(page);
    for (const words of [
      "Harbour & Co",
      "Australia Post",
      "Attn: Ana Lee",
      "Lee & Co",
      "3 / 12 Wharf Road",
      "Phone: 08 5550 1234",
      "Ring twice.",
      "C/O Acacia Homewares",
    ])
      await expect(paper(page)).toContainText(words);
    await expect(paper(page).getByRole("row").last()).toHaveText(/Woven basket.*SKU: BASKET-1.*Colour: Red.*2/);
    await expect(page.getByRole("img", { name: "Barcode of 33XYZ0001" })).toBeVisible();
    await expect(page.getByText("Packaging slip printed")).toHaveCount(0);
    const pdf = await opened(page, button(page, "Open as PDF"));
    expect(pdf.name).toContain(`inline; filename="Packaging-slip-${name}.pdf"`);
    expect((await pagesOf(pdf.file)).join()).toContain("Attn: Ana Lee");
    await visit(page, path);
    await expect(page.getByText(printedWords)).toBeVisible();
    await visit(page, "/shipments");
    await expect(page.getByRole("row").filter({ hasText: name.replace(/-\d+$/, "") })).toContainText("Slip printed");
  });

  test("is printed by the browser on A6, and is then marked as printed @javascript", async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => void window.dispatchEvent(new Event("afterprint"));
    });
    const { path } = await aTrackedShipment({ number: "33 ABC/1" });
    await visit(page, `${path}/slip`);
    await button(page, "Print").click();
    await expect(page.getByText(printedWords)).toBeVisible();
    await isAt(page, `${path}/slip`);
  });

  test("takes one A6 page in print", async ({ page }) => {
    const { path } = await aTrackedShipment({ number: "33 ABC/1" });
    await visit(page, `${path}/slip`);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const [[width, height] = [0, 0], ...others] = await sizesOf(pdf);
    expect([Math.abs(width - 297.64) < 1, Math.abs(height - 419.53) < 1, others]).toEqual([true, true, []]);
    const [text] = await pagesOf(pdf);
    expect(text).toMatch(/Attn: Ana Lee/);
    expect(text).not.toMatch(/Open as PDF|Back to the shipment/);
    expect(await barcodesOf(pdf)).toEqual(["33 ABC/1"]);
  });

  test("prints the sender on the page of the last item, regardless of the number of items @javascript", async ({
    page,
  }) => {
    const { path } = await aTrackedShipment();
    await visit(page, `${path}/slip`);
    for (let items = 2; items <= 12; items++) {
      await paper(page).evaluate((slip) => {
        const row = slip.querySelector("tbody tr");
        if (row) row.after(row.cloneNode(true));
      });
      const pages = await pagesOf(await page.pdf({ preferCSSPageSize: true }));
      expect(pages.at(-1), `${items} items`).toMatch(/SKU: BASKET-1.*From/s);
    }
  });

  test("is not offered until it exists; its page links to the missing details", async ({ page }) => {
    const { path } = await aTrackedShipment({ number: "" });
    await visit(page, path);
    await expect(link(page, "Print Packaging Slip")).toHaveCount(0);
    await visit(page, `${path}/slip`);
    await isAt(page, `${path}?then=slip`);
    await expect(
      page.getByRole("alert").filter({ hasText: "Its courier and its tracking number are missing." }),
    ).toBeVisible();
    for (const address of [`${path}/slip.pdf`, "/shipments/slips.pdf?ids=x"]) {
      const response = await page.request.get(address, { maxRedirects: 0 });
      expect([302, 404]).toContain(response.status());
    }
  });

  test("of a shipment that does not exist is not found", async ({ page }) => {
    for (const address of [
      "/shipments/999999999/slip",
      "/shipments/999999999/slip.pdf",
      "/shipments/slips?Ids=999999999",
    ])
      expect((await page.request.get(address)).status(), address).toBe(404);
  });
});

test.describe("Add Shipment", () => {
  test("continues to the slip once the courier and tracking number are entered", async ({ page }) => {
    const { order, item } = await anOrderedBasket();
    await visit(page, `${order.path}/ship?item=${item}`);
    await button(dialog(page), "Print Packaging Slip").click();
    await expect(page).toHaveURL(/\/shipments\/\d+\?then=slip(#|$)/);
    await isReady(page);
    await expect(page.getByText("to print the packaging slip")).toBeVisible();
    await field(page, "Courier").selectOption("Australia Post");
    await field(page, "Tracking number").fill("33XYZ0002");
    await button(card(page, "Tracking Details"), "Save").click();
    await expect(page).toHaveURL(/\/shipments\/\d+\/slip(#|$)/);
    await expect(paper(page)).toContainText("33XYZ0002");
  });

  test("refuses a forged redirect target in place of the slip @plain-html", async ({ page }) => {
    const { order, item } = await anOrderedBasket();
    await visit(page, `${order.path}/ship?item=${item}`);
    await button(dialog(page), "Print Packaging Slip").evaluate((element) =>
      element.setAttribute("value", "https://elsewhere.example"),
    );
    await button(dialog(page), "Print Packaging Slip").click();
    await expect(page).toHaveURL(new RegExp(`${order.path}/ship`));
    await visit(page, order.path);
    await expect(card(page, "Ordered Products").getByRole("listitem")).toContainText("Processing");
  });
});

test.describe("several slips", () => {
  test("are selected in the list and come as one file in list order, and shipments without a slip are named", async ({
    page,
  }) => {
    const supplier = await aSupplier();
    const [first, second] = [
      await aTrackedShipment({ supplierId: supplier.id }),
      await aTrackedShipment({ supplierId: supplier.id, number: "SECOND" }),
    ];
    const [untracked, cancelled] = [
      await aTrackedShipment({ supplierId: supplier.id, number: "" }),
      await aTrackedShipment({ supplierId: supplier.id }),
    ];
    await command("shipments/CancelShipment", { ShipmentId: cancelled.id });
    const list = `/shipments?supplierId=${supplier.id}&sort=id&direction=asc`;
    await visit(page, list);
    for (const { name } of [second, first, untracked, cancelled])
      await page.getByRole("checkbox", { name: `Choose shipment ${name}` }).check();
    await button(page, "Print Packaging Slips").click();
    await expect(heading(page)).toHaveText("Packaging Slips");
    await isReady(page);
    await expect(card(page, "Without a packaging slip").getByRole("listitem")).toHaveText([
      `${untracked.name} Its courier and its tracking number are missing.`,
      `${cancelled.name} It was cancelled.`,
    ]);
    const pdf = await opened(page, button(page, "Print 2 Packaging Slips"));
    expect(pdf.name).toContain('inline; filename="Packaging-slips.pdf"');
    expect(await barcodesOf(pdf.file)).toEqual([undefined, "33XYZ0001", "SECOND"]);
    const [pick] = await pagesOf(pdf.file);
    expect(pick).toMatch(/^Pick list\s+4 for 2 shipments/);
    await link(page, "Back to the shipments").click();
    await expect(heading(page)).toHaveText("Shipments");
    await expect(page.getByText("Slip printed")).toHaveCount(2);
    for (const { name } of [second, first, untracked, cancelled])
      await expect(page.getByRole("checkbox", { name: `Choose shipment ${name}` })).toBeChecked();
  });

  test("are those of all that match, without ticking any", async ({ page }) => {
    const supplier = await aSupplier();
    const first = await aTrackedShipment({ supplierId: supplier.id });
    const second = await aTrackedShipment({ supplierId: supplier.id, number: "SECOND" });
    await visit(page, `/shipments?supplierId=${supplier.id}&sort=id&direction=asc`);
    await page.getByRole("checkbox", { name: "All 2 that match the filters" }).check();
    await button(page, "Print Packaging Slips").click();
    await expect(heading(page)).toHaveText("Packaging Slips");
    await expect(page.locator("tbody tr")).toContainText([first.name, second.name]);
    await link(page, "Back to the shipments").click();
    await isAt(page, `/shipments?supplierId=${supplier.id}&sort=id&direction=asc`);
  });

  test("ask for a selection if none is selected", async ({ page }) => {
    await visit(page, "/shipments");
    await button(page, "Print Packaging Slips").click();
    await expect(page.getByRole("alert").filter({ hasText: "Select at least one shipment." })).toBeVisible();
    await isAt(page, "/shipments");
  });

  test("that can no longer be printed show a message instead of the file", async ({ page }) => {
    const [good, bad] = [await aTrackedShipment(), await aTrackedShipment()];
    await visit(page, `/shipments/slips?Ids=${good.id}&Ids=${bad.id}`);
    await command("shipments/CancelShipment", { ShipmentId: bad.id });
    const tab = page.context().waitForEvent("page");
    await button(page, "Print 2 Packaging Slips").click();
    const other = await tab;
    await expect(other.getByRole("alert")).toContainText(
      `Shipment ${bad.name} has no packaging slip. It was cancelled.`,
    );
    await expect(button(other, "Print 1 Packaging Slip")).toBeVisible();
  });
});

test.describe("supplier staff without the Manage Orders permission", () => {
  test.use({ account: "acaciaBooks" });

  test("can print the slips that they see", async ({ page }) => {
    const { path } = await aTrackedShipment();
    await visit(page, path);
    await link(page, "Print Packaging Slip").click();
    await isReady(page);
    await opened(page, button(page, "Open as PDF"));
    await visit(page, path);
    await expect(page.getByText(printedWords)).toBeVisible();
  });
});

test("all slip pages fit a narrow screen and are accessible @javascript", async ({ page }) => {
  const aged = aName("x");
  const [first, second] = [await aTrackedShipment({ number: aged }), await aTrackedShipment({ number: "" })];
  for (const path of [`${first.path}/slip`, `/shipments/slips?Ids=${first.id}&Ids=${second.id}`]) {
    await visit(page, path);
    await hasNoAxeViolations(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await staysWithin(page, path);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

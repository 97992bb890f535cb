import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signedInState } from "#tests/support/browser/accounts.ts";
import {
  addStaff,
  aSupplier,
  command,
  putOnMarketplace,
  storedSupplier,
  type TestSupplier,
} from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import {
  button,
  card,
  field,
  heading,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";
import { supplierDetails } from "#tests/support/forms.ts";
import { pagesOf } from "#tests/support/pdf.ts";

// Marketplaces of the demo data.
const harbour = { id: 1, name: "Harbour & Co" };
const backyard = { id: 2, name: "Big Backyard" };

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, { name }: { name: string }) =>
  card(page, "Marketplaces").getByRole("row").filter({ hasText: name });
const agreementOf = ({ path }: TestSupplier, { id }: { id: number }) => `${path}/marketplaces/${id}/agreement`;

async function opens(page: Page, name: string): Promise<void> {
  await link(page, name).click();
  await expect(dialog(page)).toBeVisible();
  await isReady(page);
}

/** Returns the name and the text of the downloaded file. */
async function downloaded(page: Page, name: string) {
  const [download] = await Promise.all([page.waitForEvent("download"), link(page, name).click()]);
  return { name: download.suggestedFilename(), text: (await pagesOf(await readFile(await download.path()))).join(" ") };
}

async function agreesTo(page: Page, supplier: TestSupplier, marketplace: { id: number }): Promise<void> {
  await visit(page, agreementOf(supplier, marketplace));
  await button(page, "Agree").click();
  await seesToast(page, "Marketplace updated successfully.");
  await isAt(page, supplier.path);
}

test("adds a supplier to a marketplace, with the values entered in percent and inc GST", async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, supplier.path);
  await expect(card(page, "Marketplaces")).toContainText("This supplier is not on a marketplace yet.");
  await opens(page, "Add Marketplace");
  await expect(field(page, "Commission rate")).toHaveValue("30.00");
  await expect(field(page, "Referral cost per click")).toHaveValue("1.00");
  await field(page, "Marketplace").selectOption({ label: harbour.name });
  await field(page, "Commission rate").fill("28.55%");
  await field(page, "Referral cost per click").fill("$0.95");
  await button(dialog(page), "Add").click();
  await seesToast(page, "Marketplace updated successfully.");
  await isAt(page, supplier.path);
  await expect(row(page, harbour)).toContainText("Pending");
  await expect(row(page, harbour)).toContainText("28.55%");
  await expect(row(page, harbour)).toContainText("$0.95");
  await expect(link(page, `Review Agreement with ${harbour.name}`)).toBeVisible();
  await expect(row(page, harbour).getByRole("link")).toHaveText(["Review Agreement", "Edit"]);
  const { marketplaces } = (await storedSupplier(supplier.id)) as { marketplaces: object[] };
  expect(marketplaces).toMatchObject([
    { marketplaceId: harbour.id, commissionRate: 0.2855, referralCostPerClickCharge: 0.8636 },
  ]);

  await opens(page, "Add Marketplace");
  await expect(field(page, "Marketplace").locator("option")).toHaveText([
    "(Choose)",
    "Big Backyard",
    "Corner Room",
    "Market Lane",
  ]);
});

test("reports invalid fields and keeps the input", async ({ page }) => {
  const supplier = await aSupplier();
  await visit(page, `${supplier.path}/marketplaces/new`);
  await field(page, "Commission rate").fill("99.5");
  await field(page, "Referral cost per click").fill("-1");
  await button(dialog(page), "Add").click();
  await seesFieldError(page, "Marketplace", "Please choose one from the list.");
  await seesFieldError(page, "Commission rate", "Please enter the commission rate.");
  await seesFieldError(page, "Referral cost per click", "If provided, this must be a number greater than 0.");
  await expect(field(page, "Commission rate")).toHaveValue("99.5");
  await expect(field(page, "Referral cost per click")).toHaveValue("-1");
  await field(page, "Commission rate").fill("");
  await button(dialog(page), "Add").click();
  await seesFieldError(page, "Commission rate", "Please enter the commission rate.");
});

test("offers no marketplace if the supplier is already on all of them", async ({ page }) => {
  const supplier = await aSupplier();
  for (const id of [1, 2, 3, 4]) await putOnMarketplace(supplier, id);
  await visit(page, supplier.path);
  await expect(card(page, "Marketplaces").getByRole("row")).toHaveCount(5);
  await expect(link(page, "Add Marketplace")).toHaveCount(0);
  await visit(page, `${supplier.path}/marketplaces/new`);
  await expect(dialog(page)).toContainText("This supplier is already on every marketplace.");
  await link(dialog(page), "Close").click();
  await isAt(page, supplier.path);
});

test("changes the terms after showing the consequences", async ({ page }) => {
  const supplier = await aSupplier();
  await putOnMarketplace(supplier, harbour.id, 0.25);
  await visit(page, supplier.path);
  await opens(page, `Edit ${harbour.name}`);
  await expect(dialog(page)).toContainText("Any change creates a new agreement for the supplier to review.");
  await expect(field(page, "Commission rate")).toHaveValue("25.00");
  await expect(field(page, "Referral cost per click")).toHaveValue("");
  await field(page, "Commission rate").fill("12.5");
  await button(dialog(page), "Save").click();
  await expect(row(page, harbour)).toContainText("12.50%");
  await expect(row(page, harbour).getByRole("cell").nth(3)).toHaveText("–");
});

test.describe("staff of the supplier", () => {
  test.use({ account: "acaciaOwner" });

  test("can read the agreement, agree to it, and download it signed", { tag: "@core" }, async ({ page }) => {
    const supplier = await aSupplier();
    await addStaff(supplier, "acaciaOwner", [1]);
    await putOnMarketplace(supplier, harbour.id);
    await visit(page, `${supplier.path}?from=city%3DFremantle`);
    await expect(row(page, harbour).getByRole("link")).toHaveText(["Review Agreement"]);
    await link(page, `Review Agreement with ${harbour.name}`).click();
    await expect(heading(page)).toHaveText("Harbour & Co Terms & Conditions");
    const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(link(crumbs, "Suppliers")).toHaveAttribute("href", `/suppliers?city=Fremantle#row-${supplier.id}`);
    await expect(link(crumbs, supplier.name)).toHaveAttribute("href", `${supplier.path}?from=city%3DFremantle`);
    await isReady(page);
    const unsigned = await downloaded(page, "Download Agreement");
    expect(unsigned).toEqual({
      name: "Harbour & Co Terms & Conditions.pdf",
      text: expect.stringContaining("not agreed yet"),
    });
    await expect(page.getByText(`you accept these terms for ${supplier.name} Pty Ltd`)).toBeVisible();
    await button(page, "Agree").click();
    await seesToast(page, "Marketplace updated successfully.");
    await isAt(page, `${supplier.path}?from=city%3DFremantle`);
    await expect(row(page, harbour)).toContainText("Active");
    await expect(row(page, harbour)).toContainText("Ana Silva");
    await expect(row(page, harbour)).toContainText("Initial term ends");
    await expect(row(page, harbour).getByRole("link")).toHaveText(["Download Agreement"]);
    const signed = await downloaded(page, `Download Agreement with ${harbour.name}`);
    expect(signed.name).toBe("Harbour & Co Terms & Conditions.pdf");
    expect(signed.text).toMatch(/By Ana Silva .*Email owner@acacia\.example/);
  });

  test("see a message if the agreement was changed while they read it", async ({ page }) => {
    const supplier = await aSupplier();
    await addStaff(supplier, "acaciaOwner", [1]);
    await putOnMarketplace(supplier, harbour.id);
    await visit(page, agreementOf(supplier, harbour));
    await putOnMarketplace(supplier, harbour.id, 0.5);
    await command("suppliers/UpdateSupplierDetails", {
      ...supplierDetails(supplier.id),
      SupplierName: supplier.name,
      SupplierLegalName: "Other Pty Ltd",
    });
    await button(page, "Agree").click();
    await expect(page.getByRole("alert")).toContainText(
      "This agreement has changed since you opened it (the commission, the supplier's legal name).",
    );
    // The same page shows the new version, which can be agreed to at once.
    expect((await downloaded(page, "Download Agreement")).text).toMatch(/Other Pty Ltd.*50\.00%/);
    await button(page, "Agree").click();
    await isAt(page, supplier.path);
    await expect(row(page, harbour)).toContainText("Active");
    expect((await downloaded(page, `Download Agreement with ${harbour.name}`)).text).toContain("For Other Pty Ltd");
  });

  test("without the permission can read it, but cannot agree", async ({ page }) => {
    const supplier = await aSupplier();
    await addStaff(supplier, "acaciaOwner", [4]);
    await putOnMarketplace(supplier, harbour.id);
    await visit(page, agreementOf(supplier, harbour));
    await expect(page.getByText("Supplier users with “Update General Details” can agree to it.")).toBeVisible();
    await expect(button(page, "Agree")).toHaveCount(0);
    for (const address of ["new", `${harbour.id}`, `${harbour.id}/disable`, `${harbour.id}/enable`])
      expect((await visit(page, `${supplier.path}/marketplaces/${address}`))?.status(), address).toBe(404);
  });

  test("cannot open the agreement of another supplier", async ({ page }) => {
    const supplier = await aSupplier();
    await putOnMarketplace(supplier, harbour.id);
    expect((await visit(page, agreementOf(supplier, harbour)))?.status()).toBe(404);
    const file = await page.request.get(`${agreementOf(supplier, harbour)}.pdf`, { maxRedirects: 0 });
    expect([file.status(), file.headers()["content-type"]]).toEqual([404, expect.not.stringContaining("pdf")]);
  });
});

test.describe("disabling and enabling", () => {
  test("asks for confirmation, shows the effects, and enabling needs a new agreement", async ({ page, browser }) => {
    const supplier = await aSupplier();
    await addStaff(supplier, "acaciaOwner", [1]);
    for (const { id } of [harbour, backyard]) await putOnMarketplace(supplier, id);
    const theirs = await browser.newContext({ storageState: await signedInState("acaciaOwner") });
    await agreesTo(await theirs.newPage(), supplier, harbour);
    await theirs.close();

    await visit(page, supplier.path);
    await expect(row(page, harbour).getByRole("link")).toHaveText(["Download Agreement", "Edit", "Disable"]);
    await opens(page, `Edit ${harbour.name}`);
    await expect(dialog(page)).toContainText("the status is pending until the supplier agrees to the new one");
    await link(dialog(page), "Cancel").click();
    await opens(page, `Disable ${harbour.name}`);
    await expect(dialog(page)).toContainText(`This removes ${supplier.name} from Harbour & Co.`);
    await link(dialog(page), "Cancel").click();
    await expect(row(page, harbour)).toContainText("Active");
    await opens(page, `Disable ${harbour.name}`);
    await button(dialog(page), "Disable").click();
    await seesToast(page, "Marketplace updated successfully.");
    await expect(row(page, harbour)).toContainText("Disabled");
    await expect(row(page, backyard)).toContainText("Pending");
    await expect(row(page, harbour).getByRole("link")).toHaveText(["Edit", "Enable"]);

    await opens(page, `Enable ${harbour.name}`);
    await expect(dialog(page)).toContainText(`${supplier.name} has to agree to the terms of Harbour & Co again`);
    await button(dialog(page), "Enable").click();
    await expect(row(page, harbour)).toContainText("Pending");
    await expect(row(page, harbour)).not.toContainText("Ana Silva");
    await expect(row(page, harbour).getByRole("link")).toHaveText(["Review Agreement", "Edit"]);
  });
});

test("the URL of an agreement that does not exist shows Not found", async ({ page }) => {
  const { path } = await aSupplier();
  for (const address of ["1/agreement", "99/agreement", "x", "99/disable"])
    expect((await visit(page, `${path}/marketplaces/${address}`))?.status(), address).toBe(404);
});

test.describe("the viewer", { tag: "@javascript" }, () => {
  const text = (page: Page, words: string) => page.locator(".textLayer").getByText(words);

  test("shows page after page, zooms in and out, and has selectable text", async ({ page }) => {
    const supplier = await aSupplier();
    await putOnMarketplace(supplier, harbour.id);
    await visit(page, agreementOf(supplier, harbour));
    await expect(page.getByText("Page 1 of 2", { exact: true })).toBeVisible();
    await expect(text(page, `${supplier.name} Pty Ltd`).first()).toBeVisible();
    const box = page.getByRole("document", { name: "Harbour & Co Terms & Conditions" });
    await box.evaluate((element) => {
      const heights: number[] = [];
      Object.assign(window, { heights });
      new ResizeObserver(([entry]) => heights.push(entry?.contentRect.height ?? 0)).observe(element);
    });
    const { height = 0 } = (await box.boundingBox()) ?? {};
    await button(page, "Next page").click();
    await expect(text(page, "Signatures")).toBeVisible();
    const lowest = await page.evaluate(() => Math.min(...(window as unknown as { heights: number[] }).heights));
    expect(lowest, "the height of the viewer while a page was on its way").toBeGreaterThan(height * 0.9);
    await expect(button(page, "Next page")).toHaveAttribute("aria-disabled", "true");
    const before = await page.locator(".react-pdf__Page").boundingBox();
    await button(page, "Zoom in").click();
    await expect
      .poll(async () => (await page.locator(".react-pdf__Page").boundingBox())?.width ?? 0)
      .toBeGreaterThan((before?.width ?? 0) * 1.2);
    await expect(page.getByText("125%")).toBeVisible();
    await staysWithin(page, "the agreement");
    await hasNoAxeViolations(page);
  });

  test("shows a message if the document cannot be displayed", async ({ page }) => {
    const supplier = await aSupplier();
    await putOnMarketplace(supplier, harbour.id);
    await page.route("**/agreement.pdf", (route) => route.fulfill({ status: 200, body: "no PDF" }));
    await visit(page, agreementOf(supplier, harbour));
    await expect(page.getByText("The document cannot be shown here. Please download it instead.")).toBeVisible();
  });

  test("is loaded only on the page that needs it", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await visit(page, "/suppliers/1");
    expect(asked.filter((url) => /pdf/i.test(url))).toEqual([]);
  });
});

test("without scripts the document is a link", { tag: "@plain-html" }, async ({ page }) => {
  const supplier = await aSupplier();
  await putOnMarketplace(supplier, harbour.id);
  await visit(page, agreementOf(supplier, harbour));
  const { text } = await downloaded(page, "Harbour & Co Terms & Conditions (PDF)");
  expect(text).toContain(supplier.name);
});

test("axe finds no violations on the dialogs of a supplier's marketplaces", { tag: "@javascript" }, async ({
  page,
}) => {
  const supplier = await aSupplier();
  await putOnMarketplace(supplier, harbour.id);
  for (const address of ["new", `${harbour.id}`, `${harbour.id}/disable`, `${harbour.id}/enable`]) {
    await visit(page, `${supplier.path}/marketplaces/${address}`);
    await hasNoAxeViolations(page);
  }
});

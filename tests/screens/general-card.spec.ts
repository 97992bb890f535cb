import type { Page } from "@playwright/test";
import { aName, aSupplier, storedSupplier, type TestSupplier } from "#tests/support/browser/api.ts";
import {
  button,
  card,
  detail,
  edit,
  field,
  heading,
  isAt,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  visit,
} from "#tests/support/browser/page.ts";
import { editorOf, shownHtml, writes } from "#tests/support/browser/rich-text.ts";
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
import { choose } from "#tests/support/browser/uploads.ts";
import { noisyPhoto, paddedPng, sampleImage, sampleImageFile } from "#tests/support/images.ts";

let supplier: TestSupplier;

test.beforeEach(async ({ page }) => {
  supplier = await aSupplier({ notes: "Call after ten." });
  await visit(page, supplier.path);
});

const save = (page: Page) => button(card(page, "General"), "Save").click();

test("every field can be edited and is shown as entered", { tag: "@core" }, async ({ page }) => {
  const name = aName("Renamed & Söhne");
  const form = await edit(page, "General");
  await field(form, "Name").fill(name);
  await field(form, "Legal name").fill("Söhne Pty Ltd");
  await field(form, "Business phone").fill("(08) 5550 9999");
  await field(form, "Order contact emails").fill("a@x.example, b@y.example");
  await field(form, "Handling days").fill("3");
  await field(form, "Notes").fill("First line\nSecond <b>line</b>");
  await writes(page, hasScripts() ? "Made by hand" : "<p>Made by hand</p>");
  await save(page);

  await seesToast(page, "Supplier updated successfully.");
  await isAt(page, supplier.path);
  await expect(heading(page)).toHaveText(name);
  const general = card(page, "General");
  await expect(detail(general, "Name")).toHaveText(name);
  await expect(detail(general, "Legal name")).toHaveText("Söhne Pty Ltd");
  await expect(detail(general, "Business phone")).toHaveText("(08) 5550 9999");
  await expect(detail(general, "Order contact emails")).toHaveText("a@x.example, b@y.example");
  await expect(detail(general, "Handling days")).toHaveText("3");
  await expect(detail(general, "Notes")).toHaveText("First line Second <b>line</b>");
  expect(await shownHtml(page)).toBe("<p>Made by hand</p>");
  await expect(page).toHaveTitle(`${name} · Countinghouse`);
  if (hasScripts()) await expect(link(page, "Edit General")).toBeFocused();
});

test("an emptied required field shows a message, and nothing is saved", async ({ page }) => {
  const form = await edit(page, "General");
  const labels = ["Name", "Legal name", "Business phone", "Order contact emails"];
  for (const label of labels) await field(form, label).fill("  ");
  await writes(page, "");
  await save(page);
  for (const label of labels) await seesFieldError(form, label, "This is a required field");
  await expect(form.getByText("This is a required field")).toHaveCount(hasScripts() ? 5 : 10);
  await expect(page).toHaveTitle(`Error: ${supplier.name} · Countinghouse`);
  if (hasScripts()) return;
  const inSummary = await page.getByRole("alert").getByRole("link").allTextContents();
  expect(inSummary.map((text) => text.split(":")[0])).toEqual([...labels, "Description"]);
});

test("a missing description moves the focus to its editor", { tag: "@javascript" }, async ({ page }) => {
  await edit(page, "General");
  await writes(page, "");
  await save(page);
  await expect(card(page, "General").getByText("This is a required field")).toBeVisible();
  await expect(editorOf(page)).toBeFocused();
  expect(await storedSupplier(supplier.id)).toMatchObject({ name: supplier.name });
});

test("a description that consists only of spaces and tags counts as missing", async ({ page }) => {
  const form = await edit(page, "General");
  await writes(page, hasScripts() ? "   " : "<p>&nbsp;</p><p><br></p>");
  await save(page);
  await expect(form.getByText("This is a required field").last()).toBeVisible();
});

for (const { label, max, words } of [
  { label: "Name", max: 255, words: "Please use no more than 255 characters." },
  { label: "Legal name", max: 255, words: "Please use no more than 255 characters." },
  { label: "Business phone", max: 25, words: "Please use no more than 25 characters." },
  { label: "Notes", max: 1000, words: "Notes may not exceed 1000 characters." },
]) {
  test(`${label} accepts ${max} characters and refuses one more`, async ({ page }) => {
    const form = await edit(page, "General");
    await field(form, label).fill("5".repeat(max + 1));
    await save(page);
    await seesFieldError(form, label, words);
    await expect(field(form, label)).toHaveValue("5".repeat(max + 1));
    await field(form, label).fill("5".repeat(max));
    await save(page);
    await seesToast(page, "Supplier updated successfully.");
  });
}

test("the message names the invalid one of several order contacts", async ({ page }) => {
  const form = await edit(page, "General");
  await field(form, "Order contact emails").fill("good@x.example, not-an-address, also@y.example");
  await save(page);
  await seesFieldError(
    form,
    "Order contact emails",
    "Please enter a valid email address: “not-an-address” is not valid.",
  );
  await field(form, "Order contact emails").fill("good@x.example,, also@y.example");
  await save(page);
  await seesFieldError(form, "Order contact emails", "There is an extra comma.");
  const long = Array.from({ length: 50 }, () => "ab@x.example").join(",");
  await field(form, "Order contact emails").fill(long);
  await save(page);
  await seesFieldError(form, "Order contact emails", "Please use no more than 500 characters.");
});

test("a logo can be uploaded and is shown", async ({ page }) => {
  const form = await edit(page, "General");
  await choose(field(form, "Logo"), await sampleImageFile("logo.png", sampleImage({ width: 120, height: 60 })));
  await save(page);
  await seesToast(page, "Supplier updated successfully.");
  const logo = page.getByRole("img", { name: `Logo of ${supplier.name}` });
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(120);
});

test("a logo of more than 20 MB is refused and keeps the input", async ({ page }) => {
  const form = await edit(page, "General");
  await field(form, "Legal name").fill("Typed before");
  await choose(field(form, "Logo"), await paddedPng(30 * 1024 * 1024));
  await save(page);
  await seesFieldError(form, "Logo", "“padded.png” is larger than 20 MB. Please choose a smaller file.");
  await expect(field(form, "Legal name")).toHaveValue("Typed before");
  expect(await storedSupplier(supplier.id)).toMatchObject({ legalName: `${supplier.name} Pty Ltd`, logoId: null });
});

test("a photo of 15 MB is accepted and scaled down, in the browser if it has scripts", async ({ page }, {
  project,
}) => {
  const form = await edit(page, "General");
  await field(form, "Legal name").fill("Typed before");
  const photo = await noisyPhoto();
  expect(photo.size).toBeGreaterThan(15 * 1024 * 1024);
  await choose(field(form, "Logo"), photo);
  if (project.name === "javascript") {
    const size = () => field(form, "Logo").evaluate((input: HTMLInputElement) => input.files?.[0]?.size ?? 0);
    await expect.poll(size).toBeLessThan(5 * 1024 * 1024);
  }
  await save(page);
  await seesToast(page, "Supplier updated successfully.");
  expect(await storedSupplier(supplier.id)).toMatchObject({
    legalName: "Typed before",
    logoId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("a logo that is not an image is refused and keeps the input", async ({ page }) => {
  const form = await edit(page, "General");
  await field(form, "Legal name").fill("Typed before");
  await choose(field(form, "Logo"), new File(["<script>alert(1)</script>"], "logo.png"));
  await save(page);
  await seesSummary(page, "A problem occurred uploading the supplier logo. Please try again.");
  await expect(field(form, "Legal name")).toHaveValue("Typed before");
  expect(await storedSupplier(supplier.id)).toMatchObject({ legalName: `${supplier.name} Pty Ltd`, logoId: null });
});

test("an uploaded logo is kept if another field is refused", async ({ page }) => {
  const form = await edit(page, "General");
  await choose(field(form, "Logo"), await sampleImageFile("logo.jpeg"));
  await field(form, "Business phone").fill("");
  await save(page);
  await seesFieldError(form, "Business phone", "This is a required field");
  await field(form, "Business phone").fill("08 5550 0000");
  await save(page);
  await seesToast(page, "Supplier updated successfully.");
  await expect(page.getByRole("img", { name: `Logo of ${supplier.name}` })).toBeVisible();
});

test("the cards of the read view have an Edit button, and Cancel returns to the read view", async ({ page }) => {
  const form = await edit(page, "General");
  await isAt(page, `${supplier.path}?edit=general`);
  await link(form, "Cancel").click();
  await isAt(page, supplier.path);
  await expect(link(page, "Edit General")).toBeVisible();
  if (hasScripts()) await expect(link(page, "Edit General")).toBeFocused();
});

test("markup in names and notes is shown as text and never executed", async ({ page }) => {
  const bad = await aSupplier({
    name: aName("<img src=x onerror=alert(1)>"),
    notes: "<script>alert(2)</script>",
    description: "<p onclick='x()'>a<script>b</script></p>",
  });
  await visit(page, bad.path);
  await expect(heading(page)).toHaveText(bad.name);
  await expect(detail(card(page, "General"), "Notes")).toHaveText("<script>alert(2)</script>");
  expect(await shownHtml(page)).toBe("<p>a</p>");
});

test.describe("for staff of a supplier", () => {
  test.use({ account: "acaciaOwner" });

  test("the marketplace's notes are neither shown nor editable", async ({ page }) => {
    await visit(page, "/suppliers/1");
    await expect(detail(card(page, "General"), "Legal name")).toBeVisible();
    await expect(card(page, "General").getByText("Notes")).toHaveCount(0);
    const form = await edit(page, "General");
    await expect(editorOf(form)).toBeVisible();
    await expect(field(form, "Notes")).toHaveCount(0);
  });
});

test("a supplier links to its lists, each filtered by the supplier", async ({ page }) => {
  await visit(page, supplier.path);
  const lists = page.getByRole("navigation", { name: `Lists of ${supplier.name}` });
  const targets = [
    "products?showActiveOnly=false&",
    "orders?outstandingOrdersOnly=false&",
    "shipments?",
    "invoices?",
    "shippingrules?",
  ].map((list) => `/${list}supplierId=${supplier.id}`);
  expect(await lists.getByRole("link").evaluateAll((links) => links.map((each) => each.getAttribute("href")))).toEqual(
    targets,
  );
  await link(lists, "Products").click();
  await isAt(page, targets[0] ?? "");
});

test("the labels of fields beside each other are on one line, and their inputs on another", async ({ page }) => {
  const form = await edit(page, "General");
  const top = async (name: string) => {
    const input = await field(form, name).boundingBox();
    const label = await form.locator("label", { hasText: name }).boundingBox();
    return { input: input?.y, label: label?.y };
  };
  expect(await top("Business phone")).toEqual(await top("Order contact emails"));
});

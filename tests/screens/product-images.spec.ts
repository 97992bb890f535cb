import type { Locator, Page } from "@playwright/test";
import { storedProduct } from "#tests/support/browser/api.ts";
import { hasNoAxeViolations } from "#tests/support/browser/axe.ts";
import { anImage, aProduct, type TestRecord } from "#tests/support/browser/catalogue.ts";
import {
  button,
  card,
  field,
  isAt,
  isReady,
  link,
  seesFieldError,
  seesSummary,
  seesToast,
  staysWithin,
  visit,
} from "#tests/support/browser/page.ts";
import { expect, test } from "#tests/support/browser/test.ts";
import { choose } from "#tests/support/browser/uploads.ts";
import { sampleImageFile } from "#tests/support/images.ts";

const saved = "Product image updated successfully";
const reordered = "Product images reordered successfully";
const gallery = (page: Page) => card(page, "Image Gallery");
const images = (page: Page) => page.getByRole("list", { name: "Images" }).getByRole("listitem");
const labels = (page: Page) => images(page).locator("p:first-of-type");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Delete Image" });
const tab = ({ path }: TestRecord) => `${path}/images`;
const save = (page: Page) => button(gallery(page), "Save").click();

let product: TestRecord;

test.beforeEach(async () => {
  product = await aProduct();
});

async function opens(page: Page, name: string): Promise<Locator> {
  await link(page, name).click();
  await expect(button(gallery(page), "Save")).toBeVisible();
  await isReady(page);
  return gallery(page);
}

async function storedImages() {
  return (await storedProduct(product.id)).images as Record<string, unknown>[];
}

test("an image can be added with a label and an availability time in the time zone shown", {
  tag: "@core",
}, async ({ page }) => {
  await visit(page, tab(product));
  await expect(gallery(page)).toContainText("This product has no images yet.");
  await opens(page, "Add Image");
  await choose(field(gallery(page), "Image"), await sampleImageFile("front.png"));
  await field(gallery(page), "Label").fill("  Front ");
  await expect(field(gallery(page), "Available from")).toHaveAccessibleDescription(
    "In Australia/Sydney. Leave empty to start immediately.",
  );
  await field(gallery(page), "Available from").fill("2027-01-15T09:30");
  await save(page);
  await seesToast(page, saved);
  await isAt(page, tab(product));
  await expect(images(page)).toHaveCount(1);
  await expect(images(page)).toContainText("Front");
  await expect(images(page)).toContainText("Available from 15 Jan 2027, 9:30 am (Australia/Sydney)");
  expect(
    await images(page)
      .getByRole("img")
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(40);
  expect(await storedImages()).toMatchObject([{ label: "Front", availableFrom: "2027-01-14T22:30:00.000Z" }]);

  await opens(page, "Edit Front");
  await expect(field(gallery(page), "Available from")).toHaveValue("2027-01-15T09:30");
  await field(gallery(page), "Available from").fill("");
  await field(gallery(page), "Label").fill("Side");
  await save(page);
  await seesToast(page, saved);
  await expect(images(page)).not.toContainText("Available from");
  expect(await storedImages()).toMatchObject([{ label: "Side", availableFrom: null }]);
});

test("an unchanged time keeps its seconds, even in the repeated hour when clocks go back", async ({ page }) => {
  await anImage(product, "Front", { AvailableFrom: "2027-04-03T16:30:15Z" });
  await visit(page, tab(product));
  await opens(page, "Edit Front");
  await field(gallery(page), "Label").fill("Side");
  await save(page);
  await seesToast(page, saved);
  expect(await storedImages()).toMatchObject([{ label: "Side", availableFrom: "2027-04-03T16:30:15.000Z" }]);
});

test("reports missing fields and keeps the input", async ({ page }) => {
  await visit(page, `${tab(product)}?edit=new`);
  await save(page);
  await seesFieldError(gallery(page), "Label", "Please enter the label for this image.");
  await field(gallery(page), "Label").fill("Front");
  await save(page);
  await seesSummary(page, "Please choose an image.");
  await seesFieldError(gallery(page), "Image", "Please choose an image.");
  await field(gallery(page), "Label").fill("5".repeat(101));
  await save(page);
  await seesFieldError(gallery(page), "Label", "Please use no more than 100 characters.");
  await expect(field(gallery(page), "Label")).toHaveValue("5".repeat(101));
});

test("a file that is not an image is refused and keeps the input", async ({ page }) => {
  await visit(page, `${tab(product)}?edit=new`);
  await field(gallery(page), "Label").fill("Front");
  await choose(field(gallery(page), "Image"), new File(["<script>alert(1)</script>"], "image.png"));
  await save(page);
  await seesSummary(
    page,
    "A problem occurred uploading the image. Please try again and make sure the image size is smaller than 2MB.",
  );
  await expect(field(gallery(page), "Label")).toHaveValue("Front");
  expect(await storedImages()).toEqual([]);
});

async function three(page: Page): Promise<void> {
  for (const label of ["Front", "Side", "Back"]) await anImage(product, label);
  await visit(page, tab(product));
  await expect(labels(page)).toHaveText(["Front", "Side", "Back"]);
}

test("images can be moved with buttons", async ({ page }) => {
  await three(page);
  await expect(button(page, "Move Front earlier")).toBeDisabled();
  await expect(button(page, "Move Back later")).toBeDisabled();
  await button(page, "Move Back earlier").click();
  await seesToast(page, reordered);
  await expect(labels(page)).toHaveText(["Front", "Back", "Side"]);
  await visit(page, tab(product));
  await expect(labels(page)).toHaveText(["Front", "Back", "Side"]);
});

test.describe("with scripts", { tag: "@javascript" }, () => {
  test("images can be dragged with the pointer", async ({ page }) => {
    await three(page);
    await expect(button(page, "Drag Front")).toBeVisible();
    const [from, to] = [await button(page, "Drag Front").boundingBox(), await button(page, "Drag Side").boundingBox()];
    if (!from || !to) throw new Error("there is nothing to drag");
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 5, { steps: 4 });
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 8 });
    await page.mouse.up();
    await seesToast(page, reordered);
    await expect(labels(page)).toHaveText(["Side", "Front", "Back"]);
    await visit(page, tab(product));
    await expect(labels(page)).toHaveText(["Side", "Front", "Back"]);
  });

  test("images can be dragged with the keyboard, and their position is announced", async ({ page }) => {
    await three(page);
    await button(page, "Drag Front").focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("Front is at place 1 of 3.")).toBeAttached();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("Front is at place 2 of 3.")).toBeAttached();
    await page.keyboard.press("Space");
    await seesToast(page, reordered);
    await expect(labels(page)).toHaveText(["Side", "Front", "Back"]);
  });

  test.describe("in another time zone", () => {
    test.use({ timezoneId: "Australia/Perth" });

    test("times are in the browser's time zone once it is known", async ({ page }) => {
      await anImage(product, "Front", { AvailableFrom: "2027-01-14T22:30:00Z" });
      await visit(page, product.path);
      await visit(page, tab(product));
      await expect(images(page)).toContainText("Available from 15 Jan 2027, 6:30 am (Australia/Perth)");
      await opens(page, "Edit Front");
      await field(gallery(page), "Available from").fill("2027-01-15T07:00");
      await save(page);
      await seesToast(page, saved);
      expect(await storedImages()).toMatchObject([{ availableFrom: "2027-01-14T23:00:00.000Z" }]);
    });

    test("a browser without Temporal reports its time zone as well", async ({ page, context }) => {
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, "Temporal"));
      await visit(page, tab(product));
      await expect
        .poll(async () => await context.cookies())
        .toContainEqual(expect.objectContaining({ name: "tz", value: "Australia/Perth" }));
    });
  });
});

test("an image is deleted after a confirmation", async ({ page }) => {
  await three(page);
  await link(page, "Delete Side").click();
  await isReady(page);
  await expect(dialog(page)).toContainText(
    "The image “Side” will be permanently deleted. Are you sure you wish to continue?",
  );
  await link(dialog(page), "Cancel").click();
  await isAt(page, tab(product));
  await link(page, "Delete Side").click();
  await isReady(page);
  await button(dialog(page), "Delete").click();
  await seesToast(page, "Product image deleted successfully");
  await expect(labels(page)).toHaveText(["Front", "Back"]);
});

const mainImage = (page: Page) => images(page).filter({ has: page.getByText("Main image", { exact: true }) });
const hero = (page: Page) => card(page, "General").getByRole("img", { name: `Hero of ${product.name}` });

test("an image of the gallery becomes the main image, which the General tab shows, and that can be undone", {
  tag: "@core",
}, async ({ page }) => {
  await three(page);
  await link(page, "hero image").click();
  await isAt(page, tab(product));
  await button(page, "Use Side as main image").click();
  await seesToast(page, "The main image of the product was changed.");
  await expect(mainImage(page)).toContainText("Side");
  await expect(button(page, "Use Side as main image")).toHaveCount(0);
  await expect(page.getByText("it has no description or shipping method.")).toBeVisible();
  await button(page, "Use Back as main image").click();
  await expect(mainImage(page)).toContainText("Back");
  const [, side, back] = await storedImages();
  expect((await storedProduct(product.id)).defaultImageFileId).toBe(back?.imageId);
  await button(page, "Undo").click();
  await seesToast(page, "Undone.");
  await expect(hero(page)).toHaveAttribute("src", new RegExp(String(side?.imageId)));
});

test("a main image that somebody else has changed is not replaced unseen", async ({ page }) => {
  await three(page);
  const other = await page.context().newPage();
  await visit(other, tab(product));
  await button(other, "Use Front as main image").click();
  await seesToast(other, "The main image of the product was changed.");
  await button(page, "Use Back as main image").click();
  await expect(page.getByRole("alert").filter({ hasText: "changed in the meantime" })).toBeVisible();
  await expect(mainImage(page)).toContainText("Front");
  await button(page, "Use Back as main image").click();
  await expect(mainImage(page)).toContainText("Back");
});

test("without images, the message that there is no hero image leads to its field", async ({ page }) => {
  await visit(page, tab(product));
  await link(page, "hero image").click();
  await isAt(page, `${product.path}?edit=general`);
  await expect(field(card(page, "General"), "Hero image")).toBeVisible();
});

test("a concurrent change of the order is refused with a message", async ({ page }) => {
  await three(page);
  const other = await page.context().newPage();
  await visit(other, tab(product));
  await link(other, "Delete Front").click();
  await isReady(other);
  await button(dialog(other), "Delete").click();
  await seesToast(other, "Product image deleted successfully");
  await button(page, "Move Back earlier").click();
  await expect(page.getByRole("alert").filter({ hasText: "meantime" })).toBeVisible();
  await expect(labels(page)).toHaveText(["Side", "Back"]);
});

test.describe("for a read-only user", () => {
  test.use({ account: "readonly" });

  test("there are no buttons", async ({ page }) => {
    const id = await anImage(product, "Front");
    await visit(page, `${tab(product)}?edit=${id}`);
    await expect(images(page)).toContainText("Front");
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("link", { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
    expect((await visit(page, `${tab(product)}/${id}/delete`))?.status()).toBe(404);
  });
});

test.describe("at 320 pixels", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("nothing overflows the page", async ({ page }) => {
    const id = await anImage(product, "Donaudampfschifffahrtsgesellschaftskapitaenswitwenversicherung", {
      AvailableFrom: "2027-01-14T22:30:00Z",
    });
    for (const path of [tab(product), `${tab(product)}?edit=${id}`, `${tab(product)}/${id}/delete`]) {
      await visit(page, path);
      await staysWithin(page, path);
    }
  });
});

test("axe finds no violations", { tag: "@javascript" }, async ({ page }) => {
  test.slow();
  const id = await anImage(product, "Front", { AvailableFrom: "2027-01-14T22:30:00Z" });
  await anImage(product, "Back");
  await visit(page, tab(product));
  await expect(button(page, "Drag Front")).toBeVisible();
  await hasNoAxeViolations(page);
  for (const path of [`${tab(product)}?edit=${id}`, `${tab(product)}/${id}/delete`]) {
    await visit(page, path);
    await hasNoAxeViolations(page);
  }
  await visit(page, `${tab(product)}?edit=new`);
  await save(page);
  await expect(gallery(page).getByText("Please enter the label for this image.")).toBeVisible();
  await hasNoAxeViolations(page);
});

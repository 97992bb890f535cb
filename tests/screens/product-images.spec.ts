import type { Locator, Page } from "@playwright/test";
import { command, storedProduct } from "#tests/support/browser/api.ts";
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
import { expect, hasScripts, test } from "#tests/support/browser/test.ts";
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

const notAnImage = new File(["<script>alert(1)</script>"], "image.png");

const asInput = (files: File[]) =>
  Promise.all(
    files.map(async (file) => ({
      name: file.name,
      mimeType: file.type || "image/png",
      buffer: Buffer.from(await file.arrayBuffer()),
    })),
  );

/** Chooses images to be added, and waits until scripts have sent them. */
async function chooses(page: Page, ...files: File[]): Promise<void> {
  await field(gallery(page), "New images").setInputFiles(await asInput(files));
  if (hasScripts()) await expect(field(gallery(page), `Label of image ${files.length}`)).toBeVisible();
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
  await chooses(page, await sampleImageFile("front.png"));
  if (hasScripts()) await field(gallery(page), "Label of image 1").fill("  Front ");
  await expect(field(gallery(page), "Available from")).toHaveAccessibleDescription(
    "Of all these images, in Australia/Sydney. Leave empty to start immediately.",
  );
  await field(gallery(page), "Available from").fill("2027-01-15T09:30");
  await save(page);
  await seesToast(page, saved);
  await isAt(page, tab(product));
  await expect(images(page)).toHaveCount(1);
  await expect(labels(page)).toHaveText(hasScripts() ? ["Front"] : ["front"]);
  await expect(images(page)).toContainText("Available from 15 Jan 2027, 9:30 am (Australia/Sydney)");
  expect(
    await images(page)
      .getByRole("img")
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(40);
  expect(await storedImages()).toMatchObject([{ availableFrom: "2027-01-14T22:30:00.000Z" }]);

  await opens(page, hasScripts() ? "Edit Front" : "Edit front");
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

test("several images are added at once, with labels from the names of their files", {
  tag: "@core",
}, async ({ page }) => {
  await visit(page, `${tab(product)}?edit=new`);
  await chooses(page, await sampleImageFile("blue_vase-front.png"), await sampleImageFile("from above.webp"));
  if (hasScripts()) await field(gallery(page), "Label of image 2").fill("Above");
  await save(page);
  await seesToast(page, "2 images were added.");
  await isAt(page, tab(product));
  await expect(labels(page)).toHaveText(["blue vase front", hasScripts() ? "Above" : "from above"]);
  expect(await storedImages()).toMatchObject([{ position: 1 }, { position: 2 }]);
});

test("an image that cannot be used is named with the reason, and the others are saved", async ({ page }) => {
  await visit(page, `${tab(product)}?edit=new`);
  await field(gallery(page), "Available from").fill("2027-01-15T09:30");
  await gallery(page)
    .locator("input[type=file]")
    .setInputFiles(await asInput([await sampleImageFile("front.png"), notAnImage, await sampleImageFile("back.png")]));
  const why = /“image.png” is not an image that can be used/;
  if (hasScripts()) {
    await expect(page.getByRole("alert").filter({ hasText: why })).toBeVisible();
    await expect(field(gallery(page), "Label of image 2")).toHaveValue("back");
    await save(page);
    await seesToast(page, "2 images were added.");
  } else {
    await save(page);
    await seesSummary(page, "2 images were added, 1 was not.");
    await seesFieldError(gallery(page), "New images", why);
    await expect(field(gallery(page), "Available from")).toHaveValue("2027-01-15T09:30");
    await link(gallery(page), "Cancel").click();
  }
  await expect(labels(page)).toHaveText(["front", "back"]);
  expect(await storedImages()).toHaveLength(2);
});

test("missing images and wrong labels are reported, and the input stays", async ({ page }) => {
  await visit(page, `${tab(product)}?edit=new`);
  await save(page);
  await seesFieldError(gallery(page), "New images", "Please choose an image.");
  await isReady(page);
  if (!hasScripts()) return;
  await chooses(page, await sampleImageFile("front.png"));
  await field(gallery(page), "Label of image 1").fill("5".repeat(101));
  await save(page);
  await expect(gallery(page)).toContainText("Please use no more than 100 characters.");
  await expect(field(gallery(page), "Label of image 1")).toHaveValue("5".repeat(101));
  await field(gallery(page), "Label of image 1").fill("");
  await save(page);
  await expect(gallery(page)).toContainText("Please enter the label for this image.");
  await button(page, "Remove image 1").click();
  await expect(field(gallery(page), "Label of image 1")).toHaveCount(0);
});

test("images beyond the number that a product can have stay in the form with their labels", async ({ page }) => {
  test.slow();
  for (let i = 1; i < 50; i += 1) await anImage(product, `Image ${i}`);
  await visit(page, `${tab(product)}?edit=new`);
  await expect(gallery(page)).toContainText("A product can have 50 images; this one has 49.");
  await chooses(page, await sampleImageFile("last.png"), await sampleImageFile("beyond.png"));
  await save(page);
  await seesSummary(page, "1 image was added, 1 was not.");
  await expect(field(gallery(page), "Label of image 1")).toHaveValue("beyond");
  await expect(gallery(page)).toContainText("A product can have 50 images at the most. Delete one first.");
  expect(await storedImages()).toHaveLength(50);
  // The one that is left can be saved as soon as there is room for it.
  await command("products/DeleteProductImage", {
    ProductId: product.id,
    ProductImageId: (await storedImages())[0]?.id,
  });
  await save(page);
  await seesToast(page, saved);
  expect((await storedImages()).at(-1)).toMatchObject({ label: "beyond" });
});

test("more images than can be added at once are refused", async ({ page }) => {
  await visit(page, `${tab(product)}?edit=new`);
  const file = await sampleImageFile("front.png");
  const files = await asInput(Array.from({ length: 21 }, (_, i) => new File([file], `${i + 1}.png`)));
  await gallery(page).locator("input[type=file]").setInputFiles(files);
  if (hasScripts()) {
    await expect(page.getByRole("alert")).toHaveText(/“21.png”: Please choose at most 20 files at once/);
    await expect(field(gallery(page), "Label of image 20")).toHaveValue("20");
  } else {
    await save(page);
    await seesFieldError(gallery(page), "New images", "Please choose at most 20 files at once.");
    expect(await storedImages()).toEqual([]);
  }
});

test.describe("images that are sent by scripts", { tag: "@javascript" }, () => {
  test("can be dropped on the form, and are sent again after a lost connection", async ({ page }) => {
    await visit(page, `${tab(product)}?edit=new`);
    await page.route("**/files/product-image", (route) => route.abort());
    const [image] = await asInput([await sampleImageFile("front.png")]);
    const dropped = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], "front.png", { type: "image/png" }));
        return transfer;
      },
      [...(image?.buffer ?? [])],
    );
    await field(gallery(page), "New images")
      .locator("xpath=ancestor::div[contains(@class,'border-dashed')]")
      .dispatchEvent("drop", { dataTransfer: dropped });
    await expect(page.getByRole("alert")).toHaveText("“front.png”: The server did not answer.");
    await page.unroute("**/files/product-image");
    await button(page, "Try front.png again").click();
    await expect(field(gallery(page), "Label of image 1")).toHaveValue("front");
    await save(page);
    await seesToast(page, saved);
  });

  test("hold Save back until all of them have been sent", async ({ page }) => {
    await visit(page, `${tab(product)}?edit=new`);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/files/product-image", (route) => held.then(() => route.continue()));
    await field(gallery(page), "New images").setInputFiles(await asInput([await sampleImageFile("front.png")]));
    await expect(page.getByRole("progressbar", { name: "Sending front.png" })).toBeVisible();
    await save(page);
    await expect(field(gallery(page), "New images")).toBeFocused();
    await expect(page.getByText("1 image still to be sent. You can save afterwards.")).toBeVisible();
    release();
    await expect(field(gallery(page), "Label of image 1")).toHaveValue("front");
    await save(page);
    await seesToast(page, saved);
    expect(await storedImages()).toMatchObject([{ label: "front" }]);
  });
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
  await expect(dialog(page)).toContainText("You can still undo it: in the message that follows");
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
  await expect(mainImage(page)).toContainText("Side");
  await visit(page, product.path);
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
  await expect(gallery(page).getByText("Please choose an image.")).toBeVisible();
  await chooses(page, await sampleImageFile("front.png"));
  await field(gallery(page), "New images").setInputFiles(await asInput([notAnImage]));
  await expect(page.getByRole("alert").filter({ hasText: "image.png" })).toBeVisible();
  await hasNoAxeViolations(page);
});

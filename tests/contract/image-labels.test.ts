import { expect, test } from "vitest";
import { productImagesForm } from "#contract/products/forms.ts";
import { labelOfFile } from "#contract/products/image-limits.ts";

test.each([
  ["front.png", "front"],
  ["blue_vase-front.JPG", "blue vase front"],
  ["IMG 2041 (1).jpeg", "IMG 2041 (1)"],
  ["tray 1.5 l.webp", "tray 1.5 l"],
  ["v1.2", "v1"],
  ["Schüssel.png".normalize("NFD"), "Schüssel"],
  ["_-_.png", "Image"],
  ["\u0000\ud800front\u202e.png", "front"],
])("the label for the file %j is %j", (name, label) => {
  expect(labelOfFile(name)).toBe(label);
});

test("the label for any file can be saved, without cutting a character in two", () => {
  for (const name of ["🏺".repeat(80), `a${"🏺".repeat(80)}`, " ".repeat(300), "x".repeat(100_000), "\udc00.png", ""]) {
    const Label = labelOfFile(name);
    const ImageId = "6f0e4f3a-1f7c-4a53-9d4e-2d7f7b8f1c55";
    expect(productImagesForm.safeParse({ Images: [{ ImageId, Label }] }).success, name.slice(0, 20)).toBe(true);
  }
});

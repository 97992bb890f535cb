import type { productImages } from "#api/core/database/schema/index.ts";
import { dayMs } from "#contract/rules/dates.ts";
import type { Shape } from "./image-files.ts";
import type { DemoProduct } from "./product-rows.ts";
import type { Random } from "./random.ts";

const labels = ["Front", "Side", "In use", "As packed"] as const;

/** One to four images, of which the first is the product's hero image; a few become available later. */
export function imagesOfProduct(
  { row, kind, lacks }: DemoProduct,
  files: Record<Shape, string[]>,
  today: Date,
  random: Random,
) {
  const shown = lacks === "image" ? [] : random.some(files[kind.shape], random.between(1, labels.length));
  return shown.map((imageId, i): typeof productImages.$inferInsert => ({
    productId: row.id,
    imageId,
    label: labels[i] ?? "Detail",
    position: i + 1,
    availableFrom: i > 0 && random.chance(0.05) ? new Date(today.getTime() + random.between(5, 60) * dayMs) : null,
  }));
}

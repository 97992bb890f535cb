/** The mark that this system stores with a product in the shop, hidden from the shop's staff. */
import { z } from "zod";
import { metaOf } from "./schema.ts";

const metaKey = "_countinghouse";

const stamp = z.object({
  productId: z.number(),
  /** Start of the synchronisation that wrote it, in ISO 8601. */
  startedAt: z.string(),
  /** Addresses of the pictures, in their sequence. */
  pictures: z.array(z.string()).default([]),
  /** Empty for none. */
  gtin: z.string().default(""),
});
export type Stamp = z.output<typeof stamp>;

/** Beginning with an underscore, so that it is not shown. */
export const stampMeta = (value: Stamp) => ({ key: metaKey, value: JSON.stringify(value) });

/** Returns undefined if this system did not make the product, or somebody changed the note. */
export function stampOf(record: Parameters<typeof metaOf>[0]): Stamp | undefined {
  const value = metaOf(record, metaKey);
  try {
    return typeof value === "string" ? stamp.safeParse(JSON.parse(value)).data : undefined;
  } catch {
    return undefined;
  }
}

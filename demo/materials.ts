/** The slow part of the demo data, prepared before the database is ready: hashed passwords and drawn images. */

import { drawProductImages } from "./image-files.ts";
import { makePeople } from "./people.ts";
import { randomFrom } from "./random.ts";
import { makeSuppliers } from "./suppliers.ts";

export type Materials = Awaited<ReturnType<typeof makeMaterials>>;

export async function makeMaterials() {
  const today = new Date();
  today.setUTCHours(0, 0, 0, 0);
  const random = randomFrom(20_260_701);
  const [people, suppliers, images] = await Promise.all([makePeople(), makeSuppliers(random), drawProductImages()]);
  return { today, random, people, suppliers, images };
}

import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { sampleImage } from "#tests/support/images.ts";
import { imagesOf, pagesOf } from "#tests/support/pdf.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { marketplaces, settings, shipments } = operations;
const count = 200;

let reader: TestUser;
let ids: string;
beforeAll(async () => {
  reader = await api.aUser({ roles: ["Read Only"] });
  const marketplace = await api.aMarketplace("Harbour & Co");
  const supplier = await api.aSupplier({ address: {} });
  const order = await api.anOrder(supplier, {
    marketplaceId: marketplace,
    orderNotes: "Ring twice, and wait. ".repeat(80),
  });
  const item = await api.aLineItem(order, { quantity: count });
  const made: number[] = [];
  for (let i = 0; i < count; i++)
    made.push(await api.aShipment(order, [{ item, quantity: 1 }], { courierId: 1, trackingNumber: `33XYZ${i}` }));
  ids = made.join();
}, 120_000);

const ask = () => api.call(reader, shipments.packagingSlips, { ids });

/** The longest pause of the event loop during the work, and the total duration, in milliseconds. */
async function pausesDuring<T>(work: () => Promise<T>) {
  let longest = 0;
  let isDone = false;
  const begun = performance.now();
  const watching = (async () => {
    for (let last = performance.now(); !isDone; last = performance.now()) {
      await wait(5);
      longest = Math.max(longest, performance.now() - last);
    }
  })();
  const result = await work();
  isDone = true;
  await watching;
  return { result, longest, whole: performance.now() - begun };
}

test("200 packaging slips are created without blocking the API", async () => {
  const { result, longest, whole } = await pausesDuring(ask);
  expect([result.status, (await pagesOf(result.raw.rawPayload)).length > count]).toEqual([200, true]);
  // Rendered on the API's own thread, it would be one pause of nearly the whole duration.
  expect(longest).toBeLessThan(Math.max(1_000, whole / 3));
}, 120_000);

test("a user's documents are created one at a time and excess requests refused, without delaying others", async () => {
  const asked = Array.from({ length: 7 }, ask);
  const other = await api.aUser({ roles: ["Read Only"] });
  const [one = ""] = ids.split(",");
  expect((await api.call(other, shipments.packagingSlips, { ids: one })).status).toBe(200);
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.problem.message).toBe(
    "Other documents of yours are still being created. Please try again when they have finished.",
  );
  expect((await ask()).status).toBe(200);
}, 180_000);

test("the organisation has its name at the foot of a document, and its logo on the first page", async () => {
  const [ada, id] = [await api.aUser({ roles: ["Administrator"] }), await api.aMarketplace()];
  const preview = async () => {
    const { raw } = await api.call(ada, marketplaces.previewAgreement, { id });
    return { pages: await pagesOf(raw.rawPayload), images: await imagesOf(raw.rawPayload) };
  };
  expect((await preview()).images.some((count) => count > 0)).toBe(false);
  const content = await sampleImage().png().toBuffer();
  const LogoId = await api.aFile({ location: 6, createdBy: ada.id, content });
  await api.ok(ada, settings.updateOrganisation, { Name: "Quay Trading", LogoId });
  await api.refreshSettings();
  const { pages, images } = await preview();
  for (const page of pages) expect(page).toContain("· Quay Trading");
  expect(images).toEqual(images.map((_, i) => (i === 0 ? 1 : 0)));
});

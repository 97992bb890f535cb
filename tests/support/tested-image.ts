import type { Stage } from "#scripts/image.mjs";

/** The image that `npm test` has made for its suites. Throws when a runner was started without it. */
export function testedImage(): Stage {
  if (!process.env.TEST_IMAGE) throw new Error("Run this with `npm test -- --only image`, which makes the image.");
  return JSON.parse(process.env.TEST_IMAGE) as Stage;
}

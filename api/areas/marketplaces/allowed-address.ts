/** Checks an address of a shop or a webhook before it is stored. */
import type { Context } from "#api/operations/context.ts";
import { assertPublicAddress, ForbiddenAddress } from "#api/outbound/guarded-fetch.ts";
import { invalid } from "#api/refusals/refusal.ts";

/** @throws Refusal 422 */
export async function assertAllowed({ config }: Pick<Context, "config">, field: string, url: string): Promise<void> {
  await assertPublicAddress(url, config.allowPrivateWebhooks).catch((error: unknown) => {
    throw error instanceof ForbiddenAddress ? invalid({ [field]: [error.message] }) : error;
  });
}

/** Checks an address that somebody has entered before it is stored. */
import type { Context } from "#api/core/operations/context.ts";
import { assertPublicAddress, ForbiddenAddress } from "#api/core/outbound/guarded-fetch.ts";
import { invalid } from "#api/core/refusals/refusal.ts";

/** @param isFile it may also be read by SFTP @throws Refusal 422 */
export async function assertAllowed(
  { config }: Pick<Context, "config">,
  field: string,
  url: string,
  { isFile = false }: { isFile?: boolean } = {},
): Promise<void> {
  const allowed = { allowPrivate: config.allowPrivateWebhooks, isFile };
  await assertPublicAddress(url, allowed).catch((error: unknown) => {
    throw error instanceof ForbiddenAddress ? invalid({ [field]: [error.message] }) : error;
  });
}

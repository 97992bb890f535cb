import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import { configurationSchema } from "#contract/configuration/schema.ts";
import { features } from "#contract/features.ts";
import type { Operations } from "#contract/operations.ts";

export const configuration: AreaHandlers<Operations["configuration"]> = {
  get: async (_input, { config }) =>
    configurationSchema.parse({
      identity: {
        authority: config.oidc.authority,
        clientId: config.oidc.clientId,
        redirectUrl: `${config.publicUrl}/auth-callback`,
        scope: config.oidc.scope,
        postLogoutRedirectUrl: `${config.publicUrl}/logged-out`,
        resource: config.oidc.audience,
        profileUrl: config.oidc.external ? null : `${config.oidc.authority}/profile`,
      },
      cdnBaseUrl: config.cdnBaseUrl,
      defaultTimeZone: config.timeZone,
      organisation: config.organisation,
      gstRate: config.gstRate,
      // Keys need the built-in sign-in, which issues their tokens.
      features: features.filter((feature) => feature !== "keys" || !config.oidc.external),
    }),
};

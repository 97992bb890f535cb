import formbody from "@fastify/formbody";
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from "fastify";
import { refusalOf } from "#api/core/database/database-refusal.ts";
import { administratorRoutes, administratorUrl } from "#api/modules/identity/administrator/routes.ts";
import { identityPages } from "#api/modules/identity/pages/index.ts";
import { passkeyScript, passkeyScriptName } from "#api/modules/identity/pages/passkey-script.ts";
import { stylesheet, stylesheetName } from "#api/modules/identity/pages/style.ts";
import { passkeyRoutes } from "#api/modules/identity/second-factor/passkey-routes.ts";
import { secondFactorRoutes } from "#api/modules/identity/second-factor/profile-routes.ts";
import { setUpSteps } from "#api/modules/identity/second-factor/set-up-steps.ts";
import { secondFactorSteps } from "#api/modules/identity/second-factor/sign-in-steps.ts";
import { forgottenRoutes } from "./forgotten-routes.ts";
import { isFromOwnPage, securityHeaders, setPublicAddress } from "./guard.ts";
import { invitationRoutes, invitationUrl } from "./invitation-routes.ts";
import { type IdentityParts, prefix, rootCause, sendPage } from "./parts.ts";
import { passwordRoutes, passwordUrl } from "./password-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { withConsent } from "./provider.ts";
import { signInRoutes } from "./sign-in-routes.ts";

/** Requests from the back office's server, authenticated by its secret, and not from a page. */
const clientPosts: ReadonlySet<string> = new Set(["/token", "/token/revocation", "/token/introspection", "/me"]);

/** Addresses that contain a secret. */
const secretUrls: ReadonlySet<string> = new Set([administratorUrl, invitationUrl, passwordUrl]);

const ownFormBytes = 16 * 1024;

/** All routes under `/identity`. Encapsulated: its hooks and parsers do not affect the server it is registered in. */
export function identityPlugin(parts: IdentityParts): FastifyPluginAsync {
  const { config, pages } = parts;
  const headers = securityHeaders(config);

  return async (app) => {
    app.removeAllContentTypeParsers();

    app.addHook("onRequest", async (request, reply) => {
      reply.headers(headers);
      // Not even to a back office at the same origin. Our own form still sends its origin.
      if (secretUrls.has(request.routeOptions.url ?? "")) reply.header("Referrer-Policy", "strict-origin");
      const [path = "", query = ""] = (request.raw.url ?? "").slice(prefix.length).split("?", 2);
      // Parameters are stored in the database, whose texts cannot hold this character.
      if (/%00/.test(query)) return sendPage(reply, 400, pages.notFound());
      if (request.method === "POST" && !clientPosts.has(path) && !isFromOwnPage(request.raw, config)) {
        return sendPage(reply, 403, pages.refused());
      }
      setPublicAddress(request.raw, config.oidc.authority);
    });

    app.setErrorHandler((error: FastifyError, request, reply) => {
      const refusal = refusalOf(error);
      const status = refusal?.status ?? error.statusCode ?? 500;
      if (refusal?.retryAfter !== undefined) reply.header("Retry-After", refusal.retryAfter);
      if (status >= 500) request.log.error({ err: rootCause(error) }, "a sign-in page failed");
      return sendPage(reply, status, status === 404 ? pages.notFound() : pages.failure(error));
    });

    await app.register(async (own) => ownRoutes(own, parts));
    await app.register(async (open) => providerRoutes(open, parts));
  };
}

async function ownRoutes(app: FastifyInstance, parts: IdentityParts): Promise<void> {
  await app.register(formbody, { bodyLimit: ownFormBytes });
  signInRoutes(app, parts);
  secondFactorSteps(app, parts);
  setUpSteps(app, parts);
  profileRoutes(app, parts);
  secondFactorRoutes(app, parts);
  passkeyRoutes(app, parts);
  passwordRoutes(app, parts);
  administratorRoutes(app, parts);
  invitationRoutes(app, parts);
  forgottenRoutes(app, parts);
  assetRoutes(app);
}

function assetRoutes(app: FastifyInstance): void {
  const assets = [
    { name: stylesheetName, type: "text/css", content: stylesheet },
    { name: passkeyScriptName, type: "text/javascript", content: passkeyScript },
  ];
  for (const { name, type, content } of assets) {
    app.get(`${prefix}/assets/${name}`, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header("Cache-Control", "public, max-age=31536000, immutable").send(content),
    );
  }
}

/** With another OpenID provider: only invitations, which the API still handles. */
export function invitationPlugin(parts: Pick<IdentityParts, "config" | "database" | "log">): FastifyPluginAsync {
  const { config } = parts;
  const pages = identityPages(config);
  return async (app) => {
    app.removeAllContentTypeParsers();
    await app.register(formbody, { bodyLimit: ownFormBytes });
    app.addHook("onRequest", async (request, reply) => {
      reply.headers({ ...securityHeaders(config), "Referrer-Policy": "strict-origin" });
      if (request.method === "POST" && !isFromOwnPage(request.raw, config))
        return sendPage(reply, 403, pages.refused());
    });
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status >= 500) request.log.error({ err: rootCause(error) }, "an invitation failed");
      return sendPage(reply, status, pages.failure(error));
    });
    invitationRoutes(app, { ...parts, pages });
    assetRoutes(app);
  };
}

/** All other routes belong to the provider, which reads the request body itself. */
async function providerRoutes(app: FastifyInstance, { provider, path }: IdentityParts): Promise<void> {
  const answer = provider.callback();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  app.route({
    method: ["GET", "POST", "OPTIONS"],
    url: `${prefix}/*`,
    handler: async ({ raw }, reply) => {
      // The provider writes to the raw response, which lacks the headers set on the reply.
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      const rest = withConsent((raw.url ?? "").slice(prefix.length));
      // The provider finds its mount path by comparing these two.
      Object.assign(raw, { originalUrl: path + rest, url: rest });
      await answer(raw, reply.raw);
    },
  });
}

/** A stub OpenID authority with metadata, keys and tokens, which tests can make return wrong ones. */
import { randomUUID } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { type Answer, json, StubServer } from "./stub-server.ts";

export const clientId = "countinghouse";

interface Id {
  claims?: JWTPayload;
  issuer?: string;
  audience?: string;
  expiresIn?: string;
  key?: CryptoKey;
}

export class StubAuthority extends StubServer {
  readonly #keys = generateKeyPair("RS256");

  override async start(port?: number): Promise<this> {
    await super.start(port);
    const { publicKey } = await this.#keys;
    const jwk = { ...(await exportJWK(publicKey)), alg: "RS256", use: "sig", kid: "one" };
    this.usually("GET /.well-known/openid-configuration", json(this.document()));
    this.usually("GET /keys", json({ keys: [jwk] }));
    this.usually("POST /token", this.newTokens());
    this.usually("GET /userinfo", json({}, 401));
    this.usually("POST /revoke", json({}));
    return this;
  }

  document(): Record<string, string> {
    const { url } = this;
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/keys`,
      revocation_endpoint: `${url}/revoke`,
      end_session_endpoint: `${url}/end`,
    };
  }

  /** Returns new tokens, with further fields of the response. */
  newTokens(rest: Record<string, unknown> = {}): Answer {
    return (...exchange) =>
      json({
        token_type: "Bearer",
        access_token: `access-${randomUUID()}`,
        refresh_token: `refresh-${randomUUID()}`,
        expires_in: 600,
        ...rest,
      })(...exchange);
  }

  refusing(error: string): Answer {
    return json({ error, error_description: "The grant is not one of ours." }, 400);
  }

  async idToken({ claims = {}, issuer = this.url, audience = clientId, expiresIn = "5m", key }: Id): Promise<string> {
    return new SignJWT({ sub: "7", name: "Mia Kerr", email: "mia@countinghouse.example", ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expiresIn)
      .sign(key ?? (await this.#keys).privateKey);
  }

  get renewals(): number {
    return this.received("POST /token").filter(({ body }) => body.includes("grant_type=refresh_token")).length;
  }
}

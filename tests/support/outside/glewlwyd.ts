/** Glewlwyd (https://github.com/babelouest/glewlwyd), an OpenID provider of Debian, on a database and a port of its own. */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { freePort } from "#scripts/ports.mjs";
import { running } from "./running.ts";

export interface Client {
  id: string;
  secret: string;
  /** Address of the back office. */
  url: string;
  /** The audience of access tokens that the API requires. */
  audience: string;
}

interface Tokens {
  /** Of access tokens, in seconds. */
  lifetime: number;
  /** A refresh token works once, and a use of it returns another. */
  isRefreshOnce?: boolean;
  /** Access tokens have the claim email. */
  hasEmail?: boolean;
  /** For what tokens are issued; undefined ignores what was requested. */
  audience?: string | undefined;
}

const password = "a password at another house";
const administrator = { username: "admin", password: "password" };
const data = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3";

/** @param people their email addresses */
export async function startGlewlwyd(client: Client, people: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "glewlwyd-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const database = join(folder, "glewlwyd.db");
  // A client may have several addresses after signing out; as installed, it has one text.
  const several = '"multiple":true,"read":true,"write":true}';
  const tables = readFileSync(data, "utf8").replace(
    `"redirect_uri":{${several}`,
    `"post_logout_redirect_uris":{${several},"redirect_uri":{${several}`,
  );
  execFileSync("sqlite3", [database], { input: tables });
  const settings = readFileSync("/etc/glewlwyd/glewlwyd.conf", "utf8")
    .replace(/^port=.*/m, `port=${port}`)
    .replace(/^external_url=.*/m, `external_url="${url}"\nstatic_files_path="/usr/share/glewlwyd/webapp/"`)
    .replace(/^log_mode=.*/m, 'log_mode="console"')
    .replace(/^@include.*/m, `database = { type = "sqlite3" path = "${database}" };`);
  writeFileSync(join(folder, "glewlwyd.conf"), settings);
  const server = await running("glewlwyd", ["--config-file", join(folder, "glewlwyd.conf")], port);

  let cookie = "";
  async function ask(method: string, path: string, body: unknown): Promise<void> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
    cookie ||= response.headers.getSetCookie().join("; ").split(";")[0] ?? "";
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }

  await ask("POST", "/auth/", administrator);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const scopes = ["openid", "profile", "email", "offline_access"];
  for (const name of scopes.slice(1))
    await ask("POST", "/scope/", { name, display_name: name, password_required: true });
  await ask("PUT", "/scope/openid", { display_name: "openid", password_required: true });
  const plugin = ({ lifetime, isRefreshOnce = false, hasEmail = true, audience }: Tokens) => ({
    module: "oidc",
    name: "oidc",
    display_name: "OpenID Connect",
    enabled: true,
    parameters: {
      iss: `${url}/api/oidc`,
      "jwt-type": "rsa",
      "jwt-key-size": "256",
      key: privateKey,
      cert: publicKey,
      "code-duration": 600,
      "access-token-duration": lifetime,
      "refresh-token-duration": 86_400,
      "refresh-token-rolling": true,
      "refresh-token-one-use": isRefreshOnce ? "always" : "never",
      "allow-non-oidc": false,
      "auth-type-code-enabled": true,
      "auth-type-token-enabled": false,
      "auth-type-id-token-enabled": false,
      "auth-type-none-enabled": false,
      "auth-type-password-enabled": false,
      "auth-type-client-enabled": false,
      "auth-type-device-enabled": false,
      "auth-type-refresh-enabled": true,
      "pkce-allowed": true,
      "resource-allowed": audience !== undefined,
      ...(audience !== undefined && { "resource-scope": { openid: [audience] } }),
      "introspection-revocation-allowed": true,
      "introspection-revocation-allow-target-client": true,
      "session-management-allowed": true,
      "session-cookie-name": "GLEWLWYD_OIDC_SID",
      "session-cookie-expiration": 86_400,
      "name-claim": "mandatory",
      "email-claim": "mandatory",
      "additional-parameters": hasEmail ? [{ "user-parameter": "email", "token-parameter": "email" }] : [],
    },
  });
  await ask("POST", "/mod/plugin/", plugin({ lifetime: 300, audience: client.audience }));
  await ask("POST", "/client/", {
    client_id: client.id,
    name: "Countinghouse",
    enabled: true,
    confidential: true,
    client_secret: client.secret,
    redirect_uri: [`${client.url}/auth-callback`],
    post_logout_redirect_uris: [`${client.url}/logged-out`],
    authorization_type: ["code", "refresh_token"],
    token_endpoint_auth_method: ["client_secret_basic"],
  });
  for (const email of people)
    await ask("POST", "/user/", { username: email, name: email, email, password, scope: scopes, enabled: true });

  return {
    authority: `${url}/api/oidc`,
    /** Changes the tokens that are issued from now on. */
    async setTokens(tokens: Tokens): Promise<void> {
      await ask("PUT", "/mod/plugin/oidc", plugin({ audience: client.audience, ...tokens }));
      for (const action of ["disable", "enable"]) await ask("PUT", `/mod/plugin/oidc/${action}`, {});
    },
    /** How many access tokens it has issued. */
    get issued() {
      return server.output.split("Access token generated for client 'countinghouse'").length - 1;
    },
    /** How many access and refresh tokens were withdrawn. */
    get revoked() {
      return server.output.split(/token .*(?:revoked|disabled)/i).length - 1;
    },
    /** The steps of a user on the provider's pages, which are a program of its own: log in, allow the client, go on. */
    async signIn(person: APIRequestContext, page: string, email: string) {
      const goOn = new URL(page).searchParams.get("callback_url") ?? "";
      await person.post(`${url}/api/auth/`, { data: { username: email, password } });
      await person.put(`${url}/api/auth/grant/${client.id}`, { data: { scope: scopes.join(" ") } });
      return person.get(`${goOn}&g_continue`);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

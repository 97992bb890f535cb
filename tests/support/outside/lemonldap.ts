/** LemonLDAP::NG (https://lemonldap-ng.org), an OpenID provider of Debian, with files and a port of its own. */
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import { freePort } from "#scripts/ports.mjs";
import type { Client } from "./glewlwyd.ts";
import { packages } from "./partners.ts";
import { running } from "./running.ts";

/** Its portal, and what that needs besides the packages that Debian installs with it. */
export const parts = ["liblemonldap-ng-portal-perl", "libio-string-perl", "libstring-random-perl"].map(
  (name) => packages[name] as string,
);
const [portal = ""] = parts;

interface Tokens {
  /** Of access tokens, in seconds. */
  lifetime: number;
  /** Access tokens are signed JWTs; as installed, they are opaque. */
  isJwt?: boolean;
}

/** Its demonstration has accounts of its own: dwho, rtyler and msmith, whose password is their name. */
export async function startLemonldap(client: Client) {
  const folder = mkdtempSync(join(tmpdir(), "lemonldap-"));
  for (const name of ["conf", "sessions", "locks"]) mkdirSync(join(folder, name));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const storage = { Directory: join(folder, "sessions"), LockDirectory: join(folder, "locks") };
  const configuration = ({ lifetime, isJwt = false }: Tokens) => ({
    cfgNum: 1,
    cfgDate: 1,
    cfgVersion: "2.16.1",
    portal: url,
    domain: "localhost",
    authentication: "Demo",
    userDB: "Same",
    passwordDB: "Null",
    registerDB: "Null",
    demoExportedVars: { mail: "mail", uid: "uid" },
    whatToTrace: "uid",
    // No page asks for it, but it is loaded; the usual one needs a library for pictures.
    captcha: "::Lib::OneTimeToken",
    locationRules: { localhost: { default: "accept" } },
    globalStorage: "Apache::Session::File",
    globalStorageOptions: storage,
    persistentStorage: "Apache::Session::File",
    persistentStorageOptions: storage,
    localSessionStorage: "",
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceKeyIdSig: "one",
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcRPMetaDataExportedVars: { countinghouse: { email: "mail" } },
    oidcRPMetaDataOptions: {
      countinghouse: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsDisplayName: "Countinghouse",
        oidcRPMetaDataOptionsRedirectUris: `${client.url}/auth-callback`,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: `${client.url}/logged-out`,
        oidcRPMetaDataOptionsIDTokenSignAlg: "RS256",
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsAdditionalAudiences: client.audience,
        oidcRPMetaDataOptionsAccessTokenExpiration: lifetime,
        oidcRPMetaDataOptionsAccessTokenJWT: Number(isJwt),
        oidcRPMetaDataOptionsRefreshToken: 1,
      },
    },
  });
  const settings = join(folder, "lemonldap-ng.ini");
  const log = join(folder, "access.log");
  writeFileSync(
    settings,
    `[all]
logLevel = error
[configuration]
type = File
dirName = ${join(folder, "conf")}
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`,
  );
  const write = (tokens: Tokens) =>
    writeFileSync(join(folder, "conf/lmConf-1.json"), JSON.stringify(configuration(tokens)));
  const start = () =>
    running(
      "plackup",
      ["-E", "deployment", "--access-log", log, "--host", "127.0.0.1", "-p", String(port), portal],
      port,
      { ...process.env, LLNG_DEFAULTCONFFILE: settings },
    );
  write({ lifetime: 300 });
  let server = await start();

  /** Submits the form of a page, as the button does that means yes. */
  async function submit(person: APIRequestContext, page: APIResponse, typed: Record<string, string>) {
    const text = await page.text();
    const action = /<form [^>]*action="([^"#]*)/.exec(text)?.[1];
    const hidden = [...text.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) =>
      ["name", "value"].map((attribute) => new RegExp(`${attribute}="([^"]*)"`).exec(input)?.[1] ?? ""),
    );
    return person.post(new URL(action || page.url(), url).href, { form: { ...Object.fromEntries(hidden), ...typed } });
  }

  const provider = {
    authority: url,
    async setTokens(tokens: Tokens): Promise<void> {
      await server.stop();
      write(tokens);
      server = await start();
    },
    /** How many access tokens it has issued. */
    get issued() {
      return readFileSync(log, "utf8").split(/POST \/oauth2\/token \S+ 200/).length - 1;
    },
    /** Answers what the provider asks, until it leads elsewhere. */
    async answer(person: APIRequestContext, first: APIResponse, email = "") {
      const [user = ""] = email.split("@");
      let page = first;
      for (let i = 0; i < 5 && page.url().startsWith(url); i++) {
        page = await submit(person, page, { user, password: user });
      }
      return page;
    },
    async signIn(person: APIRequestContext, page: string, email: string) {
      return provider.answer(person, await person.get(page), email);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return provider;
}

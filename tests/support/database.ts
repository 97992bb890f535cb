import { randomUUID } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { connect, type Database } from "#api/database/connection.ts";
import { databaseUrl, onServer } from "./postgres.ts";
import type { Template } from "./template.ts";

/** How to connect to a new, migrated, empty database, and how to delete it. */
export interface FreshDatabase {
  options: Parameters<typeof connect>[0];
  remove(): Promise<void>;
}

export async function freshDatabase(): Promise<FreshDatabase> {
  const template: Template = inject("template");
  if ("folder" in template) {
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

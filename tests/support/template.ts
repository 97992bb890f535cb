/** Makes one migrated, empty database before the first test; every test file works on a copy of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connect } from "#api/core/database/connection.ts";
import { migrate } from "#api/core/upgrade/migrate.ts";
import { databaseUrl, onServer } from "./postgres.ts";

/** The source of the copies: a folder for PGlite, or a database on the PostgreSQL of TEST_POSTGRES_URL. */
export type Template = { folder: string } | { server: string; database: string };

declare module "vitest" {
  interface ProvidedContext {
    template: Template;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_POSTGRES_URL;
  const { template, remove } = server ? await onPostgres(server) : await embedded();
  project.provide("template", template);
  return remove;
}

async function embedded() {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-tests-"));
  const database = await connect({ folder: join(folder, "template") });
  await migrate(database, undefined);
  await database.close();
  return { template: { folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function onPostgres(server: string) {
  const name = `countinghouse_tests_${process.pid}`;
  await onServer(server, `create database ${name}`);
  const url = databaseUrl(server, name);
  const database = await connect({ url });
  await migrate(database, url);
  await database.close();
  return { template: { server, database: name }, remove: () => onServer(server, `drop database ${name} with (force)`) };
}

// Runs the API in the measuring process, on PostgreSQL: requests pass through everything but the network.

import pg from "pg";
import { register } from "tsx/esm/api";
import { startPostgres } from "#scripts/postgres.mjs";

register();

/** Imports a module of the product; all of them share their own imports, as in the API's process. */
export const load = (path) => import(path);

/**
 * Prepares a migrated database, and fills it once.
 * @param isMade a query that returns a row if the data exists already
 */
async function prepare(url, { isMade, make, say }) {
  const { connect } = await load("#api/core/database/connection.ts");
  const { migrate } = await load("#api/core/upgrade/migrate.ts");
  const database = await connect({ url });
  await migrate(database, url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const isThere = (await client.query(isMade)).rows.length > 0;
    const began = performance.now();
    if (!isThere) await make(client);
    const { rows } = await client.query("select pg_size_pretty(pg_database_size(current_database())) as size");
    say(`${rows[0].size}${isThere ? "" : `, made in ${Math.round((performance.now() - began) / 1000)} s`}`);
  } finally {
    await client.end();
  }
  return database;
}

/** A token is the id of its user. */
async function startApi(database, env) {
  const { build } = await load("#api/server/build.ts");
  const config = await testConfig(env);
  const app = await build({
    config,
    database,
    verifyToken: async (userId) => ({ userId: Number(userId) }),
    jobs: { enqueue: async () => {} },
  });
  await app.ready();
  return app;
}

/** @param env further variables of the environment */
export async function testConfig(env = {}) {
  const { readConfig } = await load("#api/core/config.ts");
  return readConfig({ OIDC_CLIENT_SECRET: "a secret for this alone", DEMO: "off", RATE_LIMIT: "off", ...env });
}

/**
 * Runs measurements of the API on a prepared database: the one at `url`, which keeps its data for the next run, or a
 * PostgreSQL of their own.
 * @param rows what `prepare` needs
 * @param measure receives the API and the database
 * @param env further variables of the API's environment
 */
export async function onPostgres(url, rows, measure, env = {}) {
  const own = url ? undefined : await startPostgres();
  if (!url && !own) throw new Error("There is no PostgreSQL, and none can be installed.");
  try {
    const database = await prepare(url ?? own.url, rows);
    const app = await startApi(database, env);
    await measure(app, database);
    await app.close();
    await database.close();
  } finally {
    await own?.stop();
  }
}

/**
 * Sends a file to an operation. @param path below /api/v1/
 * @param user the id of the user who sends it
 * @returns the answer
 */
export async function sendFile(app, path, file, user = 1) {
  const form = new FormData();
  form.append("file", file);
  const request = new Request("http://localhost", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: `/api/v1/${path}`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { authorization: `Bearer ${user}`, "content-type": request.headers.get("content-type") },
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

/**
 * Makes a workbook of products with columns of numbers.
 * @param titles of the columns, which are also the fields of the rows
 * @param rows batches of rows
 */
export async function productWorkbook(titles, rows) {
  const { workbookOf } = await load("#api/core/excel/workbook.ts");
  const columns = titles.map((title) => ({ title, width: 12, kind: "number", value: (row) => row[title] }));
  const parts = [];
  for await (const part of workbookOf({ name: "Products", columns, rows }, "UTC", new AbortController().signal))
    parts.push(part);
  return new File(parts, "Products.xlsx");
}

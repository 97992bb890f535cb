// `node bench/imports-at-once.mjs`: twenty suppliers import 5,000 rows each at the same time, on PostgreSQL with two API
// processes; a supplier with ten rows comes five seconds later. Before, one of the twenty imports alone.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import pino from "pino";
import { build } from "#scripts/prepare.mjs";
import { load, onPostgres, productWorkbook, sendFile } from "./api.mjs";
import { loadText } from "./report.mjs";
import { startApi } from "./servers.mjs";

const { values } = parseArgs({
  options: {
    suppliers: { type: "string", default: "20" },
    rows: { type: "string", default: "5000" },
    processes: { type: "string", default: "2" },
  },
});
const [suppliers, rows, processes] = [values.suppliers, values.rows, values.processes].map(Number);
const fewRows = 10;
const say = (line) => process.stderr.write(`${line}\n`);
const seconds = (ms) => (ms / 1000).toFixed(1);

/** Two suppliers more than import at once: one imports alone, one has few rows. The user of each has its number. */
const made = `
  insert into suppliers (name) select 'Supplier ' || i from generate_series(1, ${suppliers + 2}) i;
  insert into users (email, given_name, surname, roles) select 'staff' || i || '@example.com', 'Kim', 'Doe', '{Supplier}' from generate_series(1, ${suppliers + 2}) i;
  insert into supplier_users (supplier_id, user_id, permissions) select i, i, 63 from generate_series(1, ${suppliers + 2}) i;
  insert into product_types (name, path) values ('Type', 'Type');
  insert into products (supplier_id, product_type_id, name, external_sku, description, manage_stock, stock_quantity, recommended_retail_price, sale_price)
    select s, 1, 'Product ' || i, 'SKU-' || i, '<p>A product of ours.</p>', true, 1, 20 + i % 80, 18 + i % 80
    from generate_series(1, ${suppliers + 2}) s, generate_series(1, ${rows}) i order by s, i;
  analyze;
`;

await build();
await onPostgres(
  undefined,
  { isMade: "select 1 from products limit 1", make: (client) => client.query(made), say },
  async (app, database) => {
    const { createJobs } = await load("#api/core/jobs/jobs.ts");
    const jobs = createJobs(database, pino({ level: "silent" }));
    const folder = mkdtempSync(join(tmpdir(), "countinghouse-bench-"));
    const servers = [];
    try {
      for (let i = 0; i < processes; i++) servers.push(await startApi(database, folder));
      const alone = await timesOf(database, [await begun(app, database, jobs, 1, rows)]);
      say(`alone: ${seconds(alone[0])} s`);
      const ids = [];
      // Sent first and begun together.
      for (let user = 2; user <= suppliers + 1; user++) ids.push(await sent(app, user, rows));
      const together = Promise.all(ids.map((id) => enqueue(database, jobs, id))).then(() => timesOf(database, ids));
      await wait(5_000);
      const short = await timesOf(database, [await begun(app, database, jobs, suppliers + 2, fewRows)]);
      say(`${fewRows} rows meanwhile: ${seconds(short[0])} s`);
      const all = (await together).sort((a, b) => a - b);
      const share = (alone[0] * suppliers) / processes;
      console.log("| | seconds |\n|---|---:|");
      console.log(`| ${rows} rows, alone | ${seconds(alone[0])} |`);
      console.log(
        `| each of ${suppliers} at once, first and last to end | ${seconds(all[0])} and ${seconds(all.at(-1))} |`,
      );
      console.log(`| what ${processes} processes need for ${suppliers} one after another | ${seconds(share)} |`);
      console.log(`| ${fewRows} rows, sent five seconds later | ${seconds(short[0])} |`);
      const isWithin = (most) =>
        `${seconds(all.at(-1))} of ${seconds(most)}, ${all.at(-1) <= most ? "holds" : "MISSED"}`;
      console.log(`| none longer than twice its own time alone | ${isWithin(2 * alone[0])} |`);
      console.log(`| none longer than twice its own time at a fair share | ${isWithin(2 * share)} |`);
      console.log(`\n${loadText()}`);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Stores an import of new stock, which no process begins yet. @returns its id */
async function sent(app, user, count) {
  const first = (user - 1) * rows;
  const lines = Array.from({ length: count }, (_, i) => ({ ProductId: first + i + 1, StockQuantity: 10 + (i % 90) }));
  const file = await productWorkbook(["ProductId", "VariantId", "StockQuantity"], [lines]);
  return sendFile(app, "products/ExcelImport", file, user);
}

function enqueue(database, jobs, id) {
  return database.transaction((db) => jobs.enqueue(db, "process", { id }));
}

async function begun(app, database, jobs, user, count) {
  const id = await sent(app, user, count);
  await enqueue(database, jobs, id);
  return id;
}

/** Waits until all have ended. @returns for each, in milliseconds, how long that took from now on */
async function timesOf(database, ids) {
  const began = performance.now();
  const ended = new Map();
  while (ended.size < ids.length) {
    await wait(100);
    const { rows: found } = await database.db.$client.query(
      "select id from processes where id = any($1) and finished_at is not null",
      [ids],
    );
    for (const { id } of found) if (!ended.has(id)) ended.set(id, performance.now() - began);
  }
  return ids.map((id) => ended.get(id));
}

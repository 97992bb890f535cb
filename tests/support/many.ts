/** Runs changes of many records in tests, which the API otherwise does in the background. */
import { randomUUID } from "node:crypto";
import pino from "pino";
import { readConfig } from "#api/core/config.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { runProcess } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import { operations } from "#contract/operations.ts";
import type { startApi } from "./api.ts";
import type { TestUser } from "./world.ts";

const { processing, history } = operations;

/** Runs the processes of this API; each answer has the status and the sentences of the result. */
export function runnerOf(api: Awaited<ReturnType<typeof startApi>>) {
  const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
  const jobs = createJobs(api.database, pino({ level: "silent" }));
  const parts = { database: api.database, config, files: databaseFiles, jobs, kinds: processKinds };
  const run = async (id: string, as: TestUser) => {
    await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });
    const { status, processingMessages } = await api.ok(as, processing.get, { id });
    return { id, status, said: processingMessages.map(({ friendlyMessage }) => friendlyMessage) };
  };
  const undo = async (id: string, as: TestUser) => {
    const { processId } = await api.ok(as, history.undo, { UndoneId: id });
    return run(processId ?? "", as);
  };
  return { run, undo };
}

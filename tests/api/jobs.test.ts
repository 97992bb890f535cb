import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createJobs, type JobData, type Jobs } from "#api/core/jobs/jobs.ts";
import { newPasswordEmail } from "#api/core/mail/emails.ts";
import { outboxMailer } from "#api/core/mail/mailer.ts";
import { connectFresh } from "#tests/support/database.ts";

const database = await connectFresh();
const logged: { level: number; msg: string; job?: string }[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => logged.push(JSON.parse(line)) });
const running: Jobs[] = [];
afterAll(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  await database.close();
});

const patience = { timeout: 15_000, interval: 50 };
const letter = (to: string): JobData["mail"] => ({ to, subject: "Hello", text: "Hello", html: "<p>Hello</p>" });

/** A process that runs jobs, and the jobs it received. */
async function worker(mail: (data: JobData["mail"]) => Promise<void> = async () => {}) {
  const done: string[] = [];
  const jobs = createJobs(database, log, { retryLimit: 1, retryDelay: 1, retryBackoff: false });
  running.push(jobs);
  await jobs.start({
    async mail(data) {
      await mail(data);
      done.push(data.to);
    },
    async sync() {},
    async process() {},
    async invoice() {},
    async offers() {},
    async orderEmail() {},
  });
  return { jobs, done };
}

describe("a job", () => {
  test("runs once after its command is committed, in one of the processes, and never if it failed", async () => {
    const first = await worker();
    const second = await worker();
    await database.transaction((db) => first.jobs.enqueue(db, "mail", letter("kept@example.com")));
    await database
      .transaction(async (db) => {
        await first.jobs.enqueue(db, "mail", letter("undone@example.com"));
        throw new Error("on purpose");
      })
      .catch(() => {});
    await database.transaction((db) => first.jobs.enqueue(db, "mail", letter("last@example.com")));
    const done = () => [...first.done, ...second.done].sort();
    await vi.waitFor(() => expect(done()).toEqual(["kept@example.com", "last@example.com"]), patience);
    await Promise.all([first.jobs.stop(), second.jobs.stop()]);
  });

  test("is retried on failure, and its final failure is logged", async () => {
    let attempts = 0;
    const { jobs, done } = await worker(async ({ to }) => {
      attempts++;
      if (to.startsWith("never") || attempts === 1) throw new Error("the mail server is away");
    });
    await database.transaction((db) => jobs.enqueue(db, "mail", letter("later@example.com")));
    await vi.waitFor(() => expect(done).toEqual(["later@example.com"]), patience);
    await database.transaction((db) => jobs.enqueue(db, "mail", letter("never@example.com")));
    await vi.waitFor(
      () => expect(logged.at(-1)).toMatchObject({ level: 50, msg: "a job failed permanently", job: "mail" }),
      patience,
    );
    expect(logged.map(({ msg }) => msg)).toContain("a job failed and will be tried again");
    await jobs.stop();
  });
});

test("without a mail server an email becomes a file with plain text, escaped HTML and a safe subject", async () => {
  const folder = await mkdtemp(join(tmpdir(), "outbox-"));
  const send = outboxMailer(folder, "Countinghouse <no-reply@example.com>");
  const written = newPasswordEmail({ link: "https://example.com/?a=1&b=<2>", validMinutes: 60 });
  await send({ id: "the-letter", to: "kim@example.com", ...written });
  await send({ id: "the-letter", to: "kim@example.com", ...written });
  expect(await readdir(folder)).toEqual(["the-letter.eml"]);
  const eml = (await readFile(join(folder, "the-letter.eml"), "utf8")).replaceAll("=\r\n", "");
  expect(eml).toMatch(/^To: kim@example\.com\r$/m);
  expect(eml).toMatch(/^Message-ID: <the-letter@example\.com>\r$/m);
  expect(eml).toMatch(/^Subject: A new password for Countinghouse\r$/m);
  expect(eml).toContain("https://example.com/?a=3D1&amp;b=3D&lt;2&gt;");
  await rm(folder, { recursive: true });
});

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import multipart from "@fastify/multipart";
import Fastify from "fastify";
import { afterAll, afterEach, expect, test } from "vitest";
import { anonymousUploads } from "#api/core/http/anonymous-upload.ts";
import { answerProblems } from "#api/core/http/problems.ts";

const operation = { maxFileBytes: 1_000, maxFiles: 2, fileField: "files" };
const app = Fastify();
answerProblems(app);
await app.register(multipart);

// Folders for temporary files of other tests must not be counted.
const folder = await mkdtemp(join(tmpdir(), "tests-"));
const before = process.env.TMPDIR;
process.env.TMPDIR = folder;

/** The promise that each request awaits while its files are processed, by its own number. */
const gates = new Map<string, () => Promise<void>>();
const begun: string[] = [];
const withFiles = anonymousUploads(1_500);
app.post("/", (request) =>
  withFiles(request, operation, async ({ number = "" }, files) => {
    begun.push(number);
    await gates.get(number)?.();
    return files.map(({ name, content }) => `${name} ${content.length}`);
  }),
);
await app.listen({ port: 0, host: "127.0.0.1" });
const url = app.listeningOrigin;

afterAll(async () => {
  await app.close();
  // Files of other tests may run in the same process.
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  await rm(folder, { recursive: true });
});
afterEach(() => {
  begun.length = 0;
  gates.clear();
});

async function send(number: string, ...sizes: number[]) {
  const form = new FormData();
  form.set("number", number);
  for (const [i, size] of sizes.entries()) form.append("files", new File(["x".repeat(size)], `${i}.pdf`));
  const response = await fetch(url, { method: "POST", body: form });
  return { status: response.status, body: (await response.json()) as unknown };
}

const folders = () => readdir(folder);

/** Holds the work on a request's files. @returns what lets it go on */
function hold(number: string): () => void {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gates.set(number, () => opened);
  return open;
}

test("files of anonymous requests are worked on one request after the other, and deleted afterwards", async () => {
  const open = hold("1");
  const first = send("1", 300, 400);
  await expect.poll(() => begun).toEqual(["1"]);
  const second = send("2", 500);
  // It has arrived, as far as its folder shows, and waits.
  await expect.poll(async () => (await folders()).length).toBe(2);
  expect(begun).toEqual(["1"]);
  open();
  expect(await first).toEqual({ status: 200, body: ["0.pdf 300", "1.pdf 400"] });
  expect(await second).toEqual({ status: 200, body: ["0.pdf 500"] });
  expect(begun).toEqual(["1", "2"]);
  await expect.poll(folders).toEqual([]);
});

test("a request is refused while the files of others fill the room for all of them", async () => {
  const open = hold("1");
  const first = send("1", 900);
  await expect.poll(() => begun).toEqual(["1"]);
  expect(await send("2", 700)).toMatchObject({
    status: 429,
    body: { message: "Many files are being received at the moment. Please try again in a few minutes." },
  });
  open();
  expect((await first).status).toBe(200);
  expect((await send("3", 700)).status).toBe(200);
});

test("files that are too large together are refused, and none are a message at the field", async () => {
  expect(await send("1", 600, 600)).toMatchObject({ status: 413 });
  expect(await send("1")).toMatchObject({ status: 422, body: { errors: { files: ["Please choose a file."] } } });
});

test("a failure while files are worked on does not keep others waiting", async () => {
  gates.set("1", () => Promise.reject(new Error("out of order")));
  expect((await send("1", 10)).status).toBe(500);
  expect((await send("2", 10)).status).toBe(200);
});

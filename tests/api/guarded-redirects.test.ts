import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { syncBuiltinESMExports } from "node:module";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ForbiddenAddress, guardedDownload } from "#api/core/outbound/guarded-fetch.ts";

interface Sent {
  url: string;
  headers: IncomingHttpHeaders;
}
/** Answers of public servers, and the requests to them. Any other request is a real one. */
const answers = new Map<string, { status: number; headers: IncomingHttpHeaders; body: string }>();
const sent: Sent[] = [];

// Not by a mock of the module, which other test files of the same worker may have loaded already.
const real = https.request;
beforeAll(() => {
  https.request = ((url: URL, options: RequestOptions, onResponse: (response: IncomingMessage) => void) => {
    const answer = answers.get(url.href);
    if (!answer) return real(url, options, onResponse);
    const request = new EventEmitter();
    return Object.assign(request, {
      end() {
        sent.push({ url: url.href, headers: options.headers as IncomingHttpHeaders });
        const response = Object.assign(new PassThrough(), { statusCode: answer.status, headers: answer.headers });
        onResponse(response as unknown as IncomingMessage);
        response.end(answer.body);
      },
    });
  }) as typeof https.request;
  syncBuiltinESMExports();
});
afterAll(() => {
  https.request = real;
  syncBuiltinESMExports();
});

beforeEach(() => {
  answers.clear();
  sent.length = 0;
});

const start = "https://shop.example/1.jpg";
const redirecting = (location: string) => answers.set(start, { status: 302, headers: { location }, body: "" });
const download = (headers = {}) =>
  guardedDownload(start, { headers, timeoutMs: 5_000, maxBytes: 1_000, allowPrivate: false });

test.each([
  ["this machine", "https://127.0.0.1/secret", "private network"],
  ["a private network", "https://192.168.1.1/secret", "private network"],
  ["the metadata of a cloud", "https://169.254.169.254/latest/meta-data", "private network"],
  ["this machine by IPv6", "https://[::1]/secret", "private network"],
  ["a name that resolves to this machine", "https://localhost/secret", "private network"],
  ["an address without encryption", "http://cdn.example/1.jpg", "begins with https://"],
  ["a file", "file:///etc/passwd", "begins with https://"],
])("a redirect of a public server to %s is refused", async (_, location, words) => {
  redirecting(location);
  const failure = await download().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ForbiddenAddress);
  expect((failure as Error).message).toContain(words);
  expect(sent.map(({ url }) => url)).toEqual([start]);
});

test("a private address is refused after several redirects as well", async () => {
  redirecting("https://cdn.example/1.jpg");
  answers.set("https://cdn.example/1.jpg", { status: 301, headers: { location: "https://10.0.0.1/" }, body: "" });
  await expect(download()).rejects.toThrow(ForbiddenAddress);
  expect(sent).toHaveLength(2);
});

test("a redirect to another public server is followed, without what was meant for the first one", async () => {
  redirecting("https://cdn.example/1.jpg");
  answers.set("https://cdn.example/1.jpg", { status: 200, headers: {}, body: "picture" });
  const { status, bytes } = await download({ authorization: "Basic secret", accept: "image/*" });
  expect([status, bytes?.toString()]).toEqual([200, "picture"]);
  expect(sent.map(({ headers }) => headers)).toEqual([
    { authorization: "Basic secret", accept: "image/*" },
    { accept: "image/*" },
  ]);
});

/** The server of the built back office: responses that it sends without a page. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BackOffice, startBackOffice } from "#tests/support/services/back-office.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { api } from "#tests/support/services/world.ts";

let office: BackOffice;
beforeAll(async () => {
  office = await startBackOffice();
});
afterAll(() => office.stop());

/** Sends these bytes unchanged. @returns the whole response */
async function sendRaw(bytes: string, url = office.url): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  socket.write(bytes);
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head: head.toLowerCase(), body };
}

const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
  "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
};

describe("a malformed or cross-origin request gets a page with all security headers", () => {
  const request = (line: string, ...headers: string[]) => [line, ...headers, "Connection: close", "", ""].join("\r\n");
  const cases: [name: string, bytes: string, status: number, words: string][] = [
    ["no host", request("GET / HTTP/1.1"), 400, "This request could not be read"],
    ["a malformed host", request("GET / HTTP/1.1", "Host: a b<script>"), 400, "This request could not be read"],
    ["a host with a path", request("GET / HTTP/1.1", "Host: localhost/evil"), 400, "This request could not be read"],
    [
      "an absolute request line",
      request("GET http://evil.example/ HTTP/1.1", "Host: localhost"),
      400,
      "This request could not be read",
    ],
    ["bytes that are not HTTP", "NONSENSE\r\n\r\n", 400, "This request could not be read"],
    [
      "headers of 70 KB",
      request("GET / HTTP/1.1", "Host: localhost", `X-Long: ${"x".repeat(70_000)}`),
      431,
      "too many headers",
    ],
    [
      "a method that no page supports",
      request("TRACE / HTTP/1.1", "Host: localhost"),
      405,
      "does not take requests of this kind",
    ],
    [
      "a foreign origin",
      request("POST /suppliers/new HTTP/1.1", "Host: localhost", "Origin: http://evil.example", "Content-Length: 0"),
      403,
      "Nothing was done",
    ],
    [
      "a foreign origin with a matching forged host",
      request(
        "POST /suppliers/new HTTP/1.1",
        "Host: evil.example",
        "X-Forwarded-Host: evil.example",
        "Origin: http://evil.example",
        "Content-Length: 0",
      ),
      403,
      "Nothing was done",
    ],
  ];

  it.each(cases)("%s", async (_, bytes, status, words) => {
    const answer = await sendRaw(bytes);
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(words);
    expect(answer.body).not.toContain("<script>");
    for (const name of Object.keys(securityHeaders)) expect(answer.head).toContain(`\r\n${name}:`);
    expect(answer.head).toContain("text/html");
  });
});

describe("the files that browsers and crawlers request automatically", () => {
  it.each([
    ["/favicon.ico", "image/"],
    ["/apple-touch-icon.png", "image/png"],
    ["/icon-512.png", "image/png"],
    ["/manifest.webmanifest", "application/manifest+json"],
  ])("%s is available without signing in", async (path, type) => {
    const answer = await office.ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain(type);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
  });

  it("the icons that the manifest names exist", async () => {
    const { icons } = (await (await office.ask("/manifest.webmanifest")).json()) as { icons: { src: string }[] };
    expect(icons.length).toBeGreaterThan(0);
    for (const { src } of icons) expect((await office.ask(src)).status, src).toBe(200);
  });

  it("/robots.txt disallows crawlers", async () => {
    expect(await (await office.ask("/robots.txt")).text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
  });

  it("/.well-known/security.txt names a contact, and does not expire for months", async () => {
    const text = await (await office.ask("/.well-known/security.txt")).text();
    expect(text).toContain("Contact: mailto:security@countinghouse.example\n");
    const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
    expect(expires.getTime() - Date.now()).toBeGreaterThan(90 * 24 * 60 * 60 * 1000);
  });

  it("a file that does not exist is not found, without a redirect to sign-in", async () => {
    expect((await office.ask("/assets/none.js")).status).toBe(404);
  });
});

it("a page has every character of its texts, however many bytes each character takes", async () => {
  // Long enough that the pieces in which React writes a page end within some of them, and within a character.
  const texts = Array.from({ length: 25 }, (_, i) => `${"x".repeat(i)}${"€".repeat(200)}`);
  const items = texts.map((name, i) => ({ id: i + 1, name, city: "", state: "WA" }));
  api.on("GET /api/v1/suppliers", json({ items, totalCount: items.length }));
  const page = await (await office.ask("/suppliers", {}, await signedInWith())).text();
  expect(texts.filter((text) => !page.includes(`>${text}<`))).toEqual([]);
});

describe("every response carries the security headers", () => {
  it.each([
    "/robots.txt",
    "/__manifest?p=%2Fsuppliers&version=none",
    "/assets/none.js",
    "/readyz",
    "/healthz",
    "/nowhere",
    "/%E0%A4%A",
  ])("%s", async (path) => {
    expect(Object.fromEntries((await office.ask(path)).headers)).toMatchObject(securityHeaders);
  });

  it("and files with a hash in their name are immutable", async () => {
    const html = await (await office.ask("/suppliers", {}, await signedInWith())).text();
    const [, script = ""] = /(?:href|src)="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    const { headers } = await office.ask(script);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...securityHeaders,
      "cache-control": "public, max-age=31536000, immutable",
    });
  });
});

it("a form is accepted behind a proxy with another Host, because the public URL is configured", async () => {
  const body = "intent=add&SupplierName=Acacia&PrimaryContactEmail=a%40b.example";
  const { header } = await signedInWith();
  const headers = [
    `Host: internal:8080`,
    `Origin: ${office.url}`,
    `Cookie: ${header}`,
    "Content-Type: application/x-www-form-urlencoded",
  ];
  const answer = await sendRaw(
    ["POST /suppliers/new HTTP/1.1", ...headers, `Content-Length: ${body.length}`, "Connection: close", "", body].join(
      "\r\n",
    ),
  );
  expect(answer.head).toContain("location: /suppliers/61");
});

it("an anonymous form with a field name of 20,000 parts is refused, and the server keeps running", async () => {
  const body = `${"a.".repeat(20_000)}a=1`;
  const began = performance.now();
  const response = await office.ask("/low-data", {
    method: "POST",
    body,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect([400, 413]).toContain(response.status);
  expect(performance.now() - began).toBeLessThan(8_000);
  expect((await office.ask("/healthz")).status).toBe(200);
});

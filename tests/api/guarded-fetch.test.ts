import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { assertPublicAddress, guardedFetch, isPublicAddress } from "#api/core/outbound/guarded-fetch.ts";

const requested: string[] = [];
const server = createServer((request, response) => {
  requested.push(request.url ?? "");
  if (request.url === "/moved") response.writeHead(302, { location: "/elsewhere" }).end();
  else if (request.url === "/long") response.end("x".repeat(5_000));
  else if (request.url !== "/silent") response.end(`${request.method} ${request.headers.host?.split(":")[0]}`);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;

const limits = { method: "POST", timeoutMs: 2_000, maxBytes: 1_000 } as const;
const guarded = (url: string) => guardedFetch(url, { ...limits, allowPrivate: false });
const open = (url: string) => guardedFetch(url, { ...limits, body: "{}", allowPrivate: true });

test.each([
  "10.1.2.3",
  "127.0.0.1",
  "169.254.169.254",
  "172.31.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "fe80::1%eth0",
  "fd00::1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "ff02::1",
  "localhost",
])("%s is not a public address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "172.32.0.1", "1.1.1.1", "2606:4700::1111"])("%s is a public address", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["127.0.0.1", `https://127.0.0.1:${port}/`, "private network"],
  ["a number that means 127.0.0.1", `https://2130706433:${port}/`, "private network"],
  ["an IPv6 address", `https://[::1]:${port}/`, "private network"],
  ["a name that resolves to this machine", `https://localhost:${port}/`, "private network"],
  ["a name of this machine that ends with a dot", `https://localhost.:${port}/`, "private network"],
  ["a name below localhost", "https://shop.localhost/", "private network"],
  ["an address without encryption", "http://shop.example/", "begins with https://"],
  ["another scheme", "file:///etc/passwd", "begins with https://"],
  ["something else", "shop", "begins with https://"],
  ["a password", "https://kim:secret@shop.example/", "without a user name and password"],
])("%s is refused, before anything is sent and when it is entered", async (_what, url, message) => {
  requested.length = 0;
  await expect(guarded(url)).rejects.toThrow(message);
  await expect(assertPublicAddress(url, { allowPrivate: false })).rejects.toThrow(message);
  expect(requested).toEqual([]);
});

test.each(["sftp://127.0.0.1./stock.csv", "sftp://LOCALHOST./stock.csv", "sftp://10.0.0.7../stock.csv"])(
  "%s is refused when it is entered, in spite of the dot at the end of its host",
  async (url) => {
    await expect(assertPublicAddress(url, { allowPrivate: false, isFile: true })).rejects.toThrow("private network");
  },
);

test("a name without a server may be entered, and fails when it is used", async () => {
  await assertPublicAddress("https://there-is-none.invalid/", { allowPrivate: false });
  await expect(guarded("https://there-is-none.invalid/")).rejects.toThrow();
});

test("a response is returned with its status and text", async () => {
  expect(await open(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, text: "POST 127.0.0.1" });
});

test("a redirect is not followed", async () => {
  requested.length = 0;
  expect((await open(`http://127.0.0.1:${port}/moved`)).status).toBe(302);
  expect(requested).toEqual(["/moved"]);
});

test("a response that is too long has a status and no text, and one that never comes is given up", async () => {
  expect(await open(`http://127.0.0.1:${port}/long`)).toMatchObject({ status: 200, text: undefined });
  const { timeoutMs: _, ...rest } = limits;
  await expect(
    guardedFetch(`http://127.0.0.1:${port}/silent`, { ...rest, timeoutMs: 100, allowPrivate: true }),
  ).rejects.toThrow();
});

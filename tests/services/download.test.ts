import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type BackOffice, startBackOffice } from "#tests/support/services/back-office.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { cutOff, json } from "#tests/support/services/stub-server.ts";
import { api } from "#tests/support/services/world.ts";

const fileId = "22222222-2222-4222-8222-222222222222";
const path = "/suppliers/1/marketplaces/7/agreement.pdf";
const fileRoute = `GET /api/v1/files/${fileId}` as const;

let office: BackOffice;
let jar: CookieJar;
beforeAll(async () => {
  office = await startBackOffice();
});
afterAll(() => office.stop());
beforeEach(async () => {
  jar = await signedInWith();
  hasAgreement("Harbour & Co");
});

function hasAgreement(marketplaceName: string): void {
  const link = { marketplaceId: 7, marketplaceName, status: 1, commissionRate: 0.3, agreementDocumentFileId: fileId };
  const texts = { legalName: "Acacia", description: "", orderContactEmails: "", businessPhoneNumber: "" };
  api.on(
    "GET /api/v1/suppliers/1",
    json({ id: 1, name: "Acacia", ...texts, users: [], marketplaces: [link], shippitApiKey: false }),
  );
}

/** Sends the beginning of a file and holds back the rest. @returns the API's response, once it is requested */
function beginsFile(length: number): Promise<ServerResponse> {
  return new Promise((resolve) => {
    api.on(fileRoute, (_, response) => {
      response.writeHead(200, { "content-type": "application/pdf", "content-length": length }).write("%PDF");
      resolve(response);
    });
  });
}

it("streams a file as an attachment", async () => {
  const begun = beginsFile(8);
  const response = await office.ask(path, {}, jar);
  expect([response.status, response.headers.get("content-type"), response.headers.get("content-length")]).toEqual([
    200,
    "application/pdf",
    "8",
  ]);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const reader = response.body?.getReader();
  // The beginning has arrived before the API has ended its response.
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("%PDF");
  (await begun).end("-end");
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("-end");
});

it.each([
  [
    "Harbour & Co",
    `attachment; filename="Harbour & Co Terms & Conditions.pdf"; filename*=UTF-8''Harbour%20%26%20Co%20Terms%20%26%20Conditions.pdf`,
  ],
  [
    'O\'Neil "Łódź"',
    `attachment; filename="O'Neil ___d__ Terms & Conditions.pdf"; filename*=UTF-8''O%27Neil%20%22%C5%81%C3%B3d%C5%BA%22%20Terms%20%26%20Conditions.pdf`,
  ],
])("encodes the file name of %s for every browser", async (name, disposition) => {
  hasAgreement(name);
  const begun = beginsFile(4);
  const response = await office.ask(path, {}, jar);
  (await begun).end();
  await response.text();
  expect(response.headers.get("content-disposition")).toBe(disposition);
});

it.each([
  ["with the message of the API", json({ status: 404, message: "This file is gone." }, 404), "This file is gone."],
  [
    "in general words when the API breaks",
    json({ message: "stack trace" }, 500),
    "Oh dear, an unexpected error occurred.",
  ],
  ["in general words when the API is away", cutOff, "Oh dear, an unexpected error occurred."],
])("redirects to the page that offered the file and shows the reason, %s", async (_, answer, words) => {
  api.on(fileRoute, answer);
  const response = await office.ask(path, {}, jar);
  expect([response.status, response.headers.get("location")]).toEqual([302, "/suppliers/1"]);
  const page = await office.ask("/suppliers/1", {}, jar.copy().keep(response.headers.getSetCookie()));
  expect(await page.text()).toContain(words);
});

it("redirects to the page if the session has ended, so that the user can sign in again", async () => {
  api.on(fileRoute, json({ status: 401, message: "no" }, 401));
  const response = await office.ask(path, {}, jar);
  expect([response.status, response.headers.get("location")]).toEqual([302, "/suppliers/1"]);
});

it("asks for a recent sign-in where the API does, and returns to the page that offers the file", async () => {
  const refused = { status: 401, code: "insufficient_user_authentication", max_age: 600, acr_values: "two-factors" };
  api.on("GET /api/v1/customers/Export", json(refused, 401));
  const response = await office.ask("/customers/export?q=Mia&ids=1", {}, jar);
  const next = new URL(response.headers.get("location") ?? "", "http://office.example");
  expect([response.status, next.pathname, Object.fromEntries(next.searchParams)]).toEqual([
    302,
    "/login",
    { redirect: "/customers?q=Mia", max_age: "600", acr_values: "two-factors" },
  ]);
});

it("aborts if the API aborts, so that a truncated file is never taken for a complete one", async () => {
  const begun = beginsFile(100);
  const response = await office.ask(path, {}, jar);
  (await begun).destroy();
  await expect(response.text()).rejects.toThrow();
});

it("aborts if the API sent no length and its process ends in the middle", async () => {
  const begun = new Promise<ServerResponse>((resolve) => {
    api.on(fileRoute, (_, response) => {
      response.writeHead(200, { "content-type": "application/pdf" }).write("%PDF");
      resolve(response);
    });
  });
  const response = await office.ask(path, {}, jar);
  const reader = response.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("%PDF");
  (await begun).socket?.resetAndDestroy();
  await expect(reader?.read()).rejects.toThrow();
});

it("cancels the request to the API when the client disconnects", async () => {
  const begun = beginsFile(100);
  const leaving = new AbortController();
  await office.ask(path, { signal: leaving.signal }, jar);
  const closed = once(await begun, "close");
  leaving.abort();
  await closed;
});

it("names the file of refused rows as the API does, after the imported file", async () => {
  const answer = (disposition: string | undefined) =>
    api.on("GET /api/v1/products/ExcelImportRefused", (_, response) => {
      response
        .writeHead(200, {
          "content-type": "application/octet-stream",
          ...(disposition ? { "content-disposition": disposition } : {}),
        })
        .end("rows");
    });
  const nameOfFile = async () => {
    const response = await office.ask(`/products/import/${fileId}/refused`, {}, jar);
    await response.text();
    return /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  };
  answer(`attachment; filename="x.xlsx"; filename*=UTF-8''Spring%2F25%20-%20refused%20rows.xlsx`);
  expect(await nameOfFile()).toBe("Spring_25 - refused rows.xlsx");
  answer(undefined);
  expect(await nameOfFile()).toBe("Refused rows.xlsx");
});

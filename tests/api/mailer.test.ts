import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import pino from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { createJobs, type JobData } from "#api/core/jobs/jobs.ts";
import { withUnsubscribing } from "#api/core/mail/emails.ts";
import { type Email, smtpMailer } from "#api/core/mail/mailer.ts";
import { connectFresh } from "#tests/support/database.ts";

const database = await connectFresh();
const jobs = createJobs(database, pino({ level: "silent" }));
const stopping: (() => void)[] = [];
afterAll(async () => {
  for (const stop of stopping) stop();
  await jobs.stop();
  await database.close();
});

/** A mail server with the given behaviour for each connection. @returns its address */
async function mailServer(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stopping.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Accepts every email, but hangs after the recipient `slow@…`.
 * @param sent gets everything that the connection sends, as it is
 */
function serving(received: string[], sent: string[] = []) {
  return (socket: Socket) => {
    let isContent = false;
    let text = "";
    socket.write("220 ready\r\n");
    socket.on("data", (data) => {
      text += data;
      sent.push(data.toString("latin1"));
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        const [, recipient] = line.match(/^RCPT TO:<(.*)>/) ?? [];
        if (recipient?.startsWith("slow@")) return socket.removeAllListeners("data");
        if (recipient) received.push(recipient);
        if (isContent && line !== ".") continue;
        isContent = line === "DATA";
        socket.write(isContent ? "354 go on\r\n" : "250 fine\r\n");
      }
    });
  };
}

const from = "Countinghouse <no-reply@countinghouse.example>";
const letter = (to: string): Email => ({ id: "1", to, subject: "Hello", text: "Hello", html: "<p>Hello</p>" });

test("an email is delivered to the mail server", async () => {
  const received: string[] = [];
  await smtpMailer(await mailServer(serving(received)), from)(letter("kim@example.com"));
  expect(received).toEqual(["kim@example.com"]);
});

test("an email has no line feed of its own, no line of more than 998 characters and no byte above 127", async () => {
  const sent: string[] = [];
  const text = `Grüße\n.\n日本語 ${"x".repeat(5_000)}\nfrom here`;
  await smtpMailer(
    await mailServer(serving([], sent)),
    '"Zoë, Łódź" <no-reply@market.example>',
  )({
    ...letter("kim@example.com"),
    subject: `Überlänge ${"ä".repeat(400)}`,
    text,
    html: `<p>${text}</p>`,
    attachments: [{ name: "Grüße.pdf", content: Buffer.from(text) }],
  });
  expect(sent.join("")).not.toMatch(/[^\r]\n|\r[^\n]|[^\x00-\x7f]|[^\n]{1000}/);
});

test("an email that can be stopped names the address for that in a header", async () => {
  const sent: string[] = [];
  const email = {
    ...letter("kim@example.com"),
    ...withUnsubscribing(letter(""), "https://market.example/unsubscribe?key=k"),
  };
  await smtpMailer(await mailServer(serving([], sent)), from)({ ...email, to: "kim@example.com" });
  expect(sent.join("")).toContain("\r\nList-Unsubscribe: <https://market.example/unsubscribe?key=k>\r\n");
});

test("a mail server that keeps sending without end is abandoned after a while", async () => {
  let isClosed = false;
  const url = await mailServer((socket) => {
    const drip = setInterval(() => socket.write("220-wait\r\n"), 20);
    socket.on("close", () => {
      clearInterval(drip);
      isClosed = true;
    });
  });
  await expect(smtpMailer(url, from, 500)(letter("kim@example.com"))).rejects.toThrow("the mail server took too long");
  await vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 10_000 });
});

test("a hanging email delays neither other emails nor jobs of other kinds", async () => {
  const received: string[] = [];
  const send = smtpMailer(await mailServer(serving(received)), from, 3_000);
  const synced: number[] = [];
  await jobs.start({
    mail: (data, { id }) => send({ ...data, id, attachments: [] }),
    async sync({ productId }) {
      synced.push(productId);
    },
    async process() {},
    async invoice() {},
    async offers() {},
    async orderEmail() {},
  });
  const mail = (to: string): JobData["mail"] => ({ to, subject: "Hello", text: "Hello", html: "<p>Hello</p>" });
  await database.transaction(async (db) => {
    await jobs.enqueue(db, "mail", mail("slow@example.com"));
    for (const to of ["a@example.com", "b@example.com", "c@example.com"]) await jobs.enqueue(db, "mail", mail(to));
    await jobs.enqueue(db, "sync", { productId: 7, marketplaceId: 1, startedAt: new Date().toISOString() });
  });
  await vi.waitFor(
    () => expect([received.toSorted(), synced]).toEqual([["a@example.com", "b@example.com", "c@example.com"], [7]]),
    {
      timeout: 20_000,
      interval: 50,
    },
  );
});

/** Sends emails to an SMTP server, or writes them as .eml files to a folder if none is configured. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import nodemailer, { type SendMailOptions, type SMTPTransportOptions } from "nodemailer";
import { type Letterhead, logoBox } from "#api/core/files/letterhead.ts";
import { escaped, type Written } from "./emails.ts";
import { tookTooLong } from "./why-not-sent.ts";

export interface Email extends Written {
  /** Identifies the email: it is never written twice, and mail programs can detect duplicates. */
  id: string;
  to: string;
  attachments?: { name: string; content: Buffer }[];
}

export type SendEmail = (email: Email) => Promise<void>;

/**
 * Milliseconds. Nodemailer's own timeouts only limit idle time, so a server that sends a character now and then could
 * hold a connection forever.
 */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };
const longestMs = 60_000;

interface Sender {
  mail: { smtpUrl?: string | undefined; from: string };
  dataDir: string;
}

/**
 * Sends with the settings that are in effect at that moment, which may change while the process runs.
 * @param letterhead the organisation's name and logo at that moment
 * @param patienceMs limit for the mail server
 */
export function mailerOf(sender: Sender, letterhead: () => Promise<Letterhead>, patienceMs = longestMs): SendEmail {
  return async (email) => {
    const { smtpUrl, from } = sender.mail;
    const send = smtpUrl ? smtpMailer(smtpUrl, from, patienceMs) : outboxMailer(join(sender.dataDir, "outbox"), from);
    return send(signed(email, await letterhead()));
  };
}

/** Every email ends with the organisation's name and logo. */
function signed({ text, html, ...email }: Email, { name, logo }: Letterhead): Email {
  const [body = html, ...rest] = html.split("</body>");
  const { width, height } = logoBox;
  const image = logo
    ? `<img src="${logo}" alt="" style="max-width:${width}px;max-height:${height}px;display:block">`
    : "";
  return {
    ...email,
    text: `${text}\n${name}\n`,
    html: [`${body}<p>${image}${escaped(name)}</p>`, ...rest].join("</body>"),
  };
}

/** @throws Error if the server takes too long, or refuses a recipient, which nodemailer does not report as an error */
export function smtpMailer(url: string, from: string, patienceMs = longestMs): SendEmail {
  const transport = nodemailer.createTransport({ url, ...timeouts, getSocket: socketFor(patienceMs) });
  return async (email) => {
    const { rejected } = await transport.sendMail(message(email, from));
    if (rejected.length > 0) throw new Error("the mail server refused a receiver");
  };
}

/** Opens the connection for one email. It is closed after the time limit, whatever the server sends. */
function socketFor(patienceMs: number): NonNullable<SMTPTransportOptions["getSocket"]> {
  return ({ host = "localhost", port, secure = false }, done) => {
    const socket = connect({ host, port: Number(port) || (secure ? 465 : 587) });
    const deadline = setTimeout(() => socket.destroy(new Error(tookTooLong)), patienceMs);
    socket.once("close", () => clearTimeout(deadline));
    socket.once("error", done);
    socket.setTimeout(timeouts.connectionTimeout, () => socket.destroy(new Error("the mail server cannot be reached")));
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.off("error", done);
      done(null, { connection: socket });
    });
  };
}

export function outboxMailer(folder: string, from: string): SendEmail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (email) => {
    const { message: eml } = await transport.sendMail(message(email, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${email.id}.eml`);
    // Renamed when complete, so that watchers of the folder never see a partial file.
    await writeFile(`${file}.part`, eml as Buffer);
    await rename(`${file}.part`, file);
  };
}

function message({ id, to, subject, text, html, unsubscribe, attachments = [] }: Email, from: string): SendMailOptions {
  const domain = from.match(/@([^>\s]+)/)?.[1] ?? "countinghouse.invalid";
  return {
    from,
    to,
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    ...(unsubscribe !== undefined && { list: { unsubscribe } }),
    attachments: attachments.map(({ name, content }) => ({ filename: name, content })),
    // The logo travels with the email, because mail programs do not load images from elsewhere.
    attachDataUrls: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

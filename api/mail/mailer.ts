/** Mail: to an SMTP server, or, when none is configured, as .eml files into a folder. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import nodemailer, { type SendMailOptions, type SMTPTransportOptions } from "nodemailer";

export interface Letter {
  /** Names the letter: the same one is never put out twice, and receivers can tell a repeated one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { name: string; content: Buffer }[];
}

export type SendLetter = (letter: Letter) => Promise<void>;

/** Milliseconds: nodemailer's own are pauses, so a server that sends one character now and then would hold a mail for ever. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };
const longestMs = 60_000;

/** @throws Error when the server takes too long, or refuses one of the receivers, which nodemailer does not report by itself */
export function smtpMailer(url: string, from: string, patienceMs = longestMs): SendLetter {
  const transport = nodemailer.createTransport({ url, ...timeouts, getSocket: socketFor(patienceMs) });
  return async (letter) => {
    const { rejected } = await transport.sendMail(message(letter, from));
    if (rejected.length > 0) throw new Error("the mail server refused a receiver");
  };
}

/** Opens the connection of one mail, which ends when the time is over, whatever the server sends. */
function socketFor(patienceMs: number): NonNullable<SMTPTransportOptions["getSocket"]> {
  return ({ host = "localhost", port, secure = false }, done) => {
    const socket = connect({ host, port: Number(port) || (secure ? 465 : 587) });
    const deadline = setTimeout(() => socket.destroy(new Error("the mail server took too long")), patienceMs);
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

export function outboxMailer(folder: string, from: string): SendLetter {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (letter) => {
    const { message: eml } = await transport.sendMail(message(letter, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${letter.id}.eml`);
    // Whole or not at all, for whoever watches the folder.
    await writeFile(`${file}.part`, eml as Buffer);
    await rename(`${file}.part`, file);
  };
}

function message({ id, to, subject, text, html, attachments = [] }: Letter, from: string): SendMailOptions {
  const domain = from.match(/@([^>\s]+)/)?.[1] ?? "countinghouse.invalid";
  return {
    from,
    to,
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    attachments: attachments.map(({ name, content }) => ({ filename: name, content })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

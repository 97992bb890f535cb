/** Mail: to an SMTP server, or, when none is configured, as .eml files into a folder. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer, { type SendMailOptions } from "nodemailer";

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

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** @throws Error when the server refuses one of the receivers, which nodemailer does not say by itself */
export function smtpMailer(url: string, from: string): SendLetter {
  const transport = nodemailer.createTransport({ url, ...timeouts });
  return async (letter) => {
    const { rejected } = await transport.sendMail(message(letter, from));
    if (rejected.length > 0) throw new Error("the mail server refused a receiver");
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

/** Emails in the product's outbox. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** Waits for an email to the address that contains the text. @returns the first link below its headers that matches */
export async function linkInMailTo(address: string, text: string, which = /https?:\/\/\S+/): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const texts = (await mails()).filter((mail) => mail.includes(`To: ${address}`) && mail.includes(text));
      link = texts
        .at(-1)
        ?.split(/\r?\n\r?\n(.*)/s)[1]
        ?.match(which)?.[0];
      return link;
    }, `a mail to ${address}: ${text}`)
    .toBeDefined();
  return link ?? "";
}

async function mails(): Promise<string[]> {
  const folder = join(process.env.DATA_DIR ?? "", "outbox");
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .map(async (name) => plainText(await readFile(join(folder, name), "utf8"))),
  );
}

/** Decodes quoted-printable: soft line breaks, and UTF-8 bytes in hexadecimal. */
function plainText(eml: string): string {
  const bytes = eml
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

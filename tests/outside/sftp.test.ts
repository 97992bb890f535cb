/** Files of stock from a server of OpenSSH. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeKeyPair } from "#api/areas/products/stock-feeds/key-pair.ts";
import { sftpDownload } from "#api/core/outbound/sftp.ts";
import { missing, program } from "#tests/support/outside/partners.ts";
import { startSshd } from "#tests/support/outside/sshd.ts";

const asks = "No file was read from OpenSSH by SFTP.";
const sshd = program("sshd", asks);
const isRoot = process.getuid?.() === 0;
if (sshd && !isRoot) missing(`Only root can start sshd for another account: ${asks}`);

/** A table whose last line says how many lines it has. */
const table = (lines: number) => `${"A-1;7\n".repeat(lines)}end;${lines}\n`;
const isWhole = (content: string) => content === table(Number(/end;(\d+)\n$/.exec(content)?.[1]));

describe.skipIf(!sshd || !isRoot)("OpenSSH", () => {
  let server: Awaited<ReturnType<typeof startSshd>>;
  let key = "";
  beforeAll(async () => {
    server = await startSshd(sshd as string);
    writeFileSync(join(server.files, "stock list.csv"), table(10));
    writeFileSync(join(server.files, "secret.csv"), "none", { mode: 0o600 });
  });
  afterAll(() => server?.stop());

  const read = (
    file = "stock%20list.csv",
    {
      password = server.password,
      hostKey = null,
      privateKey,
    }: { password?: string; hostKey?: string | null; privateKey?: string } = {},
  ) =>
    sftpDownload(server.addressOf(file), {
      userName: server.name,
      ...(privateKey === undefined ? { password } : { privateKey }),
      hostKey,
      onSignedIn: async (now) => {
        key = now;
      },
      version: null,
      timeoutMs: 20_000,
      maxBytes: 20_000_000,
      allowPrivate: true,
    });

  it("hands out a file for a password, and says its key", async () => {
    expect((await read()).bytes?.toString()).toBe(table(10));
    expect(key).toMatch(/^SHA256:[\w+/]{43}$/);
  });

  it("hands out a file to a feed whose key is added to the account, and to no other key", async () => {
    const { privateKey, publicKey } = makeKeyPair();
    server.authorize(publicKey);
    expect((await read(undefined, { privateKey })).bytes?.toString()).toBe(table(10));
    await expect(read(undefined, { privateKey: makeKeyPair().privateKey })).rejects.toThrow(
      "The server does not accept the key of this feed for this user. Please have the key added to the account.",
    );
  });

  it("hands out a file of 15 MB as it is", async () => {
    const content = Buffer.alloc(15_000_000, table(1_000));
    writeFileSync(join(server.files, "large.csv"), content);
    expect((await read("large.csv")).bytes?.equals(content)).toBe(true);
  });

  it.each([
    [
      "a wrong password",
      () => read(undefined, { password: "wrong" }),
      "The server refuses the user name or the password.",
    ],
    ["a missing file", () => read("none.csv"), "There is no such file on the server."],
    ["a file of somebody else", () => read("secret.csv"), "The server does not let this user read the file."],
    ["a folder", () => read(""), "The address is that of a folder."],
  ])("refuses %s with a reason that the page names", async (_, reading, reason) => {
    await expect(reading()).rejects.toThrow(reason);
  });

  it.each([
    [
      "renamed into its place",
      (file: string, content: string) => {
        writeFileSync(`${file}.part`, content);
        renameSync(`${file}.part`, file);
      },
      { whole: 20, half: 0, refused: 0 },
    ],
    [
      "written over it",
      (file: string, content: string) => writeFileSync(file, content),
      { whole: 0, half: 0, refused: 20 },
    ],
  ])("hands out no half file while it is replaced over and over, %s", async (_, replace, outcome) => {
    const file = join(server.files, "changing.csv");
    let count = 0;
    const next = () => replace(file, table(1_000 + ((count++ * 7_919) % 50_000)));
    next();
    const outcomes = { whole: 0, half: 0, refused: 0 };
    let areOver = false;
    const readings = Array.from({ length: 20 }, async () => {
      const outcome = await read("changing.csv").then(
        ({ bytes }) => (isWhole(bytes?.toString() ?? "") ? "whole" : "half"),
        (error: Error) => {
          expect(error.message).toMatch(/^The file (was changed|has become shorter) while it was read/);
          return "refused" as const;
        },
      );
      outcomes[outcome]++;
    });
    const all = Promise.all(readings).finally(() => {
      areOver = true;
    });
    // From their beginning to their end, so that each of their steps meets another file.
    while (!areOver) {
      next();
      await new Promise((turn) => setImmediate(turn));
    }
    await all;
    expect(count).toBeGreaterThan(100);
    expect(outcomes).toEqual(outcome);
  });

  it("with another key than before does not get the password", async () => {
    const before = key;
    await server.start(false);
    await expect(read(undefined, { hostKey: before })).rejects.toThrow(
      "The server has another key than before (SHA256:",
    );
  });

  it("that asks for the password as a question gets it", async () => {
    await server.start(true);
    expect((await read()).bytes?.toString()).toBe(table(10));
  });
});

/** OpenSSH's server on a port and a configuration of its own, with an account of this machine that is removed again. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#scripts/ports.mjs";
import { type Running, running } from "./running.ts";

/** @param path of the program; it must run as root, to compare passwords */
export async function startSshd(path: string) {
  const folder = mkdtempSync(join(tmpdir(), "sshd-"));
  const files = join(folder, "files");
  mkdirSync(files);
  for (const each of [folder, files]) chmodSync(each, 0o755);
  mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const name = `feed-${randomBytes(4).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  execFileSync("useradd", ["--no-create-home", "--home-dir", files, "--shell", "/bin/sh", name]);
  execFileSync("chpasswd", { input: `${name}:${password}` });
  const port = await freePort();
  let server: Running | undefined;

  /** @param question whether the password is asked for as a question, by PAM */
  async function start(question: boolean): Promise<void> {
    await server?.stop();
    const key = join(folder, "key");
    for (const each of [key, `${key}.pub`]) rmSync(each, { force: true });
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    const settings = `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${key}
PidFile none
UsePAM ${question ? "yes" : "no"}
PasswordAuthentication ${question ? "no" : "yes"}
KbdInteractiveAuthentication ${question ? "yes" : "no"}
AuthorizedKeysFile ${join(folder, "authorized_keys")}
StrictModes no
MaxStartups 100
Subsystem sftp internal-sftp
`;
    writeFileSync(join(folder, "sshd_config"), settings);
    server = await running(path, ["-D", "-e", "-f", join(folder, "sshd_config")], port);
  }
  await start(false);
  return {
    /** Of a file in `files`. */
    addressOf: (file: string) => `sftp://127.0.0.1:${port}${files}/${file}`,
    name,
    password,
    files,
    /** Adds a public key to the account. */
    authorize: (publicKey: string) => writeFileSync(join(folder, "authorized_keys"), `${publicKey}\n`, { mode: 0o644 }),
    /** Starts again with a new key. */
    start,
    async stop() {
      await server?.stop();
      execFileSync("userdel", [name], { stdio: "ignore" });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

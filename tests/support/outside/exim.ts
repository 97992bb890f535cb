/** Exim, a mail server of Debian's, as a strict receiver with a folder, ports and a configuration of its own. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { freePort } from "#scripts/ports.mjs";
import { selfSigned } from "../certificate.ts";
import { running } from "./running.ts";

export const login = { user: "shop", password: "a password for mail" };

/** @param path of the program */
export async function startExim(path: string) {
  const folder = mkdtempSync(join(tmpdir(), "exim-"));
  const arrived = join(folder, "arrived");
  const complete = join(arrived, "new");
  for (const each of [complete, join(folder, "spool"), join(folder, "log")]) mkdirSync(each, { recursive: true });
  // It leaves the rights of root before it writes.
  for (const each of [folder, arrived, complete, join(folder, "spool"), join(folder, "log")]) chmodSync(each, 0o777);
  const [plain, startTls, tls] = [await freePort(), await freePort(), await freePort()];
  writeFileSync(join(folder, "cert.pem"), selfSigned.cert, { mode: 0o644 });
  writeFileSync(join(folder, "key.pem"), selfSigned.key, { mode: 0o644 });
  const file = join(folder, "exim.conf");
  writeFileSync(
    file,
    `
primary_hostname = mail.strict.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${plain} : ${startTls} : ${tls}
tls_on_connect_ports = ${tls}
tls_advertise_hosts = \${if eq{$received_port}{${startTls}}{*}{}}
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if eq{$received_port}{${plain}}{}{*}}
# No way around the rules: lines as RFC 5321 has them, seven bits, ASCII addresses.
accept_8bitmime = false
smtputf8_advertise_hosts =
chunking_advertise_hosts =
host_lookup =
rfc1413_query_timeout = 0s
message_size_limit = 20M
# It delivers as the user that it becomes, because it trusts this file only while it is root.
deliver_drop_privilege = true
acl_smtp_rcpt = receiver
acl_smtp_data = content

begin acl
receiver:
  deny local_parts = refused
    message = 550 5.1.1 There is nobody of this name
  defer local_parts = full
    message = 452 4.2.2 The mailbox is full
  deny local_parts = over
    message = 552 5.2.2 The mailbox is over its quota
  defer local_parts = grey
    condition = \${if !exists{${folder}/seen}}
    set acl_m_seen = \${run{/usr/bin/touch ${folder}/seen}}
    message = 451 4.7.1 Greylisted, please try again
  accept

content:
  deny condition = \${if >{$max_received_linelength}{998}}
    message = 550 5.6.0 A line is longer than 998 characters
  deny !verify = header_syntax
    message = 550 5.6.0 A header is not valid
  deny !verify = header_names_ascii
    message = 550 5.6.0 A header's name is not ASCII
  accept

begin routers
all:
  driver = accept
  transport = folder

begin transports
folder:
  driver = appendfile
  directory = ${arrived}
  maildir_format
  message_prefix =
  message_suffix =
  check_string =
  escape_string =
  no_mode_fail_narrower

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${login.user}}}{eq{$auth3}{${login.password}}}}}
`,
  );
  const server = await running(path, ["-bdf", "-C", file], plain);
  return {
    plain: `smtp://127.0.0.1:${plain}`,
    /** Speaks TLS only after STARTTLS. */
    startTls,
    /** Speaks TLS from the start. */
    tls,
    /** Waits for the email with this text in its headers. @returns it as it arrived */
    async email(text: string): Promise<string> {
      const find = () =>
        readdirSync(complete)
          .map((name) => readFileSync(join(complete, name), "latin1"))
          .find((email) => email.includes(text));
      await expect.poll(find, { timeout: 10_000 }).toBeDefined();
      return find() as string;
    },
    get count() {
      return readdirSync(complete).length;
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

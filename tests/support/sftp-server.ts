/** A server of files by SFTP, for one user with a password or with keys. */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import ssh2, { type Connection, type PublicKeyAuthContext } from "ssh2";

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;

/** Not by `utils.generateKeyPairSync`: of its Ed25519 keys, ssh2 cannot read about one in 300. */
const newHostKey = () =>
  generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "sec1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;

/** Less than clients ask for. */
const mostAtOnce = 20_000;

export interface SftpServer {
  /** Such as `sftp://127.0.0.1:2022`. */
  address: string;
  /** Contents by path. */
  files: Map<string, Buffer>;
  /** The passwords that clients have sent. */
  passwords: string[];
  /** The public keys that it accepts, as lines of `authorized_keys`. */
  authorizedKeys: string[];
  /** Ends the connection when a file is read. */
  isBreaking: boolean;
  /** Is called before a file is opened, and before it is read. */
  before?: (what: "open" | "read") => void;
  /** How often a file was opened. */
  opened: number;
  /** Identifies itself with a new key from now on. */
  changeKey(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSftpServer(user: { name: string; password: string }): Promise<SftpServer> {
  let port = 0;
  let server = await listening();
  const connections = new Set<Connection>();
  const running: SftpServer = {
    address: "",
    files: new Map(),
    passwords: [],
    authorizedKeys: [],
    isBreaking: false,
    opened: 0,
    async changeKey() {
      await end();
      server = await listening();
    },
    stop: () => end(),
  };
  running.address = `sftp://127.0.0.1:${port}`;
  return running;

  async function end() {
    for (const connection of connections) connection.end();
    await new Promise<void>((done) => server.close(() => done()));
  }

  async function listening() {
    const key = newHostKey();
    const created = new Server({ hostKeys: [key] }, serve);
    created.listen(port, "127.0.0.1");
    await once(created, "listening");
    port = (created.address() as AddressInfo).port;
    return created;
  }

  function accepts({ username, key, signature, blob, hashAlgo }: PublicKeyAuthContext): boolean {
    const line = `${key.algo} ${key.data.toString("base64")}`;
    const own = utils.parseKey(running.authorizedKeys.find((each) => each.startsWith(line)) ?? "");
    if (username !== user.name || own instanceof Error) return false;
    // The client first asks whether it may use the key.
    return !signature || !blob || own.verify(blob, signature, hashAlgo) === true;
  }

  function serve(connection: Connection) {
    connections.add(connection);
    connection.on("close", () => connections.delete(connection));
    // A client that refuses the key of the server ends the connection.
    connection.on("error", () => connection.end());
    connection.on("authentication", (attempt) => {
      if (attempt.method === "publickey") return accepts(attempt) ? attempt.accept() : attempt.reject(["publickey"]);
      if (attempt.method !== "password") return attempt.reject(["password", "publickey"]);
      running.passwords.push(attempt.password);
      if (attempt.username === user.name && attempt.password === user.password) attempt.accept();
      else attempt.reject(["password"]);
    });
    connection.on("session", (accept) => {
      accept().on("sftp", (start) => {
        const sftp = start();
        const stat = (id: number, path: string) => {
          const content = running.files.get(path);
          if (content === undefined) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
          else
            sftp.attrs(id, { size: content.length, mode: 0o100_644, uid: 0, gid: 0, atime: 0, mtime: content.length });
        };
        sftp.on("STAT", stat);
        sftp.on("LSTAT", stat);
        sftp.on("FSTAT", (id, handle) => stat(id, handle.toString()));
        sftp.on("OPEN", (id, path) => {
          running.opened++;
          running.before?.("open");
          if (running.files.has(path)) sftp.handle(id, Buffer.from(path));
          else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
        });
        sftp.on("READ", (id, handle, offset, length) => {
          if (running.isBreaking) return void connection.end();
          running.before?.("read");
          const content = running.files.get(handle.toString())?.subarray(offset, offset + Math.min(length, mostAtOnce));
          if (content === undefined || content.length === 0) sftp.status(id, STATUS_CODE.EOF);
          else sftp.data(id, content);
        });
        sftp.on("CLOSE", (id) => sftp.status(id, STATUS_CODE.OK));
      });
    });
  }
}

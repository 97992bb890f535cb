/**
 * Requests to addresses that other people entered, such as webhooks. Such a request must not reach this machine or its
 * network: the address is checked after its name has been resolved, and the connection is made to the address that was
 * checked, so that a name cannot lead elsewhere a moment later. Only downloads follow redirects, whose addresses are
 * checked in the same way. Few exchanges with one host are under way at a time (`host-places.ts`).
 */
import { type LookupAddress, lookup as resolve } from "node:dns";
import { type IncomingHttpHeaders, request as requestPlain } from "node:http";
import { type RequestOptions, request as requestSecure } from "node:https";
import { BlockList, connect, isIP, type LookupFunction, type Socket } from "node:net";
import { atHost } from "./host-places.ts";

interface GuardedRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange, from waiting for a place at the host to the last byte read. */
  timeoutMs: number;
  /** Most bytes read of the response, which may be endless. */
  maxBytes: number;
  /** Also allows private addresses, and addresses without encryption. */
  allowPrivate: boolean;
}

export interface GuardedResponse {
  status: number;
  /** By their names in lower case. */
  headers: IncomingHttpHeaders;
  /** The body, decoded as UTF-8; undefined if it is longer than `maxBytes`. */
  text: string | undefined;
}

/** The address may not be used, whatever its server would answer. The message is for the user who entered it. */
export class ForbiddenAddress extends Error {}

/** The allowed schemes of an address. Private addresses may also be read without encryption. */
const webSchemes = ["https:"];
const fileSchemes = ["https:", "sftp:"];

const notSecure = (schemes: readonly string[]) =>
  `Please enter an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}.`;
const isPrivate = (host: string) =>
  `${host} is an address of this machine or of a private network. Please enter an address that can be reached from the internet.`;

/** Networks that are not part of the public internet (IANA special-purpose address registries). */
const privateNetworks = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  privateNetworks.ipv4.addSubnet(network, prefix, "ipv4");
/** Of IPv6 only 2000::/3 is public; of that, these may lead to private networks. */
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  privateNetworks.ipv6.addSubnet(network, prefix, "ipv6");
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** @param address an IP address */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateNetworks.ipv4.check(address, "ipv4");
  const [plain = ""] = address.split("%", 1);
  return isIP(plain) === 6 && globalUnicast.check(plain, "ipv6") && !privateNetworks.ipv6.check(plain, "ipv6");
}

/** @throws ForbiddenAddress */
function checkedUrl(address: string, allowPrivate: boolean, schemes = webSchemes): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isAllowed = url && (schemes.includes(url.protocol) || (allowPrivate && url.protocol === "http:"));
  if (!isAllowed || hostOf(url) === "") throw new ForbiddenAddress(notSecure(schemes));
  if (url.username !== "" || url.password !== "")
    throw new ForbiddenAddress("Please enter the address without a user name and password.");
  const host = hostOf(url);
  // `lookup` is not called for these.
  const isKnown = isLocalName.test(host) || (isIP(host) !== 0 && !isPublicAddress(host));
  if (!allowPrivate && isKnown) throw new ForbiddenAddress(isPrivate(host));
  return url;
}

/** Always this machine (RFC 6761), also where no name server knows it. */
const isLocalName = /(^|\.)localhost$/i;

/**
 * IPv6 addresses have brackets in URLs. The dot after which no domain is searched would hide an IP address from all
 * checks, and only `https:` addresses lose it by themselves.
 */
function hostOf({ hostname }: URL): string {
  let host = hostname.replace(/^\[|\]$/g, "");
  while (host.endsWith(".")) host = host.slice(0, -1);
  return host;
}

/** Resolves a name for the connection, and fails if one of its addresses is private. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const wrong = error ?? (addresses.every(({ address }) => isPublicAddress(address)) ? null : forbidden(hostname));
    const [first] = addresses ?? [];
    if (wrong || !first) callback(wrong ?? new Error(`${hostname} has no address`), "", 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const forbidden = (host: string): NodeJS.ErrnoException => new ForbiddenAddress(isPrivate(host));

/**
 * Checks an address before it is stored. A name that cannot be resolved at the moment passes: every request checks the
 * address again.
 * @param isFile it may also be read by SFTP
 * @throws ForbiddenAddress
 */
export async function assertPublicAddress(
  address: string,
  { allowPrivate, isFile = false }: { allowPrivate: boolean; isFile?: boolean },
): Promise<void> {
  const host = hostOf(checkedUrl(address, allowPrivate, isFile ? fileSchemes : webSchemes));
  if (allowPrivate || isIP(host) !== 0) return;
  const late = AbortSignal.timeout(resolvingMs);
  await new Promise<void>((done, fail) => {
    late.addEventListener("abort", () => done());
    publicLookup(host, { all: true }, (error) => (error instanceof ForbiddenAddress ? fail(error) : done()));
  });
}

const resolvingMs = 3_000;

/**
 * Sends a request and reads its response.
 * @throws ForbiddenAddress, or another error if there is no response in time
 */
export async function guardedFetch(address: string, sent: GuardedRequest): Promise<GuardedResponse> {
  const { bytes, ...response } = await exchange(checkedUrl(address, sent.allowPrivate), sent);
  return { ...response, text: bytes?.toString() };
}

/** Whether a file is read by SFTP instead of HTTP. */
export const isSftp = (address: string) => URL.canParse(address) && new URL(address).protocol === "sftp:";

const sshPort = 22;

/**
 * Connects to the server of an SFTP address. Whoever uses the connection handles its errors; that the address is
 * private may be one of them.
 * @param signal closes the connection
 * @throws ForbiddenAddress
 */
export function guardedConnection(
  address: string,
  { allowPrivate, signal }: { allowPrivate: boolean; signal: AbortSignal },
): Socket {
  const url = checkedUrl(address, allowPrivate, fileSchemes);
  return connect({
    host: hostOf(url),
    port: Number(url.port) || sshPort,
    signal,
    ...(!allowPrivate && { lookup: publicLookup }),
  });
}

const mostRedirects = 3;

/**
 * Downloads a file. Redirects are followed; each address is checked like the first one, and another server does not get
 * the `authorization` that is meant for the first one.
 * @throws ForbiddenAddress, or another error if there is no response in time
 */
export async function guardedDownload(
  address: string,
  sent: Omit<GuardedRequest, "method" | "body">,
): Promise<GuardedFile> {
  let url = checkedUrl(address, sent.allowPrivate);
  let headers = sent.headers ?? {};
  for (let redirects = 0; ; redirects++) {
    const response = await exchange(url, { ...sent, headers, method: "GET" });
    const { location } = response.headers;
    const isRedirect = response.status >= 300 && response.status < 400 && location !== undefined;
    if (!isRedirect) return response;
    if (redirects === mostRedirects) throw new ForbiddenAddress("This address is redirected again and again.");
    const next = checkedUrl(URL.canParse(location, url) ? new URL(location, url).href : location, sent.allowPrivate);
    if (next.origin !== url.origin) {
      const { authorization: _, ...others } = headers;
      headers = others;
    }
    url = next;
  }
}

export interface GuardedFile extends Omit<GuardedResponse, "text"> {
  /** Undefined if it is longer than `maxBytes`. */
  bytes: Buffer | undefined;
}

function exchange(url: URL, sent: GuardedRequest): Promise<GuardedFile> {
  const signal = AbortSignal.timeout(sent.timeoutMs);
  return atHost(url.host, signal, () => requested(url, sent, signal));
}

function requested(url: URL, sent: GuardedRequest, signal: AbortSignal): Promise<GuardedFile> {
  const options: RequestOptions = {
    method: sent.method,
    headers: { ...sent.headers, ...(sent.body !== undefined && { "content-length": Buffer.byteLength(sent.body) }) },
    // A connection of its own: a shared one might have been opened without the check.
    agent: false,
    signal,
    ...(!sent.allowPrivate && { lookup: publicLookup }),
  };
  return new Promise<GuardedFile>((done, fail) => {
    const request = (url.protocol === "https:" ? requestSecure : requestPlain)(url, options, (response) => {
      const pieces: Buffer[] = [];
      let length = 0;
      const { statusCode: status = 0, headers } = response;
      response.on("data", (piece: Buffer) => {
        length += piece.length;
        if (length > sent.maxBytes) {
          done({ status, headers, bytes: undefined });
          response.destroy();
        } else pieces.push(piece);
      });
      response.on("end", () => done({ status, headers, bytes: Buffer.concat(pieces) }));
      response.on("error", fail);
    });
    request.on("error", fail);
    request.end(sent.body);
  });
}

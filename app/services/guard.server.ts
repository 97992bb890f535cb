/** What a request must be before anything looks at it. */
import { env } from "./environment.server";

const mb = 1024 * 1024;
/** The text around the file of a form. */
const textBytes = 2 * mb;
const hugeIndex = /(^|[.[])\d{5,}/;

export class BadRequest extends Error {
  constructor(
    readonly status: 400 | 403 | 413,
    message: string,
  ) {
    super(message);
    this.name = "BadRequest";
  }
}

/** True for a request from one of our own pages, or typed into the address bar. */
export function isOurOwn(request: Request): boolean {
  return ["same-origin", "none"].includes(request.headers.get("sec-fetch-site") ?? "");
}

/** Requests that change something must come from our own pages. The site's address is configuration, never a header. */
export function assertSameOrigin(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers.get("sec-fetch-site");
  const isOurs = site ? site === "same-origin" : request.headers.get("origin") === env.publicOrigin;
  if (!isOurs) throw new BadRequest(403, "This request did not come from a page of this site, so nothing was done. Please open the page and try again.");
}

export interface FormLimits {
  /** Of its file; an image has at most 2 MB. */
  maxFileBytes?: number | undefined;
  /** Each box that is ticked is one. */
  maxFields?: number | undefined;
}

/**
 * The fields of a posted form, counted while they are read, without names that reach into objects.
 * @throws BadRequest
 */
export async function readForm(request: Request, { maxFileBytes = 2 * mb, maxFields = 2_000 }: FormLimits = {}): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type)) throw new BadRequest(400, "This form could not be read.");
  const body = await readBody(request, maxFileBytes);
  const form = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => {
    throw new BadRequest(400, "This form did not arrive whole. Please send it again.");
  });
  const names = [...form.keys()];
  if (names.length > maxFields || names.some((name) => reachesIntoObjects(name) || hugeIndex.test(name)) || !isTree(names)) {
    throw new BadRequest(400, "This form has fields that it should not have.");
  }
  return withPlainLineEnds(form);
}

/** Forms send each end of a line as two characters; it is kept, and counted, as the one that was typed. */
function withPlainLineEnds(form: FormData): FormData {
  const plain = new FormData();
  for (const [name, value] of form) plain.append(name, typeof value === "string" ? value.replaceAll("\r\n", "\n") : value);
  return plain;
}

/** `__proto__.x` and `hasOwnProperty.call` would be set on what all objects of this process share. */
function reachesIntoObjects(name: string): boolean {
  return name.split(/[.[\]]/).some((part) => part === "prototype" || part in Object.prototype);
}

type Kind = "group" | "rows" | "text" | "texts";

/** False when a name means a text here and a group or a list there: `a` with `a.b`, `x.0` with `x.y`, `x[]` with `x.0.y`. */
function isTree(names: string[]): boolean {
  const kinds = new Map<string, Kind>([["", "group"]]);
  const fits = (path: string, kind: Kind) => kind === (kinds.get(path) ?? kinds.set(path, kind).get(path));
  return names.every((name) => {
    const parts = name.split(".");
    const isInside = parts.every((part, i) =>
      fits(
        parts
          .slice(0, i)
          .map((before) => `.${before}`)
          .join(""),
        /^\d+$/.test(part) ? "rows" : "group",
      ),
    );
    const list = /\[\d*\]$/;
    const path = parts.map((part) => `.${part}`).join("");
    return isInside && fits(path.replace(list, ""), list.test(path) ? "texts" : "text");
  });
}

async function readBody(request: Request, maxFileBytes: number): Promise<Buffer<ArrayBuffer>> {
  const maxBodyBytes = maxFileBytes + textBytes;
  const tooLarge = () => new BadRequest(413, `This is more than can be sent at once. A file may have at most ${maxFileBytes / mb} MB.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  if (!request.body) return Buffer.from([]);
  let length = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > maxBodyBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

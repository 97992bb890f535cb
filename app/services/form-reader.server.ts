/**
 * Reads a posted form under limits that are enforced while it arrives: bytes, fields, and the length and depth of names.
 * The cost in time and memory stays proportional to what was read, whoever sends it.
 */
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { BadRequest } from "./bad-request.server";

const mb = 1024 * 1024;
/** Bytes that are read and dropped of a form with too large a file, so that the text around the file is not lost. */
const maxDroppedBytes = 100 * mb;
/** Bytes that may have been read and not yet counted as those of a file, and the heads of parts. */
const countingLag = mb;
/** Bytes of text that a form may have beside its file. A urlencoded form has no file, so this is all of it. */
const maxTextBytes = 2 * mb;
const maxNameLength = 200;
const maxNameParts = 10;

export interface FormLimits {
  /** Bytes of the form's files together; 2 MB unless stated. */
  maxFileBytes?: number | undefined;
  /** Each ticked checkbox is a field; 2,000 unless stated. */
  maxFields?: number | undefined;
  /** Bytes of everything that is not a file; 2 MB unless stated. */
  maxTextBytes?: number | undefined;
  /** Files are read over and dropped, for senders who cannot upload anything. */
  dropFiles?: boolean | undefined;
}

export interface PostedForm {
  /** With line ends as they were typed. */
  fields: FormData;
  /** Files that were dropped because of their size, by field. */
  tooLarge: ReadonlyMap<string, TooLarge>;
}

interface TooLarge {
  fileName: string;
  maxBytes: number;
}

/**
 * Returns the fields of a posted form. Too large a file is dropped while it arrives, and named.
 * @throws BadRequest 400 for what is no form of ours, 413 for too much text, or for more than is worth reading
 */
export async function readForm(request: Request, limits: FormLimits = {}): Promise<PostedForm> {
  const type = request.headers.get("content-type") ?? "";
  const [, kind] = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.exec(type) ?? [];
  if (!kind) throw new BadRequest(400, "This form could not be read.");
  const { maxFileBytes = 2 * mb } = limits;
  const textBytes = limits.maxTextBytes ?? maxTextBytes;
  const isMultipart = kind === "multipart/form-data";
  const maxBodyBytes = isMultipart ? Math.max(maxDroppedBytes, maxFileBytes + textBytes) : textBytes;
  const tooMuch = () =>
    new BadRequest(413, `This is more than can be sent at once. Files may have at most ${maxFileBytes / mb} MB.`);
  const stated = Number(request.headers.get("content-length") ?? 0);
  if (stated > maxBodyBytes) throw tooMuch();

  const reader = formReader(type, {
    maxFileBytes,
    maxFields: limits.maxFields ?? 2_000,
    textBytes,
    dropFiles: limits.dropFiles ?? false,
  });
  let length = 0;
  for await (const part of bodyOf(request)) {
    length += part.length;
    if (length > maxBodyBytes) throw tooMuch();
    await reader.write(part);
    if (!isMultipart || length - reader.fileBytes() <= textBytes + countingLag) continue;
    // A browser shows an answer only after it has sent its whole request.
    if (length > stated) throw tooMuch();
    reader.fail(tooMuch());
  }
  return reader.end();
}

/** Node can iterate over a body, which the types of browsers do not say. A form without any field has none. */
function bodyOf({ body }: Request): AsyncIterable<Uint8Array> | Uint8Array[] {
  return body ? (body as unknown as AsyncIterable<Uint8Array>) : [];
}

interface ReaderLimits {
  maxFileBytes: number;
  maxFields: number;
  textBytes: number;
  dropFiles: boolean;
}

/**
 * Parses a form piece by piece. After the first problem the rest is read and dropped: a browser shows an answer only when
 * it could send its whole request. `end` throws the problem.
 */
function formReader(type: string, { maxFileBytes, maxFields, textBytes, dropFiles }: ReaderLimits) {
  const form = new FormData();
  const tooLarge = new Map<string, TooLarge>();
  let fileBytes = 0;
  const names = formNames();
  let problem: Error | undefined;
  let reportProblem = () => {};
  const hasProblem = new Promise<void>((resolve) => {
    reportProblem = resolve;
  });
  const fail = (error: Error) => {
    problem ??= error;
    reportProblem();
  };
  const notWhole = () => new BadRequest(400, "This form did not arrive complete. Please send it again.");
  const unknownFields = () => new BadRequest(400, "This form has fields that it should not have.");
  const parser = parserOf(type, {
    fieldNameSize: maxNameLength + 1,
    fieldSize: textBytes,
    // One more than allowed, so that a name over the limit is seen and not skipped.
    fields: maxFields + 1,
    parts: maxFields + 1,
    headerPairs: 20,
    headerSize: 16 * 1024,
  });
  if (!parser) throw notWhole();

  let count = 0;
  const accepts = (name: string) => {
    count += 1;
    const isAccepted = !problem && count <= maxFields && names.accept(name);
    if (!isAccepted) fail(unknownFields());
    return isAccepted;
  };
  parser.on("field", (name, value, isNameCut) => {
    if (isNameCut) fail(unknownFields());
    else if (accepts(name)) form.append(name, value.replaceAll("\r\n", "\n"));
  });
  parser.on("file", (name, stream, fileName, _encoding, mimeType) => {
    // A file that was cut off ends with an error, which the parser reports as well.
    stream.on("error", () => fail(notWhole()));
    const isKept = accepts(name) && !dropFiles;
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => {
      fileBytes += part.length;
      if (!isKept || tooLarge.has(name)) return;
      parts.push(part);
      if (fileBytes <= maxFileBytes) return;
      parts.length = 0;
      tooLarge.set(name, { fileName: fileName ?? "", maxBytes: maxFileBytes });
    });
    stream.once("end", () => {
      if (isKept && !tooLarge.has(name))
        form.append(name, new File([Buffer.concat(parts)], fileName ?? "", { type: mimeType }));
    });
  });
  for (const limit of ["fieldsLimit", "partsLimit"] as const) parser.on(limit, () => fail(unknownFields()));
  parser.on("error", () => fail(notWhole()));

  return {
    /** Resolves when the parser has room for more, so that what was read has been counted. */
    async write(part: Uint8Array) {
      if (problem || parser.write(Buffer.from(part.buffer, part.byteOffset, part.byteLength))) return;
      await Promise.race([new Promise((resolve) => parser.once("drain", resolve)), hasProblem]);
    },
    fail,
    /** So far, of all files, dropped ones included. */
    fileBytes: () => fileBytes,
    end(): Promise<PostedForm> {
      if (problem) return Promise.reject(problem);
      return new Promise((resolve, reject) => {
        parser.once("finish", () => (problem ? reject(problem) : resolve({ fields: form, tooLarge })));
        parser.once("error", () => reject(problem));
        parser.end();
      });
    },
  };
}

/** Undefined for a type without a boundary. */
function parserOf(type: string, limits: Record<string, number>) {
  try {
    return new Busboy({ headers: { "content-type": type } as BusboyHeaders, limits });
  } catch {
    return undefined;
  }
}

const hugeIndex = /(^|[.[])\d{5,}/;

/** `__proto__.x` and `hasOwnProperty.call` would be set on what all objects of this process share. */
function reachesIntoObjects(name: string): boolean {
  return name.split(/[.[\]]/).some((part) => part === "prototype" || part in Object.prototype);
}

type Kind = "group" | "rows" | "text" | "texts";

/**
 * Accepts the names of one form, which together must make a tree: no name may be a text in one place and a group or
 * a list in another, as `a` with `a.b`, `x.0` with `x.y`, or `x[]` with `x.0.y`. Names are short, so each costs little.
 */
function formNames() {
  const kinds = new Map<string, Kind>([["", "group"]]);
  const fits = (path: string, kind: Kind) => kind === (kinds.get(path) ?? kinds.set(path, kind).get(path));
  const list = /\[\d*\]$/;
  return {
    accept(name: string): boolean {
      if (name.length > maxNameLength || reachesIntoObjects(name) || hugeIndex.test(name)) return false;
      const parts = name.split(".");
      if (parts.length > maxNameParts) return false;
      let path = "";
      for (const part of parts) {
        if (!fits(path, /^\d+$/.test(part) ? "rows" : "group")) return false;
        path += `.${part}`;
      }
      return fits(path.replace(list, ""), list.test(path) ? "texts" : "text");
    },
  };
}

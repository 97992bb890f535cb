/**
 * Parses a submitted form under limits that are enforced while it arrives: bytes, number of fields, and the length and
 * depth of field names. Time and memory stay proportional to the bytes read, whoever sends them.
 */
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { BadRequest } from "#app/services/request/bad-request.server.ts";
import { contentIn } from "./file-content.server.ts";

const mb = 1024 * 1024;
/** Maximum bytes to read and discard of a form whose file is too large, so that its other fields are not lost. */
const maxDroppedBytes = 100 * mb;
/** Bytes that may have been read but not yet counted as file content, and the headers of parts. */
const countingLag = mb;
/** Maximum bytes of text in a form, in addition to files. A urlencoded form consists only of text. */
const maxTextBytes = 2 * mb;
const maxNameLength = 200;
const maxNameParts = 10;

export interface FormLimits {
  /** Maximum total bytes of all files; 2 MB by default. */
  maxFileBytes?: number | undefined;
  /** Maximum number of files; as many as there may be fields by default. */
  maxFiles?: number | undefined;
  /** Maximum number of fields, where each ticked checkbox counts as one; 2,000 by default. */
  maxFields?: number | undefined;
  /** Maximum bytes of everything except files; 2 MB by default. */
  maxTextBytes?: number | undefined;
  /** Discards files, for users who may not upload any. */
  dropFiles?: boolean | undefined;
  /** Writes files to this folder instead of keeping them in memory. */
  folder?: string | undefined;
}

export interface PostedForm {
  /** The fields, with line endings as submitted. */
  fields: FormData;
  /** Fields whose files were discarded because of their size or number, by name. */
  tooLarge: ReadonlyMap<string, TooLarge>;
}

interface TooLarge {
  fileName: string;
  maxBytes: number;
  /** The files were larger than that together, but this one is not. */
  isTogether?: boolean;
  /** Only if there were more files than this. */
  maxFiles?: number;
}

/**
 * Returns the fields of a submitted form. Files that are too large are discarded while they arrive, and reported.
 * @throws BadRequest 400 if this is not one of our forms, 413 if it has too much text or exceeds what can be discarded
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
    maxFiles: limits.maxFiles ?? Number.POSITIVE_INFINITY,
    maxFields: limits.maxFields ?? 2_000,
    textBytes,
    dropFiles: limits.dropFiles ?? false,
    folder: limits.folder,
  });
  let length = 0;
  for await (const part of bodyOf(request)) {
    length += part.length;
    if (length > maxBodyBytes) throw tooMuch();
    await reader.write(part);
    if (!isMultipart || length - reader.fileBytes() <= textBytes + countingLag) continue;
    // Browsers show a response only after they have sent the whole request.
    if (length > stated) throw tooMuch();
    reader.fail(tooMuch());
  }
  return reader.end();
}

/** In Node a body is iterable, which the DOM types do not declare. A form without fields has no body. */
function bodyOf({ body }: Request): AsyncIterable<Uint8Array> | Uint8Array[] {
  return body ? (body as unknown as AsyncIterable<Uint8Array>) : [];
}

interface ReaderLimits {
  maxFileBytes: number;
  maxFiles: number;
  maxFields: number;
  textBytes: number;
  dropFiles: boolean;
  folder: string | undefined;
}

/**
 * Parses a form incrementally. After the first error the rest is read and discarded, because browsers show a response
 * only after they have sent the whole request. `end` throws the error.
 */
function formReader(type: string, { maxFileBytes, maxFiles, maxFields, textBytes, dropFiles, folder }: ReaderLimits) {
  const form = new FormData();
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
  const parser = parserOf(type, maxFields, textBytes);
  if (!parser) throw notWhole();
  const files = filesOf({ maxFileBytes, maxFiles, folder }, fail);

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
  parser.on("file", (name, stream, fileName = "", _encoding, type) => {
    // The parser reports a truncated file as well, but its stream must have an error handler.
    stream.on("error", () => fail(notWhole()));
    files.take(stream, { name, fileName, type, isWanted: accepts(name) && !dropFiles });
  });
  for (const limit of ["fieldsLimit", "partsLimit"] as const) parser.on(limit, () => fail(unknownFields()));
  parser.on("error", () => fail(notWhole()));

  return {
    /** Resolves when the parser can accept more, so that everything read so far has been counted. */
    async write(part: Uint8Array) {
      if (problem || parser.write(Buffer.from(part.buffer, part.byteOffset, part.byteLength))) return;
      await Promise.race([new Promise((resolve) => parser.once("drain", resolve)), hasProblem]);
    },
    fail,
    fileBytes: files.bytes,
    end(): Promise<PostedForm> {
      if (problem) return Promise.reject(problem);
      return new Promise((resolve, reject) => {
        parser.once("finish", async () => {
          for (const [name, file] of await files.kept()) form.append(name, file);
          if (problem) reject(problem);
          else resolve({ fields: form, tooLarge: files.tooLarge });
        });
        parser.once("error", () => reject(problem));
        parser.end();
      });
    },
  };
}

const notWhole = () => new BadRequest(400, "This form did not arrive complete. Please send it again.");
const unknownFields = () => new BadRequest(400, "This form has fields that it should not have.");

/** Returns undefined if the content type has no boundary. */
function parserOf(type: string, maxFields: number, textBytes: number) {
  const limits = {
    fieldNameSize: maxNameLength + 1,
    fieldSize: textBytes,
    // One more than allowed, so that an excess field is noticed instead of skipped.
    fields: maxFields + 1,
    parts: maxFields + 1,
    headerPairs: 20,
    headerSize: 16 * 1024,
  };
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch {
    return undefined;
  }
}

interface SentFile {
  name: string;
  fileName: string;
  type: string;
  isWanted: boolean;
}

/** Takes the files of a form while they arrive, and discards those that exceed the limits. */
function filesOf(
  { maxFileBytes, maxFiles, folder }: Pick<ReaderLimits, "maxFileBytes" | "maxFiles" | "folder">,
  fail: (error: Error) => void,
) {
  const tooLarge = new Map<string, TooLarge>();
  let bytes = 0;
  let count = 0;
  const whole: Promise<void>[] = [];
  // By their place in the form, with gaps for those not kept: a later one may be on disk before an earlier one.
  const kept: [name: string, file: File][] = [];
  return {
    take(stream: Readable, { name, fileName, type, isWanted }: SentFile) {
      count += 1;
      const place = count;
      const isKept = isWanted && count <= maxFiles;
      if (isWanted && !isKept) tooLarge.set(name, { fileName, maxBytes: maxFileBytes, maxFiles });
      const content = isKept ? contentIn(folder) : undefined;
      let ownBytes = 0;
      stream.on("data", (part: Buffer) => {
        bytes += part.length;
        ownBytes += part.length;
        if (!content || tooLarge.has(name)) return;
        if (bytes > maxFileBytes) {
          content.drop();
          const isTogether = ownBytes <= maxFileBytes;
          tooLarge.set(name, { fileName, maxBytes: maxFileBytes, ...(isTogether && { isTogether }) });
          return;
        }
        const written = content.write(part);
        if (!written) return;
        stream.pause();
        written.then(() => stream.resume(), fail);
      });
      stream.once("end", () => {
        if (!content || tooLarge.has(name)) return;
        const added = content.end().then((part) => {
          kept[place] = [name, new File([part], fileName, { type })];
        });
        whole.push(added.catch(fail));
      });
    },
    /** Bytes of all files so far, discarded ones included. */
    bytes: () => bytes,
    tooLarge,
    /** Resolves to the files, in the order of the form, when they are whole. */
    async kept() {
      await Promise.all(whole);
      return Object.values(kept);
    },
  };
}

const hugeIndex = /(^|[.[])\d{5,}/;

/** Names such as `__proto__.x` and `hasOwnProperty.call` would pollute prototypes shared by the whole process. */
function reachesIntoObjects(name: string): boolean {
  return name.split(/[.[\]]/).some((part) => part === "prototype" || part in Object.prototype);
}

type Kind = "group" | "rows" | "text" | "texts";

/**
 * Validates that the names of a form make a tree: no name may be a text in one place and a group or list in another, as
 * `a` with `a.b`, `x.0` with `x.y`, or `x[]` with `x.0.y`. The rows of a list are all alike, because the form library
 * appends a text to its list whatever its index: `x.1` would be the row 0 that `x.0.y` is in. Names are short, so the
 * cost of each is small.
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
        const isIndex = /^\d+$/.test(part);
        if (!fits(path, isIndex ? "rows" : "group")) return false;
        path += isIndex ? ".0" : `.${part}`;
      }
      return fits(path.replace(list, ""), list.test(path) ? "texts" : "text");
    },
  };
}

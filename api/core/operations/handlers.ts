import type { Readable } from "node:stream";
import type {
  Command,
  Download,
  InputOf,
  LargeUpload,
  Operation,
  OutputOf,
  Query,
  Upload,
} from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import type { Context } from "./context.ts";

export interface UploadedFile {
  /** The file name that the sender gave: untrusted text, never a path. */
  readonly name: string;
  readonly content: Buffer;
}

/** An uploaded file on disk, until the handler has ended. */
export interface StoredFile extends Pick<UploadedFile, "name"> {
  readonly path: string;
}

/** A file as the response to a download. */
export interface FileAnswer {
  content: Buffer | Readable;
  contentType: string;
  /** If set, the browser saves the file instead of showing it. */
  fileName?: string;
  /** The content under this id never changes, so browsers may store it. */
  isImmutable?: boolean;
  /** Pages of other origins may show it: the back office, and shops. */
  isPublic?: boolean;
  /** Changes with the content: who has this version already gets no content (`ETag`). */
  version?: string;
}

/** The business logic of one operation. */
export type Handler<T extends Operation> = T extends Query | Command
  ? (input: InputOf<T>, context: Context) => Promise<OutputOf<T>>
  : T extends LargeUpload
    ? (input: InputOf<T>, file: StoredFile, context: Context) => Promise<OutputOf<T>>
    : T extends Upload
      ? (input: InputOf<T>, files: UploadedFile[], context: Context) => Promise<OutputOf<T>>
      : T extends Download
        ? (input: InputOf<T>, context: Context) => Promise<FileAnswer>
        : never;

/** One handler per operation of an area; a missing or surplus handler is a type error. */
export type AreaHandlers<A> = {
  [K in keyof A]: A[K] extends Operation ? Handler<A[K]> : never;
};

export type Handlers = { [K in keyof Operations]: AreaHandlers<Operations[K]> };

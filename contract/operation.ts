/**
 * What an operation is: one call of the API, declared once.
 *
 * From a declaration come the typed call in the back office (`callApi`), the mounted and validated endpoint
 * of the built-in API, the visibility of the button that leads to it (`can`), and the OpenAPI document.
 */
import { z } from "zod";
import type { Permission } from "./permissions.ts";

export type Method = "GET" | "POST";
export type Fields = z.ZodObject;

interface Base {
  readonly method: Method;
  /** Below `/api/v1/`; `{name}` marks a field of the input that travels in the path. */
  readonly path: string;
  readonly permission: Permission;
  /** Asks for a proof of identity that is not older than some minutes (RFC 9470). */
  readonly stepUp?: boolean;
}

/** Reads, and changes nothing that a person would notice. */
export interface Query<I extends Fields = Fields, O extends z.ZodType = z.ZodType> extends Base {
  readonly kind: "query";
  readonly input: I;
  readonly output: O;
}

/** Changes something, once per `Id`: the same command again gets the stored answer. */
export interface Command<I extends Fields = Fields, O extends z.ZodType = z.ZodType> extends Base {
  readonly kind: "command";
  readonly input: I;
  readonly output: O;
}

/** Multipart: the fields of `input` and one or more files. */
export interface Upload<I extends Fields = Fields, O extends z.ZodType = z.ZodType> extends Base {
  readonly kind: "upload";
  readonly input: I;
  readonly output: O;
  /** Bytes a single file may have. */
  readonly maxFileBytes: number;
  /** Files of one request. */
  readonly maxFiles: number;
  /** The multipart field that the files are in. */
  readonly fileField: string;
}

/** Answers with a file instead of JSON. */
export interface Download<I extends Fields = Fields> extends Base {
  readonly kind: "download";
  readonly input: I;
}

export type Operation = Query | Command | Upload | Download;

export type InputOf<T extends { input: Fields }> = z.output<T["input"]>;
/** What a caller may pass: before defaults and transformations. */
export type GivenInput<T extends { input: Fields }> = z.input<T["input"]>;
export type OutputOf<T> = T extends { output: infer O extends z.ZodType } ? z.output<O> : undefined;

interface Declaration<I extends Fields, O extends z.ZodType> {
  permission: Permission;
  input: I;
  output: O;
}

export function query<I extends Fields, O extends z.ZodType>(
  path: string,
  { permission, input, output, method = "GET" }: Declaration<I, O> & { method?: Method },
): Query<I, O> {
  return { kind: "query", method, path, permission, input, output };
}

/** The fields of a command are completed by its `Id`, made by the client. */
export function command<S extends z.core.$ZodLooseShape, O extends z.ZodType = z.ZodNull>(
  path: string,
  declaration: { permission: Permission; input: z.ZodObject<S>; output?: O; stepUp?: boolean },
) {
  const input = declaration.input.extend({ Id: commandId });
  const output = (declaration.output ?? z.null()) as O;
  const { permission, stepUp = false } = declaration;
  return { kind: "command", method: "POST", path, permission, stepUp, input, output } as const;
}

export function upload<I extends Fields, O extends z.ZodType>(
  path: string,
  {
    permission,
    input,
    output,
    maxFileBytes,
    maxFiles = 1,
    fileField = "files",
  }: Declaration<I, O> & { maxFileBytes: number; maxFiles?: number; fileField?: string },
): Upload<I, O> {
  return { kind: "upload", method: "POST", path, permission, input, output, maxFileBytes, maxFiles, fileField };
}

export function download<I extends Fields>(
  path: string,
  { permission, input }: { permission: Permission; input: I },
): Download<I> {
  return { kind: "download", method: "GET", path, permission, input };
}

/** Names the back office's session, whose tokens change, so that signing out ends all of it. */
export const sessionHeader = "x-session";

/**
 * For commands that change a record which a form shows: what the form showed (`rules/edits.ts`). Without it the command
 * is written as it was sent. With it, fields that were not changed stay as they are now, and one that somebody else
 * has changed as well refuses the command with 409 and `theirs`.
 */
export const edit = { Shown: z.string().max(8_000).optional() };

export const commandId = z.uuid("This form has expired. Please reload the page.");

/** The names in braces of an operation's path. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

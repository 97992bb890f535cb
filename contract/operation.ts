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
  declaration: { permission: Permission; input: z.ZodObject<S>; output?: O },
) {
  const input = declaration.input.extend({ Id: commandId });
  const output = (declaration.output ?? z.null()) as O;
  return { kind: "command", method: "POST", path, permission: declaration.permission, input, output } as const;
}

export function upload<I extends Fields, O extends z.ZodType>(
  path: string,
  { permission, input, output, maxFileBytes, fileField = "files" }: Declaration<I, O> & { maxFileBytes: number; fileField?: string },
): Upload<I, O> {
  return { kind: "upload", method: "POST", path, permission, input, output, maxFileBytes, fileField };
}

export function download<I extends Fields>(path: string, { permission, input }: { permission: Permission; input: I }): Download<I> {
  return { kind: "download", method: "GET", path, permission, input };
}

export const commandId = z.uuid("This form has lost its number. Please reload the page.");

/** The names in braces of an operation's path. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

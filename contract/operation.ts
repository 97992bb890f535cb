/**
 * An operation: one endpoint of the API, declared once.
 *
 * The declaration provides the typed request in the back office (`context.api`), the mounted and validated endpoint of the
 * built-in API, the visibility of its button (`can`), and the OpenAPI document.
 */
import { z } from "zod";
import { type EffectName, effects } from "./effects.ts";
import type { Feature } from "./features.ts";
import type { KeyScope } from "./keys/scopes.ts";
import type { Permission } from "./permissions.ts";

export type Method = "GET" | "POST";
export type Fields = z.ZodObject;

interface Base {
  readonly method: Method;
  /** Below `/api/v1/`; `{name}` marks an input field in the path. */
  readonly path: string;
  /**
   * The effect of the operation, in sentences of Markdown for the OpenAPI document, whose list of operations shows the
   * first one. Unique up to there.
   */
  readonly description: string;
  readonly permission: Permission;
  /** Requires an authentication that is at most some minutes old (RFC 9470); follows from `effect`. */
  readonly stepUp?: boolean;
  /** Only there in APIs whose configuration names it. */
  readonly feature?: Feature;
  /** The scope, or one of the scopes, with which a key may call it; without one, only people may. */
  readonly scope?: OperationScope;
}

export type OperationScope = KeyScope | readonly KeyScope[] | "any";

/** Reads, and changes nothing that users would notice. */
export interface Query<I extends Fields = Fields, O extends z.ZodType = z.ZodType> extends Base {
  readonly kind: "query";
  readonly input: I;
  readonly output: O;
}

/** Changes something once per `Id`: a repeated command gets the stored response. */
export interface Command<I extends Fields = Fields, O extends z.ZodType = z.ZodType> extends Base {
  readonly kind: "command";
  readonly effect: EffectName;
  readonly input: I;
  readonly output: O;
  /**
   * Names of the fields with keys and secrets. The API does not store their values with the command, and the back office
   * never sends them back to the browser.
   */
  readonly secretFields?: readonly string[];
  /** Its changes can be put back with `history/Undo`, where nobody has changed the values since. */
  readonly canBeUndone?: boolean;
  /** Names of the answer's fields with secrets. They are not stored, and null in the answer to a repeated command. */
  readonly secretAnswers?: readonly string[];
  /**
   * The records that may use this one: the command is then refused with the status 500 and `usersSchema`, the list of
   * them.
   */
  readonly usedBy?: string;
}

/** Multipart: the fields of `input` and one or more files. */
export interface Upload<I extends Fields = Fields, O extends z.ZodType = z.ZodType> extends Base {
  readonly kind: "upload";
  readonly input: I;
  readonly output: O;
  /** Maximum bytes per file. */
  readonly maxFileBytes: number;
  /** Maximum files per request. */
  readonly maxFiles: number;
  /** The multipart field of the files. */
  readonly fileField: string;
  readonly isLarge?: boolean;
}

/** An upload of one file that is too large for memory: it is written to disk while it arrives. */
export interface LargeUpload<I extends Fields = Fields, O extends z.ZodType = z.ZodType> extends Upload<I, O> {
  readonly isLarge: true;
}

/** Returns a file instead of JSON. */
export interface Download<I extends Fields = Fields> extends Base {
  readonly kind: "download";
  readonly input: I;
}

export type Operation = Query | Command | Upload | Download;

export type InputOf<T extends { input: Fields }> = z.output<T["input"]>;
/** The input that a caller sends: before defaults and transformations. */
export type SentInput<T extends { input: Fields }> = z.input<T["input"]>;
export type OutputOf<T> = T extends { output: infer O extends z.ZodType } ? z.output<O> : undefined;

interface Declaration<I extends Fields, O extends z.ZodType> {
  description: string;
  permission: Permission;
  feature?: Feature;
  scope?: OperationScope;
  input: I;
  output: O;
}

export function query<I extends Fields, O extends z.ZodType>(
  path: string,
  { method = "GET", ...declaration }: Declaration<I, O> & { method?: Method },
): Query<I, O> {
  return { kind: "query", method, path, ...declaration };
}

/** Adds the command's `Id`, which the client generates, to its fields. */
export function command<S extends z.core.$ZodLooseShape, O extends z.ZodType = z.ZodNull>(
  path: string,
  declaration: {
    description: string;
    permission: Permission;
    feature?: Feature;
    scope?: OperationScope;
    effect: EffectName;
    input: z.ZodObject<S>;
    output?: O;
    canBeUndone?: boolean;
    secretFields?: readonly (string & keyof S)[];
    secretAnswers?: readonly (string & keyof z.output<O>)[];
    usedBy?: string;
  },
) {
  const input = declaration.input.extend({ Id: commandId });
  const output = (declaration.output ?? z.null()) as O;
  const stepUp: boolean = effects[declaration.effect].asks;
  return { ...declaration, stepUp, kind: "command", method: "POST", path, input, output } as const;
}

export function upload<I extends Fields, O extends z.ZodType>(
  path: string,
  declaration: Declaration<I, O> & { maxFileBytes: number; maxFiles?: number; fileField?: string },
): Upload<I, O> {
  return { maxFiles: 1, fileField: "files", ...declaration, kind: "upload", method: "POST", path };
}

export function largeUpload<I extends Fields, O extends z.ZodType>(
  path: string,
  declaration: Declaration<I, O> & { maxFileBytes: number; fileField: string },
): LargeUpload<I, O> {
  return { ...upload(path, declaration), isLarge: true };
}

export function download<I extends Fields>(
  path: string,
  {
    effect,
    ...declaration
  }: {
    description: string;
    permission: Permission;
    feature?: Feature;
    scope?: OperationScope;
    effect?: EffectName;
    input: I;
  },
): Download<I> {
  return { kind: "download", method: "GET", path, stepUp: effect ? effects[effect].asks : false, ...declaration };
}

/** Identifies the back office's session, whose tokens change, so that signing out ends all of it. */
export const sessionHeader = "x-session";

/**
 * Header of an answer to a command that had been carried out before, by a request with the same `Id`: when, in UTC and
 * ISO 8601.
 */
export const carriedOutHeader = "x-carried-out";

/**
 * The network address of a visitor of the back office who is not signed in, and its HMAC-SHA256 in hexadecimal under
 * the secret that back office and API share, so that limits count the visitor and not the back office.
 */
export const visitorHeader = "x-visitor";
/** The text that is signed. */
export const visitorText = (address: string) => `countinghouse visitor ${address}`;

/**
 * For commands that change a record shown by a form: the values that the form showed (`rules/edits.ts`). Without it all
 * fields are written as sent. With it, unchanged fields keep their current values, and if somebody else has changed a
 * field that the sender changed too, the command is refused with 409 and `theirs`.
 */
export const edit = {
  Shown: z.string().max(8_000).optional(),
  /** The `Id` of the command that was sent from the same form before, with other values. */
  After: z.guid().optional(),
};

export const commandId = z.uuid("This form has expired. Please reload the page.");

/** Reason (`code`) of a refusal: a command with this `Id` has been carried out, with other values. */
export const alreadySent = "already_sent";

/** Returns the field names in braces of an operation's path. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
}

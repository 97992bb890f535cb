import type { Context } from "#api/core/operations/context.ts";
import type { Command, InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import type { Permission } from "#contract/permissions.ts";
import { type PutBack, putBack, type StoredChange } from "./put-back.ts";

/** A command that is to be undone. */
export interface Done<C extends Command = Command> {
  input: InputOf<C>;
  /** The changes of the command, the newest first. */
  changes: readonly StoredChange[];
}

/** Undoes a command, with the permission of that command: `context.operation` is that operation. */
export interface Undoer<C extends Command = Command> {
  /** It may change records of several suppliers, which staff of a single one can neither see nor undo. */
  isOfMany?: boolean;
  /**
   * Locks what the command is about, and checks the permission if that depends on it.
   * @throws Refusal 403 or 404
   */
  authorise?(done: Done<C>, context: Context): Promise<unknown>;
  /** @throws Refusal 409 if it cannot be put back any more */
  undo(done: Done<C>, context: Context): Promise<PutBack>;
}

/** One for each operation of an area that can be undone. */
export type AreaUndoers<A> = { [K in keyof A]?: A[K] extends Command ? Undoer<A[K]> : never };

export interface Undoers {
  /** By the names of areas and operations. */
  readonly commands: { [K in keyof Operations]?: AreaUndoers<Operations[K]> };
  /** By the kinds of background processes. */
  readonly processes: Readonly<Record<string, ProcessUndoer>>;
}

export interface ProcessUndoer {
  readonly permission: Permission;
  /** Whether a process with this input can be undone; all can if left out. */
  canUndo?(input: unknown): boolean;
  /** Starts a process that undoes another one. Returns its id. */
  begin(processId: string, context: Context): Promise<string>;
}

/** For commands whose changes have no consequences elsewhere, and that need a permission of the caller alone. */
export const putBackAll: Undoer = { undo: ({ changes }, { db }) => putBack(db, changes) };

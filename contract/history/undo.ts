/** Undoing what somebody has changed. */
import { z } from "zod";
import { historyRecords } from "./records.ts";
import { historyRow } from "./schema.ts";

/** Identifies a command, or a background process, whose changes are put back. */
export const undoCommand = z.object({ UndoneId: z.guid() });

/** Names of kept changes in an answer. */
export const mostKept = 100;

export const undone = z.object({
  /** UTC. */
  at: z.string(),
  /** The user who has undone it. */
  userName: z.string(),
  /** How many changes were put back; null while a process does it. */
  count: z.number().int().nullable(),
  /** Sentences about values that were changed again and are therefore not put back: the first `mostKept`. */
  kept: z.array(z.string()),
  keptCount: z.number().int(),
  /** The record of the newest change. */
  record: z.enum(historyRecords),
  recordId: z.number().int(),
  /** The background process that puts back many changes. */
  processId: z.guid().nullable(),
  /** The kind of the process, such as `approvals`. */
  processKind: z.string().nullable().default(null),
});
export type Undone = z.output<typeof undone>;

export const undoable = z.object({
  /** UTC. */
  at: z.string(),
  /** Null for the system. */
  userName: z.string().nullable(),
  count: z.number().int(),
  /** The changed record; of several, the one of which something was removed. */
  record: z.enum(historyRecords),
  recordId: z.number().int(),
  /** Null if it does not exist any more. */
  recordName: z.string().nullable(),
  /** The first changes, the newest ones first. */
  changes: z.array(historyRow),
  /** It can be undone, and the caller may try. */
  canUndo: z.boolean(),
  /** Null unless it has been undone. */
  undone: undone.nullable(),
});

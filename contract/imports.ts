/** Shared by all imports of workbooks: a file is checked, the check is applied, and the result may be undone. */
import { z } from "zod";

/** The column with the reasons in a file of refused rows. For information only: imports ignore it. */
export const reasonColumn = "Reason";

/** Records shown per outcome. */
export const shownOfEach = 20;

export const processId = z.guid();

/** Identifies an import, to query, apply or undo it. */
export const importId = z.object({ id: processId });
export const importCommand = z.object({ ProcessId: processId });

/** @param summary schema of the import's own summary */
export const importResult = <Summary extends z.ZodType>(summary: Summary) =>
  z.object({
    fileName: z.string(),
    /** It only checked, and changed nothing. */
    isCheck: z.boolean(),
    /** It reverted another import. */
    isUndo: z.boolean().default(false),
    /** A check that has not been applied yet. */
    canApply: z.boolean().default(false),
    /** Its changes can be reverted, except where newer changes exist. */
    canUndo: z.boolean().default(false),
    /** Null until it is finished, and for a file that could not be read. */
    summary: summary.nullish(),
  });

/** The part of a result that all imports share. */
export type ImportResult = z.output<ReturnType<typeof importResult<z.ZodUnknown>>>;

/** Null when there is none. */
export const lastImport = z
  .object({ processId, fileName: z.string(), isCheck: z.boolean(), isFinished: z.boolean() })
  .nullable();

/** The caller's imports of one kind, newest first; deleted after seven days. */
export const importList = z.array(
  z.object({
    processId,
    fileName: z.string(),
    /** UTC. */
    startedDate: z.string(),
    isCheck: z.boolean(),
    /** It reverted another import. */
    isUndo: z.boolean(),
    /** It has been reverted. */
    isUndone: z.boolean(),
    isFinished: z.boolean(),
    /** Some rows were not imported. */
    hasErrors: z.boolean(),
    canApply: z.boolean(),
    canUndo: z.boolean(),
  }),
);
export type ListedImport = z.output<typeof importList>[number];

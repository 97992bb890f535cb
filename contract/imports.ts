/** What imports of workbooks have in common: a file is checked, what was checked is applied, and what was applied may be undone. */
import { z } from "zod";

/** The column of a file of refused rows that says why. It is for reading: an import passes over it. */
export const reasonColumn = "Reason";

/** So many records of each outcome are shown. */
export const shownOfEach = 20;

export const processId = z.guid();

/** What is asked about an import, and what it is applied or undone by. */
export const importId = z.object({ id: processId });
export const importCommand = z.object({ ProcessId: processId });

/** @param summary what came of its rows, or would */
export const importResult = <Summary extends z.ZodType>(summary: Summary) =>
  z.object({
    fileName: z.string(),
    /** It says what would be done, and changed nothing. */
    isCheck: z.boolean(),
    /** It took back what another import did. */
    isUndo: z.boolean().default(false),
    /** A check that was not applied yet. */
    canApply: z.boolean().default(false),
    /** What it did can be taken back, where nothing newer has touched it. */
    canUndo: z.boolean().default(false),
    /** Null until it is finished, and for a file that could not be read. */
    summary: summary.nullish(),
  });

/** What every import knows of itself, whatever it imports. */
export type ImportResult = z.output<ReturnType<typeof importResult<z.ZodUnknown>>>;

/** Null when there is none. */
export const lastImport = z
  .object({ processId, fileName: z.string(), isCheck: z.boolean(), isFinished: z.boolean() })
  .nullable();

/** The caller's imports of one kind, the newest first; they are deleted after seven days. */
export const importList = z.array(
  z.object({
    processId,
    fileName: z.string(),
    /** UTC. */
    startedDate: z.string(),
    isCheck: z.boolean(),
    /** It took back what another import did. */
    isUndo: z.boolean(),
    /** It has been taken back. */
    isUndone: z.boolean(),
    isFinished: z.boolean(),
    /** Not all of it was done. */
    hasErrors: z.boolean(),
    canApply: z.boolean(),
    canUndo: z.boolean(),
  }),
);
export type ListedImport = z.output<typeof importList>[number];

/** Shared by all imports of workbooks: a file is checked, the check is applied, and the result may be undone. */
import { z } from "zod";
import type { EffectName } from "./effects.ts";
import type { Feature } from "./features.ts";
import type { KeyScope } from "./keys/scopes.ts";
import { command, download, query } from "./operation.ts";
import type { Permission } from "./permissions.ts";
import { byKey } from "./rules/keys-of.ts";

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

/** The result for a record of the file. `unchanged` means that it was already as described. */
export const importOutcomes = ["made", "changed", "unchanged", "refused"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const count = z.number().int();

/** A cell, as the worksheet shows it; empty if there is no value. */
export const cellChange = z.object({
  column: z.string(),
  before: z.string().default(""),
  after: z.string().default(""),
});
export type CellChange = z.output<typeof cellChange>;

/** What a summary says of a record that has one row. */
export const recordOfRow = z.object({
  /** Row number, as Excel counts. */
  row: count,
  /** Messages that name row and column. */
  problems: z.array(z.string()).default([]),
});

/** What a summary says of a record that may have several rows. */
export const recordOfRows = recordOfRow.omit({ row: true }).extend({ rows: z.array(count) });

/**
 * @param record schema of a record
 * @param more further fields of the summary
 */
export const importSummaryOf = <Outcome extends string, R extends z.ZodType, More extends z.ZodRawShape>(
  outcomes: readonly Outcome[],
  record: R,
  more: More,
) =>
  z.object({
    /** How many records have the outcome, and the first of them. */
    ...byKey(outcomes, () => z.object({ count, first: z.array(record).default([]) })),
    /** Rows without any values. */
    emptyRows: count,
    ...more,
  });

interface Counted {
  count: number;
}

/** The part of a summary that all imports share; categories are renamed and moved, too. */
export type ImportedGroups = Record<"made" | "changed" | "refused", Counted> & { renamed?: Counted; moved?: Counted };

/** The part of a result that all imports share. */
export type ImportResult = Omit<z.output<ReturnType<typeof importResult<z.ZodUnknown>>>, "summary"> & {
  summary?: ImportedGroups | null | undefined;
};

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

interface Imported<Summary extends z.ZodType, Of extends z.core.$ZodLooseShape> {
  /** Begins the paths of the operations. */
  area: string;
  /** What is imported, in the plural. */
  what: string;
  access: { permission: Permission; feature?: Feature };
  summary: Summary;
  /** What programs may do with a key: apply an import, and see its result and its refused rows. */
  scope?: readonly KeyScope[];
  /** Of carrying out an import, and of reverting it; `work` by default. */
  effect?: EffectName;
  /** What applying a check does besides, for the description. */
  besides?: string;
  /** Reverting an import belongs to another feature than importing. */
  undoFeature?: Feature;
  /** Fields that name the record to which the imports belong. */
  of: z.ZodObject<Of>;
  /** A part of the operations' names. */
  format?: "Excel" | "";
}

/** The operations that the imports of all areas have, besides those that receive the file. */
export function importOperations<Summary extends z.ZodType, Of extends z.core.$ZodLooseShape>({
  area,
  what,
  access,
  summary,
  scope,
  effect = "work",
  besides = "",
  undoFeature = access.feature,
  of,
  format = "Excel",
}: Imported<Summary, Of>) {
  const id = importId.extend(of.shape);
  const keys = scope && { scope };
  const place = Object.keys(of.shape).length > 0 ? " into this marketplace" : "";
  return {
    apply: command(`${area}/ApplyImport`, {
      description: `Carries out a checked import of ${what}, once${besides}. Returns the id of a new process.`,
      ...access,
      ...keys,
      effect,
      input: importCommand,
      output: processId,
    }),
    undo: command(`${area}/UndoImport`, {
      description: `Reverts an import of ${what}, once, except where newer changes exist. Returns the id of a new process.`,
      ...access,
      ...(undoFeature && { feature: undoFeature }),
      effect,
      input: importCommand,
      output: processId,
    }),
    result: query(`${area}/${format}ImportResult`, {
      description: `Returns the result of an import of ${what}, or of a check, to the user who started it.`,
      ...access,
      ...keys,
      input: id,
      output: importResult(summary),
    }),
    list: query(`${area}/${format}Imports`, {
      description: `Returns the caller's imports of ${what}${place} that are still stored.`,
      ...access,
      input: of,
      output: importList,
    }),
    last: query(`${area}/Last${format}Import`, {
      description: `Returns the caller's latest import of ${what}${place}. Null if there is none, or it has been deleted.`,
      ...access,
      input: of,
      output: lastImport,
    }),
    refused: download(`${area}/${format}ImportRefused`, {
      description: `Returns the refused rows of an import of ${what}. They are as in the file, with the reasons.`,
      ...access,
      ...keys,
      input: id,
    }),
  };
}

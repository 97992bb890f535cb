/** Imports of workbooks: the dialog that takes the file, and the page that shows progress and result. */

import { z } from "zod";
import { withWayBack } from "#app/lib/list-state.ts";
import {
  type CommandForm,
  commandForm,
  commandForms,
  fileForm,
  newCommandId,
} from "#app/services/forms/command-form.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import type { ImportResult, importCommand, importList, lastImport, processId } from "#contract/imports.ts";
import type { Command, Download, Query, Upload } from "#contract/operation.ts";
import { loadProgress, processIn, unlessUnavailable } from "./processing.server.ts";
import { operatorZone } from "./time-zone.server.ts";

/** For imports that accept `Overwrite`, it is sent if its box was ticked. */
type ImportCommand = Command<typeof importCommand, typeof processId>;
type ImportFile = Download;

/** The operations of an area, by their names there. */
interface Operations {
  excelImportResult: Query;
  lastExcelImport: Query<z.ZodObject, typeof lastImport>;
  excelImports: Query<z.ZodObject, typeof importList>;
  applyImport: ImportCommand;
  undoImport?: ImportCommand;
  excelImportRefused: ImportFile;
  excelImportChanges?: ImportFile;
}

export const notImported = "Oh dear, this could not be imported due to an unexpected error. Please try again.";
const notDownloaded = "Oh dear, this file could not be downloaded due to an unexpected error. Please try again.";
const withoutNoticeSearch = /[?&]_routes=[^&]*/;

/** For imports into one record, such as the categories of a marketplace; the route has the id of the record. */
interface Options {
  /** Accepted file name extensions. */
  endings?: readonly string[];
  /** The route's parameter with the id of the import. */
  idParam?: string;
  /** The input of the operations besides the id of an import. */
  record?(context: RequestContext): Record<string, unknown>;
  /** Further input of the upload. */
  uploadInput?(context: RequestContext, form: FormData): Record<string, unknown>;
}

type PathOf = (id: string, context: RequestContext) => string;

function addressesOf(pathOf: PathOf, idParam: string) {
  return {
    importIn: (context: RequestContext) => processIn(context, idParam),
    here: (context: RequestContext, id: string) =>
      `${pathOf(id, context)}${context.url.search.replace(withoutNoticeSearch, "")}`,
    /** The page of an import, including the way back to the list. */
    pageOf: (id: string, context: RequestContext) => withWayBack(pathOf(id, context), context.url.search),
  };
}

/** The form of the button that applies an import, or reverts it. */
const beginForm = (operation: ImportCommand, { importIn, here }: ReturnType<typeof addressesOf>) =>
  commandForm({
    operation,
    schema: z.object({ Overwrite: z.string().max(10).optional() }),
    input: ({ Overwrite }, context) => ({
      ProcessId: importIn(context),
      ...(Overwrite === "true" && "Overwrite" in operation.input.shape ? { Overwrite: true } : {}),
    }),
    saved: "",
    notSaved: notImported,
    next: (context, id) => here(context, id),
  });

function downloadsOf(
  { excelImportRefused: refused, excelImportChanges: changes = refused }: Operations,
  record: (context: RequestContext) => Record<string, unknown>,
  { importIn, here }: ReturnType<typeof addressesOf>,
) {
  const fileOf = (operation: ImportFile, fileName: string) => (context: RequestContext) => {
    const id = importIn(context);
    return download(context, {
      operation,
      input: { ...record(context), id },
      fileName,
      keepsName: true,
      page: here(context, id),
      notDownloaded,
    });
  };
  return {
    downloadRefused: fileOf(refused, "Refused rows.xlsx"),
    downloadChanges: fileOf(changes, "Changes.xlsx"),
  };
}

/**
 * Returns the loaders and actions of one kind of import.
 * @param checks each answers with the id of a process, or with messages that say what is wrong with the file
 */
export function importsOf(
  operations: Operations,
  checks: Record<string, Upload>,
  pathOf: PathOf,
  { endings = [".xlsx"], idParam = "id", record = () => ({}), uploadInput = () => ({}) }: Options = {},
) {
  const addresses = addressesOf(pathOf, idParam);
  const { importIn, here, pageOf } = addresses;
  const checkForm = (check: string) =>
    fileForm({
      operation: checks[check] as Upload,
      input: (context, form) => ({ ...record(context), ...uploadInput(context, form) }),
      endings,
      notSaved: notImported,
      next: (context, answer) => (typeof answer === "string" ? pageOf(answer, context) : sentencesIn(answer)),
    });
  const forms: Record<string, CommandForm> = {
    apply: beginForm(operations.applyImport, addresses),
    ...(operations.undoImport ? { undo: beginForm(operations.undoImport, addresses) } : {}),
  };
  return {
    async loadForm(context: RequestContext) {
      const last = await unlessUnavailable(context.api(operations.lastExcelImport, record(context)));
      const path = last ? pageOf(last.processId, context) : "";
      return { last: last ? { ...last, path } : undefined, commandId: newCommandId() };
    },

    /** Loads all imports that are still stored. */
    async loadList(context: RequestContext) {
      const imports = await context.api(operations.excelImports, record(context));
      return {
        imports: imports.map((each) => ({ ...each, path: here(context, each.processId) })),
        timeZone: await operatorZone(),
      };
    },

    /** @param check name of the check that receives the file */
    send: (check: string) => commandForms({ import: checkForm(check) }, { maxFileBytes: maxWorkbookBytes }),
    checkForm,
    pageOf,

    /** Progress and result are undefined while the API is unavailable. */
    async loadPage(context: RequestContext) {
      const id = importIn(context);
      const { progress } = await loadProgress(context, id);
      const result =
        progress &&
        ((await unlessUnavailable(context.api(operations.excelImportResult, { ...record(context), id }))) as
          | ImportResult
          | undefined);
      return { id, progress: result && progress, result, commandId: newCommandId() };
    },

    act: commandForms(forms),
    forms,

    ...downloadsOf(operations, record, addresses),
  };
}

const errors = z.array(z.object({ errorMessage: z.string() }));
const sentencesIn = (answer: unknown): string[] => errors.parse(answer).map(({ errorMessage }) => errorMessage);

/** Imports of shipments: the dialog that takes the workbook, and the page that shows what comes of it. */
import { maxWorkbookBytes } from "@contract/files/limits.ts";
import { orders } from "@contract/orders/operations.ts";
import { z } from "zod";
import { withWayBack } from "~/lib/list-state";
import { paths } from "~/lib/paths";
import type { Call } from "./call.server";
import { commandForm, commandForms, fileForm, newCommandId } from "./command-form.server";
import { download } from "./download.server";
import { loadProgress, processIn, unlessAway } from "./processing.server";

const notImported = "Oh dear, this could not be imported due to an unexpected error. Please try again.";

/** The page of an import, which knows its way back to the list. */
const pageOf = (id: string, listSearch: string) => withWayBack(paths.shipmentsImport(id), listSearch);

export async function loadImportForm(call: Call) {
  const last = await unlessAway(call.api(orders.lastExcelImport, {}));
  return { last: last ? { ...last, path: pageOf(last.processId, call.url.search) } : undefined, commandId: newCommandId() };
}

export const sendWorkbook = commandForms(
  {
    import: fileForm({
      operation: orders.excelImportCheck,
      ending: ".xlsx",
      notSaved: notImported,
      next: (call, id) => pageOf(id, call.url.search),
    }),
  },
  { maxFileBytes: maxWorkbookBytes },
);

/** Both are undefined while the API cannot be asked. */
export async function loadImport(call: Call) {
  const id = processIn(call);
  const { progress } = await loadProgress(call);
  const result = progress && (await unlessAway(call.api(orders.excelImportResult, { id })));
  return { progress: result && progress, result, refused: paths.refusedRows(id), commandId: newCommandId() };
}

export type ImportPage = Pick<Awaited<ReturnType<typeof loadImport>>, "progress" | "result"> & { refused?: string; commandId?: string };

export const applyImport = commandForms({
  apply: commandForm({
    operation: orders.applyImport,
    schema: z.object({}),
    input: (_, call) => ({ ProcessId: processIn(call) }),
    saved: "",
    notSaved: notImported,
    next: ({ url }, id) => `${paths.shipmentsImport(id)}${url.search.replace(/[?&]_routes=[^&]*/, "")}`,
  }),
});

export async function downloadRefusedRows(call: Call): Promise<Response> {
  const id = processIn(call);
  return download(call, {
    operation: orders.excelImportRefused,
    input: { id },
    fileName: "Refused rows.xlsx",
    page: `${paths.shipmentsImport(id)}${call.url.search}`,
    notDownloaded: "Oh dear, this file could not be downloaded due to an unexpected error. Please try again.",
  });
}

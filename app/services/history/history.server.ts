/** Changes of records, with their author and the former values. */

import { commissionPaths } from "#app/lib/commission-paths.ts";
import { historyFile, notExported } from "#app/lib/export.ts";
import { historyPaths, openedFrom } from "#app/lib/history-paths.ts";
import { importPaths } from "#app/lib/import-paths.ts";
import { paths, samePath } from "#app/lib/paths.ts";
import { undoAddress } from "#app/services/forms/undo-path.server.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { exportedAs } from "#app/services/pages/exports.server.ts";
import { filtersOf, inputFrom } from "#app/services/pages/filters.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import { zonedMoment } from "#contract/fields.ts";
import { historyWayNames } from "#contract/history/names.ts";
import { history } from "#contract/history/operations.ts";
import { historyRecordNames, historyRecords } from "#contract/history/records.ts";
import type { HistoryRow } from "#contract/history/schema.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { nameOrSelf } from "#contract/rules/name-or-self.ts";

/** The page of a record; undefined for keys, which have none. */
export const pageOf: Partial<Record<HistoryRecord, (id: number) => string>> = {
  supplier: paths.supplier,
  product: paths.product,
  order: paths.order,
  shipment: paths.shipment,
  invoice: paths.invoice,
  shippingRule: paths.shippingRule,
  commissionRule: commissionPaths.rule,
  productType: paths.productType,
  attribute: paths.attribute,
  user: paths.user,
  marketplace: paths.marketplace,
  settings: paths.settings,
};

const undoPages: Record<NonNullable<HistoryRow["undo"]>["by"], (id: string, back: string) => string> = {
  command: undoAddress,
  products: paths.productsImport,
  shipments: importPaths.shipmentsImport,
  suppliers: importPaths.suppliersImport,
};

const days = { fromDate: "start", toDate: "end" } as const;

interface Of {
  record?: HistoryRecord;
  recordId?: number;
}

async function load(context: RequestContext, of: Of) {
  const offered = await context.api(history.options, of);
  const [list, zone] = await Promise.all([
    loadList(context, history.list, {
      buttons: {},
      days,
      ...(of.record && { fixed: { record: of.record, recordId: String(of.recordId) } }),
      options: {
        record: async () => historyRecords.map((value) => ({ value, label: historyRecordNames[value] })),
        userId: async () => offered.people.map(({ id, name }) => ({ value: String(id), label: name })),
        field: async () => offered.fields,
      },
    }),
    daysFor(),
  ]);
  const rows = list.data.rows.map((row) => listed(row, zone.timeZone, requestedPath(context)));
  return { ...list, data: { ...list.data, rows, days: zone, recordName: offered.recordName } };
}

/** Fields with their values as texts. */
export function shownFields(fields: HistoryRow["fields"], timeZone: string) {
  const text = (value: string | null, isMoment = false) =>
    value !== null && isMoment ? formatMoment(value, timeZone) : value;
  return fields.map(({ label, before, after, isMoment }) => ({
    label,
    before: text(before, isMoment),
    after: text(after, isMoment),
  }));
}

/** @param page the page that shows it */
export function listed(row: HistoryRow, timeZone: string, page: string) {
  return {
    id: row.id,
    at: formatMoment(row.at, timeZone),
    who: row.userName,
    how: nameOrSelf(historyWayNames, row.way),
    detail: row.detail,
    recordName: `${historyRecordNames[row.record]} ${row.recordName ?? row.recordId}`,
    path: row.recordName === null ? undefined : pageOf[row.record]?.(row.recordId),
    undoPath: row.undo ? undoPages[row.undo.by](row.undo.id, page) : undefined,
    part: row.part,
    kind: row.kind,
    fields: shownFields(row.fields, timeZone),
  };
}

/** A row of the list. */
export type ListedChange = ReturnType<typeof listed>;

export const loadAllHistory = (context: RequestContext) => load(context, {});

/** @throws 404 for an unknown kind of record */
function recordIn({ param }: RequestContext) {
  const record = historyRecords.find((each) => each === param("record"));
  const recordId = Number(param("id"));
  if (!record || !Number.isSafeInteger(recordId)) throw missing();
  return { record, recordId };
}

export async function loadRecordHistory(context: RequestContext) {
  const { record, recordId } = recordIn(context);
  const { data, ...list } = await load(context, { record, recordId });
  return {
    ...list,
    data: {
      ...data,
      path: historyPaths.of(record, recordId),
      recordPath: samePath(context.url.searchParams.get(openedFrom), "") || pageOf[record]?.(recordId),
    },
  };
}

/** A sentence for the page of a record, or an empty text. */
export async function loadChangedSince(context: RequestContext): Promise<string> {
  const at = zonedMoment.safeParse(context.url.searchParams.get("at") ?? "");
  if (!at.success) throw missing();
  const { items } = await context.api(history.list, { ...recordIn(context), fromDate: at.data, pageSize: 1 });
  const [newest] = items;
  if (!newest) return "";
  const how = nameOrSelf(historyWayNames, newest.way).toLowerCase();
  const when = formatMoment(newest.at, await operatorZone());
  return `Changed by ${newest.userName ?? "the system"} (${newest.detail ? `${how} of ${newest.detail}` : how}, ${when}) since you opened this page.`;
}

const exportOf =
  (ofIn: (context: RequestContext) => Of, pathOf: (context: RequestContext) => string) =>
  async (context: RequestContext) => {
    const filters = filtersOf(context, history.list, { days });
    const { format, fileName } = exportedAs(context, historyFile);
    return download(context, {
      operation: history.excelExport,
      input: { ...(await inputFrom(filters, { days })), ...ofIn(context), ...format },
      fileName,
      page: `${pathOf(context)}${context.url.search}`,
      notDownloaded: notExported,
    });
  };

export const exportAllHistory = exportOf(() => ({}), historyPaths.all);
export const exportRecordHistory = exportOf(recordIn, (context) => {
  const { record, recordId } = recordIn(context);
  return historyPaths.of(record, recordId);
});

/** Saves courier and number of the shipments that were filled in, and shows those again that were refused. */

import { byField, type FormAnswer, type FormValues } from "#app/lib/form-answer.ts";
import { countOf, were } from "#app/lib/format.ts";
import { tickedRows } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { ConflictFields } from "#app/services/forms/edit-conflicts.server.ts";
import { savedMessage } from "#app/services/forms/saved-message.server.ts";
import { errorsInRow, sendRows } from "#app/services/forms/send-rows.server.ts";
import { undoPathOf } from "#app/services/forms/undo-path.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { redirectWithSuccess } from "#app/services/request/toast.server.ts";
import type { SentInput } from "#contract/operation.ts";
import type { DispatchAnswer, RefusedDispatch } from "#contract/shipments/dispatch.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { maxSlips, shipmentMessages, updateShipment } from "#contract/shipments/schema.ts";
import { chosenIds } from "./chosen-shipments.server.ts";
import { courierText } from "./shipments.server.ts";
import { type TrackedRow, trackedRow } from "./tracked-row.server.ts";

type SentRow = SentInput<typeof shipments.dispatch>["Rows"][number];
type Errors = NonNullable<FormAnswer["errors"]>;

interface PostedRow {
  key: string;
  id: number;
  CourierId: string;
  TrackingNumber: string;
  Shown: string;
  /** The courier that the page showed at first, which is not a choice of the sender. */
  Offered: string;
}

function postedRows(typed: FormValues): PostedRow[] {
  const rows = new Map<string, PostedRow>();
  for (const [name, value] of Object.entries(typed)) {
    const [, key, id, field] = /^(S(\d{1,9}))\.(CourierId|TrackingNumber|Shown|Offered)$/.exec(name) ?? [];
    if (!key || !field || typeof value !== "string") continue;
    const empty = { key, id: Number(id), CourierId: "", TrackingNumber: "", Shown: "", Offered: "" };
    rows.set(key, { ...(rows.get(key) ?? empty), [field]: value });
  }
  return [...rows.values()];
}

/** Returns a row as the API takes it, or the messages about its fields; neither for a row that was left empty. */
function readRow({ key, id, CourierId, TrackingNumber, Shown, Offered }: PostedRow): {
  sent?: SentRow;
  errors: Errors;
} {
  const errors: Errors = {};
  if (TrackingNumber.trim() === "") {
    if (CourierId !== Offered)
      errors[`${key}.TrackingNumber`] = { type: "typed", message: shipmentMessages.trackingNumber };
    return { errors };
  }
  const fields = updateShipment
    .pick({ CourierId: true, TrackingNumber: true })
    .safeParse({ CourierId, TrackingNumber });
  if (fields.success) return { sent: { ShipmentId: id, ...fields.data, Shown }, errors };
  for (const { path, message } of fields.error.issues)
    errors[`${key}.${String(path[0])}`] ??= { type: "typed", message };
  return { errors };
}

const conflicts: ConflictFields = { CourierId: { display: courierText } };

async function errorsOf(refused: RefusedDispatch, sent: object | undefined, context: RequestContext): Promise<Errors> {
  const key = `S${refused.shipmentId}`;
  const ofRow = await errorsInRow(refused, sent, conflicts, context);
  const named = Object.entries(ofRow).map(([field, error]) => [`${key}.${field}`, error]);
  return named.length > 0
    ? Object.fromEntries(named)
    : { [`${key}.Row`]: { type: "server", message: refused.message } };
}

/** Returns the rows that were not saved, in the order of the form, also if they need nothing any more. */
async function rowsAgain(context: RequestContext, posted: readonly PostedRow[]): Promise<TrackedRow[]> {
  if (posted.length === 0) return [];
  const { items } = await context.api(shipments.list, {
    ids: posted.map(({ id }) => id).join(),
    pageSize: maxSlips,
    includeTotalCount: false,
  });
  return posted.flatMap(({ id }) => items.find((item) => item.id === id) ?? []).map((row) => trackedRow(row));
}

const dispatchedText = (count: number) => `${countOf(count, "shipment")} ${were(count)} marked as dispatched`;

async function run(form: FormData, id: string, context: RequestContext) {
  const typed = byField([...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  const posted = postedRows(typed);
  const ready = chosenIds.safeParse(typed.Ready ?? "").data ?? [];
  if (posted.length + ready.length > maxSlips)
    return { failure: `Please mark at most ${maxSlips} shipments at once. Nothing was saved.`, status: 422 };
  let errors: Errors = {};
  const sent = new Map<number, SentRow>(ready.map((ShipmentId) => [ShipmentId, { ShipmentId }]));
  for (const row of posted) {
    const read = readRow(row);
    errors = { ...errors, ...read.errors };
    if (read.sent) sent.set(row.id, read.sent);
  }
  const Rows = [...sent.values()];
  if (Rows.length === 0 && Object.keys(errors).length === 0)
    return { failure: "No tracking number was entered, so nothing was saved.", status: 422 };
  const answer =
    Rows.length > 0
      ? await sendRows<DispatchAnswer>(id, (about) => context.api(shipments.dispatch, { ...about, Rows }))
      : { savedCount: 0, refused: [], id };
  for (const row of answer.refused) errors = { ...errors, ...(await errorsOf(row, sent.get(row.shipmentId), context)) };
  const refusedIds = new Set(answer.refused.map(({ shipmentId }) => shipmentId));
  const left = posted.filter((row) => !sent.has(row.id) || refusedIds.has(row.id));
  if (Object.keys(errors).length === 0) {
    const done = new Set([...sent.keys()].map(String));
    const undo = await undoPathOf(context, answer.id, listOf(context));
    const saved = undo === null ? shipmentMessages.dispatchedBefore : `${dispatchedText(answer.savedCount)}.`;
    const message = await savedMessage(saved, context);
    const next = left.length > 0 || typed.IsMore === "true" ? withoutTicks(context, done) : listOf(context);
    return redirectWithSuccess(next, message, undo ?? undefined);
  }
  const shownNow = new Map(answer.refused.map(({ shipmentId, shown }) => [shipmentId, shown]));
  const values: FormValues = { ...typed, Id: newCommandId() };
  for (const { key, id: shipmentId, Shown } of left) values[`${key}.Shown`] = shownNow.get(shipmentId) ?? Shown;
  return {
    errors,
    failure: outcome(answer.savedCount, Object.keys(errors)),
    values,
    rows: await rowsAgain(context, left),
    undoPath: (answer.savedCount > 0 && (await undoPathOf(context, answer.id, listOf(context)))) || undefined,
    status: 422,
  };
}

function outcome(saved: number, names: readonly string[]): string {
  const refused = new Set(names.map((name) => name.slice(0, name.indexOf(".")))).size;
  return saved === 0
    ? `${countOf(refused, "shipment")} ${were(refused)} not saved.`
    : `${dispatchedText(saved)}, ${refused} ${were(refused)} not saved.`;
}

const listOf = ({ url }: RequestContext) =>
  withParams(`${paths.shipments()}${url.search}`, { [tickedRows]: null, All: null, _routes: null });

/** The same page without the shipments that are done, so that the next numbers can be entered. */
function withoutTicks({ url }: RequestContext, done: ReadonlySet<string>): string {
  const left = url.searchParams.getAll(tickedRows).filter((id) => !done.has(id));
  const search = new URLSearchParams(url.search);
  search.delete(tickedRows);
  search.delete("_routes");
  for (const id of left) search.append(tickedRows, id);
  return `${paths.markDispatched()}?${search}`;
}

/** The button that gives all shipments the same courier; one that a row had is replaced, too. */
function withCourierForAll(typed: FormValues): FormValues {
  const courier = typed.CourierForAll;
  if (typeof courier !== "string" || courier === "") return typed;
  const same = postedRows(typed).flatMap(({ key }) => [
    [`${key}.CourierId`, courier],
    [`${key}.Offered`, courier],
  ]);
  return { ...typed, ...Object.fromEntries(same) };
}

export const trackForm: CommandForm = {
  uploads: {},
  secretFields: [],
  notSaved: shipmentMessages.notDispatched,
  refresh: withCourierForAll,
  run,
};

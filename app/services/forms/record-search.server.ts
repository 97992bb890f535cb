/**
 * The page on which a record is searched for a form, where there are too many for a select. It receives the form as it
 * was typed, passes it on from search to search, and submits it to the form's own address with the chosen record, whose
 * `refresh` shows it again. Nothing is stored, so every tab has its own, and no input is too long.
 */
import { data, redirectDocument } from "@remix-run/node";
import { byField, type FormAnswer } from "#app/lib/form-answer.ts";
import type { PageError } from "#app/lib/page-error.ts";
import { paths } from "#app/lib/paths.ts";
import { type RecordKind, type RecordMatches, recordFor, recordKinds, recordToFind } from "#app/lib/record-choice.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { limitRequests } from "#app/services/request/rate-limit.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { sessionOf } from "#app/services/session/session.server.ts";
import { pageSize } from "#contract/paging.ts";
import { saveDraft } from "./draft.server.ts";
import { readForm } from "./form-reader.server.ts";
import { searchRecords } from "./pickers.server.ts";

function kindOf({ param }: RequestContext): RecordKind {
  const kind = param("kind");
  if (!Object.hasOwn(recordKinds, kind)) throw missing();
  return kind as RecordKind;
}

/** Returns the form's address, which must be a page of the back office. */
function formAddress({ url }: RequestContext): string {
  const given = url.searchParams.get(recordFor.form) ?? "";
  const form = given.startsWith("/") && URL.canParse(given, url) ? new URL(given, url) : undefined;
  return form?.origin === url.origin ? requestedPath({ url: form }) : paths.home();
}

/** Returns what is searched for, and for which field of which form. */
export async function loadRecordSearch(context: RequestContext) {
  const { searchParams } = context.url;
  return {
    kind: kindOf(context),
    form: formAddress(context),
    field: searchParams.get(recordFor.field) ?? "",
    isOptional: searchParams.has(recordFor.isOptional),
  };
}

/** The form as it was typed, and the records that were found; none if the search failed. */
export interface RecordSearch extends FormAnswer {
  find?: string;
  found?: RecordMatches;
}

/** Receives the form, and searches. */
export async function searchForForm(context: RequestContext) {
  const kind = kindOf(context);
  const isSignedIn = (await sessionOf(context.state)).status !== "none";
  if (!isSignedIn) await limitRequests(context);
  const { fields } = await readForm(context.request, { dropFiles: true });
  const find = String(fields.get(recordToFind) ?? "");
  const typed = [...fields].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && entry[0] !== "refresh" && entry[0] !== recordToFind,
  );
  const defaultValues = byField(typed);
  const intent = String(defaultValues.intent ?? "");
  context.state.typed = typed;
  await limitRequests(context);
  const answer = { intent, defaultValues, find };
  try {
    if (isSignedIn)
      return data<RecordSearch>({ ...answer, found: await searchRecords[kind](context, { find, pageSize }) });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.status !== 401) {
      const failure = error.reason ?? `The ${recordKinds[kind].many} could not be searched.`;
      return data<RecordSearch>({ ...answer, failure }, { status: error.status });
    }
  }
  const form = formAddress(context);
  if (await saveDraft(context, intent, defaultValues, form)) throw redirectDocument(paths.login(form));
  throw data<PageError>({ status: 401, typed }, { status: 401 });
}

/** Searches by the query parameter, for the combobox. */
export function findRecords(context: RequestContext): Promise<RecordMatches> {
  const find = context.url.searchParams.get(recordToFind) ?? "";
  return searchRecords[kindOf(context)](context, { find, pageSize });
}

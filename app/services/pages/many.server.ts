/**
 * Changing many records of a list at once: which ones, what is changed, and what that would do. All of it is in the
 * address, so that it works without scripts, and Back shows what was chosen.
 */
import { z } from "zod";
import { type ListOption, tickedRows, withWayBack } from "#app/lib/list-state.ts";
import type { ManyFieldData } from "#app/lib/many-field.ts";
import { withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { undoPathOf } from "#app/services/forms/undo-path.server.ts";
import { emailsUnderWay } from "#app/services/pages/emails-under-way.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { ProcessingStatus } from "#contract/enumerations.ts";
import { chooseFirst, type ManyPreview } from "#contract/many.ts";
import type { Command, Query } from "#contract/operation.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { type FilterRules, filtersOf, inputFrom, wrongFilters } from "./filters.server.ts";
import { loadProgress, processIn } from "./processing.server.ts";

/** A field of one kind of change. Its name must not be that of a filter of the list. */
export interface ManyField<Value = unknown> extends Pick<ManyFieldData, "label" | "kind"> {
  hint?: string;
  /** Reads the text; of a checkbox, "true" or "". */
  schema: z.ZodType<Value, string>;
  initial?: string;
  options?(context: RequestContext): Promise<ListOption[]>;
}

type Fields = Record<string, ManyField>;
type Values<F extends Fields> = { [K in keyof F]: F[K] extends ManyField<infer V> ? V : never };

export interface ManyKind<Change> {
  label: string;
  fields: Fields;
  change(values: Record<string, unknown>, context: RequestContext): Change | Promise<Change>;
  /** Shown before Apply, such as that it cannot be undone. */
  warning?: string;
  isDangerous?: boolean;
  isOffered?(context: RequestContext): boolean | Promise<boolean>;
}

/** One kind of change, whose fields are typed. */
export const manyKind = <F extends Fields, Change>(
  kind: Omit<ManyKind<Change>, "fields" | "change"> & {
    fields: F;
    change(values: Values<F>, context: RequestContext): Change | Promise<Change>;
  },
) => kind as unknown as ManyKind<Change>;

export const checkbox = (label: string): ManyField<boolean> => ({
  label,
  kind: "checkbox",
  schema: z.string().transform((value) => value === "true"),
});

/** A record that is chosen from a list, by its id. */
export const choice = (
  label: string,
  message: string,
  options: (context: RequestContext) => Promise<ListOption[]>,
  hint?: string,
): ManyField<number> => ({
  label,
  kind: "select",
  options,
  ...(hint && { hint }),
  schema: z
    .string()
    .refine((value) => /^[1-9]\d{0,8}$/.test(value), message)
    .transform(Number),
});

interface Declaration<Change, Kind extends string> {
  /** Of the records, in the singular. */
  noun: string;
  /** The list, its operation, and how it reads its filters. */
  list: {
    path: string;
    operation: Query<z.ZodObject, z.ZodType>;
    rules(context: RequestContext): FilterRules | Promise<FilterRules>;
    /** Filters of the list that a change does not have. */
    without?: readonly string[];
  };
  /** The address of the progress of a change. */
  progress(id: string): string;
  preview: Query<z.ZodObject, z.ZodType<ManyPreview>>;
  operation: Command;
  kinds: Record<Kind, ManyKind<Change>>;
  notSaved: string;
}

const longest = 2_000;
/** Query parameters of the page itself; the others are the filters of the list. */
const ofPage = ["kind", "preview", "All", "_routes"];

const idsIn = ({ url }: RequestContext) => [...new Set(url.searchParams.getAll(tickedRows))];
const isAll = ({ url }: RequestContext) => url.searchParams.get("All") === "true";

const typedIn = ({ url }: RequestContext, name: string, { initial = "" }: ManyField) =>
  (url.searchParams.get(name) ?? (url.searchParams.get("preview") ? "" : initial)).slice(0, longest);

/** Returns the input as the change that the API expects; messages by field if it is not valid. */
async function changeIn<Change>(context: RequestContext, { fields, change }: ManyKind<Change>) {
  const read = Object.entries(fields).map(
    ([name, field]) => [name, field.schema.safeParse(typedIn(context, name, field))] as const,
  );
  const problems = Object.fromEntries(
    read.flatMap(([name, { error }]) => (error ? [[name, error.issues[0]?.message ?? "Please check this."]] : [])),
  );
  if (Object.keys(problems).length > 0) return { problems };
  const values = Object.fromEntries(read.map(([name, { data }]) => [name, data]));
  return { change: await change(values, context), problems };
}

async function fieldsOf(context: RequestContext, fields: Fields, problems: Record<string, string>) {
  return Promise.all(
    Object.entries(fields).map(async ([name, field]): Promise<ManyFieldData> => {
      const { label, kind, hint, options } = field;
      const value = typedIn(context, name, field);
      return { name, label, kind, hint, value, options: (await options?.(context)) ?? [], problem: problems[name] };
    }),
  );
}

/** Reads which records are chosen, and the kind of change, from the address of the page. */
function choiceOf<Change, Kind extends string>({ list, noun, kinds }: Declaration<Change, Kind>) {
  const own = Object.fromEntries(
    [...ofPage, ...Object.values<ManyKind<Change>>(kinds).flatMap(({ fields }) => Object.keys(fields))].map((name) => [
      name,
      null,
    ]),
  );
  const listAddress = ({ url }: RequestContext) => withParams(`${list.path}${url.search}`, own);

  /** Returns the records as the API expects them. "All that match" is expressed by the list's filters. */
  async function whichOf(context: RequestContext) {
    if (!isAll(context)) return { Ids: idsIn(context) };
    const rules = await list.rules(context);
    const filters = await inputFrom(filtersOf(context, list.operation, rules), rules);
    return { Filter: Object.fromEntries(Object.entries(filters).filter(([name]) => !list.without?.includes(name))) };
  }

  /** A list may ignore an invalid filter and show more rows; a command that changes all matching rows must not. */
  async function assertChosen(context: RequestContext): Promise<void> {
    if (isAll(context) && wrongFilters(context, list.operation, await list.rules(context)).length > 0)
      throw await redirectWithError(
        list.path,
        "The address had a filter that is not valid, so nothing was selected. Please search again.",
      );
    if (!isAll(context) && idsIn(context).length === 0)
      throw await redirectWithError(listAddress(context), chooseFirst(noun));
  }

  async function offered(context: RequestContext): Promise<Kind[]> {
    const all = keysOf(kinds);
    const may = await Promise.all(all.map((kind) => kinds[kind].isOffered?.(context) ?? true));
    return all.filter((_, i) => may[i]);
  }

  const kindIn = async (context: RequestContext) =>
    (await offered(context)).find((kind) => kind === context.url.searchParams.get("kind"));

  /** The list with its filters and ticked rows, which the forms of the page carry on. */
  const keptIn = ({ url }: RequestContext) =>
    [...url.searchParams].filter(([name]) => !(name in own) || name === "All");

  return { listAddress, whichOf, assertChosen, offered, kindIn, keptIn };
}

export function manyPage<Change extends object, Kind extends string>(declaration: Declaration<Change, Kind>) {
  const { noun, kinds, preview, notSaved } = declaration;
  const choice = choiceOf(declaration);
  const { listAddress, whichOf, assertChosen, offered, kindIn, keptIn } = choice;

  async function previewOf(context: RequestContext, Change: Change) {
    try {
      return { preview: await context.api(preview, { ...(await whichOf(context)), Change }) };
    } catch (error) {
      if (!(error instanceof ApiRefusal) || ![403, 404, 409, 422].includes(error.status)) throw error;
      return { problem: Object.values(error.fields).flat()[0] ?? error.reason ?? notSaved };
    }
  }

  async function load(context: RequestContext) {
    await assertChosen(context);
    const kind = await kindIn(context);
    // A change without fields needs no button to be previewed.
    const isPreviewed =
      kind !== undefined &&
      (context.url.searchParams.get("preview") === "true" || Object.keys(kinds[kind].fields).length === 0);
    const read = isPreviewed ? await changeIn(context, kinds[kind]) : { problems: {} };
    const seen = "change" in read && read.change ? await previewOf(context, read.change) : undefined;
    const { warning, isDangerous = false } = kind ? kinds[kind] : {};
    return {
      noun,
      kinds: (await offered(context)).map((value) => ({ value, label: kinds[value].label })),
      kind,
      warning,
      isDangerous,
      fields: kind ? await fieldsOf(context, kinds[kind].fields, read.problems) : [],
      chosenCount: isAll(context) ? undefined : idsIn(context).length,
      kept: keptIn(context),
      parent: listAddress(context),
      problem: seen?.problem ?? null,
      preview: seen?.preview,
      commandId: newCommandId(),
    };
  }

  /** The form that applies what is in the address, with what is typed into the form itself. */
  const applying = <S extends z.ZodObject>(schema: S, typed: (values: z.output<S>) => object) =>
    applyForm(declaration, choice, schema, typed);
  const forms: Record<string, CommandForm> = { change: applying(z.object({}), () => ({})) };
  return { load, applying, forms, isAll, whichOf, assertChosen, listAddress };
}

function applyForm<S extends z.ZodObject, Change extends object, Kind extends string>(
  { kinds, operation, notSaved, progress }: Declaration<Change, Kind>,
  { listAddress, whichOf, assertChosen, kindIn }: ReturnType<typeof choiceOf<Change, Kind>>,
  schema: S,
  typed: (values: z.output<S>) => object,
): CommandForm {
  return commandForm({
    operation,
    schema,
    input: async (values, context) => {
      await assertChosen(context);
      const kind = await kindIn(context);
      const read = kind && (await changeIn(context, kinds[kind]));
      if (!read || !("change" in read)) throw await redirectWithError(listAddress(context), "Please preview it first.");
      return { ...(await whichOf(context)), Change: { ...read.change, ...typed(values) } };
    },
    names: { "Change.Subject": "Subject", "Change.Text": "Text" },
    saved: "",
    notSaved,
    next: (context, id) => {
      const [, listSearch = ""] = withParams(listAddress(context), { [tickedRows]: null }).split("?");
      return withWayBack(progress(String(id)), listSearch);
    },
  });
}

/** The progress of a change of many records, and where it can be undone once it is over. */
export async function loadManyProgress(context: RequestContext) {
  const id = processIn(context);
  const page = await loadProgress(context, id);
  const isOver = page.progress !== undefined && over.includes(page.progress.status);
  const [undoPath, emails] = await Promise.all([
    isOver ? undoPathOf(context, id, requestedPath(context)) : undefined,
    emailsUnderWay(context),
  ]);
  return { ...page, undoPath: undoPath ?? undefined, emails };
}

const over: readonly number[] = [ProcessingStatus.done, ProcessingStatus.doneWithErrors, ProcessingStatus.failed];

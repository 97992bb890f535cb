/**
 * The server half of the command form. A route's action maps intents to forms. This module handles the submission: it
 * parses the form, uploads files, validates, sends the command, and turns refusals into messages while preserving the
 * input.
 */

import { zodResolver } from "@hookform/resolvers/zod";
import { data, redirect, redirectDocument } from "@remix-run/node";
import { getValidatedFormData } from "remix-hook-form";
import { v4 as uuid } from "uuid";
import { z } from "zod";
import { byField, errorsByField, type FormAnswer, type FormValues, shownField } from "#app/lib/form-answer.ts";
import { chosenIn } from "#app/lib/record-choice.ts";
import { ApiRefusal, type StepUp } from "#app/services/request/api.server.ts";
import { BadRequest } from "#app/services/request/bad-request.server.ts";
import { limitRequests } from "#app/services/request/rate-limit.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { publicRoute } from "#app/services/request/route.server.ts";
import { redirectWithSuccess } from "#app/services/request/toast.server.ts";
import { sessionOf } from "#app/services/session/session.server.ts";
import { recentLogin } from "#app/services/session/step-up.server.ts";
import { maxPhotoBytes, tooLargeFile, tooLargeTogether, tooManyFiles } from "#contract/files/limits.ts";
import {
  type Command,
  commandId,
  type OutputOf,
  type SentInput,
  type Upload as UploadOperation,
} from "#contract/operation.ts";
import { saveDraft } from "./draft.server.ts";
import { bothVersions, type ConflictFields, EditConflict } from "./edit-conflicts.server.ts";
import { withFolder, withLargeFolder } from "./file-content.server.ts";
import { type FormLimits, type PostedForm, readForm } from "./form-reader.server.ts";
import { savedMessage } from "./saved-message.server.ts";
import { undoPathOf } from "./undo-path.server.ts";
import { type FileField, textIn, uploadFiles } from "./uploads.server.ts";

interface FormOptions<S extends z.ZodObject, C extends Command> {
  /** Left out if the form has no fields of its own. */
  schema?: S;
  operation: C;
  /** Converts the validated values to the command's input. May query the API. */
  input(values: z.output<S>, context: RequestContext): WithoutId<C> | Promise<WithoutId<C>>;
  /** File fields. Files are uploaded before validation, so that nobody has to choose them again after an error. */
  uploads?: Record<string, FileField>;
  /** Changes the submitted fields before they are validated. */
  prepare?(posted: FormData): void;
  /**
   * Handles buttons that only change the form, `<button name="refresh" value="what">`: returns the changed values. May
   * query the API.
   */
  refresh?: Refresh;
  /**
   * Proposes other values for valid ones before they are sent: the form is shown again with them, and with the messages.
   */
  propose?(values: z.output<S>, context: RequestContext): Promise<Proposal | undefined>;
  /** For a second button with the name `Preview`: what the command would do with valid values. Must change nothing. */
  preview?(values: z.output<S>, context: RequestContext): Promise<unknown>;
  /** Sends a second command after the first one has succeeded. Runs again if the form is submitted again. */
  afterwards?(
    done: { values: z.output<S>; answer: OutputOf<C>; id: string; shown: string | undefined },
    context: RequestContext,
  ): Promise<void>;
  /** How to display the command's values in a conflict with another edit, such as names instead of ids. */
  conflictFields?: ConflictFields;
  /** Names of the form's fields that differ from the command's, by the command's names. */
  names?: Record<string, string>;
  saved: string | ((answer: OutputOf<C>) => string);
  /** Fallback message for unexpected errors. */
  notSaved: string;
  /** The message if nothing was changed, for commands that can be undone; `saved` if left out. */
  unchanged?: string;
  next(context: RequestContext, answer: OutputOf<C>, values: z.output<S>): string;
}
interface Proposal {
  values: FormValues;
  errors: NonNullable<FormAnswer["errors"]>;
}
type Refresh = (typed: FormValues, what: string, context: RequestContext) => FormValues | Promise<FormValues>;
type WithoutId<C extends Command> = Omit<SentInput<C>, "Id">;

export interface CommandForm {
  uploads: Record<string, FileField>;
  /** Fields whose input is not shown again, neither in the form nor on an error page nor in a draft. */
  secretFields: readonly string[];
  notSaved: string;
  refresh: Refresh;
  prepare?(posted: FormData): void;
  names?: Record<string, string>;
  run(form: FormData, id: string, context: RequestContext): Promise<Response | Failure>;
}
type Failure = Pick<FormAnswer, "errors" | "messages" | "failure" | "preview" | "rows" | "undoPath"> & {
  status: number;
  /** The fields as they are shown again, if they are not as they were sent. */
  values?: FormValues;
};

export function commandForm<S extends z.ZodObject, C extends Command>(options: FormOptions<S, C>): CommandForm {
  return {
    uploads: options.uploads ?? {},
    secretFields: (options.operation.secretFields ?? []).map((field) => options.names?.[field] ?? field),
    notSaved: options.notSaved,
    refresh: options.refresh ?? ((typed) => typed),
    prepare: (posted) => options.prepare?.(posted),
    names: options.names,
    async run(form, id, context) {
      const { errors, data: values } = await getValidatedFormData<z.output<S>>(
        form,
        zodResolver(options.schema ?? z.object({})) as never,
        true,
      );
      if (errors || values === undefined) return { errors: eachOnce(errorsByField(errors ?? {})), status: 422 };
      if (options.preview && form.has("Preview"))
        return { preview: await options.preview(values, context), status: 200 };
      const proposal = await options.propose?.(values, context);
      if (proposal) {
        const typed = byField(typedTexts(form, this));
        return { values: { ...typed, ...proposal.values }, errors: proposal.errors, status: 422 };
      }
      const input = { ...(await options.input(values, context)), Id: id };
      const shown = ("Shown" in options.operation.input.shape && textIn(form, shownField)) || undefined;
      const sent = shown
        ? await sendEdit(options.operation, { ...input, Id: id, Shown: shown }, options.conflictFields, context)
        : { answer: await context.api(options.operation as Command, input), id };
      const answer = sent.answer as OutputOf<C>;
      const message = typeof options.saved === "string" ? options.saved : options.saved(answer);
      const saved = await savedMessage(message, context);
      await options.afterwards?.({ values, answer, id: sent.id, shown }, context);
      const next = options.next(context, answer, values);
      const undo = options.operation.canBeUndone ? await undoPathOf(context, sent.id, next) : undefined;
      return redirectWithSuccess(next, undo === null ? (options.unchanged ?? saved) : saved, undo ?? undefined);
    },
  };
}

/**
 * Sends an edit. Who goes back to a form that was saved, and saves it with other values, changes what they saved.
 * @returns the answer, and the id of the command that got it
 * @throws EditConflict if somebody else has changed the same fields
 */
async function sendEdit(
  operation: Command,
  input: Record<string, unknown> & { Id: string },
  conflictFields: FormOptions<z.ZodObject, Command>["conflictFields"],
  context: RequestContext,
): Promise<{ answer: unknown; id: string }> {
  try {
    return { answer: await context.api(operation, input), id: input.Id };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.isAlreadySent && input.After === undefined)
      return sendEdit(operation, { ...input, Id: uuid(), After: input.Id }, conflictFields, context);
    if (!error.changed) throw error;
    throw new EditConflict(error.changed.shown, await bothVersions(input, error.changed, conflictFields, context));
  }
}

/**
 * A field that is a union, such as a number or empty, reports its message twice, once without a name: removes the
 * duplicate.
 */
function eachOnce(errors: NonNullable<FormAnswer["errors"]>): FormAnswer["errors"] {
  const { "": nameless, ...named } = errors;
  return nameless === undefined || Object.values(named).some(({ message }) => message === nameless.message)
    ? named
    : errors;
}

interface FileFormOptions<T extends UploadOperation> {
  operation: T;
  /** The input of the operation besides the file, such as the id of the page's record, and other fields. */
  input?(context: RequestContext, form: FormData): SentInput<T>;
  /** Accepted file name extensions. */
  endings: readonly string[];
  notSaved: string;
  /** Returns the address of the next page, or messages if the answer is not a success. */
  next(context: RequestContext, answer: OutputOf<T>): string | string[];
}

/** A form with a single file, which is passed on to the operation unchanged. */
export function fileForm<T extends UploadOperation>({
  operation,
  input,
  endings,
  notSaved,
  next,
}: FileFormOptions<T>): CommandForm {
  const field = operation.fileField;
  const refused = (message: string): Failure => ({ errors: { [field]: { type: "file", message } }, status: 422 });
  return {
    uploads: {},
    secretFields: [],
    notSaved,
    refresh: (typed) => typed,
    async run(form, _, context) {
      const file = form.get(field);
      if (!(file instanceof File) || file.name === "") return refused("Please choose a file.");
      if (file.size === 0) return refused(`“${file.name}” is empty. Please choose another file.`);
      if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending)))
        return refused(`Please choose a file that ends with ${endings.join(" or ")}.`);
      const answer = (await context.api(operation as UploadOperation, input?.(context, form) ?? {}, [
        file,
      ])) as OutputOf<T>;
      const goTo = next(context, answer);
      return typeof goTo === "string" ? redirect(goTo) : { messages: goTo, status: 422 };
    },
  };
}

interface ActionLimits extends Omit<FormLimits, "folder" | "dropFiles"> {
  /** Nobody has to sign in. The operations of the forms need no token. */
  isPublic?: boolean;
  /** Files are too large for memory. */
  hasLargeFiles?: boolean;
}

const tooManyLarge = "Several large files are being received at the moment. Please try again in a few minutes.";

/** Returns the action of a route with these forms. */
export function commandForms(
  forms: Record<string, CommandForm>,
  { isPublic = false, hasLargeFiles = false, ...limits }: ActionLimits = {},
) {
  const takesPhotos = Object.values(forms).some(({ uploads }) => Object.keys(uploads).length > 0);
  return publicRoute(async (context) => {
    const isSignedIn = (await sessionOf(context.state)).status !== "none";
    const receive = (folder?: string) => received(context, folder);
    if (hasLargeFiles && isSignedIn) return withLargeFolder(receive);
    // Files larger than one photo stay out of the memory.
    const isMuch = (limits.maxFileBytes ?? 0) > maxPhotoBytes;
    return isMuch && isSignedIn ? withFolder(receive) : receive();
  });

  async function received(context: RequestContext, folder?: string) {
    const isRefused = hasLargeFiles && folder === undefined;
    const isSignedIn = (await sessionOf(context.state)).status !== "none";
    const isAdmitted = isSignedIn || isPublic;
    if (!isSignedIn) await limitRequests(context);
    const { fields: posted, tooLarge } = await readForm(context.request, {
      maxFileBytes: takesPhotos ? maxPhotoBytes : undefined,
      ...limits,
      dropFiles: !isAdmitted || isRefused,
      folder,
    });
    const intent = textIn(posted, "intent");
    // A form that occurs several times on a page has a suffix after a colon in its intent.
    const [name = ""] = intent.split(":");
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (!form)
      throw new BadRequest(400, "This form does not belong to this page. Please reload the page and try again.");
    form.prepare?.(posted);
    const texts = typedTexts(posted, form);
    const typed = byField(texts);
    // An error page offers to send the form again, which needs all of its fields.
    if (!form.secretFields.some((field) => textIn(posted, field) !== "")) context.state.typed = texts;
    // Without a session nothing is validated or uploaded. If the user signed out in another tab, the input is saved in
    // a draft.
    await limitRequests(context);
    if (!isAdmitted) return loggedOut(context, intent, typed);
    if (isRefused) return data<FormAnswer>({ intent, defaultValues: typed, failure: tooManyLarge }, { status: 429 });
    if (tooLarge.size > 0)
      return data<FormAnswer>({ intent, defaultValues: typed, errors: sizeErrors(tooLarge) }, { status: 422 });
    return attempt(context, form, { intent, posted, typed });
  }
}

function sizeErrors(tooLarge: PostedForm["tooLarge"]): FormAnswer["errors"] {
  return Object.fromEntries(
    [...tooLarge].map(([field, { fileName, maxBytes, isTogether, maxFiles }]) => {
      const size = isTogether ? tooLargeTogether(maxBytes) : tooLargeFile(fileName, maxBytes);
      return [field, { type: "file", message: maxFiles === undefined ? size : tooManyFiles(maxFiles) }];
    }),
  );
}

interface Post {
  intent: string;
  posted: FormData;
  typed: FormValues;
}

async function attempt(context: RequestContext, form: CommandForm, { intent, posted, typed }: Post) {
  const answer = (status: number, rest: Partial<FormAnswer>) =>
    data<FormAnswer>({ intent, defaultValues: typed, ...rest }, { status });
  try {
    if (posted.has("refresh")) {
      const what = textIn(posted, "refresh");
      const chosen = chosenIn(what);
      return answer(200, {
        defaultValues: chosen ? { ...typed, ...chosen } : await form.refresh(typed, what, context),
      });
    }
    // Stored with the input, so that a retry sends the same command even if the form had lost its id.
    const id = commandId.safeParse(typed.Id).data ?? uuid();
    typed.Id = id;
    const uploadErrors = await uploadFiles(context, form.uploads, { posted, typed, id });
    if (uploadErrors) return answer(422, { errors: uploadErrors });
    const result = await form.run(posted, id, context);
    if (result instanceof Response) return withoutFormFragment(result, context);
    const { status, values = typed, ...refusal } = result;
    return answer(status, { defaultValues: values, ...refusal });
  } catch (error) {
    if (error instanceof EditConflict)
      return answer(409, { defaultValues: { ...typed, [shownField]: error.shown }, errors: error.errors });
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.status === 401) return loggedOut(context, intent, typed);
    if (error.stepUp) return confirmIdentity(context, error.stepUp, intent, typed);
    const inUse = usersIn(error);
    if (inUse) return answer(409, { inUse });
    const failure = Object.keys(error.fields).length > 0 ? undefined : (error.reason ?? form.notSaved);
    context.state.notSaved = failure;
    return answer(error.status, { errors: asErrors(error, form.names), failure });
  }
}

/**
 * Without scripts, a form is submitted with its own fragment, so that the browser scrolls to it if it is refused.
 * Browsers would add that fragment to the address of the next page, too, unless it has one.
 */
function withoutFormFragment(response: Response, { request }: RequestContext): Response {
  const next = response.headers.get("location");
  const isPage = request.headers.get("sec-fetch-mode") === "navigate";
  if (isPage && next && !next.includes("#")) response.headers.set("location", `${next}#main`);
  return response;
}

/**
 * Answers a form submitted without a session: the input is saved in a draft, or stays on the page if it is too long.
 */
async function loggedOut(context: RequestContext, intent: string, typed: FormValues) {
  const isSaved = await saveDraft(context, intent, typed);
  // The draft has the input, so the error page need not offer to send it again.
  if (isSaved) context.state.typed = undefined;
  return data<FormAnswer>({ intent, defaultValues: typed, loggedOut: true, isSaved }, { status: 401 });
}

/** Sends the user to the identity provider for recent authentication; the form is filled again when they return. */
async function confirmIdentity(context: RequestContext, stepUp: StepUp, intent: string, typed: FormValues) {
  const confirmAt = recentLogin(requestedPath(context), stepUp);
  if (await saveDraft(context, intent, typed)) return redirectDocument(confirmAt);
  return data<FormAnswer>({ intent, defaultValues: typed, confirmAt }, { status: 403 });
}

function typedTexts(posted: FormData, { uploads, secretFields }: CommandForm): [name: string, value: string][] {
  const texts = [...posted.entries()].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return texts.filter(([name]) => name !== "refresh" && !Object.hasOwn(uploads, name) && !secretFields.includes(name));
}

const users = z.array(
  z.union([z.string().transform((name) => ({ name })), z.object({ id: z.number().optional(), name: z.string() })]),
);

/** Returns the records that use the one to be deleted, if that is why the API refused. */
function usersIn({ status, body }: ApiRefusal): FormAnswer["inUse"] {
  return status === 409 ? users.safeParse(body).data : undefined;
}

function asErrors({ fields }: ApiRefusal, names: CommandForm["names"] = {}): FormAnswer["errors"] {
  return Object.fromEntries(
    Object.entries(fields).map(([field, [message = ""]]) => [names[field] ?? field, { type: "server", message }]),
  );
}

/** Creates the `Id` of a command, when its form is rendered. */
export function newCommandId(): string {
  return uuid();
}

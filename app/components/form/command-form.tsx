/**
 * The browser's half of the command form: validates with the same schema as the server, sends the real form, shows
 * what is wrong, keeps what was typed, and asks before it is left. Without scripts it is a plain form with the same
 * fields, messages and effect.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { Form, Link, useLocation, useSubmit } from "@remix-run/react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { type Control, type Resolver, set } from "react-hook-form";
import { useRemixForm } from "remix-hook-form";
import type { z } from "zod";
import { LoggedOutAlert } from "~/components/dialog/logged-out-alert";
import { Toaster } from "~/components/layout/toast";
import { errorsByField, type FormValues, formId } from "~/lib/form-answer";
import { withoutRows } from "~/lib/form-rows";
import { ErrorSummary, type Labels } from "./error-summary";
import { FormContext, type FormState, useDraft, useFormAnswer, useIsPending } from "./form-state";
import { useLeaveGuard } from "./leave-guard";

interface Props {
  /** Names the form among those of its route's action. */
  intent: string;
  /** The command's `Id`, made when the form was rendered: however often it is sent, it takes effect once. */
  commandId: string;
  schema: z.ZodObject;
  values: FormValues;
  submit: string;
  /** Shown on the button while it runs. */
  busy: string;
  cancelTo: string;
  /** What the fields are called, for the summary of errors. */
  labels: Labels;
  children: ReactNode;
}

export function CommandForm({ intent, commandId, schema, values, submit, busy, cancelTo, labels, children }: Props) {
  const answer = useFormAnswer(intent);
  const draft = useDraft(intent);
  const isPending = useIsPending(intent);
  const { pathname, search } = useLocation();
  const send = useSubmit();
  const start = useMemo(() => typedOver(typedOver(values, draft), answer?.defaultValues), [values, draft, answer]);
  const form = useRemixForm<FormValues>({
    // Not when a field is left: the message would move the button away from under the pointer that is pressing it.
    mode: "onSubmit",
    defaultValues: nested(start),
    resolver: zodResolver(schema) as unknown as Resolver<FormValues>,
    // The form itself is sent, with its files and the button that was pressed.
    submitHandlers: { onValid: (_, event) => sendOnce(event) },
  });
  const isBusy = useRef(false);
  isBusy.current = isPending;

  function sendOnce(event: React.BaseSyntheticEvent | undefined) {
    const { submitter } = (event?.nativeEvent ?? {}) as { submitter?: HTMLElement | null };
    const target = event?.target as HTMLFormElement;
    if (!isBusy.current)
      send(submitter instanceof HTMLButtonElement ? submitter : target, { method: "post", encType: "multipart/form-data", preventScrollReset: true });
  }

  const isDirty = form.formState.isDirty || draft !== undefined || answer !== undefined;
  // Signing in again loses nothing: what was typed waits in the draft.
  useLeaveGuard(isDirty && !isPending && !answer?.isKept);
  const errors: FormState["errors"] = { ...answer?.errors, ...errorsByField(form.formState.errors) };
  const context: FormState = {
    register: form.register as FormState["register"],
    setValue: (name, value) => form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted }),
    values: start,
    errors,
    control: form.control as unknown as Control,
  };
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer && !answer.loggedOut) summary.current?.focus();
  }, [answer]);

  return (
    <FormContext.Provider value={context}>
      <Form
        id={formId(intent)}
        method="post"
        action={`${pathname}${search}#${formId(intent)}`}
        encType="multipart/form-data"
        noValidate
        onSubmit={form.handleSubmit}
        aria-busy={isPending}
        className="scroll-mt-20"
      >
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="Id" value={start.Id ?? commandId} />
        {answer?.failure && <Toaster toast={{ type: "error", message: answer.failure }} />}
        <ErrorSummary ref={summary} answer={answer} labels={labels} />
        <div className="grid grid-cols-2 items-start gap-x-5 gap-y-3.5 small:grid-cols-1">{children}</div>
        <div className="mt-4 flex gap-2">
          <button type="submit" className="button button-primary" aria-disabled={isPending}>
            {isPending ? busy : submit}
          </button>
          <Link to={cancelTo} className="button" preventScrollReset>
            Cancel
          </Link>
        </div>
      </Form>
      {answer?.loggedOut && <LoggedOutAlert isOpen={answer.isKept} />}
    </FormContext.Provider>
  );
}

/** Rows that were taken away while typing must not come back from what is kept. */
function typedOver(values: FormValues, typed: FormValues | undefined): FormValues {
  return typed ? { ...withoutRows(values), ...typed } : values;
}

/** As react-hook-form keeps them: the field `Values.0.code` is within a list. */
function nested(values: FormValues): FormValues {
  const all: FormValues = {};
  for (const [name, value] of Object.entries(values)) set(all, name, value);
  return all;
}

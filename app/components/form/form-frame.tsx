/**
 * What every form of a command has, whatever its fields are: its name and number, what was refused and why, its
 * buttons, the question before it is left, and the way back in when the session has ended.
 */
import { Form, Link, useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ConfirmIdentityAlert } from "~/components/dialog/confirm-identity-alert";
import { LoggedOutAlert } from "~/components/dialog/logged-out-alert";
import { Toaster } from "~/components/layout/toast";
import { formId, shownField } from "~/lib/form-answer";
import { ErrorSummary, type Labels } from "./error-summary";
import { useErrorTitle } from "./error-title";
import { useDraft, useFormAnswer, useIsPending } from "./form-state";
import { useLeaveGuard } from "./leave-guard";
import { useTypedEarly } from "./typed-early";

export interface FrameProps {
  /** Names the form among those of its route's action. */
  intent: string;
  /** The command's `Id`, made when the form was rendered: however often it is sent, it takes effect once. */
  commandId: string;
  /** Of an edit: what the form shows when it is opened (`shownText`), so that only what was changed is saved. */
  shown?: string;
  submit: string;
  /** Shown on the button while it runs. */
  busy: string;
  /** Another button that sends it, which says so in a field of its own. */
  otherSubmit?: { label: string; name: string; value: string };
  /** Where it leads to give up; no such link without it. */
  cancelTo?: string;
  /** On that link, where "Cancel" could mean the command itself. */
  keep?: string;
  look?: "primary" | "danger";
  /** It leads to another page, which begins at its top. */
  leaves?: boolean;
  /** Before the ids of its fields, where another form of the page may have fields of the same names. */
  scope?: string;
  /** What the fields are called, for the summary of errors, which has their order. */
  labels: Labels;
  children: ReactNode;
}

const looks = { primary: "button-primary", danger: "button-danger" };

interface Props extends FrameProps {
  isDirty: boolean;
  /** The browser has refused the form since the server did, so what the server said may no longer be true. */
  isSuperseded?: boolean;
  /** Takes the sending over, or prevents it. */
  onSubmit?(event: FormEvent<HTMLFormElement>): void;
}

/** A file that the browser knows to be too large would be sent in vain, which may take minutes. */
function holdsBack(event: FormEvent<HTMLFormElement>): boolean {
  const refused = event.currentTarget.querySelector<HTMLInputElement>("input[type=file]:invalid");
  refused?.focus();
  if (refused) event.preventDefault();
  return refused !== null;
}

/** A form that gives way to what it edited hands the focus back to the link that opened it, wherever on the page that is. */
function useFocusHandedBack(address: string): void {
  useEffect(
    () => () => {
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>(`a[href=${JSON.stringify(address)}]`)?.focus();
      });
    },
    [address],
  );
}

export function FormFrame({
  intent,
  commandId,
  shown,
  submit,
  busy,
  otherSubmit,
  cancelTo,
  keep = "Cancel",
  look = "primary",
  leaves,
  scope,
  labels,
  isDirty,
  isSuperseded,
  onSubmit,
  children,
}: Props) {
  const answer = useFormAnswer(intent);
  const refusal = isSuperseded ? undefined : answer;
  const draft = useDraft(intent);
  const isPending = useIsPending(intent);
  // The fields keep what they began with, also when the page is loaded again around them.
  const [shownAtFirst] = useState(shown);
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}#${formId(intent)}`;
  const form = useRef<HTMLFormElement>(null);
  const isTypedEarly = useTypedEarly(form, isPending);
  // Signing in again loses nothing: what was typed waits in the draft.
  useLeaveGuard(
    (isDirty || isTypedEarly || draft !== undefined || answer !== undefined) && !isPending && !answer?.isKept,
  );
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer && !answer.loggedOut) summary.current?.focus();
  }, [answer]);
  useFocusHandedBack(address);
  useErrorTitle(refusal?.errors !== undefined || refusal?.failure !== undefined);

  return (
    <>
      <Form
        ref={form}
        id={formId(intent)}
        method="post"
        action={address}
        encType="multipart/form-data"
        preventScrollReset={!leaves}
        noValidate
        onSubmit={(event) => {
          if (holdsBack(event)) return;
          onSubmit?.(event);
        }}
        aria-busy={isPending}
        className="scroll-mt-20"
      >
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="Id" value={answer?.defaultValues.Id ?? draft?.Id ?? commandId} />
        {shown !== undefined && (
          <input
            type="hidden"
            name={shownField}
            value={answer?.defaultValues[shownField] ?? draft?.[shownField] ?? shownAtFirst}
          />
        )}
        {refusal?.failure && <Toaster toast={{ type: "error", message: refusal.failure }} />}
        <ErrorSummary ref={summary} answer={refusal} labels={labels} scope={scope} />
        <div className="grid grid-cols-2 items-start gap-x-5 gap-y-3.5 small:grid-cols-1">{children}</div>
        <div className="mt-4 flex flex-wrap gap-2">
          <button type="submit" className={`button ${looks[look]}`} aria-disabled={isPending}>
            {isPending ? busy : submit}
          </button>
          {otherSubmit && (
            <button
              type="submit"
              name={otherSubmit.name}
              value={otherSubmit.value}
              className="button"
              aria-disabled={isPending}
            >
              {otherSubmit.label}
            </button>
          )}
          {cancelTo && (
            <Link to={cancelTo} className="button" preventScrollReset>
              {keep}
            </Link>
          )}
        </div>
      </Form>
      {answer?.confirmAt && <ConfirmIdentityAlert href={answer.confirmAt} />}
      {answer?.loggedOut && <LoggedOutAlert isOpen={answer.isKept} />}
    </>
  );
}

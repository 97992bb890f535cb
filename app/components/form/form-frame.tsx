/**
 * The frame of every command form: the intent and the command's id, the errors, the buttons, the
 * warning about unsaved changes, and the alert when the session has ended.
 */
import { Form, useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ConfirmIdentityAlert } from "#app/components/dialog/confirm-identity-alert.tsx";
import { LoggedOutAlert } from "#app/components/dialog/logged-out-alert.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Toaster, useHydrated } from "#app/components/layout/toast.tsx";
import { formId, shownField } from "#app/lib/form-answer.ts";
import type { Asks } from "./early-guard.ts";
import { ErrorSummary, type Labels } from "./error-summary.tsx";
import { useErrorTitle } from "./error-title.ts";
import { useDraft, useFormAnswer, useIsPending } from "./form-state.ts";
import { useLeaveGuard } from "./leave-guard.ts";
import { useTypedEarly } from "./typed-early.ts";

export interface FrameProps {
  /** Selects the form among those of the route's action. */
  intent: string;
  /** The command's `Id`, created when the form is rendered: a form sent twice takes effect once. */
  commandId: string;
  /**
   * For edits: a snapshot of the record when the form was opened (`shownText`), so that only changed fields are saved.
   */
  shown?: string;
  submit: string;
  /** Label of the submit button while the command runs. */
  busy: string;
  /** A second submit button; its name and value are submitted with the form. */
  otherSubmit?: { label: string; name: string; value: string };
  /** Cancel link target; the link is omitted if undefined. */
  cancelTo?: string;
  /** Label of the cancel link, where "Cancel" could mean the command itself. */
  keep?: string;
  look?: "primary" | "danger";
  /** A successful submission leads to another page, which is then shown from the top. */
  leaves?: boolean;
  /** Prefix of the fields' ids, where another form on the page may have fields with the same names. */
  scope?: string;
  /** The labels of the fields, in display order, for the error summary. */
  labels: Labels;
  children: ReactNode;
}

const looks = { primary: "button-primary", danger: "button-danger" };

interface Props extends FrameProps {
  isDirty: boolean;
  /** Client-side validation has failed since the server's answer, which may therefore be out of date. */
  isSuperseded?: boolean;
  /** Handles or cancels submission. */
  onSubmit?(event: FormEvent<HTMLFormElement>): void;
}

/** Cancels submission if a file is known to be too large: the upload may take minutes and would be rejected anyway. */
function holdsBack(event: FormEvent<HTMLFormElement>): boolean {
  const refused = event.currentTarget.querySelector<HTMLInputElement>("input[type=file]:invalid");
  refused?.focus();
  if (refused) event.preventDefault();
  return refused !== null;
}

/** When a form is replaced by the view that opened it, returns the focus to the link that opened the form. */
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
  // Fixed when the form is opened, like the initial values of its fields: reloading the page's data must not change it.
  const [shownAtFirst] = useState(shown);
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}#${formId(intent)}`;
  const form = useRef<HTMLFormElement>(null);
  const isTypedEarly = useTypedEarly(form, isPending);
  // No warning after the session has ended: the input is saved in the draft.
  const isUnsaved = (draft !== undefined || answer !== undefined) && !answer?.isSaved;
  useLeaveGuard((isDirty || isTypedEarly || isUnsaved) && !isPending && !answer?.isSaved);
  const asks: Asks = isUnsaved ? "always" : "changed";
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
          // A button that leads to another page with the form as it is, see `RecordField`.
          if ((event.nativeEvent as SubmitEvent).submitter?.hasAttribute("formaction")) return;
          onSubmit?.(event);
        }}
        aria-busy={isPending}
        data-asks={useHydrated() ? undefined : asks}
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
        <div className="fields">{children}</div>
        <div className="mt-1.5 flex flex-wrap gap-2">
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
      {answer?.loggedOut && <LoggedOutAlert isOpen={answer.isSaved} />}
    </>
  );
}

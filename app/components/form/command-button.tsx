import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { LoggedOutAlert } from "#app/components/dialog/logged-out-alert.tsx";
import { Toaster } from "#app/components/layout/toast.tsx";
import { useErrorTitle } from "./error-title.ts";
import { useFormAnswer, useIsPending } from "./form-state.ts";

interface Props {
  /** Selects the form among those of the route's action. */
  intent: string;
  commandId: string;
  label: string;
  /** Button label while the command runs. */
  busy: string;
  /** Accessible name of the button, for screen readers, which read it without its surroundings. */
  name?: string;
  look?: "primary" | "danger" | "plain";
  /** Opens the result in a new tab. */
  opensNewTab?: boolean;
  /** Additional fields of the form, rendered before the button. */
  children?: ReactNode;
}

const looks = { primary: "button-primary", danger: "button-danger", plain: "" };

/** A button that sends a command with little or no input. Works the same way without scripts. */
export function CommandButton({ intent, commandId, label, busy, name, look = "plain", opensNewTab, children }: Props) {
  const answer = useFormAnswer(intent);
  const isPending = useIsPending(intent);
  const { pathname, search } = useLocation();
  useErrorTitle(answer?.failure !== undefined);
  return (
    <Form
      method="post"
      action={`${pathname}${search}`}
      encType="multipart/form-data"
      preventScrollReset
      reloadDocument={opensNewTab}
      target={opensNewTab ? "_blank" : undefined}
      className={children ? "flex flex-wrap items-end gap-2" : undefined}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="Id" value={commandId} />
      {answer?.failure && <Toaster toast={{ type: "error", message: answer.failure }} />}
      {children}
      {answer?.loggedOut && <LoggedOutAlert />}
      {/* The toast disappears by itself; this message stays beside the button. */}
      {answer?.failure && <p className="mb-2 max-w-prose basis-full text-danger">{answer.failure}</p>}
      <button
        type="submit"
        className={`button ${looks[look]}`}
        aria-disabled={isPending}
        aria-label={isPending ? undefined : name}
        onClick={(event) => {
          if (isPending) event.preventDefault();
        }}
      >
        {isPending ? busy : label}
      </button>
    </Form>
  );
}

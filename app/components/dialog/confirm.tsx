import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { CommandButton } from "~/components/form/command-button";
import { withParams } from "~/lib/paths";
import { Dialog } from "./dialog";

interface Props {
  /** The command, which is also what `?ask=` names. */
  intent: string;
  commandId: string;
  title: string;
  label: string;
  busy: string;
  children: ReactNode;
}

const parameter = "ask";

/** The address at which a command is asked about before it is sent. */
export function useAskAddress(): (intent: string) => string {
  const { pathname, search } = useLocation();
  return (intent) => withParams(`${pathname}${search}`, { [parameter]: intent });
}

/** The question before a command that is not easily undone. The safe choice has the focus. */
export function Confirm({ intent, commandId, title, label, busy, children }: Props) {
  const { pathname, search } = useLocation();
  if (new URLSearchParams(search).get(parameter) !== intent) return null;
  const parent = withParams(`${pathname}${search}`, { [parameter]: null });
  return (
    <Dialog title={title} closeTo={parent}>
      <p className="mb-4">{children}</p>
      <div className="flex flex-row-reverse justify-end gap-2">
        {/* First in the page, so that the dialog opens with the focus on it. */}
        <Link to={parent} className="button" preventScrollReset>
          Cancel
        </Link>
        <CommandButton intent={intent} commandId={commandId} label={label} busy={busy} look="danger" />
      </div>
    </Dialog>
  );
}

import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Dialog } from "./dialog.tsx";

interface Props {
  intent: string;
  commandId: string;
  title: string;
  label: string;
  /** Address of the page below the dialog, whose query string is that of the dialog. */
  parent: string;
  /** Label of the cancel link, where "Cancel" could mean the command itself. */
  keep?: string;
  /** Additional fields of the command. */
  fields?: ReactNode;
  look?: "primary" | "danger";
  children: ReactNode;
}

/** Asks for confirmation of a command that is hard to undo. The safe choice has the focus. */
export function Confirm({
  intent,
  commandId,
  title,
  label,
  parent,
  keep = "Cancel",
  fields,
  look = "danger",
  children,
}: Props) {
  const { search } = useLocation();
  const closeTo = `${parent}${search}`;
  return (
    <Dialog title={title} closeTo={closeTo}>
      <div className="mb-4">{children}</div>
      <div className="flex flex-row-reverse justify-end gap-2">
        {/* First in the document, so that the dialog opens with the focus on it. */}
        <Link to={closeTo} className="button" preventScrollReset>
          {keep}
        </Link>
        <CommandButton intent={intent} commandId={commandId} label={label} busy="Working..." look={look}>
          {fields}
        </CommandButton>
      </div>
    </Dialog>
  );
}

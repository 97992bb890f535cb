import { useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { Confirmation, DeclaredConfirmation } from "#app/lib/confirmation.ts";
import { title as titleOf } from "#app/lib/title.ts";
import { Dialog } from "./dialog.tsx";

/** Asks for confirmation of a command that is hard to undo. The safe choice has the focus. */
export function Confirm({
  intent,
  commandId,
  title,
  label,
  parent,
  keep = "Cancel",
  fields = {},
  look = "danger",
  children,
}: Confirmation & { children: ReactNode }) {
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
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </CommandButton>
      </div>
    </Dialog>
  );
}

/** The page of a route whose loader declares a confirmation. */
export function DeclaredConfirm() {
  const { text, details, ...confirmation } = useLoaderData<() => DeclaredConfirmation>();
  return (
    <Confirm {...confirmation}>
      {[text].flat().map((paragraph) => (
        <p key={paragraph} className="mb-2 [overflow-wrap:anywhere] last:mb-0">
          {paragraph}
        </p>
      ))}
      {details && (
        <Details>
          {details.map(([term, description]) => (
            <Detail key={term} term={term} isWide>
              {description}
            </Detail>
          ))}
        </Details>
      )}
    </Confirm>
  );
}

/** The `meta` of a route whose loader declares a confirmation. */
export const confirmMeta = ({ data }: { data?: DeclaredConfirmation }) => (data ? titleOf(data.title) : []);

import { useLocation } from "@remix-run/react";
import { type ReactNode, Suspense } from "react";
import { formId } from "#app/lib/form-answer.ts";
import { nothing, withParams } from "#app/lib/paths.ts";
import { Link } from "./link.tsx";

interface Props {
  title: string;
  /** Address of the card's edit mode; no button if undefined. */
  editTo?: string;
  /** An additional button of the card. */
  action?: ReactNode;
  children: ReactNode;
}

export function Card({ title, editTo, action, children }: Props) {
  return (
    <section className="card" aria-label={title}>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 className="min-w-0 grow basis-40 [overflow-wrap:anywhere]">{title}</h2>
        {action}
        {editTo && (
          <Link to={editTo} className="button no-print" preventScrollReset aria-label={`Edit ${title}`}>
            Edit
          </Link>
        )}
      </div>
      <div className="px-4 py-3.5">{children}</div>
    </section>
  );
}

interface EditableProps {
  title: string;
  /** Name of the card in the query string, `?edit=name`, and of its form. */
  name: string;
  canEdit: boolean;
  /** Name of the card in edit mode. */
  editing: string | undefined;
  /** The card opens in edit mode by default; its read view needs `?edit=nothing`. */
  opensItself?: boolean;
  /** An additional button of the read view. */
  action?: ReactNode;
  /** Renders the card's form; load it lazily. */
  form(cancelTo: string): ReactNode;
  /** The read view. */
  children: ReactNode;
}

/** A card that is replaced by a form in edit mode. */
export function EditableCard({ title, name, canEdit, editing, opensItself, action, form, children }: EditableProps) {
  const { pathname, search } = useLocation();
  const edit = (card: string | null) => withParams(`${pathname}${search}`, { edit: card });
  if (editing !== name) {
    return (
      <Card title={title} editTo={canEdit ? `${edit(name)}#${formId(name)}` : undefined} action={action}>
        {children}
      </Card>
    );
  }
  return (
    <Card title={title}>
      <Suspense>{form(edit(opensItself ? nothing : null))}</Suspense>
    </Card>
  );
}

import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, Suspense } from "react";
import { formId } from "~/lib/form-answer";
import { nothing, withParams } from "~/lib/paths";

interface Props {
  title: string;
  /** Leads to the card's edit mode; no button without it. */
  editTo?: string;
  /** Another button of the card. */
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
  /** Names the card in the address, `?edit=name`, and its form. */
  name: string;
  canEdit: boolean;
  /** The card that is in edit mode. */
  editing: string | undefined;
  /** It opens without being asked, and is read only when that is said. */
  opensItself?: boolean;
  /** Another button of the read view. */
  action?: ReactNode;
  /** The card as a form, loaded when it is opened. */
  form(cancelTo: string): ReactNode;
  /** The read view. */
  children: ReactNode;
}

/** A card that becomes a form in its place. */
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

/** A card's read view: terms and what they are, in two columns. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[170px_minmax(0,1fr)_170px_minmax(0,1fr)] gap-x-4 gap-y-2 narrow:grid-cols-[120px_minmax(0,1fr)]">
      {children}
    </dl>
  );
}

interface DetailProps {
  term: string;
  children: ReactNode;
  isWide?: boolean;
}

export function Detail({ term, children, isWide }: DetailProps) {
  const isEmpty = children === null || children === undefined || children === "";
  return (
    <>
      <dt className={`text-muted ${isWide ? "col-start-1" : ""}`}>{term}</dt>
      <dd
        className={`min-w-0 whitespace-pre-line [overflow-wrap:anywhere] ${isWide ? "col-span-3 narrow:col-span-1" : ""}`}
      >
        {isEmpty ? <span className="text-muted">–</span> : children}
      </dd>
    </>
  );
}

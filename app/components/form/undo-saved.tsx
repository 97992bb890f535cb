import { Link } from "#app/components/layout/link.tsx";

/** In a form of many rows of which some were saved and the others refused. */
export function UndoSaved({ to }: { to: string | undefined }) {
  if (!to) return null;
  return (
    <p className="col-span-2 small:col-span-1">
      <Link to={to} className="link">
        Undo what was saved
      </Link>
    </p>
  );
}

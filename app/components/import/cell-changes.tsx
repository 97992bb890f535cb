import type { ReactNode } from "react";

interface Change {
  column: string;
  before: string;
  after: string;
}

interface Props<C extends Change> {
  changes: readonly C[];
  /** Returns a further note on a change. */
  more?(change: C): ReactNode;
}

/** Before and after, cell by cell. */
export const CellChanges = <C extends Change>({ changes, more }: Props<C>) => (
  <ul>
    {changes.map((change) => (
      <li key={change.column}>
        <span className="text-muted">{change.column}: </span>
        {change.before && (
          <>
            <del>{change.before}</del>
            <span aria-hidden> → </span>
          </>
        )}
        {change.after ? (
          <ins className="font-semibold no-underline">{change.after}</ins>
        ) : (
          <span className="text-muted">emptied</span>
        )}
        {more?.(change)}
      </li>
    ))}
  </ul>
);

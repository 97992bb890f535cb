import { Change } from "#app/components/history/change.tsx";
import type { ShownChanges } from "#app/services/approvals/shown.server.ts";

/** The changes since the last decision about a listing that waits again. */
export function Changes({ changes: { heading, changes, others, historyPath } }: { changes: ShownChanges }) {
  return (
    <div className="rounded border border-line bg-surface px-3.5 py-2">
      <p className={changes.length > 0 ? "font-semibold" : undefined}>{heading}</p>
      {changes.map((change, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes never move
        <Change key={i} change={change} />
      ))}
      <p>
        {others && `${others}. `}
        <a href={historyPath} target="_blank" rel="noopener">
          History of the product<span className="sr-only"> (opens in new tab)</span>
        </a>
      </p>
    </div>
  );
}

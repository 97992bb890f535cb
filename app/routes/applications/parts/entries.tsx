import type { ReactNode } from "react";

export interface ShownEntry {
  kind: "asked" | "answered" | "declined";
  text: string;
  /** Formatted. */
  date: string;
}

interface Props<Entry> {
  entries: readonly Entry[];
  /** Returns the author's name. */
  author(entry: Entry): string;
  documents(entry: Entry): ReactNode;
}

/** Questions and answers, oldest first. */
export function Entries<Entry extends ShownEntry>({ entries, author, documents }: Props<Entry>) {
  return (
    <ol className="grid gap-3.5">
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.date} ${entry.text}`}>
          <p className="text-sm text-muted">
            {author(entry)}, {entry.date}
          </p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{entry.text}</p>
          {documents(entry)}
        </li>
      ))}
    </ol>
  );
}

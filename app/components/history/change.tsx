import { historyKindNames } from "#contract/history/names.ts";

interface Props {
  change: {
    /** The changed part of the record; empty for the record itself. */
    part: string;
    kind: keyof typeof historyKindNames;
    fields: { label: string; before: string | null; after: string | null }[];
  };
}

/** A change of a record: each field with its value before and after. */
export function Change({ change: { part, kind, fields } }: Props) {
  const isWhole = part === "" && kind === "changed";
  return (
    <div className="grid min-w-56 gap-0.5 [overflow-wrap:anywhere]">
      {!isWhole && (
        <p className="font-semibold">
          {historyKindNames[kind]}
          {part && ` ${part}`}
        </p>
      )}
      {isWhole && fields.length === 0 && <p className="text-muted">Details that you may not see</p>}
      {fields.map(({ label, before, after }) => (
        <p key={label}>
          <span className="text-muted">{label}:</span> {kind === "changed" && <del>{before ?? "nothing"}</del>}
          {kind === "changed" && " → "}
          {kind === "removed" ? before : (after ?? "nothing")}
        </p>
      ))}
    </div>
  );
}

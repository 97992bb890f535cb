import { Change } from "#app/components/history/change.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { Column, Filter } from "#app/components/list/list.ts";
import type { ListedChange } from "#app/services/history/history.server.ts";

export const person: Filter = { kind: "select", name: "userId", label: "Person", any: "(Anybody)" };
export const changedField: Filter = { kind: "select", name: "field", label: "Field", any: "(Any)" };

export const moment: Column<ListedChange> = {
  heading: "When",
  sort: "at",
  isFixed: true,
  cell: ({ at }) => <span className="whitespace-nowrap">{at}</span>,
};

export const author: Column<ListedChange> = {
  heading: "Who",
  cell: ({ who, how, detail }) => (
    <>
      {who ?? how}
      {who && <p className="text-xs text-muted [overflow-wrap:anywhere]">{detail ? `${how}: ${detail}` : how}</p>}
    </>
  ),
};

export const record: Column<ListedChange> = {
  heading: "Record",
  cell: ({ recordName, path }) =>
    path ? (
      <Link to={path} className="link block min-w-32 [overflow-wrap:anywhere]">
        {recordName}
      </Link>
    ) : (
      <span className="[overflow-wrap:anywhere]">{recordName}</span>
    ),
};

export const what: Column<ListedChange> = {
  heading: "What",
  cell: (change) => <Change change={change} />,
};

export const undo: Column<ListedChange> = {
  heading: "Actions",
  cell: ({ undoPath, at }) =>
    undoPath && (
      <Link to={undoPath} className="link" aria-label={`Undo what was changed on ${at}`}>
        Undo
      </Link>
    ),
};

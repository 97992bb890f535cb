import { useLoaderData } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { Change } from "#app/components/history/change.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { integer } from "#app/lib/format.ts";
import { historyPaths } from "#app/lib/history-paths.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadUndo, undoForms } from "#app/services/history/undo.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { history } from "#contract/history/operations.ts";

export const meta = () => title("Undo");

export const handle: BreadcrumbHandle<Awaited<ReturnType<typeof loadUndo>>> = {
  breadcrumb: ({ recordName, recordPath }) => ({
    list: recordPath ? { label: recordName, path: recordPath } : { label: "History", path: historyPaths.all() },
    label: "Undo",
  }),
};

export const loader = screenFor(history.undoable, loadUndo);

export const action = commandForms(undoForms);

export const clientAction = keepTyped;

const columns = [{ heading: "Record" }, { heading: "What" }];

const counted = (count: number) => `${integer(count)} ${count === 1 ? "change" : "changes"}`;

/** Confirms undoing changes that belong together, such as a deleted variant, or many decisions at once. */
export default function Undo() {
  const { at, userName, count, changes, recordPath, back, canUndo, undone, commandId } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title="Undo" sub={`${counted(count)} by ${userName ?? "the system"}, ${at}`}>
        {back && (
          <Link to={back} className="button">
            Back
          </Link>
        )}
        {recordPath && (
          <Link to={recordPath} className="button">
            Open the record
          </Link>
        )}
      </Heading>
      {undone ? (
        <Undone undone={undone} />
      ) : (
        <div className="mb-3.5 grid max-w-prose justify-items-start gap-3">
          <p>
            {canUndo
              ? "Everything below is put back as it was before, except what somebody has changed again since."
              : "This cannot be undone here."}
          </p>
          {canUndo && (
            <CommandButton intent="undo" commandId={commandId} label="Undo" busy="Undoing..." look="primary" />
          )}
        </div>
      )}
      <Card title="What was changed">
        <CardTable columns={columns} label="Changes">
          {changes.map((change) => (
            <tr key={change.id} className="align-top">
              <td>
                {change.path ? (
                  <Link to={change.path} className="link [overflow-wrap:anywhere]">
                    {change.recordName}
                  </Link>
                ) : (
                  change.recordName
                )}
              </td>
              <td>
                <Change change={change} />
              </td>
            </tr>
          ))}
        </CardTable>
        {count > changes.length && (
          <p className="mt-3 text-muted">
            The newest {integer(changes.length)} of {integer(count)}.
          </p>
        )}
      </Card>
    </>
  );
}

type Data = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["undone"]>;

function Undone({ undone: { at, userName, count, kept, keptCount, progressPath } }: { undone: Data }) {
  return (
    <section aria-label="What was undone" className="mb-3.5 rounded border border-line bg-surface px-3.5 py-2.5">
      <p>
        Undone by {userName}, {at}
        {count === null ? "." : `: ${counted(count)}.`}{" "}
        {progressPath && <Link to={progressPath}>See what became of it</Link>}
      </p>
      {keptCount > 0 && (
        <>
          <p className="mt-2 font-semibold">Left as {keptCount === 1 ? "it is" : "they are"} now:</p>
          <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
            {kept.map((sentence, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <li key={i}>{sentence}</li>
            ))}
          </ul>
          {keptCount > kept.length && <p>And {integer(keptCount - kept.length)} more.</p>}
        </>
      )}
    </section>
  );
}

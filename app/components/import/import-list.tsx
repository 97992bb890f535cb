import { useLocation } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { wayBack } from "#app/lib/list-state.ts";
import { importDays } from "#contract/files/limits.ts";
import type { ListedImport } from "#contract/imports.ts";
import { formatMoment } from "#contract/rules/moments.ts";

interface Props {
  page: { imports: (ListedImport & { path: string })[]; timeZone: string };
  title: string;
  listPath: string;
  /** Label of the link back to the list. */
  back: string;
}

const columns = [{ heading: "File" }, { heading: "Started" }, { heading: "State" }, { heading: "What you can do" }];

/** The user's imports. Each can be applied or undone as long as it is stored. */
export function ImportList({ page: { imports, timeZone }, title, listPath, back }: Props) {
  const { search } = useLocation();
  return (
    <>
      <Heading title={title} sub={`Imports are kept for ${importDays} days.`}>
        <Link to={wayBack(listPath, search)} className="button">
          {back}
        </Link>
      </Heading>
      <Card title="Your imports">
        {imports.length === 0 ? (
          <p>You have not imported a file in the last {importDays} days.</p>
        ) : (
          <CardTable columns={columns} label="Your imports">
            {imports.map((each) => (
              <tr key={each.processId}>
                <td>
                  <Link to={each.path} className="link">
                    {each.fileName}
                  </Link>
                </td>
                <td className="whitespace-nowrap">{formatMoment(each.startedDate, timeZone)}</td>
                <td>
                  <Pill {...stateOf(each)} />
                </td>
                <td>
                  {each.canApply || each.canUndo ? (
                    <Link
                      to={each.path}
                      className="link"
                      aria-label={`${each.canApply ? "Apply" : "Undo"} ${each.fileName}`}
                    >
                      {each.canApply ? "Apply" : "Undo"}
                    </Link>
                  ) : (
                    "–"
                  )}
                </td>
              </tr>
            ))}
          </CardTable>
        )}
      </Card>
    </>
  );
}

function stateOf({ isFinished, isCheck, isUndo, isUndone, hasErrors, canApply }: ListedImport): {
  tone: "warn" | "good" | "plain";
  children: string;
} {
  if (!isFinished) return { tone: "warn", children: "Running" };
  const errors = hasErrors ? ", with errors" : "";
  if (isUndo) return { tone: "plain", children: `Undo${errors}` };
  if (isUndone) return { tone: "plain", children: "Undone" };
  if (isCheck) return { tone: "plain", children: canApply ? `Checked, not applied${errors}` : "Checked" };
  return { tone: hasErrors ? "warn" : "good", children: `Applied${errors}` };
}

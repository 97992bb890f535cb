import { useLocation } from "@remix-run/react";
import { Link } from "#app/components/layout/link.tsx";
import { isOver } from "#app/components/processing/progress.ts";
import { ProgressCards } from "#app/components/processing/progress-cards.tsx";
import { wayBack } from "#app/lib/list-state.ts";
import { ProcessingStatus } from "#contract/enumerations.ts";
import type { Processing } from "#contract/processing/schema.ts";

export interface ManyProgressPage {
  /** Undefined while the progress is unknown. */
  progress: Processing | undefined;
  /** Where the change can be undone. */
  undoPath?: string | undefined;
  /** A sentence about emails that leave later. */
  emails?: string | undefined;
}

interface Props {
  page: ManyProgressPage;
  heading: string;
  /** The list. */
  list: string;
  /** Plural, for the records. */
  noun: string;
}

/** The progress of a change of many records, then its result and Undo. */
export function ManyProgress({ page: { progress, undoPath, emails }, heading, list, noun }: Props) {
  const { search } = useLocation();
  const back = { to: wayBack(list, search), label: `Back to the ${noun}` };
  return (
    <>
      <ProgressCards heading={heading} progress={progress} stateOf={stateOf} back={back} refused="Not changed" />
      {emails && <p className="mb-3.5">{emails}</p>}
      {undoPath && isOver(progress) && (
        <Link to={undoPath} className="button">
          Undo
        </Link>
      )}
    </>
  );
}

function stateOf({ status, percentageComplete }: Processing): string {
  if (status === ProcessingStatus.done) return "Finished.";
  if (status === ProcessingStatus.doneWithErrors) return "Finished. Not all could be changed: see below.";
  if (status === ProcessingStatus.failed) return "This failed. Changes that had already been made are kept.";
  return `Working… ${Math.round(percentageComplete)} %`;
}

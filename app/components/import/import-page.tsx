import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { FormFrame } from "#app/components/form/form-frame.tsx";
import { useFormAnswer } from "#app/components/form/form-state.ts";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Poll } from "#app/components/layout/poll.tsx";
import { Messages } from "#app/components/processing/messages.tsx";
import { isOver, useKnown } from "#app/components/processing/progress.ts";
import { wayBack } from "#app/lib/list-state.ts";
import { ProcessingStatus } from "#contract/enumerations.ts";
import type { ImportedGroups, ImportResult } from "#contract/imports.ts";
import type { Processing } from "#contract/processing/schema.ts";

/** Undefined while the API is unavailable. */
export interface ImportData {
  progress: Processing | undefined;
  result: ImportResult | undefined;
  commandId?: string;
}

export interface ImportTexts {
  heading: string;
  /** Subtitle that says what is imported. */
  sub: string;
  /** Label of the list's button that opens the import dialog. */
  menu: string;
  /** Progress message of an import that is not a check. */
  doing: string;
  /** Message after an import without refused rows. */
  done: string;
}

interface Texts extends ImportTexts {
  /** Label of the link back to the list. */
  back: string;
  /** Addresses of its files: the refused rows, and the changes. */
  refused: string;
  changes?: string;
}

/** A warning to read before a check is applied. */
export interface Caution {
  sentences: readonly string[];
  /** Label of the checkbox that has to be ticked first. */
  box?: string;
}

interface Props extends Texts {
  page: ImportData;
  listPath: string;
  caution?(summary: ImportedGroups): Caution | undefined;
  /** Work that continues after the import, shown below its messages. */
  after?: ReactNode;
  /** Renders what would be done, or what was done. */
  children(summary: ImportedGroups): ReactNode;
}

/** Shows the progress of an import; then, for a check, what would be done, and otherwise what was done. */
export function ImportPage({ page, listPath, caution, after, children, ...words }: Props) {
  const progress = useKnown(page.progress);
  const result = useKnown(page.result);
  const { search } = useLocation();
  const list = wayBack(listPath, search);
  if (!isOver(progress) || !result)
    return (
      <Running {...words} progress={progress} isUnavailable={page.progress === undefined} result={result} list={list} />
    );
  const isFailed = progress.status === ProcessingStatus.failed;
  const { summary, isCheck } = result;
  if (!isCheck || !summary || isFailed) {
    return (
      <Finished
        {...words}
        progress={progress}
        result={result}
        commandId={page.commandId ?? ""}
        hasRefused={summary ? isFailed || summary.refused.count > 0 : false}
        after={after}
        list={list}
      />
    );
  }
  const { made, changed, renamed, moved } = summary;
  return (
    <Checked
      {...words}
      result={result}
      commandId={page.commandId ?? ""}
      isWorthIt={[made, changed, renamed, moved].some((group) => group && group.count > 0)}
      caution={caution?.(summary)}
      list={list}
    >
      {children(summary)}
    </Checked>
  );
}

interface CheckedProps extends Pick<Texts, "heading" | "sub"> {
  result: ImportResult;
  commandId: string;
  isWorthIt: boolean;
  caution: Caution | undefined;
  list: string;
  children: ReactNode;
}

/** What a check found, with the button that applies it. */
function Checked({ heading, sub, result, commandId, isWorthIt, caution, list, children }: CheckedProps) {
  const canApply = result.canApply && isWorthIt;
  const warned = canApply ? caution : undefined;
  return (
    <>
      <Heading title={heading} sub={`${sub}: “${result.fileName}” has been checked. Nothing has changed yet.`}>
        <Link to={list} className="button">
          Cancel
        </Link>
        {canApply && !warned?.box && (
          <CommandButton intent="apply" commandId={commandId} label="Apply" busy="Importing..." look="primary" />
        )}
      </Heading>
      {!canApply && (
        <p className="mb-3.5">{isWorthIt ? "This has already been applied." : "There is nothing to apply."}</p>
      )}
      {warned && <Cautioned {...warned} commandId={commandId} />}
      {children}
    </>
  );
}

function Cautioned({ sentences, box, commandId }: Caution & { commandId: string }) {
  const message = useFormAnswer("apply")?.errors?.Overwrite?.message;
  return (
    <section
      aria-label="Before you apply this"
      className="mb-3.5 rounded border border-warn bg-warn-soft px-3.5 py-2.5"
    >
      {sentences.map((sentence) => (
        <p key={sentence} className="mb-2 max-w-prose [overflow-wrap:anywhere]">
          {sentence}
        </p>
      ))}
      {box && (
        <FormFrame
          intent="apply"
          commandId={commandId}
          submit="Apply"
          busy="Importing..."
          labels={{ Overwrite: box }}
          isDirty={false}
          leaves
        >
          <div className="col-span-2 small:col-span-1">
            <label className="flex min-h-8 items-center gap-1.5 font-semibold coarse:min-h-11">
              <input
                type="checkbox"
                id="Overwrite"
                name="Overwrite"
                value="true"
                aria-invalid={message ? true : undefined}
                aria-describedby="Overwrite-error"
              />
              {box}
            </label>
            <p id="Overwrite-error" className="text-sm font-semibold text-danger empty:hidden">
              {message}
            </p>
          </div>
        </FormFrame>
      )}
    </section>
  );
}

interface RunningProps extends Texts {
  progress: Processing | undefined;
  isUnavailable: boolean;
  result: ImportResult | undefined;
  list: string;
}

/** The page can be left while the import runs, which continues in the background. */
function Running({ heading, sub, doing, back, menu, progress, isUnavailable, result, list }: RunningProps) {
  return (
    <>
      <Heading title={heading} sub={sub} />
      <Poll />
      <Dialog title={heading} sub={sub}>
        <p role="status" className="mb-2">
          {isUnavailable ? "Progress is not available right now. Trying again…" : "Importing file. Please wait..."}
        </p>
        <progress
          className="mb-3 block w-full"
          max={100}
          value={progress?.percentageComplete ?? 0}
          aria-label="Progress"
        />
        <p className="mb-3">
          {whatRuns(result, doing)} You can leave this page; the import continues. Open {menu} to come back to it.
        </p>
        <Link to={list} className="button">
          {back}
        </Link>
      </Dialog>
    </>
  );
}

function whatRuns(result: ImportResult | undefined, doing: string): string {
  if (result?.isUndo) return "The import is being undone.";
  return (result?.isCheck ?? true) ? "The file is being checked; nothing has changed yet." : doing;
}

interface FinishedProps extends Texts {
  progress: Processing;
  result: ImportResult;
  commandId: string;
  hasRefused: boolean;
  after: ReactNode;
  list: string;
}

function Finished({
  heading,
  sub,
  done,
  refused,
  changes,
  progress,
  result,
  commandId,
  hasRefused,
  after,
  list,
}: FinishedProps) {
  const isUndo = result.isUndo;
  return (
    <>
      <Heading title={heading} sub={sub} />
      <Dialog title={heading} sub={sub} closeTo={list}>
        {progress.status === ProcessingStatus.done ? (
          <p role="status" className="mb-3 rounded border border-good bg-good-soft px-3.5 py-2.5">
            {isUndo ? "Everything was undone." : done}
          </p>
        ) : (
          <SomeErrors />
        )}
        <Messages messages={progress.processingMessages} />
        {after && <div className="mt-3">{after}</div>}
        {result.canUndo && (
          <p className="mt-3">You can undo this import for 7 days. Anything changed since then stays as it is.</p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <Link to={list} className="button">
            Close
          </Link>
          {hasRefused && !isUndo && <FileLink path={refused} label="Download the refused rows" />}
          {result.summary != null && changes && <FileLink path={changes} label="Download the changes" />}
          {result.canUndo && <CommandButton intent="undo" commandId={commandId} label="Undo" busy="Busy..." />}
        </div>
      </Dialog>
    </>
  );
}

export const SomeErrors = () => (
  <p role="alert" className="mb-3 rounded border border-danger bg-danger-soft px-3.5 py-2.5">
    There were some errors while importing the file. Please review the errors below.
  </p>
);

/** Not a router link, because the browser saves the response. */
export const FileLink = ({ path, label }: { path: string; label: string }) => (
  <a href={path} className="button">
    {label}
  </a>
);

import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { FormFrame } from "#app/components/form/form-frame.tsx";
import { useFormAnswer, useIsPending } from "#app/components/form/form-state.ts";
import { WorkbookField } from "#app/components/form/workbook-field.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Messages } from "#app/components/processing/messages.tsx";
import { withWayBack } from "#app/lib/list-state.ts";
import { ProcessingMessageType } from "#contract/enumerations.ts";
import { importDays } from "#contract/files/limits.ts";
import { SomeErrors } from "./import-page.tsx";

interface Props {
  title: string;
  /** Accepted file name extensions. */
  accept?: string;
  /** Subtitle that says what is imported. */
  sub: string;
  hint: string;
  listPath: string;
  /** The user's last import, with its page. */
  last: { fileName: string; isFinished: boolean; isCheck: boolean; path: string } | undefined;
  /** Address of the page with all imports. */
  allPath: string;
  commandId: string;
  /** Further fields below the file. */
  children?: ReactNode;
}

const intent = "import";
const labels = { file: "File" };

/**
 * The dialog that uploads a workbook. It shows errors of the file as a whole; errors of rows are shown on the page of
 * the import.
 */
export function ImportForm({ title, accept, sub, hint, listPath, last, allPath, commandId, children }: Props) {
  const { search } = useLocation();
  const isSending = useIsPending(intent);
  const answer = useFormAnswer(intent);
  const parent = `${listPath}${search}`;
  return (
    <Dialog title={title} sub={sub} closeTo={isSending ? undefined : parent}>
      {last && (
        <p className="mb-3">
          Last import: “{last.fileName}” ({stateOf(last)}).{" "}
          <Link to={last.path} className="link">
            View
          </Link>
          <span aria-hidden="true"> · </span>
          <Link to={withWayBack(allPath, search)} className="link">
            All imports of the last {importDays} days
          </Link>
        </p>
      )}
      {answer?.messages && !isSending && <Refused sentences={answer.messages} />}
      <FormFrame
        intent={intent}
        commandId={commandId}
        submit="Import"
        busy="Importing..."
        cancelTo={isSending ? undefined : parent}
        labels={labels}
        isDirty={false}
      >
        <WorkbookField
          name="file"
          label={labels.file}
          hint={hint}
          message={answer?.errors?.file?.message}
          accept={accept}
        />
        {children}
      </FormFrame>
      {isSending && <p role="status">Importing file. Please wait...</p>}
    </Dialog>
  );
}

const stateOf = ({ isFinished, isCheck }: NonNullable<Props["last"]>) =>
  isFinished ? (isCheck ? "checked" : "applied") : "running";

/** Shown like an import that ended immediately. */
function Refused({ sentences }: { sentences: readonly string[] }) {
  const messages = sentences.map((friendlyMessage, i) => ({
    id: i + 1,
    messageType: ProcessingMessageType.error,
    friendlyMessage,
  }));
  return (
    <div className="mb-4">
      <progress className="mb-3 block w-full" max={100} value={100} aria-label="Progress" />
      <SomeErrors />
      <Messages messages={messages} />
    </div>
  );
}

import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField } from "#app/components/form/fields.tsx";
import { dollars } from "#app/lib/format.ts";
import type { DialogRow } from "#app/services/invoices/answers.server.ts";
import { RowThread } from "./row-thread.tsx";

interface Props {
  row: DialogRow;
  title: string;
  /** Selects the form among those of the route's action. */
  intent: string;
  schema: Parameters<typeof CommandForm>[0]["schema"];
  submit: string;
  label: string;
  hint: string;
}

/** The dialog for a note on an invoice row. */
export function RowNote({ row, title, intent, schema, submit, label, hint }: Props) {
  const { number, name, amount, answers, parent, commandId } = row;
  const lastAnswerId = String(answers.at(-1)?.id ?? "");
  return (
    <Dialog title={title} sub={number} closeTo={parent}>
      <p className="mb-3 [overflow-wrap:anywhere]">
        {name}: {dollars(amount)}
      </p>
      {answers.length > 0 && (
        <div className="mb-3 grid gap-2">
          <RowThread answers={answers} />
        </div>
      )}
      <CommandForm
        intent={intent}
        scope={intent}
        commandId={commandId}
        schema={schema}
        values={{ LastAnswerId: lastAnswerId, Note: "" }}
        submit={submit}
        busy="Sending..."
        cancelTo={parent}
        labels={{ Note: label }}
      >
        <input type="hidden" name="LastAnswerId" value={lastAnswerId} />
        <TextAreaField name="Note" label={label} hint={hint} isWide />
      </CommandForm>
    </Dialog>
  );
}

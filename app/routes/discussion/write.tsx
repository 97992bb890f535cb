import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextAreaField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { loadNewMessage, messageForms } from "#app/services/discussion/discussion.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { discussion } from "#contract/discussion/operations.ts";
import { messageForm } from "#contract/discussion/schema.ts";

const heading = "Write a Message";

export const meta = () => title(heading);

export const loader = screenFor(discussion.write, loadNewMessage);

export const action = commandForms(messageForms);

export const clientAction = keepTyped;

const labels = { Text: "Message", Audience: "Who can read it" };

/** Nothing is preset where there is a choice, so that no message for operators goes to a supplier by mistake. */
export default function WriteMessage() {
  const { path, people, audiences, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const closeTo = `${path}${search}`;
  const only = audiences.length === 1 ? audiences[0] : undefined;
  return (
    <Dialog title={heading} closeTo={closeTo}>
      <CommandForm
        intent="write"
        commandId={commandId}
        schema={messageForm}
        values={{ Text: "", Audience: only?.value ?? "" }}
        submit="Send"
        busy="Sending..."
        cancelTo={closeTo}
        labels={labels}
      >
        <TextAreaField name="Text" label={labels.Text} hint="Write @ and a name to notify somebody." isWide rows={5} />
        {only ? (
          <input type="hidden" name="Audience" value={only.value} />
        ) : (
          <SelectField
            name="Audience"
            label={labels.Audience}
            options={[{ value: "", label: "Please choose" }, ...audiences]}
            isWide
          />
        )}
        <details className="col-span-2 min-w-0 small:col-span-1">
          <summary className="cursor-pointer text-muted">Who can be mentioned</summary>
          {people.map(({ group, names }) => (
            <p key={group} className="mt-1 [overflow-wrap:anywhere]">
              {group}: {names.map((name) => `@${name}`).join(", ")}
            </p>
          ))}
        </details>
      </CommandForm>
    </Dialog>
  );
}

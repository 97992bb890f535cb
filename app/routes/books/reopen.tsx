import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { loadReopening, monthForms } from "#app/services/books/months.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { reopenForm } from "#contract/books/closing.ts";
import { books } from "#contract/books/operations.ts";

const heading = "Reopen Month";

export const meta = () => title(heading);

export const loader = screenFor(books.reopenMonth, loadReopening);

export const action = commandForms(monthForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

const labels = { Reason: "Reason" };

export default function ReopenMonth() {
  const { name, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog title={heading} sub={name} closeTo={parent}>
      <p className="mb-3">Until it is closed again, entries for its days change figures that were reported already.</p>
      <CommandForm
        intent="reopen"
        scope="reopen"
        commandId={commandId}
        schema={reopenForm}
        values={{ Reason: "" }}
        submit="Reopen"
        busy="Reopening..."
        cancelTo={parent}
        labels={labels}
      >
        <TextField name="Reason" label={labels.Reason} hint="It stays in the list of closed months." isWide />
      </CommandForm>
    </Dialog>
  );
}

import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { Decided } from "#app/routes/applications/parts/decided.tsx";
import { applicationForms, loadDecision } from "#app/services/applications/applications.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { applications } from "#contract/applications/operations.ts";
import { askApplicant } from "#contract/applications/schema.ts";

const heading = "Ask for More";

export const meta = () => title(heading);

export const loader = screenFor(applications.ask, loadDecision);

export const action = commandForms(applicationForms);

export const clientAction = keepTyped;

const schema = askApplicant.omit({ ApplicationId: true });
const labels = { Text: "What do you need?" };

export default function AskApplicant() {
  const { id, companyName, isDecided, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.application(id)}${search}`;
  if (isDecided) return <Decided title={heading} closeTo={parent} />;
  return (
    <Dialog title={heading} sub={companyName} closeTo={parent}>
      <CommandForm
        intent="ask"
        commandId={commandId}
        schema={schema}
        values={{ Text: "" }}
        submit="Send"
        busy="Sending..."
        cancelTo={parent}
        labels={labels}
      >
        <TextAreaField
          name="Text"
          label={labels.Text}
          hint="The applicant gets this by email, with a link to answer and to send documents."
          isWide
        />
      </CommandForm>
    </Dialog>
  );
}

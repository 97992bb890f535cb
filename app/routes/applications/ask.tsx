import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { MessageDecision } from "#app/routes/applications/parts/decision.tsx";
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

export default function AskApplicant() {
  return (
    <MessageDecision
      title={heading}
      intent="ask"
      schema={schema}
      field="Text"
      label="What do you need?"
      hint="The applicant gets this by email, with a link to answer and to send documents."
      submit="Send"
    />
  );
}

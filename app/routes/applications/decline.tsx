import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { MessageDecision } from "#app/routes/applications/parts/decision.tsx";
import { applicationForms, loadDecision } from "#app/services/applications/applications.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { applications } from "#contract/applications/operations.ts";
import { declineApplication } from "#contract/applications/schema.ts";

const heading = "Decline Application";

export const meta = () => title(heading);

export const loader = screenFor(applications.decline, loadDecision);

export const action = commandForms(applicationForms);

export const clientAction = keepTyped;

const schema = declineApplication.omit({ ApplicationId: true });

export default function DeclineApplication() {
  return (
    <MessageDecision
      title={heading}
      intent="decline"
      schema={schema}
      field="Reason"
      label="Reason"
      hint="The applicant gets this by email."
      submit="Decline"
      look="danger"
    />
  );
}

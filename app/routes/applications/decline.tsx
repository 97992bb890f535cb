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
import { declineApplication } from "#contract/applications/schema.ts";

const heading = "Decline Application";

export const meta = () => title(heading);

export const loader = screenFor(applications.decline, loadDecision);

export const action = commandForms(applicationForms);

export const clientAction = keepTyped;

const schema = declineApplication.omit({ ApplicationId: true });
const labels = { Reason: "Reason" };

export default function DeclineApplication() {
  const { id, companyName, isDecided, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.application(id)}${search}`;
  if (isDecided) return <Decided title={heading} closeTo={parent} />;
  return (
    <Dialog title={heading} sub={companyName} closeTo={parent}>
      <CommandForm
        intent="decline"
        commandId={commandId}
        schema={schema}
        values={{ Reason: "" }}
        submit="Decline"
        busy="Sending..."
        cancelTo={parent}
        labels={labels}
        look="danger"
      >
        <TextAreaField name="Reason" label={labels.Reason} hint="The applicant gets this by email." isWide />
      </CommandForm>
    </Dialog>
  );
}

import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { emailForms, loadEmails } from "#app/services/notifications/notifications.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { notifications } from "#contract/notifications/operations.ts";
import { fieldOfKind, kindNames, mailSettings, notificationKinds } from "#contract/notifications/schema.ts";

export const meta = () => title("Emails");

export const loader = screenFor(notifications.updateMailSettings, loadEmails);

export const action = commandForms(emailForms);

export const clientAction = keepTyped;

const modes = [
  { value: "atOnce", label: "At once" },
  { value: "daily", label: "Every morning, if I have not read it" },
  { value: "off", label: "Never" },
];
const labels = Object.fromEntries(notificationKinds.map((kind) => [fieldOfKind[kind], kindNames[kind]]));

export default function Emails() {
  const { settings, shown, commandId } = useLoaderData<typeof loader>();
  const closeTo = paths.notifications();
  return (
    <Dialog title="Emails" sub="When notifications come by email as well." closeTo={closeTo}>
      <CommandForm
        intent="emails"
        commandId={commandId}
        shown={shown}
        schema={mailSettings}
        values={settings}
        submit="Save"
        busy="Saving..."
        cancelTo={closeTo}
        labels={labels}
      >
        {notificationKinds.map((kind) => (
          <SelectField key={kind} name={fieldOfKind[kind]} label={kindNames[kind]} options={modes} isWide />
        ))}
      </CommandForm>
    </Dialog>
  );
}

import { CommandForm } from "#app/components/form/command-form.tsx";
import { ChoicesField, type SelectOption, TextField } from "#app/components/form/fields.tsx";
import { registerUser, type User } from "#contract/users/schema.ts";

interface Props {
  intent: string;
  commandId: string;
  /** Snapshot for edits. */
  shown?: string;
  /** The user to edit; undefined for a new one. */
  user?: User;
  roles: SelectOption[];
  cancelTo: string;
}

const labels = { Email: "Email", GivenName: "Given name", Surname: "Surname", Roles: "Roles" };

export function UserForm({ intent, commandId, shown, user, roles, cancelTo }: Props) {
  const values = {
    Email: user?.email ?? "",
    GivenName: user?.givenName ?? "",
    Surname: user?.surname ?? "",
    Roles: user?.roles ?? [],
  };
  return (
    <CommandForm
      intent={intent}
      commandId={commandId}
      shown={shown}
      schema={registerUser}
      values={values}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <TextField name="Email" label={labels.Email} type="email" isWide autoComplete="off" />
      <TextField name="GivenName" label={labels.GivenName} autoComplete="off" />
      <TextField name="Surname" label={labels.Surname} autoComplete="off" />
      <ChoicesField name="Roles" label={labels.Roles} options={roles} />
    </CommandForm>
  );
}

import { updateUser } from "@contract/users/schema.ts";
import { CommandForm } from "~/components/form/command-form";
import { ChoicesField, TextField } from "~/components/form/fields";
import type { UserPage } from "~/services/users.server";

const schema = updateUser.omit({ UserId: true });

const labels = { Email: "Email", GivenName: "Given name", Surname: "Surname", Roles: "Roles" };

export default function UserForm({ page, cancelTo }: { page: UserPage; cancelTo: string }) {
  const { user, roles, commandId } = page;
  const values = { Email: user.email, GivenName: user.givenName ?? "", Surname: user.surname ?? "", Roles: user.roles };
  return (
    <CommandForm intent="details" commandId={commandId} schema={schema} values={values} submit="Save" busy="Saving..." cancelTo={cancelTo} labels={labels}>
      <TextField name="Email" label={labels.Email} type="email" isWide />
      <TextField name="GivenName" label={labels.GivenName} />
      <TextField name="Surname" label={labels.Surname} />
      <ChoicesField name="Roles" label={labels.Roles} options={roles} />
    </CommandForm>
  );
}

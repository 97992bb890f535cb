import { SelectField, TextField } from "#app/components/form/fields.tsx";
import { asOptions } from "#app/lib/options.ts";
import { feedSchedules } from "#contract/stock-feeds/schema.ts";

export const feedLabels = {
  Name: "Name",
  Address: "Address of the file",
  UserName: "User name",
  Password: "Password",
  Every: "Read",
  IsPaused: "Paused",
};

/** @param hasPassword one is stored, which is not shown */
export function FeedFields({ hasPassword }: { hasPassword: boolean }) {
  return (
    <>
      <TextField
        name="Name"
        label={feedLabels.Name}
        isWide
        autoComplete="off"
        hint="Such as: stock of the warehouse."
      />
      <TextField
        name="Address"
        label={feedLabels.Address}
        isWide
        autoComplete="off"
        inputMode="url"
        hint="Begins with https:// or sftp://. An Excel workbook (.xlsx) or a text file (.csv), up to 20 MB."
      />
      <TextField
        name="UserName"
        label={feedLabels.UserName}
        autoComplete="off"
        hint="SFTP needs one; otherwise only if the server asks for it."
      />
      <TextField
        name="Password"
        label={feedLabels.Password}
        type="password"
        autoComplete="new-password"
        hint={hasPassword ? "Empty: the stored one stays." : "Stored encrypted, and never shown again."}
      />
      <SelectField name="Every" label={feedLabels.Every} options={asOptions([...feedSchedules])} />
    </>
  );
}

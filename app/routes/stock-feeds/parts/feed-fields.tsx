import { SelectField, TextField } from "#app/components/form/fields.tsx";
import { asOptions } from "#app/lib/options.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { feedSchedules, feedSignInNames, type StockFeed } from "#contract/stock-feeds/schema.ts";

export const feedLabels = {
  Name: "Name",
  Address: "Address of the file",
  UserName: "User name",
  SignIn: "Sign in",
  Password: "Password",
  Every: "Read",
  IsPaused: "Paused",
};

const signIns = keysOf(feedSignInNames).map((value) => ({ value, label: feedSignInNames[value] }));

/** @param feed undefined for a new one */
export function FeedFields({ feed }: { feed?: Pick<StockFeed, "hasPassword" | "publicKey"> }) {
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
      <SelectField
        name="SignIn"
        label={feedLabels.SignIn}
        options={feed?.publicKey ? signIns : signIns.filter(({ value }) => value !== "newKey")}
        hint="SFTP also takes a key of the feed. Its page shows the key, for the owner of the server to add."
      />
      <TextField
        name="Password"
        label={feedLabels.Password}
        type="password"
        autoComplete="new-password"
        hint={feed?.hasPassword ? "Empty: the stored one stays." : "Stored encrypted, and never shown again."}
      />
      <SelectField name="Every" label={feedLabels.Every} options={asOptions([...feedSchedules])} />
    </>
  );
}

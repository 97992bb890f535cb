/** The forms of the cards on the settings page. */
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField } from "#app/components/form/fields.tsx";
import { ImageField } from "#app/components/form/image-field.tsx";
import { image } from "#app/lib/image.ts";
import type { SettingsPage } from "#app/services/settings/settings.server.ts";
import {
  proposePayer,
  retentionForm,
  updateMail,
  updateOrganisation,
  updateTimeZone,
} from "#contract/settings/schema.ts";

interface Props {
  page: SettingsPage;
  cancelTo: string;
}

const buttons = { submit: "Save", busy: "Saving..." };

export function OrganisationForm({ page, cancelTo }: Props) {
  const { name, logoId } = page.settings.organisation;
  return (
    <CommandForm
      intent="organisation"
      commandId={page.commandId}
      shown={page.shown.organisation}
      schema={updateOrganisation}
      values={{ Name: name, LogoId: logoId ?? "" }}
      cancelTo={cancelTo}
      labels={{ Name: "Name", LogoFile: "Logo" }}
      {...buttons}
    >
      <TextField name="Name" label="Name" isWide autoComplete="organization" />
      <ImageField
        name="LogoFile"
        idName="LogoId"
        label="Logo"
        source={(id) => image(page.cdnBaseUrl, id, 100)}
        isRemovable
      />
    </CommandForm>
  );
}

export function TimeZoneForm({ page, cancelTo }: Props) {
  return (
    <CommandForm
      intent="time-zone"
      commandId={page.commandId}
      shown={page.shown.timeZone}
      schema={updateTimeZone}
      values={{ TimeZone: page.settings.timeZone.value }}
      cancelTo={cancelTo}
      labels={{ TimeZone: "Time zone" }}
      {...buttons}
    >
      <SelectField
        name="TimeZone"
        label="Time zone"
        hint="Days of reports, agreements and payments begin and end in it."
        options={page.zones}
      />
    </CommandForm>
  );
}

export function RetentionForm({ page, cancelTo }: Props) {
  const { history, customers } = page.settings.retention;
  return (
    <CommandForm
      intent="retention"
      commandId={page.commandId}
      shown={page.shown.retention}
      schema={retentionForm}
      values={{ HistoryMonths: String(history.value), CustomerMonths: String(customers) }}
      cancelTo={cancelTo}
      labels={{ HistoryMonths: "Months of history", CustomerMonths: "Months of customers’ details" }}
      {...buttons}
    >
      {history.isFixed ? (
        <input type="hidden" name="HistoryMonths" value={history.value} />
      ) : (
        <TextField
          name="HistoryMonths"
          label="Months of history"
          inputMode="numeric"
          hint="Older changes are forgotten. Those of orders, shipments, invoices and suppliers belong to the books, and are kept for at least 84 months."
        />
      )}
      <TextField
        name="CustomerMonths"
        label="Months of customers’ details"
        inputMode="numeric"
        hint="Names and addresses of older orders may be erased. Tax law wants records for five years, company law for seven."
      />
    </CommandForm>
  );
}

export function EmailsForm({ page, cancelTo }: Props) {
  const { from, server } = page.settings.mail;
  return (
    <CommandForm
      intent="emails"
      commandId={page.commandId}
      shown={page.shown.mail}
      schema={updateMail}
      values={{ From: from.value, Server: "" }}
      cancelTo={cancelTo}
      labels={{ From: "Sender", Server: "Mail server" }}
      {...buttons}
    >
      {from.isFixed ? (
        <input type="hidden" name="From" value={from.value} />
      ) : (
        <TextField name="From" label="Sender" hint="Such as Harbour Market <office@harbour.example>." isWide />
      )}
      {!server.isFixed && (
        <TextField
          name="Server"
          label="Mail server"
          hint="Such as smtps://user:password@mail.example:465. It is stored encrypted. Leave this empty to keep the one that is set."
          autoComplete="off"
          isWide
        />
      )}
    </CommandForm>
  );
}

export function PayerForm({ page, cancelTo }: Props) {
  return (
    <CommandForm
      intent="paying-account"
      commandId={page.commandId}
      schema={proposePayer}
      values={{ BankCode: "", UserName: "", UserId: "", Bsb: "", AccountNumber: "" }}
      cancelTo={cancelTo}
      labels={payerLabels}
      {...buttons}
    >
      <TextField name="BankCode" label={payerLabels.BankCode} hint="Three letters, such as WBC." />
      <TextField
        name="UserId"
        label={payerLabels.UserId}
        hint="Six digits, which the bank assigns."
        inputMode="numeric"
      />
      <TextField
        name="UserName"
        label={payerLabels.UserName}
        hint="As registered with the bank, at most 26 characters."
        isWide
      />
      <TextField name="Bsb" label={payerLabels.Bsb} inputMode="numeric" />
      <TextField name="AccountNumber" label={payerLabels.AccountNumber} inputMode="numeric" />
    </CommandForm>
  );
}

const payerLabels = {
  BankCode: "Bank",
  UserId: "User id at the bank",
  UserName: "Account name",
  Bsb: "BSB",
  AccountNumber: "Account number",
};

import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { gstForms, loadGst } from "#app/services/suppliers/gst.server.ts";
import { formatAbn } from "#contract/rules/abn.ts";
import { withheldPercent } from "#contract/rules/withholding.ts";
import { gstFields } from "#contract/suppliers/fields.ts";
import { checkSupplierGst } from "#contract/suppliers/schema.ts";

const heading = "GST registration";

export const meta = () => title(heading);

export const loader = screen(loadGst);

export const action = commandForms(gstForms);

export const clientAction = keepTyped;

const schema = checkSupplierGst.omit({ SupplierId: true });
const labels = {
  Registered: "Registered for GST",
  RegisteredFrom: "Registered since",
  RegisteredUntil: "Registered until",
  NoAbnReason: gstFields.noAbnReason.label,
};
const options = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
  { value: "unknown", label: "Unknown" },
];

export default function GstRegistration() {
  const { name, abn, values, shown, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog title={heading} sub={`${name}, ABN ${abn ? formatAbn(abn) : "not given"}`} closeTo={parent}>
      <p className="mb-3">
        Look the ABN up at abr.business.gov.au and enter what it says. Your name and the time are recorded.
      </p>
      <CommandForm
        intent="gst"
        scope="gst"
        commandId={commandId}
        schema={schema}
        values={values}
        shown={shown}
        submit="Save"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <SelectField name="Registered" label={labels.Registered} options={options} />
        <TextField name="RegisteredFrom" label={labels.RegisteredFrom} type="date" hint="If known" />
        <TextField
          name="RegisteredUntil"
          label={labels.RegisteredUntil}
          type="date"
          hint="The last day, if it has ended. Keep “Yes”, because what was sold until then is still in tax invoices."
        />
        {(abn === "" || values.NoAbnReason !== "") && (
          <TextField
            name="NoAbnReason"
            label={labels.NoAbnReason}
            hint={`Only without an ABN: why nothing is withheld, for example “Statement by a supplier of 2 March 2026: hobby”. Without a reason ${withheldPercent}% is withheld from payments.`}
            isWide
          />
        )}
      </CommandForm>
    </Dialog>
  );
}

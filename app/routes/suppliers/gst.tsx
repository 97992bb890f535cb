import { checkSupplierGst } from "@contract/suppliers/schema.ts";
import { useLoaderData } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { CommandForm } from "~/components/form/command-form";
import { SelectField, TextField } from "~/components/form/fields";
import { formatAbn } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screen } from "~/services/route.server";
import { gstForms, loadGst } from "~/services/supplier-gst.server";

const heading = "GST registration";

export const meta = () => title(heading);

export const loader = screen(loadGst);

export const action = commandForms(gstForms);

export const clientAction = keepTyped;

const schema = checkSupplierGst.omit({ SupplierId: true });
const labels = { Registered: "Registered for GST", RegisteredFrom: "Registered since" };
const options = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
  { value: "unknown", label: "Unknown" },
];

export default function GstRegistration() {
  const { name, abn, values, parent, commandId } = useLoaderData<typeof loader>();
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
        submit="Save"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <SelectField name="Registered" label={labels.Registered} options={options} />
        <TextField name="RegisteredFrom" label={labels.RegisteredFrom} type="date" hint="If known" />
      </CommandForm>
    </Dialog>
  );
}

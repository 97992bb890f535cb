import { useLoaderData } from "@remix-run/react";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField, TextField } from "#app/components/form/fields.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { ChangeMany, type ManyPageData } from "#app/components/many/change-many.tsx";
import { countOf } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { manySupplierForms, manySuppliers } from "#app/services/suppliers/many.server.ts";
import { supplierMail } from "#contract/suppliers/many.ts";
import { suppliers } from "#contract/suppliers/operations.ts";

const heading = "Change Many Suppliers";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<ManyPageData> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Suppliers", path: parent }, label: "Change Many" }),
};

export const loader = screenFor(suppliers.changeMany, manySuppliers.load);

export const action = commandForms(manySupplierForms);

export const clientAction = keepTyped;

const labels = { Subject: "Subject", Text: "Text" };

export default function ChangeManySuppliers() {
  const page = useLoaderData<typeof loader>();
  const mail = page.kind === "mail" && page.preview && (
    <Card title="Email">
      <CommandForm
        intent="mail"
        commandId={page.commandId}
        schema={supplierMail}
        values={{ Subject: "", Text: "" }}
        submit={`Send to ${countOf(page.preview.count, "supplier")}`}
        busy="Working..."
        cancelTo={page.parent}
        labels={labels}
        leaves
      >
        <TextField name="Subject" label={labels.Subject} isWide autoComplete="off" />
        <TextAreaField name="Text" label={labels.Text} hint="Plain text, the same for everybody." isWide rows={8} />
      </CommandForm>
    </Card>
  );
  return <ChangeMany page={page} title={heading} pathOf={paths.supplier} apply={mail} />;
}

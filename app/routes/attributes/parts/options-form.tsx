import { CommandForm } from "#app/components/form/command-form.tsx";
import { OptionRows, optionLabels } from "#app/components/form/option-rows.tsx";
import { fieldsOfRows } from "#app/lib/form-rows.ts";
import type { AttributePage } from "#app/services/attributes/attributes.server.ts";
import { attributeOptionsForm, maxOptions } from "#contract/attributes/schema.ts";

const list = "Values";
const fields = { code: "Code", value: "Name" };

export default function OptionsForm({ page, cancelTo }: { page: AttributePage; cancelTo: string }) {
  const rows = page.attribute.values.map(({ code, value }) => ({ code, value }));
  return (
    <CommandForm
      intent="options"
      commandId={page.commandId}
      shown={page.shown}
      schema={attributeOptionsForm}
      values={fieldsOfRows(list, rows)}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={optionLabels(list, fields)}
    >
      <OptionRows
        list={list}
        fields={fields}
        max={maxOptions}
        empty="No options. If you save now, the attribute will have none."
      />
    </CommandForm>
  );
}

import { attributeOptionsForm, maxOptions } from "@contract/attributes/schema.ts";
import { CommandForm } from "~/components/form/command-form";
import { OptionRows, optionLabels } from "~/components/form/option-rows";
import { fieldsOfRows } from "~/lib/form-rows";
import type { AttributePage } from "~/services/attributes.server";

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

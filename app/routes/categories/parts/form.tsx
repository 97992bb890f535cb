import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField } from "#app/components/form/fields.tsx";
import { categoryFields } from "#contract/categories/schema.ts";

interface Props {
  intent: string;
  commandId: string;
  /** Snapshot for edits. */
  shown?: string;
  values: { Under: string; Name: string; ExternalId: string };
  cancelTo: string;
}

const labels = { Name: "Name", Under: "Below", ExternalId: "External id" };

export function CategoryForm({ intent, commandId, shown, values, cancelTo }: Props) {
  return (
    <CommandForm
      intent={intent}
      commandId={commandId}
      shown={shown}
      schema={categoryFields}
      values={values}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <TextField name="Name" label={labels.Name} isWide />
      <TextField
        name="Under"
        label={labels.Under}
        hint="The category above it, such as Home > Decor. Empty at the top."
        isWide
      />
      <TextField
        name="ExternalId"
        label={labels.ExternalId}
        hint="The marketplace's own identifier, if it has one."
        isWide
      />
    </CommandForm>
  );
}

import { useLocation, useOutletContext } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { ChoicesField, SelectField, type SelectOption, TextField, YesNoField } from "#app/components/form/fields.tsx";
import type { ListContext } from "#app/components/list/list.ts";
import { type View, viewForm } from "#contract/views/schema.ts";

interface Props {
  title: string;
  intent: string;
  commandId: string;
  audiences: SelectOption[];
  canPin: boolean;
  /** Address of the list below the dialog, without its query string. */
  listPath: string;
  /** Snapshot for edits. */
  shown?: string;
  /** The view to change; undefined for a new one. */
  view?: View;
}

const labels = {
  Name: "Name",
  Audience: "Who has this view",
  IsDefault: "The list opens with this view",
  IsPinned: "In the main menu, with the number of its records",
  Columns: "Columns",
};

const headingsOf = (columns: { heading: string }[]) => columns.map(({ heading }) => heading);

/** A dialog with the form of a view. It keeps the filters and the order of the list below it. */
export function ViewForm({ title, intent, commandId, audiences, canPin, listPath, shown, view }: Props) {
  const { list, shown: now, query = "" } = useOutletContext<ListContext>();
  const shownHeadings = headingsOf(now.columns);
  const choices = headingsOf(list.columns.filter(({ isFixed }) => !isFixed));
  const fixed = list.columns.find(({ isFixed }) => isFixed)?.heading;
  const { search } = useLocation();
  const closeTo = `${listPath}${search}`;
  const values = {
    Name: view?.name ?? "",
    Audience: view?.audience ?? "me",
    IsDefault: String(view?.isDefault ?? false),
    IsPinned: String(view?.isPinned ?? false),
    Columns: choices.filter((heading) => shownHeadings.includes(heading)),
    Query: query,
  };
  return (
    <Dialog title={title} sub="Keeps the filters and the order that the list has now." closeTo={closeTo}>
      <CommandForm
        intent={intent}
        commandId={commandId}
        shown={shown}
        schema={viewForm}
        values={values}
        submit="Save"
        busy="Saving..."
        cancelTo={closeTo}
        labels={labels}
      >
        <input type="hidden" name="Query" value={query} />
        <TextField name="Name" label={labels.Name} isWide autoComplete="off" />
        <SelectField
          name="Audience"
          label={labels.Audience}
          hint={audiences.length === 1 ? "Administrators can share views." : undefined}
          options={audiences}
          isWide
        />
        <YesNoField name="IsDefault" label={labels.IsDefault} isWide />
        {canPin ? (
          <YesNoField name="IsPinned" label={labels.IsPinned} isWide />
        ) : (
          <input type="hidden" name="IsPinned" value="false" />
        )}
        <ChoicesField
          name="Columns"
          label={labels.Columns}
          hint={`“${fixed}” is always shown.`}
          options={choices.map((heading) => ({ value: heading, label: heading }))}
        />
      </CommandForm>
    </Dialog>
  );
}

import { attributeOptionsForm, maxOptions } from "@contract/attributes/schema.ts";
import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useFieldArray } from "react-hook-form";
import { CommandForm } from "~/components/form/command-form";
import { TextCell } from "~/components/form/fields";
import { EnterSaves } from "~/components/form/form-frame";
import { useFormState } from "~/components/form/form-state";
import { addRow, fieldsOfRows, removeRow } from "~/lib/form-rows";
import type { AttributePage } from "~/services/attributes.server";

const words: Record<string, string> = { code: "Code", value: "Name" };

/** "Name of option 3", for the field `Values.2.value`. */
function labelOf(name: string): string | undefined {
  const [, index, field = ""] = name.match(/^Values\.(\d+)\.(\w+)$/) ?? [];
  return index === undefined ? undefined : `${words[field]} of option ${Number(index) + 1}`;
}

export default function OptionsForm({ page, cancelTo }: { page: AttributePage; cancelTo: string }) {
  const rows = page.attribute.values.map(({ code, value }) => ({ code, value }));
  return (
    <CommandForm
      intent="options"
      commandId={page.commandId}
      schema={attributeOptionsForm}
      values={fieldsOfRows("Values", rows)}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labelOf}
    >
      <Rows />
    </CommandForm>
  );
}

/** With scripts a row comes and goes at once; without, each button has the server show the form again. */
function Rows() {
  const { control, errors } = useFormState();
  const { pathname, search } = useLocation();
  const { fields, append, remove } = useFieldArray({ control, name: "Values" });
  const container = useRef<HTMLDivElement>(null);
  const removed = useRef<number>();
  // The button that was pressed is gone; the next one takes the focus, or the last thing there is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row less is what makes it run
  useEffect(() => {
    const buttons = container.current?.querySelectorAll<HTMLButtonElement>('button[name="refresh"]');
    if (removed.current !== undefined) buttons?.[Math.min(removed.current, buttons.length - 1)]?.focus();
    removed.current = undefined;
  }, [fields.length]);
  const at = (fragment: string) => `${pathname}${search}#${fragment}`;
  const isFull = fields.length >= maxOptions;
  return (
    <div ref={container} className="col-span-2 small:col-span-1">
      <EnterSaves />
      <p className="mb-2 text-xs text-muted">
        A new option without a code gets one that is made from its name. By its code an option is known when it is renamed.
      </p>
      <table className="w-full border-collapse">
        <thead className="bg-sunken text-left text-xs text-muted">
          <tr>
            <th className="w-1/3 px-2 py-[7px] font-semibold">Code</th>
            <th className="px-2 py-[7px] font-semibold">Name</th>
            <th className="w-20 px-2 py-[7px] font-semibold">Actions</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, i) => (
            <tr key={field.id} className="align-top">
              {Object.keys(words).map((part) => (
                <td key={part} className="p-1">
                  <TextCell
                    name={`Values.${i}.${part}`}
                    label={labelOf(`Values.${i}.${part}`) ?? ""}
                    start={(field as unknown as Record<string, string>)[part]}
                  />
                </td>
              ))}
              <td className="p-1">
                <button
                  type="submit"
                  name="refresh"
                  value={removeRow(i)}
                  formAction={at(`Values.${Math.max(i - 1, 0)}.value`)}
                  className="button button-danger"
                  aria-label={`Remove option ${i + 1}`}
                  onClick={(event) => {
                    event.preventDefault();
                    removed.current = i;
                    remove(i);
                  }}
                >
                  Remove
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {fields.length === 0 && <p className="py-3 text-muted">There are no options. Saved like this, the attribute has none.</p>}
      <p className="text-sm font-semibold text-danger empty:hidden">{errors.Values?.message}</p>
      <button
        type="submit"
        name="refresh"
        value={addRow}
        formAction={at(`Values.${fields.length}.code`)}
        className="button mt-2"
        disabled={isFull}
        onClick={(event) => {
          event.preventDefault();
          append({ code: "", value: "" });
        }}
      >
        Add Option
      </button>
    </div>
  );
}

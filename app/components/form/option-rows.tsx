import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useFieldArray } from "react-hook-form";
import { addRow, removeRow } from "#app/lib/form-rows.ts";
import { EnterSaves } from "./enter-saves.tsx";
import { TextCell } from "./fields.tsx";
import { useFormState } from "./form-state.ts";

interface Props {
  /** Field name of the list: `Values` in `Values.0.code`. */
  list: string;
  /** The columns: field names with their labels. */
  fields: Record<string, string>;
  max: number;
  /** Message for an empty list. */
  empty: string;
}

/** Returns labels such as "Name of option 3" for the field `Values.2.value`. */
export function optionLabels(list: string, fields: Record<string, string>) {
  return (name: string): string | undefined => {
    const [first, index = "", field = ""] = name.split(".");
    return first === list && fields[field] ? `${fields[field]} of option ${Number(index) + 1}` : undefined;
  };
}

/**
 * The options of an attribute. With scripts, rows are added and removed immediately; without, each button makes the
 * server render the form again.
 */
export function OptionRows({ list, fields: columns, max, empty }: Props) {
  const { control, errors } = useFormState();
  const { pathname, search } = useLocation();
  const { fields, append, remove } = useFieldArray({ control, name: list });
  const container = useRef<HTMLDivElement>(null);
  const removed = useRef<number>();
  // The pressed button has been removed with its row: focus the next one, or the last one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row less is what makes it run
  useEffect(() => {
    const buttons = container.current?.querySelectorAll<HTMLButtonElement>('button[name="refresh"]');
    if (removed.current !== undefined) buttons?.[Math.min(removed.current, buttons.length - 1)]?.focus();
    removed.current = undefined;
  }, [fields.length]);
  const at = (fragment: string) => `${pathname}${search}#${fragment}`;
  const labelOf = optionLabels(list, columns);
  const parts = Object.keys(columns);
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const isFull = fields.length >= max;
  return (
    <div ref={container} className="col-span-2 small:col-span-1">
      <EnterSaves />
      <p className="mb-2 text-xs text-muted">
        Leave the code empty and one is made from the name. The code identifies the option when you rename it.
      </p>
      <table className="w-full border-collapse">
        <thead className="bg-sunken text-left text-xs text-muted">
          <tr>
            {parts.map((part) => (
              <th key={part} scope="col" className="px-2 py-[7px] font-semibold first:w-1/3">
                {columns[part]}
              </th>
            ))}
            <th scope="col" className="w-20 px-2 py-[7px] font-semibold">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, i) => (
            <tr key={field.id} className="align-top">
              {parts.map((part) => (
                <td key={part} className="p-1">
                  <TextCell
                    name={`${list}.${i}.${part}`}
                    label={labelOf(`${list}.${i}.${part}`) ?? ""}
                    start={(field as unknown as Record<string, string>)[part]}
                  />
                </td>
              ))}
              <td className="p-1">
                <button
                  type="submit"
                  name="refresh"
                  value={removeRow(i)}
                  formAction={at(`${list}.${Math.max(i - 1, 0)}.${last}`)}
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
      {fields.length === 0 && <p className="py-3 text-muted">{empty}</p>}
      <p className="text-sm font-semibold text-danger empty:hidden">{errors[list]?.message}</p>
      <button
        type="submit"
        name="refresh"
        value={addRow}
        formAction={at(`${list}.${fields.length}.${first}`)}
        className="button mt-2"
        disabled={isFull}
        onClick={(event) => {
          event.preventDefault();
          append(Object.fromEntries(parts.map((part) => [part, ""])));
        }}
      >
        Add Option
      </button>
    </div>
  );
}

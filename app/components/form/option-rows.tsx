import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useFieldArray } from "react-hook-form";
import { addRow, type Row, removeRow } from "#app/lib/form-rows.ts";
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

/** The button that was pressed is gone with its row: focuses that of the next row, or of the last one. */
function useFocusAfterRemoval(count: number) {
  const container = useRef<HTMLDivElement>(null);
  const removed = useRef<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row less is what makes it run
  useEffect(() => {
    const buttons = container.current?.querySelectorAll<HTMLButtonElement>('button[name="refresh"]');
    if (removed.current !== undefined) buttons?.[Math.min(removed.current, buttons.length - 1)]?.focus();
    removed.current = undefined;
  }, [count]);
  return { container, removed };
}

/**
 * The options of an attribute. With scripts, rows are added and removed immediately; without, each button makes the
 * server render the form again.
 */
export function OptionRows({ list, fields: columns, max, empty }: Props) {
  const { control, errors } = useFormState();
  const { pathname, search } = useLocation();
  const { fields, append, remove } = useFieldArray<Record<string, Row[]>>({ control, name: list });
  const { container, removed } = useFocusAfterRemoval(fields.length);
  const parts = Object.keys(columns);
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
            <OptionRow
              key={field.id}
              list={list}
              fields={columns}
              index={i}
              row={field}
              onRemove={() => {
                removed.current = i;
                remove(i);
              }}
            />
          ))}
        </tbody>
      </table>
      {fields.length === 0 && <p className="py-3 text-muted">{empty}</p>}
      <p className="text-sm font-semibold text-danger empty:hidden">{errors[list]?.message}</p>
      <button
        type="submit"
        name="refresh"
        value={addRow}
        formAction={`${pathname}${search}#${list}.${fields.length}.${parts[0]}`}
        className="button mt-2"
        disabled={fields.length >= max}
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

interface RowProps extends Pick<Props, "list" | "fields"> {
  index: number;
  row: Row;
  onRemove(): void;
}

function OptionRow({ list, fields, index, row, onRemove }: RowProps) {
  const { pathname, search } = useLocation();
  const labelOf = optionLabels(list, fields);
  const parts = Object.keys(fields);
  return (
    <tr className="align-top">
      {parts.map((part) => (
        <td key={part} className="p-1">
          <TextCell
            name={`${list}.${index}.${part}`}
            label={labelOf(`${list}.${index}.${part}`) ?? ""}
            start={row[part]}
          />
        </td>
      ))}
      <td className="p-1">
        <button
          type="submit"
          name="refresh"
          value={removeRow(index)}
          formAction={`${pathname}${search}#${list}.${Math.max(index - 1, 0)}.${parts.at(-1)}`}
          className="button button-danger"
          aria-label={`Remove option ${index + 1}`}
          onClick={(event) => {
            event.preventDefault();
            onRemove();
          }}
        >
          Remove
        </button>
      </td>
    </tr>
  );
}

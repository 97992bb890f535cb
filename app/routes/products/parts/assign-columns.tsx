import { useField } from "#app/components/form/form-state.ts";
import { CardTable } from "#app/components/layout/card-table.tsx";

interface Column {
  column: number;
  title: string;
  examples: string[];
}

interface Props {
  columns: readonly Column[];
  fields: readonly { value: string; label: string }[];
}

const nameOf = ({ column, title }: Column) => title || `Column ${column}`;

const fieldName = /^Columns\.(\d+)\.Field$/;

/** The label of a field of this table, for the list of errors. */
export function columnsLabel(name: string, columns: readonly Column[]): string | undefined {
  if (name === "Columns") return "Columns";
  const column = columns[Number(fieldName.exec(name)?.[1] ?? Number.NaN)];
  return column && nameOf(column);
}

const headings = [{ heading: "Column" }, { heading: "First rows" }, { heading: "Imported as" }];

/** A row for each column of a file: its first cells, and the field that it is assigned to. */
export function AssignColumns({ columns, fields }: Props) {
  const { message } = useField("Columns");
  return (
    <fieldset id="Columns" tabIndex={-1} className="col-span-2 mt-3 min-w-0 outline-none small:col-span-1">
      <legend className="sr-only">Columns</legend>
      <p className="mb-4 text-sm font-semibold text-danger empty:hidden">{message}</p>
      <div className="mb-3.5 mt-3.5 px-4">
        <CardTable label="Columns" columns={headings}>
          {columns.map((column, i) => (
            <tr key={column.column} className="border-t border-line align-top">
              <th scope="row" className="min-w-28 px-4 py-2 text-left font-semibold [overflow-wrap:anywhere]">
                {nameOf(column)}
              </th>
              <td className="min-w-32 px-4 py-2 text-muted [overflow-wrap:anywhere]">
                {column.examples.map((example, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other key
                  <div key={row}>{example || "–"}</div>
                ))}
              </td>
              <td className="px-4 py-2">
                <FieldOf name={`Columns.${i}.Field`} label={`Import ${nameOf(column)} as`} fields={fields} />
              </td>
            </tr>
          ))}
        </CardTable>
      </div>
    </fieldset>
  );
}

function FieldOf({ name, label, fields }: { name: string; label: string; fields: Props["fields"] }) {
  const { input, message } = useField(name);
  const known = fields.some(({ value }) => value === input.defaultValue);
  return (
    <>
      <select className="input min-w-44" aria-label={label} {...input} aria-describedby={`${name}-error`}>
        {fields.map((field) => (
          <option key={field.value} value={field.value}>
            {field.label}
          </option>
        ))}
        {!known && <option value={input.defaultValue}>{input.defaultValue}</option>}
      </select>
      <p id={`${name}-error`} className="text-sm font-semibold text-danger empty:hidden">
        {message}
      </p>
    </>
  );
}

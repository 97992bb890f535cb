/** The page of a change of many records: what to change, the preview, and Apply. */
import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import type { ListOption } from "#app/lib/list-state.ts";
import type { ManyFieldData } from "#app/lib/many-field.ts";
import type { ManyPreview } from "#contract/many.ts";

export interface ManyPageData {
  /** Of the records, in the singular. */
  noun: string;
  kinds: readonly ListOption[];
  kind?: string | undefined;
  /** Shown before Apply. */
  warning?: string | undefined;
  isDangerous: boolean;
  fields: readonly ManyFieldData[];
  /** Undefined for all that match. */
  chosenCount?: number | undefined;
  /** The list with its filters and ticked rows, which the forms of the page carry on. */
  kept: [name: string, value: string][];
  /** The list. */
  parent: string;
  problem: string | null;
  preview?: ManyPreview | undefined;
  commandId: string;
}

interface Props {
  page: ManyPageData;
  title: string;
  /** The page of a record. */
  pathOf(id: number): string;
  /** In place of the Apply button, for a change with something to type that does not belong into an address. */
  apply?: ReactNode;
}

export function ChangeMany({ page, title, pathOf, apply }: Props) {
  const { noun, kind, chosenCount, parent, preview, commandId, warning, isDangerous } = page;
  return (
    <>
      <Heading
        title={title}
        sub={chosenCount === undefined ? "All that match the filters." : `${countOf(chosenCount, `chosen ${noun}`)}.`}
      >
        <Link to={parent} className="button">
          Cancel
        </Link>
        {kind && preview && !apply && (
          <CommandButton
            intent="change"
            commandId={commandId}
            label="Apply"
            busy="Working..."
            name={`Apply to ${countOf(preview.count, noun)}`}
            look={isDangerous ? "danger" : "primary"}
          />
        )}
      </Heading>
      <Card title="What to Change">
        <Kinds page={page} />
        {kind && <Fields page={page} kind={kind} />}
        {warning && <p className="mt-3 max-w-prose">{warning}</p>}
      </Card>
      {preview && apply}
      {preview && !apply && page.fields.length > 0 && (
        <p className="mb-2 max-w-prose text-sm text-muted">
          Apply makes the change that is shown below. If you have typed or chosen something else since, preview it
          first.
        </p>
      )}
      {preview && <Preview preview={preview} noun={noun} pathOf={pathOf} />}
    </>
  );
}

const Kept = ({ kept }: Pick<ManyPageData, "kept">) =>
  kept.map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />);

/** A form of its own, because the fields depend on it, and nothing must depend on scripts. */
function Kinds({ page: { kinds, kind, kept } }: { page: ManyPageData }) {
  const { pathname } = useLocation();
  return (
    <Form method="get" action={pathname} className="flex flex-wrap items-end gap-2">
      <Kept kept={kept} />
      <label className="block min-w-60">
        <span className="mb-1 block font-semibold">Change</span>
        <select key={kind} name="kind" defaultValue={kind} className="input w-full">
          {kinds.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button">
        Choose
      </button>
    </Form>
  );
}

function Fields({ page: { kept, fields, problem }, kind }: { page: ManyPageData; kind: string }) {
  const { pathname } = useLocation();
  const general = problem && (
    <p role="alert" className="font-semibold text-danger">
      {problem}
    </p>
  );
  if (fields.length === 0) return general && <div className="mt-3">{general}</div>;
  return (
    <Form
      key={kind}
      method="get"
      action={pathname}
      className="mt-4 grid max-w-xl justify-items-start gap-3 border-t border-line pt-3"
    >
      <Kept kept={kept} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="preview" value="true" />
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      {general}
      <button type="submit" className="button">
        Preview
      </button>
    </Form>
  );
}

function Field({ field }: { field: ManyFieldData }) {
  const { name, label, kind, hint, value, problem } = field;
  if (kind === "checkbox")
    return (
      <label className="flex min-h-8 items-center gap-1.5 coarse:min-h-11">
        <input type="checkbox" name={name} value="true" defaultChecked={value === "true"} />
        {label}
      </label>
    );
  return (
    <div className="w-full">
      <label htmlFor={name} className="mb-1 block font-semibold">
        {label}
      </label>
      <Value field={field} />
      {hint && (
        <p id={`${name}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${name}-error`} role="alert" className="mt-1 font-semibold text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

function Value({ field: { name, kind, value, options, hint, problem } }: { field: ManyFieldData }) {
  const attributes = {
    id: name,
    name,
    defaultValue: value,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": problem ? `${name}-error` : hint && `${name}-hint`,
    className: "input w-full",
  };
  if (kind === "select")
    return (
      <select {...attributes}>
        <option value="">Please choose</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  if (kind === "day") return <input type="date" {...attributes} />;
  return (
    <input
      type="text"
      inputMode={kind === "decimal" ? "decimal" : undefined}
      maxLength={kind === "decimal" ? 50 : 200}
      autoComplete="off"
      {...attributes}
    />
  );
}

interface PreviewProps extends Pick<Props, "pathOf"> {
  preview: ManyPreview;
  noun: string;
}

function Preview({ preview: { count, first }, noun, pathOf }: PreviewProps) {
  const columns = [{ heading: noun.charAt(0).toUpperCase() + noun.slice(1) }, { heading: "Before → after" }];
  return (
    <Card title={`Preview: ${countOf(count, noun)}`}>
      <CardTable columns={columns} label="Preview">
        {first.map(({ id, name, about, changes, why }) => (
          <tr key={id} className="align-top">
            <td className="[overflow-wrap:anywhere]">
              <Link to={pathOf(id)} className="link">
                {name}
              </Link>
              {about && <p className="text-xs text-muted">{about}</p>}
            </td>
            <td className="min-w-48 [overflow-wrap:anywhere]">
              {why !== null && <p className="text-danger">Stays as it is: {why}</p>}
              {why === null && changes.length === 0 && <p className="text-muted">Nothing changes</p>}
              {changes.map(({ label, before, after }) => (
                <p key={label}>
                  <span className="text-muted">{label}:</span> {before && <del>{before}</del>}
                  {before && " → "}
                  {after || "nothing"}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </CardTable>
      {count > first.length && (
        <p className="mt-3 text-muted">
          The first {integer(first.length)} of {integer(count)}. Nothing has changed yet.
        </p>
      )}
    </Card>
  );
}

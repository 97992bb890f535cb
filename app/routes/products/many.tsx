import { Form, useLoaderData } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadMany, manyForms } from "#app/services/products/many.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import type { ChangeKind, ProductsPreview } from "#contract/products/many.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Change Many Products");

export const handle: BreadcrumbHandle<{ parent: string }> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Products", path: parent }, label: "Change Many" }),
};

export const loader = screenFor(products.changeMany, loadMany);

export const action = commandForms(manyForms);

export const clientAction = keepTyped;

const kinds: Record<ChangeKind, { label: string; field?: string; hint?: string }> = {
  pricePercent: {
    label: "Prices by a percentage",
    field: "Percent",
    hint: "Such as 5 or -2.5. Recommended and sale prices change, and those of variants that have their own.",
  },
  priceDollars: {
    label: "Prices by an amount",
    field: "Dollars inc GST",
    hint: "Such as 1.50 or -2. Recommended and sale prices change, and those of variants that have their own.",
  },
  activate: { label: "Activate" },
  deactivate: { label: "Deactivate" },
  type: { label: "Product type", field: "Product type" },
  flatRate: { label: "Shipping: flat rate per item", field: "Dollars inc GST", hint: "Within Australia." },
  rule: {
    label: "Shipping: by a rule",
    field: "Shipping rule",
    hint: "A rule is for the products of its own supplier. Filter the products by supplier first to see its rules alone.",
  },
  carrier: { label: "Shipping: calculated by the carrier" },
};

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function ChangeMany() {
  const page = useLoaderData<typeof loader>();
  const { kind, chosenCount, parent, preview, commandId } = page;
  return (
    <>
      <Heading
        title="Change Many Products"
        sub={chosenCount === undefined ? "All that match the filters." : `${countOf(chosenCount, "chosen product")}.`}
      >
        <Link to={parent} className="button">
          Cancel
        </Link>
        {kind && preview && (
          <CommandButton
            intent="change"
            commandId={commandId}
            label="Apply"
            busy="Working..."
            name={`Apply to ${countOf(preview.count, "product")}`}
            look={kind === "deactivate" ? "danger" : "primary"}
          />
        )}
      </Heading>
      <Card title="What to Change">
        <Kinds page={page} />
        {kind && <Fields page={page} kind={kind} />}
      </Card>
      {preview && <Preview preview={preview} />}
    </>
  );
}

const Kept = ({ kept }: Pick<Data, "kept">) =>
  kept.map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />);

/** A form of its own, because the fields depend on it, and nothing must depend on scripts. */
function Kinds({ page: { kind, kept } }: { page: Data }) {
  return (
    <Form method="get" action={manyPaths.change()} className="flex flex-wrap items-end gap-2">
      <Kept kept={kept} />
      <label className="block min-w-60">
        <span className="mb-1 block font-semibold">Change</span>
        <select key={kind} name="kind" defaultValue={kind} className="input w-full">
          {Object.entries(kinds).map(([value, { label }]) => (
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

function Fields({ page, kind }: { page: Data; kind: ChangeKind }) {
  const { kept, value, endsIn95, options, problem } = page;
  const { field, hint } = kinds[kind];
  return (
    <Form
      key={kind}
      method="get"
      action={manyPaths.change()}
      className="mt-4 grid max-w-xl justify-items-start gap-3 border-t border-line pt-3"
    >
      <Kept kept={kept} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="preview" value="true" />
      {field && (
        <div className="w-full">
          <label htmlFor="value" className="mb-1 block font-semibold">
            {field}
          </label>
          <ValueField
            {...{ options, value }}
            isChosen={kind === "type" || kind === "rule"}
            describedBy={problem ? "value-error" : hint && "value-hint"}
            isWrong={problem !== null}
          />
          {hint && (
            <p id="value-hint" className="mt-1 text-sm text-muted">
              {hint}
            </p>
          )}
        </div>
      )}
      {kind.startsWith("price") && (
        <label className="flex min-h-8 items-center gap-1.5 coarse:min-h-11">
          <input type="checkbox" name="endsIn95" value="true" defaultChecked={endsIn95} />
          To the nearest price that ends in 95 cents
        </label>
      )}
      {problem && (
        <p id="value-error" role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <button type="submit" className="button">
        Preview
      </button>
    </Form>
  );
}

interface ValueProps extends Pick<Data, "options" | "value"> {
  /** From a list, which may be empty. */
  isChosen: boolean;
  isWrong: boolean;
  describedBy: string | undefined;
}

function ValueField({ options, value, isChosen, isWrong, describedBy }: ValueProps) {
  const attributes = {
    id: "value",
    name: "value",
    defaultValue: value,
    "aria-invalid": isWrong || undefined,
    "aria-describedby": describedBy,
    className: "input w-full",
  };
  if (!isChosen) return <input type="text" inputMode="decimal" maxLength={50} autoComplete="off" {...attributes} />;
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
}

const columns = [{ heading: "Product" }, { heading: "Before → after" }];

function Preview({ preview: { count, first } }: { preview: ProductsPreview }) {
  return (
    <Card title={`Preview: ${countOf(count, "product")}`}>
      <CardTable columns={columns} label="Preview">
        {first.map(({ id, name, externalSku, changes, why }) => (
          <tr key={id} className="align-top">
            <td className="[overflow-wrap:anywhere]">
              <Link to={paths.product(id)} className="link">
                {name}
              </Link>
              {externalSku && <p className="text-xs text-muted">{externalSku}</p>}
            </td>
            <td className="min-w-48 [overflow-wrap:anywhere]">
              {why !== null && <p className="text-danger">Stays as it is: {why}</p>}
              {why === null && changes.length === 0 && <p className="text-muted">Nothing changes</p>}
              {changes.map(({ label, before, after }) => (
                <p key={label}>
                  <span className="text-muted">{label}:</span> <del>{before || "nothing"}</del> → {after || "nothing"}
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

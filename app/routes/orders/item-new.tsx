import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextAreaField, TextField } from "#app/components/form/fields.tsx";
import { useTyped } from "#app/components/form/typed.ts";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { rowsOfFields } from "#app/lib/form-rows.ts";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { findRecord } from "#app/lib/list-state.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadNewLineItem, type NewLineItemPage, newLineItemForms } from "#app/services/orders/new-line-item.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { addLineItemForm } from "#contract/orders/forms.ts";
import { orders } from "#contract/orders/operations.ts";

const heading = "Add Item";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<NewLineItemPage> = {
  breadcrumb: ({ order }) => ({
    list: { label: "Orders", path: paths.orders() },
    parent: { label: order.name, path: paths.order(order.id) },
    label: heading,
    rowId: order.id,
  }),
};

export const loader = screenFor(orders.get, loadNewLineItem);

export const action = commandForms(newLineItemForms);

export const clientAction = keepTyped;

const labels = {
  ProductName: "Product name",
  ProductSku: "SKU",
  Quantity: "Quantity",
  PurchasePriceExTax: "Item price",
  ShippingAmountExTax: "Shipping amount",
  CommissionRate: "Commission",
  TaxClass: "Tax class",
  OrderNotes: "Order notes",
  SupplierNotes: "Internal notes",
};

export default function NewLineItem() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={heading} sub="From the catalogue, or described in your own words." />
      <Card title="Product">
        <Search page={page} />
        {page.choices && (
          <Choices
            label="Products"
            text={countText(page.choices.choices.length, page.choices.totalCount)}
            choices={page.choices.choices}
          />
        )}
        {page.variants.length > 0 && (
          <Choices label="Variations" text="Choose the variation that was ordered." choices={page.variants} />
        )}
      </Card>
      <Card title="Item">
        <ItemFields page={page} />
      </Card>
    </>
  );
}

function Search({ page: { find } }: { page: NewLineItemPage }) {
  const { pathname, search } = useLocation();
  const kept = [...new URLSearchParams(search)].filter(([name]) => ![findRecord, "product", "variant"].includes(name));
  return (
    <Form method="get" action={pathname} role="search" className="flex flex-wrap items-end gap-3" preventScrollReset>
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className="grid min-w-0 grow gap-1 text-xs font-semibold text-muted">
        Name or SKU
        <input key={find} className="input font-normal" name={findRecord} defaultValue={find} />
      </label>
      <button type="submit" className="button">
        Search the catalogue
      </button>
    </Form>
  );
}

interface Choice {
  id: number;
  name: string;
  about: string;
  to: string;
}

function Choices({ label, text, choices }: { label: string; text: string; choices: readonly Choice[] }) {
  return (
    <div className="mt-3">
      <p role="status" className="mb-2 text-muted">
        {text}
      </p>
      <ul aria-label={label} className="divide-y divide-line">
        {choices.map((choice) => (
          <li key={choice.id} className="py-1.5">
            <Link to={choice.to} className="link" preventScrollReset>
              {choice.name}
            </Link>{" "}
            <span className="text-xs text-muted">{choice.about}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function countText(shown: number, total: number): string {
  if (total === 0) return "No products match.";
  return shown < total
    ? `The first ${integer(shown)} of ${integer(total)}: type more of the name or the SKU to see others.`
    : `${integer(total)} found.`;
}

function ItemFields({ page }: { page: NewLineItemPage }) {
  const { order, commandId, values, inStock, taxClasses } = page;
  const { search } = useLocation();
  const options = rowsOfFields("Options", values);
  const cancelTo = withParams(`${paths.order(order.id)}${search}`, {
    product: null,
    variant: null,
    [findRecord]: null,
  });
  return (
    <CommandForm
      // Remounts the form when another product is chosen.
      key={`${values.ProductId} ${values.ProductSku}`}
      intent="add"
      commandId={commandId}
      schema={addLineItemForm}
      values={values}
      submit="Add"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <input type="hidden" name="ProductId" value={values.ProductId} />
      {options.map(({ Name, Value }, i) => (
        <div key={Name} className="col-span-2 small:col-span-1">
          <input type="hidden" name={`Options.${i}.Name`} value={Name} />
          <input type="hidden" name={`Options.${i}.Value`} value={Value} />
          <span className="text-muted">{Name}:</span> {Value}
        </div>
      ))}
      <TextField name="ProductName" label={labels.ProductName} isWide autoComplete="off" />
      <TextField name="ProductSku" label={labels.ProductSku} autoComplete="off" />
      <Quantity inStock={inStock} />
      <Amounts page={page} />
      <SelectField
        name="TaxClass"
        label={labels.TaxClass}
        options={taxClasses}
        hint="Also of its shipping. The commission has GST of its own."
      />
      <TextAreaField name="OrderNotes" label={labels.OrderNotes} hint="Visible to the customer." isWide rows={2} />
      <TextAreaField
        name="SupplierNotes"
        label={labels.SupplierNotes}
        hint="Not visible to the customer."
        isWide
        rows={2}
      />
    </CommandForm>
  );
}

function Amounts({ page: { agreedCommission, hasRules } }: { page: NewLineItemPage }) {
  const hint = hasRules
    ? `If empty: by the commission rules, or else ${agreedCommission}.`
    : `If empty: ${agreedCommission}.`;
  return (
    <>
      <TextField
        name="PurchasePriceExTax"
        label={labels.PurchasePriceExTax}
        suffix="inc GST"
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        name="ShippingAmountExTax"
        label={labels.ShippingAmountExTax}
        suffix="inc GST"
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        name="CommissionRate"
        label={labels.CommissionRate}
        hint={hint}
        suffix="%"
        inputMode="decimal"
        autoComplete="off"
      />
    </>
  );
}

/** The quantity may exceed the stock, which then becomes 0. */
function Quantity({ inStock }: Pick<NewLineItemPage, "inStock">) {
  const ordered = Number(useTyped("Quantity"));
  const hint =
    inStock === undefined
      ? undefined
      : ordered > inStock
        ? `Only ${integer(inStock)} in stock, fewer than ordered.`
        : `${integer(inStock)} in stock.`;
  return <TextField name="Quantity" label={labels.Quantity} hint={hint} inputMode="numeric" autoComplete="off" />;
}

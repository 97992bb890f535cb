import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import { ChoicesField, TextAreaField, TextField } from "#app/components/form/fields.tsx";
import { useFormState } from "#app/components/form/form-state.ts";
import { useTyped } from "#app/components/form/typed.ts";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { type DialogItem, itemForms, loadLineItem } from "#app/services/orders/forms.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { amountFields, commissionField } from "#contract/orders/adjustment-fields.ts";
import { adjustmentForm } from "#contract/orders/forms.ts";
import { orders } from "#contract/orders/operations.ts";
import { add, parseAmount } from "#contract/rules/money.ts";
import { moneyLeft } from "#contract/rules/order-line.ts";

export const meta = () => title("Add Adjustment");

export const loader = screenFor(orders.get, loadLineItem);

export const action = commandForms(itemForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

const labels = {
  QuantityAdjustment: "Quantity",
  PurchaseAmountExTaxAdjustment: "Purchase amount",
  CommissionAmountExTaxAdjustment: "Commission",
  ShippingAmountExTaxAdjustment: "Shipping amount",
  Comment: "Comment",
  AmountsStayOwed: "Money on an item with quantity 0",
};
const values = {
  QuantityAdjustment: "0",
  PurchaseAmountExTaxAdjustment: "0.00",
  CommissionAmountExTaxAdjustment: "0.00",
  ShippingAmountExTaxAdjustment: "0.00",
  WorkedOutFor: "0",
  AmountsStayOwed: [],
  Comment: "",
};

export default function AddAdjustment() {
  const { orderId, item, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.order(orderId)}${search}`;
  return (
    <Dialog title="Add Adjustment" closeTo={parent}>
      <p className="mb-3 [overflow-wrap:anywhere]">
        {item.productName}. Enter a negative amount to refund the customer, a positive one to pay the supplier more
        (commission: to charge more).
      </p>
      <CommandForm
        intent="adjust"
        commandId={commandId}
        schema={adjustmentForm}
        values={values}
        submit="Save"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <EnterSaves />
        <Amounts item={item} />
        <TextAreaField name="Comment" label={labels.Comment} isWide rows={2} />
        <Preview item={item} />
        <SecondYes item={item} />
      </CommandForm>
    </Dialog>
  );
}

function Amounts({ item }: { item: DialogItem }) {
  const { setValue } = useFormState();
  const workedOutFor = useTyped("WorkedOutFor");
  const purchase = useTypedAmount("PurchaseAmountExTaxAdjustment");
  const shipping = useTypedAmount("ShippingAmountExTaxAdjustment");
  const suggest = (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) setValue(name, value);
  };
  return (
    <>
      <input type="hidden" name="WorkedOutFor" value={workedOutFor} />
      {/* Suggested amounts follow the quantity, or the amounts that have commission, and can then be changed. */}
      <div onInput={({ target }) => suggest(amountFields(item, amountIn(target)))}>
        <TextField name="QuantityAdjustment" label={labels.QuantityAdjustment} inputMode="text" autoComplete="off" />
      </div>
      <div onInput={({ target }) => suggest(commissionField(item, amountIn(target), shipping))}>
        <TextField
          name="PurchaseAmountExTaxAdjustment"
          label={labels.PurchaseAmountExTaxAdjustment}
          suffix="inc GST"
          inputMode="text"
          autoComplete="off"
        />
      </div>
      <TextField
        name="CommissionAmountExTaxAdjustment"
        label={labels.CommissionAmountExTaxAdjustment}
        suffix="inc GST"
        inputMode="text"
        autoComplete="off"
      />
      <div
        onInput={({ target }) =>
          item.commissionRule?.onShipping && suggest(commissionField(item, purchase, amountIn(target)))
        }
      >
        <TextField
          name="ShippingAmountExTaxAdjustment"
          label={labels.ShippingAmountExTaxAdjustment}
          suffix="inc GST"
          inputMode="text"
          autoComplete="off"
        />
      </div>
    </>
  );
}

const stayOptions = [{ value: "yes", label: "Yes, these amounts stay and will be invoiced" }];

/** Shown if an amount would remain on an item without any quantity. */
function SecondYes({ item }: { item: DialogItem }) {
  const quantity = useTypedAmount("QuantityAdjustment");
  const after = {
    purchase: add(item.purchaseAmount.adjusted, useTypedAmount("PurchaseAmountExTaxAdjustment")),
    commission: add(item.commissionAmount.adjusted, useTypedAmount("CommissionAmountExTaxAdjustment")),
    shipping: add(item.shippingAmount.adjusted, useTypedAmount("ShippingAmountExTaxAdjustment")),
  };
  const question = item.quantity.adjusted + quantity === 0 ? moneyLeft((part) => after[part]) : undefined;
  return (
    question && (
      <ChoicesField name="AmountsStayOwed" label={labels.AmountsStayOwed} hint={question} options={stayOptions} />
    )
  );
}

/** Returns undefined if the field is empty or not a number. */
const useTypedAmount = (name: keyof typeof values) => parseAmount(useTyped(name)) ?? 0;

/** Shows what will be owed: while typing with scripts, after pressing a button without. */
function Preview({ item }: { item: DialogItem }) {
  const isHydrated = useHydrated();
  const quantity = useTypedAmount("QuantityAdjustment");
  const purchase = useTypedAmount("PurchaseAmountExTaxAdjustment");
  const commission = useTypedAmount("CommissionAmountExTaxAdjustment");
  const shipping = useTypedAmount("ShippingAmountExTaxAdjustment");
  const rows = [
    { heading: "Quantity", now: integer(item.quantity.owed), after: integer(item.quantity.owed + quantity) },
    { heading: "Purchase Amount", ...changed(item.purchaseAmount.owed, purchase) },
    { heading: "Shipping Amount", ...changed(item.shippingAmount.owed, shipping) },
    { heading: "Commission", ...changed(item.commissionAmount.owed, commission) },
    { heading: "Sub Total", ...changed(item.subTotal.owed, add(purchase, shipping, -commission)) },
  ];
  return (
    <div className="col-span-2 min-w-0 small:col-span-1">
      <table className="w-full border-collapse" aria-label="What will be owed">
        <thead>
          <tr className="text-xs font-semibold text-muted">
            <td />
            <th scope="col" className="px-2 py-1 text-right">
              Owed now
            </th>
            <th scope="col" className="px-2 py-1 text-right">
              Owed after
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ heading, now, after }) => (
            <tr key={heading} className="border-t border-line last:font-semibold">
              <th scope="row" className="py-1 text-left font-normal text-muted">
                {heading}
              </th>
              <td className="whitespace-nowrap px-2 py-1 text-right">{now}</td>
              <td className="whitespace-nowrap px-2 py-1 text-right">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isHydrated && (
        <p className="mt-2 flex flex-wrap gap-2">
          <button type="submit" name="refresh" value="quantity" className="button" formNoValidate>
            Work out the amounts from the quantity
          </button>
          <button type="submit" name="refresh" value="commission" className="button" formNoValidate>
            Work out the commission and what will be owed
          </button>
        </p>
      )}
    </div>
  );
}

const changed = (owed: number, change: number) => ({ now: dollars(owed), after: dollars(add(owed, change)) });

const amountIn = (field: EventTarget) => parseAmount(field instanceof HTMLInputElement ? field.value : "");

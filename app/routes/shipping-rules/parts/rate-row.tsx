import type { InputHTMLAttributes } from "react";
import { dollars, integer } from "#app/lib/format.ts";
import { rateField } from "#app/lib/rates/rate-rows.ts";
import { inclusive, parseAmount } from "#contract/rules/money.ts";
import { placeOf, type RateRow, rateDecimals } from "#contract/rules/shipping-rows.ts";
import type { RateEditor } from "./use-rate-rows.ts";

export interface NamedRow extends RateRow {
  countryName: string;
}

interface Props {
  row: NamedRow;
  index: number;
  gstRate: number;
  editor: RateEditor;
  messages: RateEditor["messages"];
  /** Why the tier can never apply. */
  warning?: string;
}

/** “Australia, NSW from 5”. */
function tierName({ countryName, state, quantityFrom }: NamedRow): string {
  return `${[countryName || "Any", state].filter(Boolean).join(", ")} from ${quantityFrom}`;
}

/** Returns the labels of a row's fields. */
export function labelsOf(row: NamedRow, index: number): Record<string, string> {
  return {
    [rateField(index, "QuantityTo")]: `Quantity to, ${tierName(row)}`,
    [rateField(index, "ShippingRatePerItem")]: `Rate, ${tierName(row)}`,
    [rateField(index, "CountryCode")]: `Country, ${tierName(row)}`,
    [rateField(index, "State")]: `State, ${tierName(row)}`,
    [rateField(index, "QuantityFrom")]: `Quantity from, ${tierName(row)}`,
  };
}

export function RateRowFields({ row, index, gstRate, editor, messages, warning }: Props) {
  const { later, isRemovable } = placeOf(editor.rows, index);
  const name = (field: Parameters<typeof rateField>[1]) => rateField(index, field);
  const label = labelsOf(row, index);
  const rate = parseAmount(row.ratePerItem, rateDecimals);
  return (
    <tr>
      <td>
        <input type="hidden" name={name("CountryCode")} value={row.countryCode} />
        <input type="hidden" name={name("State")} value={row.state} />
        <input type="hidden" name={name("QuantityFrom")} value={row.quantityFrom} />
        {row.countryName || "Any"}
        {warning && <span className="block text-sm text-warn">{warning}</span>}
        <Message
          text={messages[name("CountryCode")] ?? messages[name("State")] ?? messages[name("QuantityFrom")]}
          id={`${name("CountryCode")}-error`}
        />
      </td>
      <td>{row.state || "Any"}</td>
      <td className="text-right">{integer(row.quantityFrom)}</td>
      <td>
        {later === 0 ? (
          <span className="block text-right">
            {row.quantityTo || "Any"}
            <input type="hidden" name={name("QuantityTo")} value={row.quantityTo} />
          </span>
        ) : (
          <Cell
            name={name("QuantityTo")}
            label={label[name("QuantityTo")]}
            value={row.quantityTo}
            message={messages[name("QuantityTo")]}
            inputMode="numeric"
            onChange={(event) => editor.type(index, { quantityTo: event.target.value })}
            onBlur={editor.settle}
          />
        )}
      </td>
      <td>
        <span className="flex items-center justify-end gap-2">
          <Cell
            name={name("ShippingRatePerItem")}
            label={label[name("ShippingRatePerItem")]}
            value={row.ratePerItem}
            message={messages[name("ShippingRatePerItem")]}
            inputMode="decimal"
            onChange={(event) => editor.type(index, { ratePerItem: event.target.value })}
          />
          <span className="whitespace-nowrap text-xs text-muted">
            {rate === undefined ? "ex GST" : `${dollars(inclusive(rate, gstRate))} inc GST`}
          </span>
        </span>
      </td>
      <td>
        {isRemovable && (
          <button {...editor.press(`remove.${index}`)} className="button" aria-label={`Remove ${tierName(row)}`}>
            Remove
          </button>
        )}
      </td>
    </tr>
  );
}

interface CellProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "inputMode" | "onChange" | "onBlur"> {
  name: string;
  label: string | undefined;
  value: string;
  message: string | undefined;
}

function Cell({ name, label, message, ...input }: CellProps) {
  return (
    <span className="block min-w-24 flex-1">
      <input
        id={name}
        name={name}
        aria-label={label}
        className="input text-right"
        autoComplete="off"
        maxLength={50}
        aria-invalid={message ? true : undefined}
        aria-describedby={`${name}-error`}
        {...input}
      />
      <Message text={message} id={`${name}-error`} />
    </span>
  );
}

function Message({ text, id }: { text: string | undefined; id: string }) {
  return (
    <span id={id} className="block text-sm font-semibold text-danger empty:hidden">
      {text}
    </span>
  );
}

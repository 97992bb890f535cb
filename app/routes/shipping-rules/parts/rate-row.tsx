import type { InputHTMLAttributes } from "react";
import { dollars, integer } from "#app/lib/format.ts";
import { rateField } from "#app/lib/rates/rate-rows.ts";
import { inclusive, parseAmount } from "#contract/rules/money.ts";
import { placeOf, type RateRow, rateDecimals } from "#contract/rules/shipping-rows.ts";
import { rateColumns } from "./rate-columns.ts";
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

/** On a small screen the cells of a row stand below each other, each with the heading of its column. */
const stacked =
  "small:!h-auto small:!border-b-0 small:!py-0.5 small:before:mr-2 small:before:text-xs small:before:text-muted small:before:content-[attr(data-label)]";
const cell = (column: number, look = "") => ({
  "data-label": rateColumns[column]?.heading,
  className: `${stacked} ${look}`,
});

export function RateRowFields({ row, index, gstRate, editor, messages, warning }: Props) {
  const { later, isRemovable } = placeOf(editor.rows, index);
  const name = (field: Parameters<typeof rateField>[1]) => rateField(index, field);
  const label = labelsOf(row, index);
  const rate = parseAmount(row.ratePerItem, rateDecimals);
  return (
    <tr className="small:grid small:grid-cols-2 small:border-b small:border-line small:py-2">
      <td {...cell(0)}>
        <Destination row={row} index={index} messages={messages} warning={warning} />
      </td>
      <td {...cell(1)}>{row.state || "Any"}</td>
      <td {...cell(2, "text-right small:text-left")}>{integer(row.quantityFrom)}</td>
      <td {...cell(3)}>
        {later === 0 ? (
          <span className="block text-right small:inline">
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
      <td {...cell(4, "small:col-span-2")}>
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
      <td className={`${stacked} small:col-span-2`}>
        {isRemovable && (
          // In an element of its own, because the column of buttons stays in sight where a table scrolls sideways.
          <span>
            <button {...editor.press(`remove.${index}`)} className="button" aria-label={`Remove ${tierName(row)}`}>
              Remove
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** The country of a tier, with the fields of a tier that cannot be typed into. */
function Destination({ row, index, messages, warning }: Omit<Props, "gstRate" | "editor">) {
  const name = (field: Parameters<typeof rateField>[1]) => rateField(index, field);
  return (
    <>
      <input type="hidden" name={name("CountryCode")} value={row.countryCode} />
      <input type="hidden" name={name("State")} value={row.state} />
      <input type="hidden" name={name("QuantityFrom")} value={row.quantityFrom} />
      {row.countryName || "Any"}
      {warning && <span className="block text-sm text-warn">{warning}</span>}
      <Message
        text={messages[name("CountryCode")] ?? messages[name("State")] ?? messages[name("QuantityFrom")]}
        id={`${name("CountryCode")}-error`}
      />
    </>
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

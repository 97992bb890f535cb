/** Products and their variants as the rows of a form, with a cell for each field. */
import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { FormFrame } from "#app/components/form/form-frame.tsx";
import { useDraft, useFormAnswer, useIsPending } from "#app/components/form/form-state.ts";
import { isChanged } from "#app/components/form/typed-early.ts";
import { UndoSaved } from "#app/components/form/undo-saved.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { useHydrated } from "#app/components/layout/toast.tsx";
import type { FormAnswer, FormValues } from "#app/lib/form-answer.ts";
import { paths } from "#app/lib/paths.ts";
import type { loadGrid, ShownRow } from "#app/services/products/grid.server.ts";
import { gridColumns } from "#contract/products/fields.ts";
import type { GridField } from "#contract/products/grid.ts";

type Page = Awaited<ReturnType<typeof loadGrid>>;
type Errors = NonNullable<FormAnswer["errors"]>;

interface Column {
  field: GridField;
  label: string;
  width: string;
  kind: (typeof gridColumns)[number]["kind"];
  /** Of a select. */
  options?: readonly { value: string; label: string }[];
}

const widths = {
  text: "min-w-56",
  optionalText: "min-w-36",
  enumeration: "min-w-44",
  choice: "min-w-40",
  priceExGst: "min-w-24",
  wholeNumber: "min-w-20",
  number: "min-w-20",
  yesNo: "",
};

function optionsOf(field: (typeof gridColumns)[number]): Column["options"] {
  if (field.kind === "enumeration")
    return [
      { value: "", label: "" },
      ...field.from.map(({ value, displayName }) => ({ value: String(value), label: displayName })),
    ];
  if (field.kind !== "choice") return undefined;
  return [{ value: "", label: field.none }, ...field.values.map((value) => ({ value, label: field.names[value] }))];
}

const columns: readonly Column[] = gridColumns.map((field) => ({
  field: field.command,
  label: "unit" in field ? `${field.grid} (${field.unit})` : field.grid,
  width: widths[field.kind],
  kind: field.kind,
  options: optionsOf(field),
}));
const labels = new Map<string, string>(columns.map(({ field, label }) => [field, label]));

const rowName = ({ productName, options, variantId }: ShownRow) =>
  variantId === null ? productName : `${productName}, ${options || `variant ${variantId}`}`;

const intent = "grid";

/**
 * The rows are those of the page's data when it was opened or saved: data that is loaded again meanwhile replaces them
 * only while nothing has been typed. Input that was saved when the session ended is shown until it is saved.
 */
function useRows({ rows }: Page, form: RefObject<HTMLElement>) {
  const answer = useFormAnswer(intent);
  const draftNow = useDraft(intent);
  const [draft] = useState(draftNow);
  const isPending = useIsPending(intent);
  const { search } = useLocation();
  const ofAnswer = answer?.rows as ShownRow[] | undefined;
  const [shown, setShown] = useState({ rows: ofAnswer ?? rows, loaded: rows, search, edition: 0 });
  const isOfDraft = draft !== undefined && shown.edition === 0;
  const wasPending = useRef(false);
  useEffect(() => {
    const isAnswered = wasPending.current && !isPending;
    wasPending.current = isPending;
    if (isAnswered && answer && ofAnswer) setShown((before) => ({ ...before, rows: ofAnswer, loaded: rows }));
    if (isPending || answer || rows === shown.loaded) return;
    const isTyped = isOfDraft || [...(form.current?.querySelectorAll("input, select") ?? [])].some(isChanged);
    const isShownAnew = isAnswered || search !== shown.search || !isTyped;
    if (isShownAnew) setShown(({ edition }) => ({ rows, loaded: rows, search, edition: edition + 1 }));
  }, [isPending, answer, ofAnswer, rows, search, shown, form, isOfDraft]);
  return { ...shown, answer, values: answer?.defaultValues ?? (isOfDraft ? draft : undefined) };
}

export function ProductGrid({ page }: { page: Page }) {
  const form = useRef<HTMLFieldSetElement>(null);
  const { rows, edition, answer, values } = useRows(page, form);
  const errors = answer?.errors ?? {};
  const [typedIn, setTypedIn] = useState<number>();
  const labelOf = (name: string) => {
    const [key, field = ""] = name.split(".");
    const row = rows.find((each) => each.key === key);
    return row && [rowName(row), labels.get(field)].filter(Boolean).join(", ");
  };
  return (
    <FormFrame
      key={edition}
      intent={intent}
      commandId={page.commandId}
      submit="Save"
      busy="Saving..."
      labels={labelOf}
      isDirty={typedIn === edition}
    >
      <GridHelp />
      <UndoSaved to={answer?.undoPath} />
      <fieldset
        ref={form}
        aria-label="Products and their variants"
        className="col-span-2 min-w-0 small:col-span-1"
        onInput={() => setTypedIn(edition)}
        onFocus={loadKeys}
      >
        <div className="overflow-auto rounded border border-line bg-surface" data-grid>
          <table className="w-full border-collapse small:block">
            <GridHead />
            <tbody className="small:block">
              {rows.map((row) => (
                <Row
                  key={`${row.key} ${stateOf(row, values, errors)}`}
                  row={row}
                  values={values}
                  errors={ofRow(row, errors)}
                />
              ))}
            </tbody>
          </table>
        </div>
        <Rules rules={page.rules} />
      </fieldset>
    </FormFrame>
  );
}

const GridHead = () => (
  <thead className="bg-sunken text-left text-xs text-muted small:hidden">
    <tr>
      {columns.map(({ field, label }) => (
        <th key={field} scope="col" className="px-1.5 py-[7px] font-semibold first:sticky first:left-0 first:bg-sunken">
          {label}
        </th>
      ))}
    </tr>
  </thead>
);

/** A row that was saved, or whose cells somebody else has changed, is shown anew. */
const stateOf = ({ key, shown }: ShownRow, values: FormValues | undefined, errors: Errors) =>
  values ? `${String(values[`${key}.Shown`] ?? shown)}${hasErrors(key, errors)}` : shown;
const hasErrors = (key: string, errors: Errors) => Object.keys(errors).some((name) => name.startsWith(`${key}.`));

function ofRow({ key }: ShownRow, errors: Errors): Errors | undefined {
  return hasErrors(key, errors)
    ? Object.fromEntries(Object.entries(errors).filter(([name]) => name.startsWith(`${key}.`)))
    : undefined;
}

const rulesId = (supplierId: number) => `rules-${supplierId}`;

function Rules({ rules }: Pick<Page, "rules">) {
  const suppliers = [...new Set(rules.map(({ supplierId }) => supplierId))];
  return suppliers.map((id) => (
    <datalist key={id} id={rulesId(id)}>
      {rules
        .filter(({ supplierId }) => supplierId === id)
        .map(({ name }) => (
          <option key={name} value={name} />
        ))}
    </datalist>
  ));
}

interface RowProps {
  row: ShownRow;
  /** The input of a refused form. */
  values: FormValues | undefined;
  errors: Errors | undefined;
}

const Row = memo(function Row({ row, values, errors }: RowProps) {
  const { key, productId, variantId, supplierName, options, cells, shown } = row;
  const name = rowName(row);
  const ofRowItself = errors?.[`${key}.Row`]?.message;
  return (
    <tr
      id={`${key}.Row`}
      className="border-t border-line align-top small:mb-3 small:grid small:grid-cols-2 small:gap-x-2 small:border-t-2 small:p-2"
    >
      {columns.map((column) => {
        const { field } = column;
        const isName = field === "Name";
        return (
          <td
            key={field}
            data-label={column.label}
            className={`px-1.5 py-1 small:px-0 small:before:text-xs small:before:text-muted small:before:content-[attr(data-label)] ${isName ? "sticky left-0 z-[1] bg-surface small:static small:col-span-2" : ""} ${field in cells ? "" : "text-muted small:hidden"}`}
          >
            {field in cells ? (
              <Cell {...{ row, column, values, name }} error={errors?.[`${key}.${field}`]?.message} />
            ) : (
              "–"
            )}
            {isName && (
              <>
                <input type="hidden" name={`${key}.Shown`} value={String(values?.[`${key}.Shown`] ?? shown)} />
                <p className="mt-0.5 text-xs text-muted">
                  {variantId === null ? (
                    <Link to={paths.product(productId)} className="link inline-block min-h-6">
                      {supplierName}
                    </Link>
                  ) : (
                    options || `Variant ${variantId}`
                  )}
                </p>
                {ofRowItself && <p className="text-xs font-semibold text-danger">{ofRowItself}</p>}
              </>
            )}
            {field === "ExternalSku" && errors?.[`${key}.SkuIsShared`] && (
              <SharedSku name={`${key}.SkuIsShared`} message={errors[`${key}.SkuIsShared`]?.message ?? ""} />
            )}
          </td>
        );
      })}
    </tr>
  );
});

function SharedSku({ name, message }: { name: string; message: string }) {
  return (
    <div className="min-w-48 text-xs">
      <p className="font-semibold text-danger">{message}</p>
      <label className="flex min-h-8 items-center gap-1.5 coarse:min-h-11">
        <input id={name} type="checkbox" name={name} value="yes" />
        Use it nevertheless
      </label>
    </div>
  );
}

interface CellProps extends Omit<RowProps, "errors"> {
  column: Column;
  name: string;
  error: string | undefined;
}

function Cell({ row, column: { field, label, width, kind, options }, values, name, error }: CellProps) {
  const isNumber = kind === "priceExGst" || kind === "wholeNumber" || kind === "number";
  const { key, cells, followed, supplierId } = row;
  const id = `${key}.${field}`;
  const text = String(values?.[id] ?? cells[field] ?? "");
  const common = {
    id,
    name: id,
    "aria-label": `${label} of ${name}`,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
  };
  return (
    <>
      {kind === "yesNo" ? (
        <input
          type="checkbox"
          value="true"
          defaultChecked={values && `${key}.Shown` in values ? id in values : cells[field] === "true"}
          className="m-2 size-4 coarse:m-3.5"
          {...common}
        />
      ) : options ? (
        <select defaultValue={text} className={`input ${width}`} {...common}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          inputMode={isNumber ? "decimal" : undefined}
          autoComplete="off"
          list={field === "ShippingRule" ? rulesId(supplierId) : undefined}
          placeholder={followed[field]}
          defaultValue={text}
          className={`input ${width} ${isNumber ? "text-right" : ""}`}
          {...common}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-0.5 max-w-56 text-xs font-semibold text-danger">
          {error}
        </p>
      )}
    </>
  );
}

/** Loaded by the first cell that gets the focus. */
const loadKeys = () => void import("./grid-keys.ts").then(({ listenForKeys }) => listenForKeys());
const fillDown = () => void import("./grid-keys.ts").then(({ fillToEnd }) => fillToEnd());

function GridHelp() {
  const hasScripts = useHydrated();
  const isLowData = useRouteLoaderData<{ isLowData: boolean }>("root")?.isLowData;
  return (
    <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted small:col-span-1">
      <button type="submit" className="button button-primary">
        Save
      </button>
      <p>Prices are inc GST. A row with a mistake is not saved and shows the reason; all other rows are saved.</p>
      {/* Takes its place from the start, so that the rows do not move once the scripts run; without scripts it has none. */}
      <div
        className={`${isLowData ? "hidden" : "flex"} flex-wrap items-center gap-x-3 gap-y-1 [@media(scripting:none)]:hidden ${hasScripts ? "" : "invisible"}`}
      >
        <p className="small:hidden">
          Arrow keys and Enter move between cells. Cells of a spreadsheet can be pasted. Ctrl+D copies the cell above.
        </p>
        <button type="button" className="button" onClick={fillDown}>
          Fill Down
        </button>
        <p role="status" data-grid-status />
      </div>
    </div>
  );
}

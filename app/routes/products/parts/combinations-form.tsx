import { useWatch } from "react-hook-form";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import { ChoicesField, TextField } from "#app/components/form/fields.tsx";
import { useFormState } from "#app/components/form/form-state.ts";
import { useTyped } from "#app/components/form/typed.ts";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { integer } from "#app/lib/format.ts";
import { allCombinations } from "#app/lib/variant-forms.ts";
import type { Combinations } from "#app/services/products/combinations.server.ts";
import type { VariationsPage } from "#app/services/products/variations.server.ts";
import { maxAddedVariants, variantMessages } from "#contract/products/commands.ts";
import { combinationsForm } from "#contract/products/forms.ts";
import { countCombinations, variantSku } from "#contract/rules/variant-combinations.ts";
import { DimensionFields, dimensionLabels, dimensionValues } from "./dimensions.tsx";
import { SkuQuestion, skuQuestionLabel } from "./sku-question.tsx";
import { PriceFields, StockFields, termsLabels, typedPrice } from "./variant-terms.tsx";

const list = "Attributes";
const labels = {
  [list]: "Options",
  SkuStart: "Start of the SKUs",
  SkuIsShared: skuQuestionLabel,
  ...termsLabels,
  ...dimensionLabels,
};

/** Without a ticked box, only this field tells the server of the attribute. */
const idName = (index: number) => `${list}.${index}.AttributeId`;
const optionsName = (index: number) => `${list}.${index}.OptionIds`;

interface Props {
  page: VariationsPage;
  combinations: Combinations;
  cancelTo: string;
}

export default function CombinationsForm({ page: { head, isMeasured }, combinations, cancelTo }: Props) {
  const { attributes, skuStart, own } = combinations;
  return (
    <CommandForm
      intent={allCombinations}
      commandId={head.commandId}
      schema={combinationsForm}
      values={{
        ...Object.fromEntries(
          attributes.flatMap(({ attributeId, options }, i) => [
            [idName(i), String(attributeId)],
            [optionsName(i), options.map(({ optionId }) => String(optionId))],
          ]),
        ),
        SkuStart: skuStart,
        SkuIsShared: [],
        OverridePrice: "false",
        RecommendedRetailPrice: typedPrice(own.recommendedRetailPrice),
        SalePrice: typedPrice(own.salePrice),
        ManageStock: "false",
        StockQuantity: "",
        ...dimensionValues({}),
        NeedsDimensions: String(isMeasured),
      }}
      submit="Add Variations"
      busy="Busy..."
      cancelTo={cancelTo}
      labels={{ ...Object.fromEntries(attributes.map(({ label }, i) => [optionsName(i), label])), ...labels }}
    >
      <EnterSaves />
      <p className="col-span-2 text-muted small:col-span-1">
        Creates a variation for each combination of the options that are ticked here.
      </p>
      {attributes.map((attribute, i) => (
        <AttributeOptions key={attribute.attributeId} attribute={attribute} index={i} />
      ))}
      <TextField
        name="SkuStart"
        label={labels.SkuStart}
        hint="The code of each option is added to it, or the option's name if it has no code."
        isWide
        autoComplete="off"
      />
      <WhatIsAdded combinations={combinations} />
      <SkuQuestion />
      <PriceFields own={own} />
      <StockFields hint="Of each variation." />
      <input type="hidden" name="NeedsDimensions" value={String(isMeasured)} />
      <DimensionFields />
    </CommandForm>
  );
}

interface AttributeProps {
  attribute: Combinations["attributes"][number];
  index: number;
}

function AttributeOptions({ attribute: { attributeId, label, options }, index }: AttributeProps) {
  return (
    <div className="col-span-2 small:col-span-1">
      <input type="hidden" name={idName(index)} value={attributeId} />
      <ChoicesField
        name={optionsName(index)}
        label={label}
        hint={
          options.length === 0 ? "The product has no options of it yet. Choose them on the Attributes tab." : undefined
        }
        options={options.map(({ optionId, optionValue }) => ({ value: String(optionId), label: optionValue }))}
      />
    </div>
  );
}

/** How many variations the ticked options make, and the first SKU. Without scripts a button works it out. */
function WhatIsAdded({ combinations: { attributes, variants } }: Pick<Props, "combinations">) {
  const { errors, values, control } = useFormState();
  const rows = useWatch<Record<string, { OptionIds?: unknown }[] | undefined>>({ control, name: list });
  const start = useTyped("SkuStart");
  const isHydrated = useHydrated();
  const ticked = attributes.map(({ options }, i) => {
    const ids = [rows?.[i]?.OptionIds ?? values[optionsName(i)] ?? []].flat().map(String);
    return options.filter(({ optionId }) => ids.includes(String(optionId)));
  });
  const { all, existing } = countCombinations(
    ticked.map((options) => options.map(({ optionId }) => optionId)),
    variants,
  );
  const first = ticked.flatMap(([option]) => option ?? []);
  return (
    <div
      id={list}
      tabIndex={-1}
      aria-describedby={`${list}-error`}
      className="col-span-2 outline-none small:col-span-1"
    >
      <div role="status" className="rounded bg-sunken px-3 py-2 [overflow-wrap:anywhere]">
        {sentences(all, existing).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {all > existing && start.trim() !== "" && (
          <p className="text-muted">SKUs such as {variantSku(start, first)}.</p>
        )}
      </div>
      {!isHydrated && (
        <button type="submit" name="refresh" value="count" className="button mt-1.5" formNoValidate>
          Count Again
        </button>
      )}
      <p id={`${list}-error`} className="mt-1 text-sm font-semibold text-danger empty:hidden">
        {errors[list]?.message}
      </p>
    </div>
  );
}

function sentences(all: number, existing: number): string[] {
  const count = all - existing;
  if (all === 0) return [variantMessages.noOptions];
  if (count === 0) return [variantMessages.allExist];
  if (count > maxAddedVariants) return [variantMessages.tooManyAdded(count)];
  const created = `${integer(count)} ${count === 1 ? "variation" : "variations"} will be created.`;
  const exist =
    existing === 1
      ? "1 of the combinations exists already and stays as it is."
      : `${integer(existing)} of the combinations exist already and stay as they are.`;
  return existing === 0 ? [created] : [created, exist];
}

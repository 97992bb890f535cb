import { useRef } from "react";
import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField, YesNoField } from "#app/components/form/fields.tsx";
import { useFormState } from "#app/components/form/form-state.ts";
import { ImageField } from "#app/components/form/image-field.tsx";
import { useDisabledUnless, useTyped } from "#app/components/form/typed.ts";
import { image } from "#app/lib/image.ts";
import type { VariantFormData, VariationsPage } from "#app/services/products/variations.server.ts";
import { productVariantForm } from "#contract/products/forms.ts";
import { DimensionFields, dimensionLabels, dimensionValues } from "./dimensions.tsx";
import { GtinField, gtinLabel } from "./gtin-field.tsx";
import { SkuQuestion, skuQuestionLabel } from "./sku-question.tsx";

const labels = {
  ImageFile: "Image",
  OverrideName: "Override name",
  Name: "Name",
  OverridePrice: "Override price",
  RecommendedRetailPrice: "Recommended retail price",
  SalePrice: "Sale price",
  ExternalSku: "SKU",
  SkuIsShared: skuQuestionLabel,
  Gtin: gtinLabel,
  ManageStock: "Manage stock",
  StockQuantity: "Available stock",
  ...dimensionLabels,
};

const list = "AttributeOptionIds";
const pickerName = (index: number) => `${list}.${index}`;
/** Dollars inc GST, as input. */
const typed = (price: number | null) => price?.toFixed(2) ?? "";

function valuesOf(form: VariantFormData, isMeasured: boolean) {
  return {
    ...Object.fromEntries(form.pickers.map(({ chosen }, i) => [pickerName(i), chosen])),
    DefaultImageId: form.imageId,
    OverrideName: String(form.overrideName),
    Name: form.name,
    OverridePrice: String(form.overridePrice),
    RecommendedRetailPrice: typed(form.recommendedRetailPrice),
    SalePrice: typed(form.salePrice),
    ExternalSku: form.sku,
    SkuIsShared: [],
    Gtin: form.gtin ?? "",
    ManageStock: String(form.manageStock),
    StockQuantity: form.stockQuantity === null ? "" : String(form.stockQuantity),
    ...dimensionValues(form.measures),
    NeedsDimensions: String(isMeasured),
  };
}

interface Props {
  page: VariationsPage;
  form: VariantFormData;
  cancelTo: string;
}

export default function VariantForm({ page: { head, cdnBaseUrl, isMeasured }, form, cancelTo }: Props) {
  const pickerLabels = Object.fromEntries(form.pickers.map(({ label }, i) => [pickerName(i), label]));
  return (
    <CommandForm
      intent="variant"
      commandId={head.commandId}
      shown={form.shown}
      schema={productVariantForm}
      values={valuesOf(form, isMeasured)}
      submit="Save"
      busy="Busy..."
      cancelTo={cancelTo}
      labels={{ ...pickerLabels, [list]: "Options", ...labels }}
    >
      <Pickers pickers={form.pickers} />
      <ImageField
        name="ImageFile"
        idName="DefaultImageId"
        label={labels.ImageFile}
        source={(id) => image(cdnBaseUrl, id, 200)}
        isRemovable
      />
      <NameFields own={form.own} />
      <PriceFields own={form.own} />
      <TextField name="ExternalSku" label={labels.ExternalSku} isWide autoComplete="off" />
      <SkuQuestion />
      {form.gtin !== undefined && <GtinField />}
      <Stock />
      <input type="hidden" name="NeedsDimensions" value={String(isMeasured)} />
      <DimensionFields />
    </CommandForm>
  );
}

/** One option of each attribute; the combination must be unique within the product. */
function Pickers({ pickers }: Pick<VariantFormData, "pickers">) {
  const { errors } = useFormState();
  return (
    <fieldset
      id={list}
      tabIndex={-1}
      aria-describedby={`${list}-error`}
      className="col-span-2 outline-none small:col-span-1"
    >
      <legend className="sr-only">Options</legend>
      <div className="fields -mb-2.5">
        {pickers.map(({ attributeId, label, options }, i) => (
          <SelectField key={attributeId} name={pickerName(i)} label={label} options={[choose, ...options]} />
        ))}
      </div>
      <p id={`${list}-error`} className="mt-1 text-sm font-semibold text-danger empty:hidden">
        {errors[list]?.message}
      </p>
    </fieldset>
  );
}

/** Shows the product's own value on No, and restores the input on Yes. */
function useReplaced(field: string, own: string): (choice: string) => void {
  const { setValue } = useFormState();
  const current = useTyped(field);
  const typedBefore = useRef<string>();
  return (choice) => {
    if (choice === "false") {
      typedBefore.current = current;
      setValue(field, own);
    } else if (typedBefore.current !== undefined) setValue(field, typedBefore.current);
  };
}

type Own = Pick<VariantFormData, "own">;

/** Without a name of its own the variant follows the product's name. */
function NameFields({ own }: Own) {
  const name = useReplaced("Name", own.name);
  const disabled = useDisabledUnless(useTyped("OverrideName") === "true");
  return (
    <>
      <YesNoField
        name="OverrideName"
        label={labels.OverrideName}
        hint="If No, the product's name is used."
        onPick={name}
      />
      <TextField name="Name" label={labels.Name} autoComplete="off" disabled={disabled} />
    </>
  );
}

function PriceFields({ own }: Own) {
  const recommended = useReplaced("RecommendedRetailPrice", typed(own.recommendedRetailPrice));
  const sale = useReplaced("SalePrice", typed(own.salePrice));
  const disabled = useDisabledUnless(useTyped("OverridePrice") === "true");
  const price = { suffix: "$ inc GST", inputMode: "decimal", autoComplete: "off", disabled } as const;
  return (
    <>
      <YesNoField
        name="OverridePrice"
        label={labels.OverridePrice}
        isWide
        hint="If No, the product's prices are used."
        onPick={(choice) => {
          recommended(choice);
          sale(choice);
        }}
      />
      <TextField name="RecommendedRetailPrice" label={labels.RecommendedRetailPrice} {...price} />
      <TextField
        name="SalePrice"
        label={labels.SalePrice}
        hint="Leave empty to sell at the recommended retail price."
        {...price}
      />
    </>
  );
}

function Stock() {
  const disabled = useDisabledUnless(useTyped("ManageStock") === "true");
  return (
    <>
      <YesNoField name="ManageStock" label={labels.ManageStock} />
      <TextField
        name="StockQuantity"
        label={labels.StockQuantity}
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
      />
    </>
  );
}

import { ChoicesField } from "#app/components/form/fields.tsx";
import { useFormState } from "#app/components/form/form-state.ts";

export const skuQuestionLabel = "The same SKU twice";
const yes = [{ value: "yes", label: "Save anyway, with the same SKU" }];

/** Shown after the API has reported that another product of the supplier has this SKU. */
export function SkuQuestion() {
  const { errors, values } = useFormState();
  const isAsked = errors.SkuIsShared !== undefined || values.SkuIsShared?.length;
  return isAsked ? <ChoicesField name="SkuIsShared" label={skuQuestionLabel} options={yes} /> : null;
}

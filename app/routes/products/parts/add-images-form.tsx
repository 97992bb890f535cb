import { useState } from "react";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { useFormAnswer } from "#app/components/form/form-state.ts";
import { MomentField, momentLabels } from "#app/components/form/moment-field.tsx";
import { image } from "#app/lib/image.ts";
import type { ImageFormData, ImagesPage } from "#app/services/products/images.server.ts";
import { productImagesForm } from "#contract/products/forms.ts";
import { fileField, labelOfNewImage, NewImages, newImagesLabel } from "./new-images.tsx";

const dateLabels: Record<string, string> = momentLabels("AvailableFrom", "Available from");
const labelOf = (name: string) => (name === fileField ? newImagesLabel : (labelOfNewImage(name) ?? dateLabels[name]));

interface Props {
  page: ImagesPage;
  form: ImageFormData;
  cancelTo: string;
}

/** Adds several images to the gallery at once. */
export default function AddImagesForm({ page: { head, cdnBaseUrl, timeZone, images }, form, cancelTo }: Props) {
  const answer = useFormAnswer("images");
  const [opened] = useState(head.commandId);
  // When some of the images were saved, the form has a new id and starts again with the others.
  const id = answer?.defaultValues.Id ?? opened;
  return (
    <CommandForm
      key={String(id)}
      intent="images"
      commandId={head.commandId}
      schema={productImagesForm}
      values={{ Images: [], ...(form.canEditDate && { ...form.availableFrom, TimeZone: timeZone }) }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labelOf}
    >
      <NewImages source={(id) => image(cdnBaseUrl, id, 100)} count={images.length} />
      {form.canEditDate && (
        <>
          <MomentField
            name="AvailableFrom"
            label={dateLabels.AvailableFrom ?? ""}
            timeZone={timeZone}
            hint={`Of all these images, in ${timeZone}. Leave empty to start immediately.`}
          />
          <input type="hidden" name="TimeZone" value={timeZone} />
        </>
      )}
    </CommandForm>
  );
}

import { productImageForm } from "@contract/products/forms.ts";
import { CommandForm } from "~/components/form/command-form";
import { TextField } from "~/components/form/fields";
import { ImageField } from "~/components/form/image-field";
import { MomentField, momentLabels } from "~/components/form/moment-field";
import { image } from "~/lib/image";
import type { ImageFormData, ImagesPage } from "~/services/product-images.server";

const labels = { ImageFile: "Image", Label: "Label", ...momentLabels("AvailableFrom", "Available from") };

interface Props {
  page: ImagesPage;
  form: ImageFormData;
  cancelTo: string;
}

export default function ImageForm({ page: { head, shown, cdnBaseUrl, timeZone }, form, cancelTo }: Props) {
  return (
    <CommandForm
      intent="image"
      commandId={head.commandId}
      shown={shown}
      schema={productImageForm}
      values={{
        ImageId: form.imageId,
        Label: form.label,
        ...(form.canEditDate && { ...form.availableFrom, TimeZone: timeZone }),
      }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <ImageField
        name="ImageFile"
        idName="ImageId"
        label={labels.ImageFile}
        source={(id) => image(cdnBaseUrl, id, 200)}
      />
      <TextField name="Label" label={labels.Label} autoComplete="off" />
      {form.canEditDate && (
        <>
          <MomentField
            name="AvailableFrom"
            label={labels.AvailableFrom}
            timeZone={timeZone}
            hint={`In ${timeZone}. Leave empty to start immediately.`}
          />
          <input type="hidden" name="TimeZone" value={timeZone} />
        </>
      )}
    </CommandForm>
  );
}

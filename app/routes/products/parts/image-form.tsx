import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField } from "#app/components/form/fields.tsx";
import { ImageField } from "#app/components/form/image-field.tsx";
import { MomentField, momentLabels } from "#app/components/form/moment-field.tsx";
import { image } from "#app/lib/image.ts";
import type { ImageFormData, ImagesPage } from "#app/services/products/images.server.ts";
import { productImageForm } from "#contract/products/forms.ts";

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

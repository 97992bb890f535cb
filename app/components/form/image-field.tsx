import { type ChangeEvent, useState } from "react";
import { removalOf } from "#app/lib/form-answer.ts";
import { maxPhotoBytes, tooLargeFile } from "#contract/files/limits.ts";
import { FieldFrame } from "./fields.tsx";
import { useField, useFormState, useText } from "./form-state.ts";
import { smallerPhoto } from "./smaller-photo.ts";

interface Props {
  /** Name of the file field. */
  name: string;
  /** Name of the field that holds the id of the stored file. */
  idName: string;
  label: string;
  /** Returns the image's address for a file id. */
  source(id: string): string;
  /** Whether the form may be saved without an image. */
  isRemovable?: boolean;
}

const types = ".jpg,.jpeg,.png,.gif,.webp";

/** The photo that was chosen, which is made smaller before it is sent, or why it was refused. */
function useChosenPhoto() {
  const [chosen, setChosen] = useState<string>();
  const [refused, setRefused] = useState<string>();

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    const problem = file !== undefined && file.size > maxPhotoBytes ? tooLargeFile(file.name, maxPhotoBytes) : "";
    // Prevents submission; see `FormFrame`.
    target.setCustomValidity(problem);
    setRefused(problem || undefined);
    setChosen(file && !problem ? URL.createObjectURL(file) : undefined);
    if (!file || problem) return;
    void smallerPhoto(file).then((smaller) => {
      if (smaller !== file && target.files?.[0] === file) target.files = fileList(smaller);
    });
  }

  return { chosen, refused, choose };
}

export function ImageField({ name, idName, label, source, isRemovable = false }: Props) {
  const { values } = useFormState();
  const { input, message } = useField(name);
  const { input: idInput, message: idMessage } = useField(idName);
  const { chosen, refused, choose } = useChosenPhoto();
  const id = useText(idName);
  const { defaultValue: _, ...fileInput } = input;

  return (
    <FieldFrame
      name={name}
      label={label}
      hint="JPG, PNG, GIF or WebP, up to 20 MB."
      message={refused ?? message ?? idMessage}
      isWide
    >
      <input type="hidden" {...idInput} />
      {(chosen || id) && (
        <img
          src={chosen ?? source(id)}
          alt=""
          width={200}
          height={200}
          className="rounded border border-line bg-surface object-contain"
        />
      )}
      <input
        className="input"
        type="file"
        accept={types}
        {...fileInput}
        aria-invalid={refused || message || idMessage ? true : undefined}
        onChange={(event) => {
          void input.onChange(event);
          choose(event);
        }}
      />
      {isRemovable && id && !chosen && (
        <label className="flex min-h-8 items-center gap-1.5 coarse:min-h-11">
          <input
            type="checkbox"
            name={removalOf(name)}
            value="yes"
            defaultChecked={values[removalOf(name)] === "yes"}
          />
          Remove this image
        </label>
      )}
    </FieldFrame>
  );
}

/** A `DataTransfer` is the only way to put a file into a file input. */
function fileList(file: File): FileList {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  return transfer.files;
}

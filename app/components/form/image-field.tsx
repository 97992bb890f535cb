import { maxImageBytes } from "@contract/files/limits.ts";
import { useState } from "react";
import { FieldFrame } from "./fields";
import { useField, useText } from "./form-state";

interface Props {
  /** The file. */
  name: string;
  /** The field that holds the id of the file that is there already. */
  idName: string;
  label: string;
  /** The picture's address for an id. */
  source(id: string): string;
}

const types = ".jpg,.jpeg,.png,.gif";

export function ImageField({ name, idName, label, source }: Props) {
  const { input, message } = useField(name);
  const { input: idInput, message: idMessage } = useField(idName);
  const [chosen, setChosen] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const id = useText(idName);
  const { defaultValue: _, ...fileInput } = input;
  return (
    <FieldFrame name={name} label={label} hint="JPG, PNG or GIF, under 2MB." message={refused ?? message ?? idMessage} isWide>
      <input type="hidden" {...idInput} />
      {(chosen || id) && <img src={chosen ?? source(id)} alt="" width={200} height={200} className="rounded border border-line bg-surface object-contain" />}
      <input
        className="input"
        type="file"
        accept={types}
        {...fileInput}
        aria-invalid={message || idMessage ? true : undefined}
        onChange={(event) => {
          void input.onChange(event);
          const file = event.target.files?.[0];
          // The server would refuse the whole form, with everything that was typed into it.
          const isTooLarge = file !== undefined && file.size > maxImageBytes;
          if (isTooLarge) event.target.value = "";
          setRefused(isTooLarge ? `“${file.name}” is not smaller than 2MB. Please choose another picture.` : undefined);
          setChosen(file && !isTooLarge ? URL.createObjectURL(file) : undefined);
        }}
      />
    </FieldFrame>
  );
}

import { useState } from "react";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { FieldFrame } from "./fields.tsx";

interface Props {
  name: string;
  label: string;
  hint: string;
  message: string | undefined;
  /** Accepted file name extensions. */
  accept?: string;
  maxBytes?: number;
}

/**
 * A field for a file to import, which is an Excel workbook unless `accept` says otherwise. It has no client-side
 * validation except of the size: only the server can read the file.
 */
export function WorkbookField({ name, label, hint, message, accept = ".xlsx", maxBytes = maxWorkbookBytes }: Props) {
  const [tooLarge, setTooLarge] = useState<string>();
  return (
    <FieldFrame name={name} label={label} hint={hint} message={tooLarge ?? message} isWide>
      <input
        className="input"
        type="file"
        id={name}
        name={name}
        accept={accept}
        aria-invalid={tooLarge || message ? true : undefined}
        aria-describedby={`${name}-hint ${name}-error`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          const isTooLarge = file !== undefined && file.size > maxBytes;
          const problem = isTooLarge
            ? `“${file.name}” is larger than ${maxBytes / 1024 / 1024} MB. Please split it into several files.`
            : "";
          target.setCustomValidity(problem);
          setTooLarge(problem || undefined);
        }}
      />
    </FieldFrame>
  );
}

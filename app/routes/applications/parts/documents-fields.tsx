import { type ChangeEvent, useState } from "react";
import { ChoicesField, FieldFrame } from "#app/components/form/fields.tsx";
import { useField, useFormState } from "#app/components/form/form-state.ts";
import { documentEndings, maxDocumentBytes, maxDocuments } from "#contract/applications/limits.ts";
import { documentIn } from "#contract/applications/schema.ts";

export const documentLabels = { Files: "Documents", Documents: "Documents that we have" };

const megabytes = maxDocumentBytes / 1024 / 1024;
const tooMuch = `These files have more than ${megabytes} MB together. Please choose smaller ones.`;

/**
 * A field for new documents, and boxes for those that were uploaded with an earlier attempt, so that nobody has to
 * choose them again.
 */
export function DocumentsFields({ hint }: { hint: string }) {
  const { values } = useFormState();
  const stored = [values.Documents ?? []].flat();
  const { input, message } = useField("Files");
  const [refused, setRefused] = useState<string>();
  const { defaultValue: _, ...fileInput } = input;
  const isWrong = refused ?? message;

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const bytes = [...(target.files ?? [])].reduce((sum, { size }) => sum + size, 0);
    const problem = bytes > maxDocumentBytes ? tooMuch : "";
    // Prevents submission; see `FormFrame`.
    target.setCustomValidity(problem);
    setRefused(problem || undefined);
  }

  return (
    <>
      <FieldFrame
        name="Files"
        label={documentLabels.Files}
        hint={`${hint} PDF, JPEG or PNG, at most ${maxDocuments} files with ${megabytes} MB together.`}
        message={isWrong}
        isWide
      >
        <input
          // Emptied when its files have been uploaded.
          key={stored.join()}
          className="input"
          type="file"
          multiple
          accept={documentEndings.join()}
          {...fileInput}
          aria-invalid={isWrong ? true : undefined}
          onChange={(event) => {
            void input.onChange(event);
            choose(event);
          }}
        />
      </FieldFrame>
      {stored.length > 0 && (
        <ChoicesField
          name="Documents"
          label={documentLabels.Documents}
          hint="These are sent with the form. Untick what should not be sent."
          options={stored.map((text) => ({ value: text, label: documentIn(text).name }))}
        />
      )}
    </>
  );
}

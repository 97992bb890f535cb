import { useLocation } from "@remix-run/react";
import { type DragEvent, type RefObject, useEffect, useRef } from "react";
import { useFieldArray } from "react-hook-form";
import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import { FieldFrame, TextCell } from "#app/components/form/fields.tsx";
import { useFormState } from "#app/components/form/form-state.ts";
import { formId } from "#app/lib/form-answer.ts";
import { type Row, removeRow } from "#app/lib/form-rows.ts";
import { countOf } from "#app/lib/format.ts";
import { imageTypes } from "#contract/files/limits.ts";
import { labelOfFile, maxImagesAtOnce, maxImagesBytes, maxProductImages } from "#contract/products/image-limits.ts";
import { type ImageUpload, useImageUploads } from "./use-image-uploads.ts";

const list = "Images";
export const fileField = "ImageFiles";
export const newImagesLabel = "New images";

/** Returns "Label of image 3" for the field `Images.2.Label`. */
export function labelOfNewImage(name: string): string | undefined {
  const [, index] = /^Images\.(\d+)\.Label$/.exec(name) ?? [];
  return index === undefined ? undefined : `Label of image ${Number(index) + 1}`;
}

interface Props {
  /** Returns the image's address for a file id. */
  source(id: string): string;
  /** Images that the product has already. */
  count: number;
}

/**
 * The images to be added, with their labels. With scripts they are sent when they are chosen; without, with the form,
 * and they get the names of their files as labels.
 */
export function NewImages({ source, count }: Props) {
  const { control, errors } = useFormState();
  const { fields, append, remove } = useFieldArray<Record<string, Row[]>>({ control, name: list });
  const input = useRef<HTMLInputElement>(null);
  const { uploads, ...queue } = useImageUploads((ImageId, fileName) =>
    append({ ImageId, Label: labelOfFile(fileName) }, { shouldFocus: false }),
  );
  const message = errors[fileField]?.message ?? errors[list]?.message;
  const waiting = uploads.filter(({ problem }) => problem === undefined);

  function take(files: FileList | null | undefined) {
    if (files) queue.add([...files], fields.length + waiting.length);
    // Otherwise the form would send them once more.
    if (input.current) input.current.value = "";
  }

  // Files that were chosen before this script was loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => take(input.current?.files), []);
  // Prevents submission; see `FormFrame`.
  useEffect(() => input.current?.setCustomValidity(waiting.length > 0 ? "Images are still being sent." : ""));

  return (
    <div className="col-span-2 grid gap-2 small:col-span-1">
      <EnterSaves />
      <ChooseFiles input={input} count={count} message={message} onChosen={take} />
      <ul aria-label="Images to be added" className="grid gap-2 empty:hidden">
        {fields.map((field, i) => (
          <Stored
            key={field.id}
            index={i}
            row={field}
            source={source}
            onRemove={() => {
              remove(i);
              input.current?.focus();
            }}
          />
        ))}
        {uploads.map((upload) => (
          <Sending key={upload.key} upload={upload} {...queue} />
        ))}
      </ul>
      <p role="status" className="text-sm text-muted empty:hidden">
        {waiting.length > 0 && `${countOf(waiting.length, "image")} still to be sent. You can save afterwards.`}
      </p>
    </div>
  );
}

interface ChooseProps {
  input: RefObject<HTMLInputElement>;
  count: number;
  message: string | undefined;
  onChosen(files: FileList | null): void;
}

/** The field for the files, onto which they can be dropped as well. */
function ChooseFiles({ input, count, message, onChosen }: ChooseProps) {
  function drop(event: DragEvent) {
    event.preventDefault();
    onChosen(event.dataTransfer.files);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same for everybody
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className="rounded border border-dashed border-field p-3"
    >
      <FieldFrame
        name={fileField}
        label={newImagesLabel}
        hint={`Choose or drop one or more JPG, PNG, GIF or WebP files of up to 20 MB, at most ${maxImagesAtOnce} at once. A product can have ${maxProductImages} images; this one has ${count}.`}
        message={message}
        isWide
      >
        <input
          ref={input}
          id={fileField}
          className="input"
          type="file"
          name={fileField}
          multiple
          accept={imageTypes.join()}
          aria-describedby={`${fileField}-hint ${fileField}-error`}
          aria-invalid={message ? true : undefined}
          onChange={(event) => onChosen(event.target.files)}
        />
      </FieldFrame>
      <noscript>
        <p className="mt-1 text-xs text-muted">
          Together they can have {maxImagesBytes / 1024 / 1024} MB. Each gets the name of its file as its label, which
          you can edit afterwards.
        </p>
      </noscript>
    </div>
  );
}

interface StoredProps {
  index: number;
  /** Its fields `ImageId` and `Label`, besides the key. */
  row: Row;
  source(id: string): string;
  onRemove(): void;
}

/** An image that has been sent, with its label. */
function Stored({ index, row: { ImageId = "", Label }, source, onRemove }: StoredProps) {
  const { register } = useFormState();
  const { pathname, search } = useLocation();
  const name = `${list}.${index}.Label`;
  return (
    <li className="flex flex-wrap items-start gap-2">
      <input type="hidden" {...register(`${list}.${index}.ImageId`)} defaultValue={ImageId} />
      <img
        src={source(ImageId)}
        alt=""
        width={64}
        height={64}
        className="size-16 shrink-0 rounded border border-line bg-surface object-contain"
      />
      <div className="grid min-w-0 grow basis-40 gap-1">
        <TextCell name={name} label={labelOfNewImage(name) ?? ""} start={Label} />
      </div>
      <button
        type="submit"
        name="refresh"
        value={removeRow(index)}
        formAction={`${pathname}${search}#${formId("images")}`}
        className="button"
        aria-label={`Remove image ${index + 1}`}
        onClick={(event) => {
          event.preventDefault();
          onRemove();
        }}
      >
        Remove
      </button>
    </li>
  );
}

interface SendingProps extends Pick<ReturnType<typeof useImageUploads>, "remove" | "retry"> {
  upload: ImageUpload;
}

/** An image that is on its way, or was refused. */
function Sending({ upload, remove, retry }: SendingProps) {
  const { key, file, sent, problem, canRetry } = upload;
  const isUnnamed = problem !== undefined && !problem.includes(file.name);
  return (
    <li className="flex flex-wrap items-center gap-2">
      {problem === undefined ? (
        <>
          <span className="min-w-0 grow basis-40 [overflow-wrap:anywhere]">{file.name}</span>
          <progress value={sent ?? 0} max={1} aria-label={`Sending ${file.name}`} />
        </>
      ) : (
        <p role="alert" className="min-w-0 grow basis-40 font-semibold text-danger [overflow-wrap:anywhere]">
          {isUnnamed && `“${file.name}”: `}
          {problem}
        </p>
      )}
      {canRetry && problem !== undefined && (
        <button type="button" className="button" aria-label={`Try ${file.name} again`} onClick={() => retry(upload)}>
          Try again
        </button>
      )}
      <button type="button" className="button" aria-label={`Remove ${file.name}`} onClick={() => remove(key)}>
        Remove
      </button>
    </li>
  );
}

/**
 * The client half of the command form: validates with the same schema as the server, submits the real form, shows
 * validation errors, preserves the input, and asks before the user leaves with unsaved changes. Without scripts it is a
 * plain form with the same fields, messages and effect.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useSubmit } from "@remix-run/react";
import { useMemo, useRef, useState } from "react";
import { type Control, type Resolver, set } from "react-hook-form";
import { useRemixForm } from "remix-hook-form";
import type { z } from "zod";
import { errorsByField, type FormValues } from "#app/lib/form-answer.ts";
import { withoutRows } from "#app/lib/form-rows.ts";
import { useErrorTitle } from "./error-title.ts";
import { FormFrame, type FrameProps } from "./form-frame.tsx";
import { FormContext, type FormState, useDraft, useFormAnswer, useIsPending } from "./form-state.ts";

interface Props extends FrameProps {
  schema: z.ZodObject;
  values: FormValues;
}

export function CommandForm({ schema, values, children, ...frame }: Props) {
  const answer = useFormAnswer(frame.intent);
  const draft = useDraft(frame.intent);
  const isPending = useIsPending(frame.intent);
  const send = useSubmit();
  const [superseded, setSuperseded] = useState<typeof answer>();
  const start = useMemo(() => typedOver(typedOver(values, draft), answer?.defaultValues), [values, draft, answer]);
  const form = useRemixForm<FormValues>({
    // Not on blur: the message would move the button away from under the pointer that is pressing it.
    mode: "onSubmit",
    defaultValues: nested(start),
    resolver: zodResolver(schema) as unknown as Resolver<FormValues>,
    // Submits the form element itself, including its files and the pressed button.
    submitHandlers: { onValid: (_, event) => sendOnce(event), onInvalid: () => setSuperseded(answer) },
  });
  const isBusy = useRef(false);
  isBusy.current = isPending;

  function sendOnce(event: React.BaseSyntheticEvent | undefined) {
    const { submitter } = (event?.nativeEvent ?? {}) as { submitter?: HTMLElement | null };
    const target = event?.target as HTMLFormElement;
    if (!isBusy.current)
      send(submitter instanceof HTMLButtonElement ? submitter : target, {
        method: "post",
        encType: "multipart/form-data",
        preventScrollReset: !frame.leaves,
      });
  }

  const isSuperseded = answer !== undefined && answer === superseded;
  /** Hides the server's message for a field whose value has changed since. */
  const isStill = ([name]: [name: string, error: unknown]) =>
    !isSuperseded || String(form.getValues(name)) === String(answer?.defaultValues[name]);
  const heldBack = errorsByField(form.formState.errors);
  const errors: FormState["errors"] = {
    ...Object.fromEntries(Object.entries(answer?.errors ?? {}).filter(isStill)),
    ...heldBack,
  };
  useErrorTitle((isSuperseded || !answer) && Object.keys(heldBack).length > 0);
  const context: FormState = {
    scope: frame.scope,
    register: form.register as FormState["register"],
    setValue: (name, value) =>
      form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted }),
    values: start,
    errors,
    control: form.control as unknown as Control,
  };
  return (
    <FormContext.Provider value={context}>
      <FormFrame {...frame} isDirty={form.formState.isDirty} isSuperseded={isSuperseded} onSubmit={form.handleSubmit}>
        {children}
      </FormFrame>
    </FormContext.Provider>
  );
}

/**
 * Overlays the input on the initial values. Rows and ticked boxes that the user removed must not come back from the
 * saved values.
 */
function typedOver(values: FormValues, typed: FormValues | undefined): FormValues {
  return typed ? { ...unticked(withoutRows(values)), ...typed } : values;
}

/** Clears lists of ticked boxes: if none of its boxes is ticked, a field sends nothing at all. */
function unticked(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? [] : value]));
}

/** Nests dotted names as react-hook-form expects: the field `Values.0.code` becomes an entry of a list. */
function nested(values: FormValues): FormValues {
  const all: FormValues = {};
  for (const [name, value] of Object.entries(values)) set(all, name, value);
  return all;
}

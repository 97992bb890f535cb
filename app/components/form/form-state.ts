import { useActionData, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Control, UseFormRegister } from "react-hook-form";
import type { FormAnswer, FormValues } from "~/lib/form-answer";
import { giveBack } from "~/lib/written-early";

type Errors = Record<string, { message?: string } | undefined>;

export interface FormState {
  /** Before the ids of its fields, where another form of the page may have fields of the same names. */
  scope?: string;
  register: UseFormRegister<FormValues>;
  setValue(name: string, value: string | string[]): void;
  values: FormValues;
  errors: Errors;
  /** For lists whose rows come and go. */
  control: Control;
}

export const FormContext = createContext<FormState | undefined>(undefined);

/** The form around a field. */
export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error("a field stands outside of a CommandForm");
  return state;
}

/** What the field is found by in its page. */
export function useFieldId(name: string): string {
  const scope = useContext(FormContext)?.scope;
  return scope ? `${scope}-${name}` : name;
}

/** The text that a field starts with. */
export function useText(name: string): string {
  const value = useFormState().values[name];
  return typeof value === "string" ? value : "";
}

/** One field of the form around it: its value, its message, and what connects them for assistive technology. */
export function useField(name: string) {
  const { register, errors } = useFormState();
  const message = errors[name]?.message;
  const registered = register(name);
  const value = useText(name);
  const id = useFieldId(name);
  return {
    input: {
      ...registered,
      ref: (element: HTMLElement | null) => {
        giveBack(element);
        registered.ref(element);
      },
      id,
      defaultValue: value,
      "aria-invalid": message ? true : undefined,
      "aria-describedby": `${id}-hint ${id}-error`,
    },
    message,
  };
}

/** Boxes of one field, of which several may be ticked. */
export function useChoices(name: string) {
  const { register, setValue, values, errors } = useFormState();
  const ticked = new Set([values[name] ?? []].flat());
  const { ref } = register(name);
  return {
    /** Stands for all the boxes: a field for each of thousands would take seconds. */
    ref: (group: HTMLElement | null) => ref(group && { focus: () => group.focus() }),
    isTicked: (value: string) => ticked.has(value),
    setTicked: (values: string[]) => setValue(name, values),
    message: errors[name]?.message,
  };
}

/** What the action answered to this form, if it was this one. */
export function useFormAnswer(intent: string): FormAnswer | undefined {
  const answer = useActionData<FormAnswer>();
  return answer?.intent === intent ? answer : undefined;
}

/** What was typed here before the session ended. */
export function useDraft(intent: string): FormValues | undefined {
  const shell = useRouteLoaderData<{ draft?: { intent: string; values: FormValues } }>("routes/shell");
  return shell?.draft?.intent === intent ? shell.draft.values : undefined;
}

export function useIsPending(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}

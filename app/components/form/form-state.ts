import { useActionData, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Control, UseFormRegister } from "react-hook-form";
import type { FormAnswer, FormValues } from "#app/lib/form-answer.ts";
import { giveBack } from "#app/lib/typed-before-hydration.ts";

type Errors = Record<string, { message?: string } | undefined>;

export interface FormState {
  /** Prefix of the fields' ids, where another form on the page may have fields with the same names. */
  scope?: string;
  register: UseFormRegister<FormValues>;
  setValue(name: string, value: string | string[]): void;
  values: FormValues;
  errors: Errors;
  /** For lists whose rows are added and removed. */
  control: Control;
}

export const FormContext = createContext<FormState | undefined>(undefined);

/** Returns the state of the form around a field. */
export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error("a field stands outside of a CommandForm");
  return state;
}

/** Returns the id of a field's element on the page. */
export function useFieldId(name: string): string {
  const scope = useContext(FormContext)?.scope;
  return scope ? `${scope}-${name}` : name;
}

/** Returns the initial text of a field. */
export function useText(name: string): string {
  const value = useFormState().values[name];
  return typeof value === "string" ? value : "";
}

/** Returns a field's input props and error message, connected for assistive technology. */
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

/** Returns the props of a group of checkboxes that share a field name. */
export function useChoices(name: string) {
  const { register, setValue, values, errors } = useFormState();
  const ticked = new Set([values[name] ?? []].flat());
  const { ref } = register(name);
  return {
    /** One registration for the whole group: registering thousands of boxes one by one would take seconds. */
    ref: (group: HTMLElement | null) => ref(group && { focus: () => group.focus() }),
    isTicked: (value: string) => ticked.has(value),
    setTicked: (values: string[]) => setValue(name, values),
    message: errors[name]?.message,
  };
}

/** Returns the action's answer if it belongs to this form. */
export function useFormAnswer(intent: string): FormAnswer | undefined {
  const answer = useActionData<FormAnswer>();
  return answer?.intent === intent ? answer : undefined;
}

/** Returns the input that was saved when the session ended, if any. */
export function useDraft(intent: string): FormValues | undefined {
  const shell = useRouteLoaderData<{ draft?: { intent: string; values: FormValues } }>("routes/shell");
  return shell?.draft?.intent === intent ? shell.draft.values : undefined;
}

export function useIsPending(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}

import { useActionData, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { UseFormRegister } from "react-hook-form";
import type { FormAnswer } from "~/lib/form-answer";
import { giveBack } from "~/lib/written-early";

type Values = Record<string, string>;
type Errors = Record<string, { message?: string } | undefined>;

export interface FormState {
  register: UseFormRegister<Values>;
  setValue(name: string, value: string): void;
  values: Values;
  errors: Errors;
}

export const FormContext = createContext<FormState | undefined>(undefined);

/** The form around a field. */
export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error("a field stands outside of a CommandForm");
  return state;
}

/** One field of the form around it: its value, its message, and what connects them for assistive technology. */
export function useField(name: string) {
  const { register, values, errors } = useFormState();
  const message = errors[name]?.message;
  const registered = register(name);
  return {
    input: {
      ...registered,
      ref: (element: HTMLElement | null) => {
        giveBack(element);
        registered.ref(element);
      },
      id: name,
      defaultValue: values[name] ?? "",
      "aria-invalid": message ? true : undefined,
      "aria-describedby": `${name}-hint ${name}-error`,
    },
    message,
  };
}

/** What the action answered to this form, if it was this one. */
export function useFormAnswer(intent: string): FormAnswer | undefined {
  const answer = useActionData<FormAnswer>();
  return answer?.intent === intent ? answer : undefined;
}

/** What was typed here before the session ended. */
export function useDraft(intent: string): Values | undefined {
  const shell = useRouteLoaderData<{ draft?: { intent: string; values: Values } }>("routes/shell");
  return shell?.draft?.intent === intent ? shell.draft.values : undefined;
}

export function useIsPending(intent: string): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent;
}

/** Names the form in the page: a plain browser that opens it, or is refused, lands there and not at the top. */
export const formId = (intent: string) => `form-${intent}`;

/** What is typed into a form, by field; several where a field is several boxes to tick. */
export type FormValues = Record<string, string | string[]>;

/** What an action answers to a form that it did not carry out. The names of the two first are remix-hook-form's. */
export interface FormAnswer {
  defaultValues: FormValues;
  errors?: Record<string, { type: string; message: string }>;
  intent: string;
  /** Why nothing was saved, where it is no single field's fault. */
  failure?: string;
  /** The session has ended. */
  loggedOut?: boolean;
  /** What was typed waits until the person has signed in again. */
  isKept?: boolean;
}

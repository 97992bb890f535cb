/** Names the form in the page: a plain browser that opens it, or is refused, lands there and not at the top. */
export const formId = (intent: string) => `form-${intent}`;

/** The field of an edit that carries what the form showed when it was opened. */
export const shownField = "Shown";

/** What is typed into a form, by field; several where a field is several boxes to tick. */
export type FormValues = Record<string, string | string[]>;

/** What a form holds, by field: `Roles[]` twice is the field `Roles` with two values. */
export function byField(texts: [name: string, value: string][]): FormValues {
  const values: FormValues = {};
  for (const [name, value] of texts) {
    const field = name.replace(/\[\]$/, "");
    values[field] = field === name ? value : [...(values[field] ?? []), value];
  }
  return values;
}

type Message = { type: string; message: string };

/**
 * Messages by the name of their field, from messages nested like the fields are: `{ Values: [, { code: … }] }` is
 * `Values.1.code`. What is said of a list as a whole goes by the list's own name.
 */
export function errorsByField(nested: object, within = ""): Record<string, Message> {
  const all: Record<string, Message> = {};
  for (const [key, value] of Object.entries(nested) as [string, Partial<Message> | undefined][]) {
    if (typeof value !== "object" || value === null) continue;
    const name = key === "root" && within ? within : within ? `${within}.${key}` : key;
    if (typeof value.message === "string") all[name] = { type: String(value.type), message: value.message };
    else Object.assign(all, errorsByField(value, name));
  }
  return all;
}

/** What uses a record; not every API says more than its name. */
interface UserOfRecord {
  id?: number;
  name: string;
}

/** What an action answers to a form that it did not carry out. The names of the two first are remix-hook-form's. */
export interface FormAnswer {
  defaultValues: FormValues;
  errors?: Record<string, Message>;
  intent: string;
  /** Why nothing was saved, where it is no single field's fault. */
  failure?: string;
  /** What the API said about the whole of it, in several sentences. */
  said?: string[];
  /** What uses a record, and keeps it from being deleted. */
  inUse?: UserOfRecord[];
  /** The session has ended. */
  loggedOut?: boolean;
  /** Where the person confirms who they are before the form can be sent again. */
  confirmAt?: string;
  /** What was typed waits until the person has signed in again. */
  isKept?: boolean;
}

/** Id of a form's element. Without scripts, the browser scrolls to it when the form is opened or refused. */
export const formId = (intent: string) => `form-${intent}`;

/** Field with the snapshot of what the form showed when it was opened. */
export const shownField = "Shown";

/** Name of the checkbox that removes the image of a file field. */
export const removalOf = (fileField: string) => `${fileField}Removed`;

/** Input of a form by field name; an array for a field with several checkboxes. */
export type FormValues = Record<string, string | string[]>;

/** Returns a form's values by field name: `Roles[]` twice becomes the field `Roles` with two values. */
export function byField(texts: [name: string, value: string][]): FormValues {
  const values: FormValues = {};
  for (const [name, value] of texts) {
    const field = name.replace(/\[\]$/, "");
    values[field] = field === name ? value : [...(values[field] ?? []), value];
  }
  return values;
}

/** The reverse of `byField`. */
export function textsOf(values: FormValues): [name: string, value: string][] {
  return Object.entries(values).flatMap(([field, value]) =>
    typeof value === "string" ? [[field, value]] : value.map((each): [string, string] => [`${field}[]`, each]),
  );
}

type Message = { type: string; message: string };

/**
 * Returns messages by field name, from errors nested like the fields: `{ Values: [, { code: … }] }` becomes
 * `Values.1.code`. A message about a list as a whole has the list's own name.
 */
export function errorsByField(nested: object, within = ""): Record<string, Message> {
  const all: Record<string, Message> = {};
  for (const [key, value] of Object.entries(nested)) {
    if (typeof value !== "object" || value === null) continue;
    const name = key === "root" && within ? within : within ? `${within}.${key}` : key;
    if (typeof value.message === "string") all[name] = { type: String(value.type), message: value.message };
    else Object.assign(all, errorsByField(value, name));
  }
  return all;
}

/** The records that use another one; some APIs give only names. */
interface UserOfRecord {
  id?: number;
  name: string;
}

/** An action's answer to a form that was not accepted. remix-hook-form defines the names of the first two fields. */
export interface FormAnswer {
  defaultValues: FormValues;
  errors?: Record<string, Message>;
  intent: string;
  /** Why nothing was saved, if no single field is the cause. */
  failure?: string;
  /** The API's messages about the form as a whole. */
  messages?: string[];
  /** What a command would do with this input, which was not saved. */
  preview?: unknown;
  /** The rows of a grid as they are now. */
  rows?: unknown[];
  /** Where that part of a form that was saved can be undone. */
  undoPath?: string;
  /** The records that use this one and prevent its deletion. */
  inUse?: UserOfRecord[];
  /** The session has ended. */
  loggedOut?: boolean;
  /** Address at which the user authenticates again before the form can be submitted. */
  confirmAt?: string;
  /** The input is saved until the user has signed in again. */
  isSaved?: boolean;
}

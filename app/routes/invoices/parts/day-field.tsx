import { FieldFrame } from "#app/components/form/fields.tsx";

interface Props {
  name: string;
  label: string;
  hint?: string;
  /** Initial day, such as `2026-03-02`, or empty. */
  value: string;
  message: string | undefined;
  onChange(): void;
}

/** An uncontrolled date field, for forms with thousands of boxes. */
export function DayField({ name, label, hint, value, message, onChange }: Props) {
  return (
    <FieldFrame name={name} label={label} hint={hint} message={message}>
      <input
        type="date"
        id={name}
        name={name}
        className="input"
        defaultValue={value}
        aria-invalid={message ? true : undefined}
        aria-describedby={`${name}-hint ${name}-error`}
        onChange={onChange}
      />
    </FieldFrame>
  );
}

import type { ComponentProps } from "react";
import { CommandForm } from "./command-form.tsx";
import { TextField } from "./fields.tsx";

const labels = { Reason: "Reason" };

interface Props
  extends Pick<ComponentProps<typeof CommandForm>, "intent" | "commandId" | "schema" | "submit" | "busy" | "cancelTo"> {
  hint?: string;
}

/** Asks for a reason alone, of a command whose dialog says what it does. */
export function ReasonForm({ intent, hint, ...form }: Props) {
  return (
    <CommandForm intent={intent} scope={intent} values={{ Reason: "" }} labels={labels} {...form}>
      <TextField name="Reason" label={labels.Reason} hint={hint} isWide />
    </CommandForm>
  );
}

import { isShownTwice } from "#contract/rules/moments.ts";
import { choose } from "./choose.ts";
import { SelectField, TextField } from "./fields.tsx";
import { useTyped } from "./typed.ts";

interface Props {
  name: string;
  label: string;
  hint: string;
  /** IANA time zone of the input. */
  timeZone: string;
}

const turnName = <N extends string>(name: N): `${N}Turn` => `${name}Turn`;

/** Returns the labels of a `MomentField`'s inputs, by name. */
export function momentLabels<N extends string>(name: N, label: string) {
  return { [name]: label, [turnName(name)]: `${label}: which of the two` } as Record<N | `${N}Turn`, string>;
}

const turns = [
  choose,
  { value: "first", label: "The first, before the clocks go back" },
  { value: "second", label: "The second, after the clocks went back" },
];

/** A date and time. If the clocks go back and the time occurs twice that day, it asks which of the two is meant. */
export function MomentField({ name, label, hint, timeZone }: Props) {
  const isTwice = isShownTwice(useTyped(name), timeZone);
  return (
    <div className="grid gap-3.5">
      <TextField name={name} label={label} type="datetime-local" hint={hint} />
      {isTwice && (
        <SelectField name={turnName(name)} label={momentLabels(name, label)[turnName(name)] ?? ""} options={turns} />
      )}
    </div>
  );
}

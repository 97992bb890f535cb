import type { State } from "#contract/locations/schema.ts";

interface Props {
  /** Also the field's name. */
  id: string;
  states: readonly State[];
  /** Initially selected state code. */
  start: string | undefined;
}

/** A select with the states of a country, and "any". */
export function StateSelect({ id, states, start }: Props) {
  return (
    <select id={id} name={id} className="input" defaultValue={start}>
      <option value="">(Any)</option>
      {states.map(({ shortName, name }) => (
        <option key={shortName} value={shortName}>
          {name}
        </option>
      ))}
    </select>
  );
}

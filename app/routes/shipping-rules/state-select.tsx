import type { State } from "@contract/locations/schema.ts";

interface Props {
  /** Also its name. */
  id: string;
  states: readonly State[];
  /** The short name that is chosen at first. */
  start: string | undefined;
}

/** The states of a country, and any of them. */
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

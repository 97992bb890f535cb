import { Link } from "@remix-run/react";
import { useState } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";

interface Shortcut {
  keys: string[];
  effect: string;
  /** Only if rows can be changed. */
  changes?: boolean;
}

const known: Shortcut[] = [
  { keys: ["j"], effect: "Next row" },
  { keys: ["k"], effect: "Previous row" },
  { keys: ["o", "Enter"], effect: "Open or close details" },
  { keys: ["a"], effect: "Approve, if the details are open", changes: true },
  { keys: ["x"], effect: "Select the row", changes: true },
  { keys: ["?"], effect: "Show shortcuts" },
];

interface Props {
  canChange: boolean;
  /** Whether the shortcuts work, as stored in this browser. */
  isOn: boolean;
  turn(isOn: boolean): void;
  /** Address of the page below this dialog. */
  parent: string;
}

/** The list of keyboard shortcuts, and the switch that turns them off. */
export default function ShortcutsHelp({ canChange, isOn: stored, turn, parent }: Props) {
  const [isOn, setOn] = useState(stored);
  return (
    <Dialog title="Keyboard shortcuts" closeTo={parent}>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1.5">
        {known
          .filter(({ changes }) => canChange || !changes)
          .map(({ keys, effect }) => (
            <div key={effect} className="contents">
              <dt className="flex gap-1.5">
                {keys.map((key) => (
                  <kbd key={key} className="rounded border border-line bg-sunken px-1.5">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
      </dl>
      <label className="my-3 flex min-h-8 items-center gap-1.5 coarse:min-h-11">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target: { checked } }) => {
            turn(checked);
            setOn(checked);
          }}
        />
        Use these keys
      </label>
      <Link to={parent} className="button button-primary" preventScrollReset>
        Close
      </Link>
    </Dialog>
  );
}

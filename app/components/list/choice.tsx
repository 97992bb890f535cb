import { useEffect, useRef } from "react";
import { useHydrated } from "#app/components/layout/toast.tsx";
import type { Choice } from "./list.ts";

const target = "flex min-h-6 min-w-6 items-center justify-center coarse:min-h-11 coarse:min-w-11";

interface ChooseRowProps<Row> {
  choice: Choice<Row>;
  row: Row;
  id: number | string;
  /** Ids of the rows that are ticked when the page opens. */
  ticked: string[];
}

export function ChooseRow<Row>({ choice, row, id, ticked }: ChooseRowProps<Row>) {
  return (
    <label className={target}>
      <input
        type="checkbox"
        form={choice.form}
        name={choice.field}
        value={id}
        defaultChecked={ticked.includes(String(id))}
        aria-label={`Choose ${choice.name(row)}`}
      />
    </label>
  );
}

/** Ticks or unticks every row of the page. Not rendered before hydration. */
export function ChooseAll({ choice }: { choice: Choice<never> }) {
  const ref = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  // After each render, which may have changed the rows, and whenever a box changes.
  useEffect(() => {
    const follow = () => ref.current && showChosen(ref.current, boxesOf(choice));
    follow();
    document.addEventListener("change", follow);
    return () => document.removeEventListener("change", follow);
  });

  if (!isHydrated) return null;
  return (
    <label className={target}>
      <input
        ref={ref}
        type="checkbox"
        aria-label="Choose all on this page"
        onChange={({ target: { checked } }) => {
          for (const box of boxesOf(choice)) box.checked = checked;
        }}
      />
    </label>
  );
}

function boxesOf({ field }: Choice<never>): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name="${field}"]`)];
}

function showChosen(all: HTMLInputElement, boxes: readonly HTMLInputElement[]): void {
  const chosen = boxes.filter(({ checked }) => checked).length;
  all.checked = chosen > 0 && chosen === boxes.length;
  all.indeterminate = chosen > 0 && chosen < boxes.length;
}

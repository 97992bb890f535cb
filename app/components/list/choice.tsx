import { useHydrated } from "~/components/layout/toast";
import type { Choice } from "./list";

const target = "flex min-h-6 min-w-6 items-center justify-center coarse:min-h-11 coarse:min-w-11";

export function ChooseRow<Row>({ choice, row, id }: { choice: Choice<Row>; row: Row; id: number | string }) {
  return (
    <label className={target}>
      <input type="checkbox" form={choice.form} name={choice.field} value={id} aria-label={`Choose ${choice.name(row)}`} />
    </label>
  );
}

/** Chooses every row of the page, or none. It needs scripts; without them it is not there. */
export function ChooseAll({ choice }: { choice: Choice<never> }) {
  if (!useHydrated()) return null;
  return (
    <label className={target}>
      <input
        type="checkbox"
        aria-label="Choose all on this page"
        onChange={({ target: { checked } }) => {
          for (const box of document.getElementsByName(choice.field)) if (box instanceof HTMLInputElement && box.type === "checkbox") box.checked = checked;
        }}
      />
    </label>
  );
}

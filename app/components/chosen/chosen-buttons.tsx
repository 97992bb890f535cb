import { Form, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

interface Props {
  /** Form id and field name of the checkboxes. */
  chosen: { form: string; field: string };
  /** The pages that act on the chosen rows; they receive the list's query parameters as well. */
  actions: readonly [{ path: string; label: string }, ...{ path: string; label: string }[]];
}

/**
 * Buttons that act on the ticked rows. Without scripts they are always enabled, and the next page reports that nothing
 * is chosen.
 */
export function ChosenButtons({ chosen: { form, field }, actions }: Props) {
  const { search } = useLocation();
  const isNoneChosen = useIsNoneChosen(field);
  const kept = [...new URLSearchParams(search)].filter(([name]) => name !== field);
  return (
    <Form id={form} method="get" action={actions[0].path} preventScrollReset className="no-print flex flex-wrap gap-2">
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {actions.map(({ path, label }) => (
        <button key={path} type="submit" formAction={path} className="button" disabled={isNoneChosen}>
          {label}
        </button>
      ))}
    </Form>
  );
}

/** Also false before hydration. */
function useIsNoneChosen(field: string): boolean {
  const [isNone, setIsNone] = useState(false);
  // After each render, which may have changed the boxes, and whenever one is ticked.
  useEffect(() => {
    const follow = () => setIsNone(document.querySelector(`input[name="${field}"]:checked`) === null);
    follow();
    document.addEventListener("change", follow);
    return () => document.removeEventListener("change", follow);
  });
  return isNone;
}

import { Form, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

interface Props {
  /** The form that the boxes go with, and the field that they are. */
  chosen: { form: string; field: string };
  /** The pages that ask about what is chosen; the address comes along. */
  actions: readonly [{ path: string; label: string }, ...{ path: string; label: string }[]];
}

/** Goes on with what is ticked. Without scripts it can always be pressed: what is missing is said then. */
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

/** False also where that is not known, which is without scripts. */
function useIsNoneChosen(field: string): boolean {
  const [isNone, setIsNone] = useState(false);
  // After each render, which may have brought other boxes, and whenever one is ticked.
  useEffect(() => {
    const follow = () => setIsNone(document.querySelector(`input[name="${field}"]:checked`) === null);
    follow();
    document.addEventListener("change", follow);
    return () => document.removeEventListener("change", follow);
  });
  return isNone;
}
